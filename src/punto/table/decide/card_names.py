"""Spelling: cards in commands by their one name, however somebody typed them."""

from collections.abc import Sequence
from dataclasses import replace

from punto.core.cards import card
from punto.table.commands.irregularities import (
    LookAtCardsAside,
    ReplaceMissingCards,
    Report,
    SetCardsAside,
    TellSortedDecks,
)
from punto.table.commands.play import ChangeFacts, Command, DrawCard, EnterCard, GiveRuling

WITH_CARDS = (
    Report,
    ChangeFacts,
    GiveRuling,
    SetCardsAside,
    LookAtCardsAside,
    ReplaceMissingCards,
)


def spelled(command: Command) -> Command:
    """A command with each of its cards by one name: copies are counted and orders held by it."""
    match command:
        case DrawCard() | EnterCard():
            name = _name(command.card)
            return command if name == command.card else replace(command, card=name)
        case TellSortedDecks():
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
