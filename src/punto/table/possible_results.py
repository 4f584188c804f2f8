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
from punto.table.decide.live.limits import uncounted_cents
from punto.table.state import Table

MAX_ENDINGS = 6
"""With more ways to end than this they are told apart by fewer wagers."""

Lines: TypeAlias = tuple[PayLine | None, ...]
"""The line that each wager with a stake holds, None where it loses."""


class PossibleEnding(msgspec.Struct, frozen=True):
    """A way in which a round can end: who wins, and every set of lines that may then hold."""

    winner: Winner
    lines: tuple[Lines, ...]

    def lines_of(self, place: int) -> tuple[PayLine | None, ...]:
        """The lines that the wager at a place may hold, each once."""
        return tuple(dict.fromkeys(each[place] for each in self.lines))


class CentsRange(msgspec.Struct, frozen=True):
    """A sum between a least and a most, which are one where it is known."""

    minimum_cents: int
    maximum_cents: int

    def __add__(self, other: "CentsRange") -> "CentsRange":
        return CentsRange(
            self.minimum_cents + other.minimum_cents, self.maximum_cents + other.maximum_cents
        )


class SeatResults(msgspec.Struct, frozen=True):
    """What a seat has won or lost by what is decided, and what it would come to in each way."""

    seat: int
    decided_cents: int
    nets: tuple[CentsRange, ...]


class PossibleResults(msgspec.Struct, frozen=True):
    """The ways in which a round can end as its open cards have it, and every seat in each."""

    wagers: tuple[str, ...]
    """The wagers with a stake, in the order of the rulebook."""

    ways: tuple[PossibleEnding, ...]
    seats: tuple[SeatResults, ...]
    decided: frozenset[str]
    """The wagers whose line no further card can change."""


def possible_results(table: Table) -> PossibleResults:
    """How the round of a table can end; cards that nobody has seen may be any."""
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
    """Who can win with which lines, and in how many endings."""
    held = paytable(book)
    return Counter(
        (Winner(int(ending.winner)), tuple(held[ending][each] for each in wagers))
        for ending in possible_endings(tableau)
    )


def _ways(
    wagers: tuple[str, ...], main: tuple[str, ...], found: Mapping[tuple[Winner, Lines], int]
) -> tuple[PossibleEnding, ...]:
    """Ways told apart by every wager, or by the main ones, or by the winner alone."""
    tries = (_grouped_by(by, wagers, found) for by in (wagers, main, ()))
    return next(ways for ways in tries if len(ways) <= MAX_ENDINGS)


def _grouped_by(
    by: Collection[str], wagers: tuple[str, ...], found: Mapping[tuple[Winner, Lines], int]
) -> tuple[PossibleEnding, ...]:
    places = [place for place, wager in enumerate(wagers) if wager in by]
    grouped: dict[tuple[Winner, Lines], dict[Lines, None]] = {}
    # Of ways with one winner the plainest is named first, and of those the commonest.
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
