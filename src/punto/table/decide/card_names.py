"""Normalise the cards in a command, so that every spelling of a card becomes one name."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from punto.core.cards import card
from punto.table.commands import (
    Command,
    CorrectFacts,
    DrawCard,
    EnterCard,
    GiveRuling,
    InspectSetAsideCards,
    ReplaceMissingCards,
    ReportIrregularity,
    ReportSortedDecks,
    SetCardsAside,
)


def normalise_cards(command: Command) -> Command:
    """Write each card of a command by its one name, by which the table counts copies."""
    normalise = _NORMALISED.get(type(command))
    return command if normalise is None else normalise(command)


def _with_card(command: DrawCard | EnterCard) -> Command:
    name = _name(command.card)
    return command if name == command.card else replace(command, card=name)


def _with_cards(command: Any) -> Command:
    named: Command = replace(command, cards=_names(command.cards))
    return named


def _with_short(command: ReportSortedDecks) -> Command:
    return replace(command, short=_names(command.short))


_NORMALISED: Mapping[type[Command], Callable[[Any], Command]] = {
    DrawCard: _with_card,
    EnterCard: _with_card,
    ReportSortedDecks: _with_short,
    ReportIrregularity: _with_cards,
    CorrectFacts: _with_cards,
    GiveRuling: _with_cards,
    SetCardsAside: _with_cards,
    InspectSetAsideCards: _with_cards,
    ReplaceMissingCards: _with_cards,
}
"""The commands that name cards, each with its function."""


def _names(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(_name(text) for text in texts)


def _name(text: str) -> str:
    """The name of a card.

    A text that is not a card stays unchanged, so that `decide` can refuse it.
    """
    try:
        return str(card(text))
    except ValueError:
        return text
