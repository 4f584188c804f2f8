"""Reduce a layout to the card values that decide how the round can continue."""

from dataclasses import dataclass
from typing import TypeAlias

from punto.core.facts import point_value
from punto.core.tableau import Ranks, Tableau

Third: TypeAlias = tuple[int | None, ...]
"""The value of a third card: empty if none is drawn, None for a card that lies face down."""

PLACES = 2
"""The number of cards of a hand before any third card."""


@dataclass(frozen=True, slots=True)
class KnownCards:
    """The known values of each hand's first two cards, in rising order, and of third cards."""

    player: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()
    player_third: Third = ()
    banker_third: Third = ()

    @property
    def has_third_card(self) -> bool:
        """Whether a third card is on the layout, which limits the values of cards face down."""
        return bool(self.player_third or self.banker_third)

    @property
    def open_places(self) -> int:
        """The number of places of the round that an unseen card fills."""
        hands = 2 * PLACES - len(self.player) - len(self.banker)
        return hands + is_third_card_open(self.player_third) + is_third_card_open(self.banker_third)


def known_cards(tableau: Tableau) -> KnownCards:
    """Return the known cards of a tableau, a printed card included."""
    ranks = tableau.ranks
    return KnownCards(
        _values(ranks.player[:PLACES]),
        _values(ranks.banker[:PLACES]),
        _third(ranks.player[PLACES:]),
        _third(ranks.banker[PLACES:]),
    )


def is_third_card_open(third: Third) -> bool:
    """Whether an unseen card fills the place of a third card."""
    return third in ((), (None,))


def _values(ranks: Ranks) -> tuple[int, ...]:
    return tuple(sorted(point_value(rank) for rank in ranks if rank is not None))


def _third(ranks: Ranks) -> Third:
    return tuple(None if rank is None else point_value(rank) for rank in ranks)
