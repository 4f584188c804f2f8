"""Compare the result of a round on a screen with the journal."""

from pathlib import Path

from punto.core.facts import Winner
from punto.core.money import format_cents
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import credit
from punto.table.events import WagerSettled
from punto.table.evolve import evolve
from punto.table.state import Phase, Table
from punto.table.views import SeatView, TableView, view_for
from tests.browser.patron import Shown

BANNERS = {Winner.PLAYER: "player", Winner.BANKER: "banker", Winner.NEITHER: "tie"}


def disagreements(journal: Path, shown: list[Shown]) -> list[str]:
    """List the figures on screens that differ from the views recomputed from the journal."""
    kept = SqliteJournal(journal, read_only=True)
    try:
        found = []
        for table in {each.table for each in shown}:
            views = _settled_views(kept, table)
            for screen in (each for each in shown if each.table == table):
                found += _differences(screen, views)
        return found
    finally:
        kept.close()


def _settled_views(kept: SqliteJournal, stream: str) -> dict[int, TableView]:
    table, views = Table(), {}
    for each in kept.read(stream):
        for event in each.entry.events:
            table = evolve(table, event)  # type: ignore[arg-type]
        if table.phase is Phase.SETTLED:
            view = view_for(table, staff=True)
            views[view.round] = view
    return views


def _differences(screen: Shown, views: dict[int, TableView]) -> list[str]:
    view = views[screen.round]
    own = next(each for each in view.everyone if _is_of(each, screen))
    assert view.winner is not None
    expected = {
        "cards": view.cards,
        "player_total": view.totals.player,
        "banker_total": view.totals.banker,
        "winner": BANNERS[view.winner],
        "bet": f"${format_cents(own.bet_cents)}",
        "win": f"${format_cents(own.win_cents)}",
        "areas": tuple(sorted(_area(each) for each in own.settled)),
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


def _is_of(own: SeatView, screen: Shown) -> bool:
    return own.visit.startswith(f"{screen.terminal}-")


def _area(settled: WagerSettled) -> tuple[str, str, str]:
    """The wager, result and tag that a betting area should show."""
    staked, back = settled.stake.cents, settled.returned_cents
    if not settled.line:
        return settled.stake.wager, "lost", f"LOST ${format_cents(staked)}"
    if back == staked:
        return settled.stake.wager, "push", f"PUSH ${format_cents(staked)}"
    return settled.stake.wager, "won", f"+${format_cents(back - staked)}"
