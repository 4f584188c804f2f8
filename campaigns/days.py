"""Play thousands of casino days, check every invariant after every step, and find planted bugs."""

import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from msgspec import structs

from campaigns.requested_size import requested
from punto.certification.days.day import Day
from punto.certification.days.invariants import InvariantViolated
from punto.certification.days.tally import LIVE_EVENTS, REMEDIES
from punto.core.irregularities import Trigger
from punto.core.rulebook import Rulebook, WagerPlacement
from punto.core.rules import Rule
from punto.floor.streams import aggregates, owner
from punto.games.library import GAMES
from punto.journal.entry import Entry
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger import postings
from punto.ledger.transfers import Transfer
from punto.table.actors import Actor
from punto.table.commands import Command, PlaceWagers
from punto.table.decide import decide
from punto.table.events import Decision, RoundSettled, WagerSettled
from punto.table.evolve import evolve
from punto.table.state import Phase, Table

ROUNDS = {"small": 2_000, "full": 1_000_000}
ROUNDS_A_DAY = {"small": 100, "full": 1_000}
"""A day is short, so that its seed reproduces a failure quickly."""

DAYS_TO_A_LINE = 50

DAYS_TO_AN_AUDIT = 10
"""One day of this number goes to a file, where the auditor checks it."""


def game_of(seed: int) -> Rulebook:
    """The game of a day. Days take the games in turn."""
    return GAMES[seed % len(GAMES)]


def is_audited(seed: int) -> bool:
    """Whether a day goes to a file: the first of each game, then one in ten."""
    return seed <= len(GAMES) or seed // len(GAMES) % DAYS_TO_AN_AUDIT == seed % DAYS_TO_AN_AUDIT


def one_day(seed: int, rounds: int) -> Counter[str]:
    """Play the day of a seed and return its tally."""
    return one_audited_day(seed, rounds) if is_audited(seed) else one_day_in_memory(seed, rounds)


def attempted(seed: int, rounds: int) -> tuple[Counter[str], str]:
    """Play a day and return its tally, or describe its failure so that the other days continue."""
    try:
        return one_day(seed, rounds), ""
    except Exception as error:
        return Counter(), f"seed {seed}, {type(error).__name__}: {error}"


def one_day_in_memory(seed: int, rounds: int) -> Counter[str]:
    """Play a day in memory."""
    day = Day(seed, MemoryJournal(), book=game_of(seed))
    day.play(rounds)
    return day.counts


def one_audited_day(seed: int, rounds: int) -> Counter[str]:
    """Play a day in a file, which the auditor checks at the end."""
    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / "day.db")
        try:
            day = Day(seed, journal, book=game_of(seed))
            day.play(rounds)
        finally:
            journal.close()
    return day.counts


def run(size: str) -> None:
    """Play days on all cores until the number of rounds is reached."""
    started, total = time.perf_counter(), Counter[str]()
    by_game: dict[str, Counter[str]] = defaultdict(Counter)
    rounds = ROUNDS_A_DAY[size]
    days = ROUNDS[size] // rounds
    seeds = range(1, days + 1)
    failed: list[str] = []
    with ProcessPoolExecutor() as pool:
        played_days = pool.map(attempted, seeds, [rounds] * days, chunksize=1)
        for seed, (counts, failure) in zip(seeds, played_days, strict=True):
            total += counts
            by_game[game_of(seed).key] += counts
            failed += [failure] if failure else []
            if seed % DAYS_TO_A_LINE == 0 or failure:
                so_far = f"{seed:,} of {days:,} days, {time.perf_counter() - started:,.0f} s"
                print(f"  {so_far} {failure}".rstrip(), file=sys.stderr, flush=True)
    seconds = time.perf_counter() - started
    played = total["settled"] + total["void"]
    print(
        f"{days:,} days, {played:,} rounds ({total['void']:,} void), "
        f"{total['done']:,} commands done, {total['refused']:,} refused, "
        f"{total['doubled']:,} repeated, {total['crash']:,} crashes: "
        f"{len(failed)} violations; {played / seconds:,.0f} rounds a second"
    )
    assert not failed, failed
    print(
        f"auditor: agreed on {total['audited']:,} rounds of the "
        f"{sum(map(is_audited, seeds)):,} days in files: 0 differences"
    )
    assert total["audited"] > 0
    for line in drawn(total):
        print(line)
    never = missing(total, {} if size == "small" else by_game)
    print(f"never drawn: {', '.join(never) or 'nothing'}")
    assert not never, never


def drawn(total: Counter[str]) -> Iterator[str]:
    """Count the triggers, remedies and live events, the most frequent first."""
    for what in ("trigger", "remedy", "procedure"):
        found = [(name.partition(" ")[2], n) for name, n in total.most_common() if what in name]
        yield f"{what}: " + ", ".join(f"{name} {count:,}" for name, count in found)


def missing(total: Counter[str], by_game: Mapping[str, Counter[str]]) -> list[str]:
    """The triggers, remedies and live events that no day drew, in total and per game."""
    due = [f"trigger {each}" for each in Trigger]
    due += [f"remedy {each}" for each in sorted(set(REMEDIES.values()))]
    due += [f"procedure {each.__name__}" for each in LIVE_EVENTS]
    never = [each for each in due if not total[each]]
    for book in GAMES:
        if book.key in by_game:
            ours = (each for each in Trigger if each not in unknown_to(book))
            never += [
                f"{each} in {book.key}" for each in ours if not by_game[book.key][f"trigger {each}"]
            ]
    return never


def unknown_to(book: Rulebook) -> set[Trigger]:
    """The triggers that a game cannot have.

    Only live tables have areas that fill up, and only one document has a differential.
    """
    found = set() if book.document.placement is WagerPlacement.TABLE else {Trigger.TOO_MANY_WAGERS}
    differential = book.document.clause_of(Rule.DIFFERENTIAL) is not None
    return found if differential else found | {Trigger.DIFFERENTIAL}


# Controls: bugs that a day must find


def _lost_cent(name: str, id_: str, events: tuple[object, ...]) -> tuple[Transfer, ...]:
    moved = postings.transfers_of(name, id_, events)  # type: ignore[arg-type]
    less = (structs.replace(each, cents=each.cents - 1) for each in moved if each.cents > 1)
    return tuple(less)


def _forgetful(table: Table, event: object) -> Table:
    after = evolve(table, event)  # type: ignore[arg-type]
    return structs.replace(after, events=0) if after.phase is Phase.SETTLED else after


@contextmanager
def lost_cent() -> Iterator[None]:
    """Plant a bug: each transfer moves one cent less than its event says."""
    original = aggregates.table_aggregate

    def wrong(name: str) -> owner.Aggregate[Table]:
        return replace(
            original(name), transfers=lambda _table, id_, events: _lost_cent(name, id_, events)
        )

    with patch("punto.certification.days.day.table_aggregate", wrong):
        yield


@contextmanager
def state_that_depends_on_when_it_is_read() -> Iterator[None]:
    """Plant a bug: a new stream owner rebuilds a different state from the same journal."""
    original, count = aggregates.table_aggregate, iter(range(10**9))

    def wrong(name: str) -> owner.Aggregate[Table]:
        return original(name) if next(count) == 0 else replace(original(name), evolve=_forgetful)

    with patch("punto.certification.days.day.table_aggregate", wrong):
        yield


@contextmanager
def repeats_committed_again() -> Iterator[None]:
    """Let a stream owner forget the commands that it has carried out before."""
    find = MemoryJournal.find_entries

    def blind(
        journal: MemoryJournal, stream: str, ids: Sequence[str]
    ) -> Mapping[str, tuple[int, Entry]]:
        # The owner looks ids up only in `decide`. The day's own check uses another method.
        return {} if sys._getframe(1).f_code.co_name == "decide" else find(journal, stream, ids)

    with patch.object(MemoryJournal, "find_entries", blind):
        yield


@contextmanager
def late_wagers_accepted() -> Iterator[None]:
    """Plant a bug: the table accepts wagers after the close."""

    def wrong(table: Table, command: Command, by: Actor) -> Decision:
        if isinstance(command, PlaceWagers) and table.phase is Phase.BETS_CLOSED:
            table = structs.replace(table, phase=Phase.BETS_OPEN)
        return decide(table, command, by)

    with patch("punto.floor.streams.aggregates.decide", wrong):
        yield


def _overpaid(wager: WagerSettled) -> WagerSettled:
    more = 20 if wager.returned_cents > wager.stake.cents else 0
    return structs.replace(wager, returned_cents=wager.returned_cents + more)


@contextmanager
def wins_overpaid() -> Iterator[None]:
    """Plant a bug: the table pays winners too much, and records all of it consistently."""

    def wrong(table: Table, command: Command, by: Actor) -> Decision:
        events = decide(table, command, by)
        if not isinstance(events, tuple):
            return events
        return tuple(
            structs.replace(event, wagers=tuple(map(_overpaid, event.wagers)))
            if isinstance(event, RoundSettled)
            else event
            for event in events
        )

    with patch("punto.floor.streams.aggregates.decide", wrong):
        yield


CONTROLS = {
    "a cent lost in every transfer": lost_cent,
    "a state that depends on who reads the journal": state_that_depends_on_when_it_is_read,
    "repeated commands carried out again": repeats_committed_again,
    "wagers accepted after the close": late_wagers_accepted,
    "wins overpaid and recorded consistently": wins_overpaid,
}

FOR_THE_AUDITOR = ("wins overpaid and recorded consistently",)
"""The bugs that only the auditor finds, because it recomputes the payments."""


def found_by(name: str, seed: int = 1, rounds: int = 60) -> str:
    """The failure that a day reports for a planted bug, empty if it misses the bug."""
    play = one_audited_day if name in FOR_THE_AUDITOR else one_day_in_memory
    with CONTROLS[name]():
        try:
            play(seed, rounds)
        except (InvariantViolated, AssertionError) as error:
            return str(error)
    return ""


def main(size: str) -> None:
    """Run the days, then the controls."""
    run(size)
    for name in CONTROLS:
        result = found_by(name)
        print(f"control, {name}: {'found: ' + result if result else 'NOT FOUND'}")
        assert result, name


if __name__ == "__main__":
    main(requested("days", ROUNDS)[0])
