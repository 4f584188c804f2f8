"""Count the deals in which the first two cards of the hands are pairs, in closed form.

A hand with a pair needs as many cards of one rank from the shoe as it has unseen cards, which is
two, one or none. The code uses operators only. A count is an int, or an array with one entry per
shoe.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from punto.core.cards import Rank
from punto.core.tableau import Ranks
from punto.odds.engine.factorised import falling_factorial


class PairPattern(NamedTuple):
    """The hands that have a pair (1 if they do), and whether all four cards have one rank."""

    player: int
    banker: int
    same: int


PAIR_PATTERNS = (
    PairPattern(1, 1, 1),
    PairPattern(1, 1, 0),
    PairPattern(1, 0, 0),
    PairPattern(0, 1, 0),
    PairPattern(0, 0, 0),
)
"""All patterns, in the order in which the kernels store their counts."""


def count_pairs(
    left: Sequence[Any], player: Ranks, banker: Ranks, places: int
) -> Mapping[PairPattern, Any]:
    """Count the ordered deals of each pattern, given the known ranks of the first two cards.

    `left` is the cards left of each rank, Ace first; `places` is the open places of the round.
    No third card may be on the layout, because it limits the unseen first two cards.
    """
    cards = sum(left)
    player_known, banker_known = _known_ranks(player), _known_ranks(banker)
    for_player, for_banker = 2 - len(player_known), 2 - len(banker_known)
    of_player = {
        rank: falling_factorial(left[rank - 1], for_player) for rank in pairing_ranks(player_known)
    }
    of_banker = {
        rank: falling_factorial(left[rank - 1], for_banker) for rank in pairing_ranks(banker_known)
    }
    common = of_player.keys() & of_banker.keys()

    def deals(ways: Any, drawn: int) -> Any:
        return ways * falling_factorial(cards - drawn, places - drawn)

    player_pairs = deals(sum(of_player.values()), for_player)
    banker_pairs = deals(sum(of_banker.values()), for_banker)
    # Two pairs of different ranks are independent. Two pairs of the same rank need more copies of
    # it, so they are counted separately.
    apart = sum(of_player.values()) * sum(of_banker.values())
    apart = apart - sum(of_player[rank] * of_banker[rank] for rank in common)
    alike = sum(falling_factorial(left[rank - 1], for_player + for_banker) for rank in common)
    unlike, same = (deals(ways, for_player + for_banker) for ways in (apart, alike))
    return {
        PairPattern(1, 1, 1): same,
        PairPattern(1, 1, 0): unlike,
        PairPattern(1, 0, 0): player_pairs - unlike - same,
        PairPattern(0, 1, 0): banker_pairs - unlike - same,
        PairPattern(0, 0, 0): falling_factorial(cards, places)
        - player_pairs
        - banker_pairs
        + unlike
        + same,
    }


def _known_ranks(ranks: Ranks) -> tuple[Rank, ...]:
    return tuple(rank for rank in ranks if rank is not None)


def pairing_ranks(known: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """Return the ranks of which a hand can have a pair."""
    if not known:
        return tuple(Rank)
    return known[:1] if len(set(known)) == 1 else ()
