"""Compare the result of a round on a screen with the journal."""

from pathlib import Path

from punto.core.facts import Winner
from punto.core.money import format_cents
from punto.core.tableau import ending
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import credit
from punto.table.events import WagerSettled
from punto.table.evolve import evolve
from punto.table.state import Phase, Table
from tests.browser.patron import Shown
from tests.tables import cards_of

BANNERS = {Winner.PLAYER: "player", Winner.BANKER: "banker", Winner.NEITHER: "tie"}


def disagreements(journal: Path, shown: list[Shown]) -> list[str]:
    """List the figures on screens that differ from the tables recomputed from the journal."""
    kept = SqliteJournal(journal, read_only=True)
    try:
        found = []
        for table in {each.table for each in shown}:
            tables = _settled_tables(kept, table)
            for screen in (each for each in shown if each.table == table):
                found += _differences(screen, tables)
        return found
    finally:
        kept.close()


def _settled_tables(kept: SqliteJournal, stream: str) -> dict[int, Table]:
    """The table after each settled round."""
    table, found = Table(), {}
    for each in kept.read(stream):
        for event in each.entry.events:
            table = evolve(table, event)  # type: ignore[arg-type]
        if table.phase is Phase.SETTLED:
            found[table.current.number] = table
    return found


def _differences(screen: Shown, tables: dict[int, Table]) -> list[str]:
    table = tables[screen.round]
    facts = ending(table.current.tableau)
    own = [each for each in table.current.settled if each.visit.startswith(f"{screen.terminal}-")]
    expected = {
        "cards": cards_of(table),
        "player_total": int(facts.player_total),
        "banker_total": int(facts.banker_total),
        "winner": BANNERS[Winner(facts.winner)],
        "bet": f"${format_cents(sum(each.stake.cents for each in own))}",
        "win": f"${format_cents(sum(each.returned_cents for each in own))}",
        "areas": tuple(sorted(map(_area, own))),
    }
    return [
        f"{screen.table} #{screen.round}: {key} showed {getattr(screen, key)!r}, journal {value!r}"
        for key, value in expected.items()
        if getattr(screen, key) != value
    ]


def credit_cents(journal: Path, terminal: str) -> int:
    """The credit of a terminal's visits in the ledger."""
    kept = SqliteJournal(journal, read_only=True)
    try:
        prefix = credit(f"{terminal}-")
        return sum(cents for name, cents in kept.balances().items() if name.startswith(prefix))
    finally:
        kept.close()


def _area(settled: WagerSettled) -> tuple[str, str, str]:
    """The wager, result and tag that a betting area should show."""
    staked, back = settled.stake.cents, settled.returned_cents
    if not settled.line:
        return settled.stake.wager, "lost", f"LOST ${format_cents(staked)}"
    if back == staked:
        return settled.stake.wager, "push", f"PUSH ${format_cents(staked)}"
    return settled.stake.wager, "won", f"+${format_cents(back - staked)}"
