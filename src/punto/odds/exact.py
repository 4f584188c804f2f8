"""Count the deals of each ending directly, as the reference for the faster methods.

A deal is one way to fill the empty places of a round with unseen cards. The places that a short
round leaves empty are filled too, so all counts of a shoe have the same unit. The method tries
every pair of two-card hands, then every third card, each from the cards left at that point.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import perm
from types import MappingProxyType
from typing import TypeAlias

from punto.core.cards import Rank
from punto.core.endings import TwoCards, endings_from_two_cards, representative_hand
from punto.core.facts import Ending
from punto.core.tableau import Ranks, Tableau
from punto.odds.composition import Composition, check_enough

Left: TypeAlias = tuple[int, ...]
"""The number of cards left of each rank, Ace first."""


@dataclass(frozen=True, slots=True)
class EndingCounts:
    """The number of ordered deals of each ending, and of all endings."""

    by_ending: Mapping[Ending, int]
    deals: int


def count_endings(composition: Composition, tableau: Tableau) -> EndingCounts:
    """Count the deals of each ending, for unseen cards and the cards on the layout."""
    ranks = tableau.ranks
    places = _empty(ranks.player, 3) + _empty(ranks.banker, 3)
    check_enough(composition.cards, places)
    thirds = _Thirds(ranks.player[2:], ranks.banker[2:], composition.cards - places)
    by_ending: dict[Ending, int] = {}
    for player, player_ways, rest in _hands(ranks.player[:2], composition.counts):
        for banker, banker_ways, left in _hands(ranks.banker[:2], rest):
            if ways := player_ways * banker_ways:
                for ending, third_ways in thirds.ways(player, banker, left):
                    if third_ways:
                        by_ending[ending] = by_ending.get(ending, 0) + ways * third_ways
    return EndingCounts(MappingProxyType(by_ending), sum(by_ending.values()))


def _empty(ranks: Ranks, places: int) -> int:
    """Return how many places of a hand an unseen card fills."""
    return places - len(ranks) + ranks.count(None)


def _hands(known: Ranks, left: Left) -> Iterator[tuple[TwoCards, int, Left]]:
    """Yield the two-card hands that the known cards allow, their ways and the cards left."""
    ranks = [rank for rank in known if rank is not None]
    if len(ranks) == 2:
        yield representative_hand(*ranks), 1, left
    elif len(ranks) == 1:
        for rank in Rank:
            yield representative_hand(ranks[0], rank), left[rank - 1], _without(rank, left)
    else:
        for first in Rank:
            rest = _without(first, left)
            # Two different ranks can be drawn in either order, hence the factor 2.
            yield (
                representative_hand(first, first),
                left[first - 1] * rest[first - 1],
                _without(first, rest),
            )
            for second in tuple(Rank)[first:]:
                ways = 2 * left[first - 1] * left[second - 1]
                yield representative_hand(first, second), ways, _without(second, rest)


def _without(rank: Rank, left: Left) -> Left:
    return *left[: rank - 1], left[rank - 1] - 1, *left[rank:]


@dataclass(frozen=True, slots=True)
class _Thirds:
    """The third cards of a round: on the layout, or still to be drawn."""

    player: Ranks
    banker: Ranks
    spare: int
    """The number of cards left over when every place of the round is filled."""

    def ways(self, player: TwoCards, banker: TwoCards, left: Left) -> Iterator[tuple[Ending, int]]:
        """Yield the endings of two hands, each with the number of ways to draw its third cards."""
        by_value = (0, *left[:9], sum(left[9:]))
        player_open, banker_open = _empty(self.player, 1), _empty(self.banker, 1)
        pads = [perm(self.spare + places, places) for places in range(3)]
        for c, d, ending in endings_from_two_cards(player, banker, self.player, self.banker):
            ways, empty = 1, player_open + banker_open
            if c and player_open:
                ways, empty = by_value[c], empty - 1
            if d and banker_open:
                drawn = 1 if c == d and player_open else 0
                ways, empty = ways * (by_value[d] - drawn), empty - 1
            yield ending, ways * pads[empty]
