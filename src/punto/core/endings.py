"""List the possible endings of a round, and the pay line that each wager then holds.

A round can be dealt in 1,659,001 ways by rank, and most of these end alike. Two hands of two cards
have the same future if they agree in their total, in the rank of their pair and in their sevens.
This reduces 91 hands to 32 kinds. Third cards matter by value only. So 2,603 endings remain.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from punto.core.cards import Rank
from punto.core.conditions import facts_used, holds
from punto.core.drawing_rules import STOOD, rule_for_banker, rule_for_player
from punto.core.facts import Ending, ending_of, is_pair, point_total, point_value
from punto.core.rulebook import PayLine, Rulebook
from punto.core.tableau import DealOrder, Ranks, Tableau

TwoCards: TypeAlias = tuple[Rank, Rank]

#: A third card matters by its value only, so one rank stands for all of a value.
ONE_OF_EACH_VALUE = tuple(Rank)[:10]


def endings(order: DealOrder) -> frozenset[Ending]:
    """Every ending that a round dealt in this order can have."""
    return possible_endings(Tableau(order))


def possible_endings(tableau: Tableau) -> frozenset[Ending]:
    """Every ending the cards on the layout allow, whatever is left in the shoe (R11)."""
    ranks = tableau.ranks
    return _endings_from(_by_kind(ranks.player), _by_kind(ranks.banker))


PaytableRow: TypeAlias = Mapping[str, PayLine | None]
"""The line each wager holds, None for a wager that loses."""


@cache
def paytable(book: Rulebook) -> Mapping[Ending, PaytableRow]:
    """For every ending of a game, the line each wager holds.

    A rulebook is refused if two lines of a wager hold in one ending, or a line in none.
    """
    table: dict[Ending, dict[str, PayLine | None]] = {each: {} for each in endings(book.order)}
    for wager in book.wagers:
        tests = [(line, _cached_condition(line)) for line in wager.lines]
        unreached = list(wager.lines)
        for ending, held in table.items():
            lines = [line for line, test in tests if test(ending)]
            if len(lines) > 1:
                all_ = " and ".join(repr(line.label.en) for line in lines)
                raise ValueError(
                    f"wager {wager.key}: lines {all_} hold at once; one must exclude the other"
                )
            held[wager.key] = lines[0] if lines else None
            if lines and lines[0] in unreached:
                unreached.remove(lines[0])
        for line in unreached:
            raise ValueError(f"wager {wager.key}: line {line.label.en!r} can never hold")
    return MappingProxyType(table)


@cache
def endings_from_two_cards(
    player: TwoCards, banker: TwoCards, player_third: Ranks, banker_third: Ranks
) -> tuple[tuple[int, int, Ending], ...]:
    """How a round can end from two hands of two cards: both third cards by value, and the ending.

    A third card on the layout stands in its tuple, face down as None; one not drawn is 0.
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
    """A hand of two cards that stands for all with the same future."""
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
    """The ranks a third card may have, 0 for none drawn; empty where the layout shows otherwise."""
    if not draws:
        return () if dealt else (0,)
    if not dealt:
        return () if must_have_stood else ONE_OF_EACH_VALUE
    return ONE_OF_EACH_VALUE if dealt[0] is None else (dealt[0],)


def _two_card_hands(known: Ranks) -> frozenset[TwoCards]:
    """One hand of each kind that the known cards allow, whatever the third is."""
    first, second = (tuple(Rank) if rank is None else (rank,) for rank in (*known, None, None)[:2])
    return frozenset(representative_hand(a, b) for a in first for b in second)


def _by_kind(ranks: Ranks) -> Ranks:
    """Ranks with the same future, the same for all hands of a kind."""
    if len(ranks) < 2 or ranks[0] is None or ranks[1] is None:
        return ranks
    return *representative_hand(ranks[0], ranks[1]), *(
        each and min(each, Rank.TEN) for each in ranks[2:]
    )


def _kind(first: Rank, second: Rank) -> tuple[int, int, int]:
    pair_rank = first if is_pair(first, second) else 0
    return point_total(first, second), pair_rank, (first, second).count(Rank.SEVEN)


_KINDS = {_kind(a, b): (a, b) for a in reversed(Rank) for b in reversed(Rank)}
_ONE_OF_ITS_KIND = {(a, b): _KINDS[_kind(a, b)] for a in Rank for b in Rank}


def _cached_condition(line: PayLine) -> Callable[[Ending], bool]:
    """The line's condition, asked once for each combination of the facts it turns on."""
    facts, answers = sorted(facts_used(line.when)), dict[tuple[int, ...], bool]()

    def test(ending: Ending) -> bool:
        key = tuple([ending[fact] for fact in facts])
        if key not in answers:
            answers[key] = bool(holds(line.when, ending))
        return answers[key]

    return test
