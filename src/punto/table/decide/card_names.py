"""Spelling: cards in commands by their one name, however somebody typed them."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.core.cards import card
from punto.table.commands.irregularities import (
    InspectSetAsideCards,
    ReplaceMissingCards,
    ReportIrregularity,
    ReportSortedDecks,
    SetCardsAside,
)
from punto.table.commands.play import Command, CorrectFacts, DrawCard, EnterCard, GiveRuling

WITH_CARDS = (
    ReportIrregularity,
    CorrectFacts,
    GiveRuling,
    SetCardsAside,
    InspectSetAsideCards,
    ReplaceMissingCards,
)


def normalise_cards(command: Command) -> Command:
    """A command with each of its cards by one name: copies are counted and orders held by it."""
    match command:
        case DrawCard() | EnterCard():
            name = _name(command.card)
            return command if name == command.card else replace(command, card=name)
        case ReportSortedDecks():
            return replace(command, short=_names(command.short))
        case command if isinstance(command, WITH_CARDS):
            return replace(command, cards=_names(command.cards))
        case _:
            return command


def _names(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(_name(text) for text in texts)


def _name(text: str) -> str:
    """The name of a card; what is none is left for whoever looks at it."""
    try:
        return str(card(text))
    except ValueError:
        return text
