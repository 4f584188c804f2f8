"""Parse cards that staff type when the device cannot report them."""

from collections.abc import Iterator

from punto.core.cards import CARDS_IN_A_DECK, card
from punto.core.irregularities import Trigger
from punto.core.notation import FACE_DOWN
from punto.table.commands import Command, EnterCard, ReportCuttingCard, ReportIrregularity
from punto.table.state import Table

CUTTING_CARD = "cut"
SHORT = "short"


def parse_typed(text: str, table: Table) -> tuple[Command, ...]:
    """Commands for typed cards, as in `9s Kd`: first the unread cards, then the next of the shoe.

    `cut` stands for the cutting card, and `short` for a shoe without another card. The table
    decides who may enter a card and who must approve it.
    """
    words = text.split()
    if not words:
        raise ValueError("no card was typed; expected cards as in '9s Kd', or cut, or short")
    if table.shoe is None:
        raise ValueError("the device has no shoe; load a shoe before you enter cards")
    if words == [SHORT]:
        return (ReportIrregularity(Trigger.SHOE_SHORT, evidence="the empty device"),)
    numbers = iter([*unread_cards(table), *range(table.shoe.cards_out + 1, table.shoe.cards + 1)])
    return tuple(_command(word, table.shoe.decks, numbers) for word in words)


def unread_cards(table: Table) -> tuple[int, ...]:
    """The numbers of the cards on the layout that the device did not read, in the order drawn."""
    if table.round is None:
        return ()
    return tuple(number for number, text in table.numbered_cards if text == FACE_DOWN)


def _command(word: str, decks: int, numbers: Iterator[int]) -> Command:
    if word == CUTTING_CARD:
        return ReportCuttingCard()
    name = str(card(word))
    number = next(numbers, 0)
    if not number:
        raise ValueError(
            f"{word}: all {CARDS_IN_A_DECK * decks} cards of the {decks} decks are already out"
        )
    return EnterCard(number, name)
