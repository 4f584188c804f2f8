"""Reduce a layout to the card values that decide how the round can continue."""

from dataclasses import dataclass
from typing import TypeAlias

from punto.core.facts import point_value
from punto.core.tableau import Ranks, Tableau

Third: TypeAlias = tuple[int | None, ...]
"""A third card by value: empty while none has come, None for one that lies face down."""

PLACES = 2
"""How many cards a hand has before any third card."""


@dataclass(frozen=True, slots=True)
class KnownCards:
    """The values seen of each hand's first two cards, in rising order, and both third cards."""

    player: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()
    player_third: Third = ()
    banker_third: Third = ()

    @property
    def has_third_card(self) -> bool:
        """Whether a third card has come, so that the cards face down called for it."""
        return bool(self.player_third or self.banker_third)

    @property
    def open_places(self) -> int:
        """How many places of the round a card not seen may take."""
        hands = 2 * PLACES - len(self.player) - len(self.banker)
        return hands + is_third_card_open(self.player_third) + is_third_card_open(self.banker_third)


def known_cards(tableau: Tableau) -> KnownCards:
    """What a tableau shows, a printed card included."""
    ranks = tableau.ranks
    return KnownCards(
        _values(ranks.player[:PLACES]),
        _values(ranks.banker[:PLACES]),
        _third(ranks.player[PLACES:]),
        _third(ranks.banker[PLACES:]),
    )


def is_third_card_open(third: Third) -> bool:
    """Whether the place of a third card may still be taken by a card not seen."""
    return third in ((), (None,))


def _values(ranks: Ranks) -> tuple[int, ...]:
    return tuple(sorted(point_value(rank) for rank in ranks if rank is not None))


def _third(ranks: Ranks) -> Third:
    return tuple(None if rank is None else point_value(rank) for rank in ranks)
