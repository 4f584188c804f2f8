"""Count the deals of each pair of totals and numbers of cards, in closed form.

The third cards are drawn from the shoe first (`third_cards`). Two hands of two cards remain, and
a formula counts them by their totals. `docs/explanation/exact-odds.md` proves it. The code uses
operators only, so the same statements count one shoe from ints and many shoes from arrays.
"""

from collections.abc import Mapping, Sequence
from operator import mul
from typing import Any, TypeAlias

from punto.odds.engine.known_cards import KnownCards
from punto.odds.engine.third_cards import TotalsCell, third_card_cases

Left: TypeAlias = Sequence[Any]
"""The number of cards left of each value, from 0 to 9: ints, or arrays with one entry per shoe."""


def count_totals(left: Left, layout: KnownCards) -> Mapping[TotalsCell, Any]:
    """Count the ordered deals that end in each cell, for the known values on the layout."""
    cards_over = sum(left) - layout.open_places
    cells: dict[TotalsCell, Any] = {}
    for take in third_card_cases(layout.player_third, layout.banker_third):
        ways, rest = _draw_values(left, take.values)
        ways = ways * falling_factorial(cards_over + take.places_left, take.places_left)
        hands = _TwoHands(rest, layout)
        counted: dict[tuple[int, int], Any] = {}
        for player, banker, cell in take.ends:
            if (player, banker) not in counted:
                counted[player, banker] = ways * hands.ways(player, banker)
            cells[cell] = cells.get(cell, 0) + counted[player, banker]
    return cells


def falling_factorial(cards: Any, places: int) -> Any:
    """Return the number of ways to fill places from n cards: n (n - 1) (n - 2) and so on."""
    ways = 1
    for filled in range(places):
        ways = ways * (cards - filled)
    return ways


def _draw_values(left: Left, values: tuple[int, ...]) -> tuple[Any, list[Any]]:
    """Return the number of ways to draw these values, and the cards left after them."""
    ways, rest = 1, list(left)
    for value in values:
        ways = ways * rest[value]
        rest[value] = rest[value] - 1
    return ways, rest


class _TwoHands:
    """Counts the two-card hands with a pair of totals, from the cards left and the known cards."""

    def __init__(self, left: Left, layout: KnownCards) -> None:
        self._left = left
        self._player_known, self._banker_known = sum(layout.player), sum(layout.banker)
        self._for_player, self._for_banker = 2 - len(layout.player), 2 - len(layout.banker)
        back = [*left[::-1], *left[::-1]]
        # The number of partners with which a card of each value makes a total. A card is not its
        # own partner, hence one less for two cards of the same value.
        self._partners = [back[9 - total : 19 - total] for total in range(10)]
        for total in range(0, 10, 2):
            for half in (total // 2, total // 2 + 5):
                self._partners[total][half] = self._partners[total][half] - 1
        self._pairs_from = [list(map(mul, left, partners)) for partners in self._partners]
        self._pairs = [sum(pairs) for pairs in self._pairs_from]

    def ways(self, player: int, banker: int) -> Any:
        """Return the number of ways in which the hands have these totals."""
        x, y = (player - self._player_known) % 10, (banker - self._banker_known) % 10
        match self._for_player, self._for_banker:
            case 2, 2:
                return self._two_pairs(x, y)
            case 1, 1:
                return self._left[x] * (self._left[y] - (x == y))
            case 1, 2:
                return self._left[x] * self._pairs_without(x, y)
            case 2, 1:
                return self._left[y] * self._pairs_without(y, x)
            case cards, 0:
                return self._one_hand(cards, x) if y == 0 else 0
            case _, cards:
                return self._one_hand(cards, y) if x == 0 else 0

    def _one_hand(self, cards: int, total: int) -> Any:
        """Return the number of ways in which none, one or two cards make a total."""
        return (int(total == 0), self._left[total], self._pairs[total])[cards]

    def _pairs_without(self, value: int, total: int) -> Any:
        """Return the number of pairs with a total that do not use one given card.

        That card could be the first or the second of a pair, hence the factor 2.
        """
        return self._pairs[total] - 2 * self._partners[total][value]

    def _two_pairs(self, player: int, banker: int) -> Any:
        """Return the number of two pairs with these totals that have no card in common.

        The formula takes all combinations of two pairs. It subtracts those that share a card,
        which can be first or second in either pair. Combinations that share both cards are then
        subtracted twice, so it adds them once, for both orders.
        """
        common = sum(map(mul, self._pairs_from[player], self._partners[banker]))
        same = 2 if player == banker else 0
        return self._pairs[player] * (self._pairs[banker] + same) - 4 * common
