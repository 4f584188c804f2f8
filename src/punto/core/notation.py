"""Parse and format a round such as `9s 4d 2h / Kc 6h`: Player hand first, cards in drawn order."""

from punto.core.cards import Card, card
from punto.core.tableau import DealOrder, Hand, Tableau

FACE_DOWN = "?"


def parse_round(text: str, order: DealOrder) -> Tableau:
    """Return the tableau that a text describes.

    The text leaves out a permanent card, because it is printed on the layout.
    """
    player, slash, banker = text.partition("/")
    if not slash or "/" in banker:
        raise ValueError(
            f"{text!r} is not a round; expected the Player hand, one slash and the Banker hand, "
            "as in '9s 4d 2h / Kc 6h'"
        )
    return Tableau(order, _hand(player), _hand(banker))


def format_round(tableau: Tableau) -> str:
    """Return the text that describes a tableau."""
    return f"{_written(tableau.player)} / {_written(tableau.banker)}".strip()


def parse_card(text: str) -> Card | None:
    """Return the card that a text names; None if it was not seen."""
    return None if text == FACE_DOWN else card(text)


def _hand(text: str) -> Hand:
    return tuple(map(parse_card, text.split()))


def _written(hand: Hand) -> str:
    return " ".join(FACE_DOWN if card is None else str(card) for card in hand)
