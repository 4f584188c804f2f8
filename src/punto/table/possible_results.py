"""Compute the possible endings of a round, and the win or loss of each seat in each one."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

import msgspec

from punto.core.endings import paytable, possible_endings
from punto.core.facts import Winner
from punto.core.rulebook import PayLine, Rulebook, WagerGroup
from punto.core.settlement import SettledWager
from punto.core.tableau import Tableau
from punto.table.card_handling import public_tableau
from punto.table.decide.play.settlement import uncounted_cents
from punto.table.state import Table

MAX_ENDINGS = 6
"""If a round has more possible endings than this, fewer wagers distinguish them."""

Lines: TypeAlias = tuple[PayLine | None, ...]
"""The pay line that each staked wager holds; None for a lost wager."""


class PossibleEnding(msgspec.Struct, frozen=True):
    """A possible ending: the winner, and every set of pay lines that may then hold."""

    winner: Winner
    lines: tuple[Lines, ...]

    def lines_of(self, place: int) -> tuple[PayLine | None, ...]:
        """The distinct pay lines that the wager at a place may hold."""
        return tuple(dict.fromkeys(each[place] for each in self.lines))


class CentsRange(msgspec.Struct, frozen=True):
    """A range of cents. Both ends are equal if the amount is certain."""

    minimum_cents: int
    maximum_cents: int

    def __add__(self, other: "CentsRange") -> "CentsRange":
        return CentsRange(
            self.minimum_cents + other.minimum_cents, self.maximum_cents + other.maximum_cents
        )


class SeatResults(msgspec.Struct, frozen=True):
    """The cents that a seat has already won or lost, and its range for each ending."""

    seat: int
    decided_cents: int
    nets: tuple[CentsRange, ...]


class PossibleResults(msgspec.Struct, frozen=True):
    """The possible endings of a round, by the cards that everyone sees, and each seat's results."""

    wagers: tuple[str, ...]
    """The wagers with a stake, in the order of the rulebook."""

    ways: tuple[PossibleEnding, ...]
    seats: tuple[SeatResults, ...]
    decided: frozenset[str]
    """The wagers whose pay line no further card can change."""


def possible_results(table: Table) -> PossibleResults:
    """Compute how a round can end. A card that is face down may be any card."""
    book, sets = table.game, table.current.sets
    staked = {stake.wager for placed in sets.values() for stake in placed.stakes}
    wagers = tuple(each.key for each in book.wagers if each.key in staked)
    found = _found(book, wagers, public_tableau(table))
    fixed = {
        wager: next(iter(found))[1][place]
        for place, wager in enumerate(wagers)
        if len({lines[place] for _, lines in found}) == 1
    }
    main = tuple(each.key for each in book.wagers if each.group is not WagerGroup.SIDE)
    ways = _ways(wagers, main, found)
    return PossibleResults(
        wagers, ways, tuple(_seats(table, wagers, ways, fixed)), frozenset(fixed)
    )


@lru_cache(maxsize=64)
def _found(
    book: Rulebook, wagers: tuple[str, ...], tableau: Tableau
) -> Mapping[tuple[Winner, Lines], int]:
    """Count the endings by winner and pay lines."""
    held = paytable(book)
    return Counter(
        (Winner(int(ending.winner)), tuple(held[ending][each] for each in wagers))
        for ending in possible_endings(tableau)
    )


def _ways(
    wagers: tuple[str, ...], main: tuple[str, ...], found: Mapping[tuple[Winner, Lines], int]
) -> tuple[PossibleEnding, ...]:
    """Group the endings by every wager, else by the main wagers, else by the winner alone."""
    tries = (_grouped_by(by, wagers, found) for by in (wagers, main, ()))
    return next(ways for ways in tries if len(ways) <= MAX_ENDINGS)


def _grouped_by(
    by: Collection[str], wagers: tuple[str, ...], found: Mapping[tuple[Winner, Lines], int]
) -> tuple[PossibleEnding, ...]:
    places = [place for place, wager in enumerate(wagers) if wager in by]
    grouped: dict[tuple[Winner, Lines], dict[Lines, None]] = {}
    # Per winner, put the ending with the fewest wins first, then the commonest one.
    plainest = sorted(found, key=lambda each: (_order(each[0]), _many_win(each[1]), -found[each]))
    for winner, lines in plainest:
        key = winner, tuple(lines[place] for place in places)
        grouped.setdefault(key, {})[lines] = None
    return tuple(PossibleEnding(winner, tuple(lines)) for (winner, _), lines in grouped.items())


def _many_win(lines: Lines) -> int:
    return sum(line is not None for line in lines)


def _order(winner: Winner) -> int:
    return (Winner.PLAYER, Winner.BANKER, Winner.NEITHER).index(winner)


def _seats(
    table: Table,
    wagers: tuple[str, ...],
    ways: Iterable[PossibleEnding],
    fixed: Mapping[str, PayLine | None],
) -> Iterable[SeatResults]:
    off = uncounted_cents(table)
    for seat, placed in table.current.sets.items():
        stakes = [
            (each.wager, each.cents - off.get((seat, each), 0), wagers.index(each.wager))
            for each in placed.stakes
        ]
        decided = sum(
            _net(table.game, wager, cents, fixed[wager])
            for wager, cents, _ in stakes
            if wager in fixed
        )
        nets = []
        for way in ways:
            sums = [
                sum(_net(table.game, wager, cents, lines[at]) for wager, cents, at in stakes)
                for lines in way.lines
            ]
            nets.append(CentsRange(min(sums), max(sums)))
        yield SeatResults(seat, decided, tuple(nets))


def _net(book: Rulebook, wager: str, cents: int, line: PayLine | None) -> int:
    return SettledWager(book.wager(wager), cents, line).win_cents
