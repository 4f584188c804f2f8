"""List the possible endings of a round, and find the pay line that holds for each wager.

A round can be dealt in 1,659,001 ways by rank, and most of these have the same ending. Two-card
hands have the same future if they agree in their total, in the rank of their pair and in their
number of sevens. This reduces 91 hands to 32 kinds. A third card matters only by its value. So
2,603 endings remain.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from punto.core.cards import Rank
from punto.core.conditions import facts_used, holds
from punto.core.drawing_rules import STOOD, rule_for_banker, rule_for_player
from punto.core.facts import Ending, ending_of, is_pair, point_total, point_value
from punto.core.rulebook import PayLine, Rulebook, WagerRule
from punto.core.tableau import DealOrder, Ranks, Tableau

TwoCards: TypeAlias = tuple[Rank, Rank]

#: One rank of each value: a third card matters only by its value.
ONE_OF_EACH_VALUE = tuple(Rank)[:10]


def endings(order: DealOrder) -> frozenset[Ending]:
    """Return every ending that a round dealt in this order can have."""
    return possible_endings(Tableau(order))


def possible_endings(tableau: Tableau) -> frozenset[Ending]:
    """Return every ending that the cards on the layout allow, for any cards in the shoe (R11)."""
    ranks = tableau.ranks
    return _endings_from(_by_kind(ranks.player), _by_kind(ranks.banker))


PaytableRow: TypeAlias = Mapping[str, PayLine | None]
"""The pay line that holds for each wager, by its key; None for a wager that loses."""


@cache
def paytable(book: Rulebook) -> Mapping[Ending, PaytableRow]:
    """Find the pay line that holds for each wager, for every ending of a game.

    Raise `ValueError` if two lines of a wager hold in the same ending, or if a line never holds.
    """
    table: dict[Ending, dict[str, PayLine | None]] = {ending: {} for ending in endings(book.order)}
    for wager in book.wagers:
        tests = [(line, _cached_condition(line)) for line in wager.lines]
        unreached = set(range(len(tests)))
        for ending, row in table.items():
            places = [place for place, (_, test) in enumerate(tests) if test(ending)]
            if len(places) > 1:
                lines = " and ".join(_line_text(wager, place) for place in places)
                raise ValueError(
                    f"wager {wager.key}: {lines} hold at once; one must exclude the other"
                )
            row[wager.key] = wager.lines[places[0]] if places else None
            unreached.difference_update(places)
        if unreached:
            line = _line_text(wager, min(unreached))
            raise ValueError(f"wager {wager.key}: {line} can never hold")
    return MappingProxyType(table)


def _line_text(wager: WagerRule, place: int) -> str:
    """Return the number and the condition of a line, for a message to its author."""
    return f"line {place + 1} ({wager.lines[place].when})"


@cache
def endings_from_two_cards(
    player: TwoCards, banker: TwoCards, player_third: Ranks, banker_third: Ranks
) -> tuple[tuple[int, int, Ending], ...]:
    """Return the endings that two hands of two cards can have, each after its two third cards.

    `player_third` and `banker_third` hold the third card if it is on the layout, None for a card
    that lies face down. In the result, 0 is the third card of a hand that draws none.
    """
    totals = point_total(*player), point_total(*banker)
    draws = rule_for_player(*totals).draws
    return tuple(
        (c, d, ending_of((*player, c), (*banker, d)))
        for c in _third_cards(draws, player_third, must_have_stood=bool(banker_third))
        for banker_ruling in [rule_for_banker(*totals, point_value(c) if draws else STOOD)]
        for d in _third_cards(banker_ruling.draws, banker_third)
    )


def representative_hand(first: Rank, second: Rank) -> TwoCards:
    """Return the hand that represents all two-card hands with the same future."""
    return _ONE_OF_ITS_KIND[first, second]


@cache
def _endings_from(player: Ranks, banker: Ranks) -> frozenset[Ending]:
    return frozenset(
        ending
        for p in _two_card_hands(player)
        for b in _two_card_hands(banker)
        for _, _, ending in endings_from_two_cards(p, b, player[2:], banker[2:])
    )


def _third_cards(draws: bool, dealt: Ranks, must_have_stood: bool = False) -> Sequence[int]:
    """Return the ranks that a third card may have, 0 if the hand draws none.

    The result is empty if the cards on the layout contradict the draw decision.
    """
    if not draws:
        return () if dealt else (0,)
    if not dealt:
        return () if must_have_stood else ONE_OF_EACH_VALUE
    return ONE_OF_EACH_VALUE if dealt[0] is None else (dealt[0],)


def _two_card_hands(known: Ranks) -> frozenset[TwoCards]:
    """Return one two-card hand of each kind that the known cards of a hand allow."""
    first, second = (tuple(Rank) if rank is None else (rank,) for rank in (*known, None, None)[:2])
    return frozenset(representative_hand(a, b) for a in first for b in second)


def _by_kind(ranks: Ranks) -> Ranks:
    """Replace the ranks of a hand by those that represent its kind, to share cached results."""
    if len(ranks) < 2 or ranks[0] is None or ranks[1] is None:
        return ranks
    return *representative_hand(ranks[0], ranks[1]), *(
        rank and min(rank, Rank.TEN) for rank in ranks[2:]
    )


def _kind(first: Rank, second: Rank) -> tuple[int, int, int]:
    pair_rank = first if is_pair(first, second) else 0
    return point_total(first, second), pair_rank, (first, second).count(Rank.SEVEN)


_KINDS = {_kind(a, b): (a, b) for a in reversed(Rank) for b in reversed(Rank)}
_ONE_OF_ITS_KIND = {(a, b): _KINDS[_kind(a, b)] for a in Rank for b in Rank}


def _cached_condition(line: PayLine) -> Callable[[Ending], bool]:
    """Return a test of a line's condition that evaluates each combination of its facts once."""
    facts, answers = sorted(facts_used(line.when)), dict[tuple[int, ...], bool]()

    def test(ending: Ending) -> bool:
        key = tuple([ending[fact] for fact in facts])
        if key not in answers:
            answers[key] = bool(holds(line.when, ending))
        return answers[key]

    return test
