"""Compute the roads (score boards) of a shoe from its results, never from a drawn road.

Rows, columns and results are counted from zero. A run is a block of equal results with only ties
between them. The derived roads compare the lengths of runs, however long, and ignore rows.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby

import msgspec

from punto.core.conditions import facts_used
from punto.core.endings import paytable
from punto.core.facts import Ending, Fact, Winner
from punto.core.rulebook import Rulebook, WagerGroup
from punto.core.sides import BySide, Side

ROWS = 6


class Result(msgspec.Struct, frozen=True):
    """The result of a round on the roads; a void round has none."""

    winner: Winner
    round: int
    pairs: tuple[Side, ...] = ()
    is_natural: bool = False
    mark: str = ""
    """The game's mark in the ring, such as the number of Banker's cards that made a six."""


class RoadSquare(msgspec.Struct, frozen=True):
    """A square of a road, by row and column."""

    row: int
    column: int


class Bead(msgspec.Struct, frozen=True):
    """A disc of the bead plate."""

    place: RoadSquare
    result: Result


class Ring(msgspec.Struct, frozen=True):
    """A ring of the big road, and the ties that came before the next."""

    place: RoadSquare
    result: Result
    ties: int


class Mark(msgspec.Struct, frozen=True):
    """A mark of a derived road: regular, drawn red, or irregular, drawn blue."""

    place: RoadSquare
    is_regular: bool


class AskPrediction(msgspec.Struct, frozen=True):
    """The prediction if a hand wins next: the square of its ring, and the next derived marks."""

    lands: RoadSquare
    big_eye: bool | None
    small: bool | None
    cockroach: bool | None


class DragonTail(StrEnum):
    """The direction of a run after it has turned right."""

    STICKY = "sticky"
    """To the right until the run ends."""

    RETRY_DOWN = "retry-down"
    """Down again wherever there is room below."""


class Roads(msgspec.Struct, frozen=True):
    """All roads of a shoe."""

    bead: tuple[Bead, ...]
    big: tuple[Ring, ...]
    leading_ties: int
    """The ties before the first ring. The first ring takes them over."""

    big_eye: tuple[Mark, ...]
    small: tuple[Mark, ...]
    cockroach: tuple[Mark, ...]
    ask: BySide[AskPrediction]


def roads_of(results: Iterable[Result], tail: DragonTail = DragonTail.STICKY) -> Roads:
    """Compute the roads of the results of a shoe, in the order played."""
    played = tuple(results)
    won = [each for each in played if each.winner]
    winners = [each.winner for each in won]
    places = place_marks(winners, tail)
    ties = _ties(played)
    big = tuple(
        Ring(place, result, count)
        for place, result, count in zip(places, won, ties[1:], strict=True)
    )
    if big:
        big = (Ring(big[0].place, big[0].result, big[0].ties + ties[0]), *big[1:])
    return Roads(
        bead=tuple(Bead(RoadSquare(at % ROWS, at // ROWS), each) for at, each in enumerate(played)),
        big=big,
        leading_ties=0 if big else ties[0],
        big_eye=_marks(winners, 1, tail),
        small=_marks(winners, 2, tail),
        cockroach=_marks(winners, 3, tail),
        ask=BySide(
            _answer(winners, Winner.PLAYER, tail),
            _answer(winners, Winner.BANKER, tail),
        ),
    )


def result_of(book: Rulebook, ending: Ending, round_: int) -> Result:
    """Return the result of a round on the roads."""
    pairs = ((Side.PLAYER, ending.player_pair), (Side.BANKER, ending.banker_pair))
    return Result(
        Winner(ending.winner),
        round_,
        tuple(side for side, is_pair in pairs if is_pair),
        bool(ending.player_natural or ending.banker_natural),
        _game_mark(book, ending),
    )


def regularities(winners: Sequence[Winner], behind: int) -> Iterator[bool]:
    """Yield the marks of the derived road that compares runs at this distance, in order."""
    lengths: list[int] = []
    for before, winner in zip((None, *winners), winners, strict=False):
        same = winner == before
        mark = _next_mark(lengths, behind, same)
        if same:
            lengths[-1] += 1
        else:
            lengths.append(1)
        if mark is not None:
            yield mark


def place_marks(
    runs: Sequence[Hashable], tail: DragonTail = DragonTail.STICKY, rows: int = ROWS
) -> list[RoadSquare]:
    """Place results on a grid: equal neighbours downwards while there is room.

    A run that meets the bottom or an older run turns right. It never joins an older run.
    """
    occupied: set[tuple[int, int]] = set()
    places: list[RoadSquare] = []
    start = row = column = -1
    turned = False
    for at, each in enumerate(runs):
        if at == 0 or each != runs[at - 1]:
            start = next(c for c in range(start + 1, len(runs) + 1) if (0, c) not in occupied)
            row, column, turned = 0, start, False
        elif (
            not (turned and tail is DragonTail.STICKY)
            and row + 1 < rows
            and (row + 1, column) not in occupied
        ):
            row += 1
        else:
            turned = True
            column = next(c for c in range(column + 1, len(runs) + 1) if (row, c) not in occupied)
        occupied.add((row, column))
        places.append(RoadSquare(row, column))
    return places


def _ties(played: Sequence[Result]) -> list[int]:
    """The number of ties before the first win and after each win."""
    counts = [0]
    for each in played:
        if each.winner:
            counts.append(0)
        else:
            counts[-1] += 1
    return counts


def _next_mark(lengths: Sequence[int], behind: int, same: bool) -> bool | None:
    """Whether one more win, of the last winner or of the other hand, would be regular.

    A continued run is irregular only if it grows one past the run compared with. A new run is
    regular if the run that just ended is as long as that one. So the two are always opposite.
    """
    if len(lengths) <= behind:
        return None
    as_long = lengths[-1 - behind] == lengths[-1]
    return not as_long if same else as_long


def _marks(winners: Sequence[Winner], behind: int, tail: DragonTail) -> tuple[Mark, ...]:
    regular = list(regularities(winners, behind))
    return tuple(map(Mark, place_marks(regular, tail), regular))


def _answer(winners: Sequence[Winner], winner: Winner, tail: DragonTail) -> AskPrediction:
    lengths = [len(list(run)) for _, run in groupby(winners)]
    same = bool(winners) and winners[-1] == winner
    return AskPrediction(
        place_marks([*winners, winner], tail)[-1],
        *(_next_mark(lengths, behind, same) for behind in (1, 2, 3)),
    )


def _game_mark(book: Rulebook, ending: Ending) -> str:
    """The number that shows how the game's own wager won: the sevens, or the cards of Banker."""
    for wager in book.wagers:
        line = paytable(book)[ending][wager.key]
        if wager.group is not WagerGroup.SIDE or line is None:
            continue
        facts = facts_used(line.when)
        if Fact.SEVENS in facts:
            return str(int(ending.sevens))
        if Fact.BANKER_TOTAL in facts and ending.winner == Winner.BANKER:
            return str(int(ending.banker_cards))
    return ""
