"""Let staff name cards by letters while the values are sealed."""

from collections.abc import Callable, Iterable
from itertools import islice, permutations

from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.notation import FACE_DOWN
from punto.table.commands import Command, CorrectFacts, GiveRuling, ReportIrregularity
from punto.table.events import CardsMisplaced, Event, IrregularityRaised
from punto.table.state import Table

LETTERS = "ABCDEFGH"
"""The names of sealed cards, in the order of the cards on the layout."""

MAX_ORDERS = 6
"""The console lists this many orders of cards at most."""


def card_orders(table: Table) -> list[tuple[str, ...]]:
    """The possible orders of loose cards, as letters; empty if their order is fixed."""
    if table.round is None or table.current.is_loose_ordered or not table.current.loose:
        return []
    return list(islice(permutations(LETTERS[: len(table.current.loose)]), MAX_ORDERS))


def loose_card_letters(table: Table, events: Iterable[tuple[str, Event]]) -> tuple[str, ...]:
    """The letters of the loose cards. A ruling on their order does not change the letters."""
    if table.round is None:
        return ()
    lay: list[str] = []
    for _, event in events:
        if isinstance(event, IrregularityRaised) and event.trigger is Trigger.DRAWN_TOGETHER:
            lay = list(event.cards)
        if isinstance(event, CardsMisplaced) and not event.is_ordered:
            lay = [text for _, text in event.cards]
    now = [text for _, text in table.current.loose]
    if sorted(lay) != sorted(now):
        return tuple(LETTERS[: len(now)])
    found = []
    for text in now:
        at = lay.index(text)
        # Two equal cards have a letter each.
        lay[at] = ""
        found.append(LETTERS[at])
    return tuple(found)


def resolve_sealed_cards(
    table: Table, command: Command, card_at: Callable[[int], str | None] = lambda _number: None
) -> Command:
    """A command with its cards in place of the letters and question marks that stand for them.

    Staff fix the order of cards as A and B, and report that two cards came together without naming
    them: the values must not influence a ruling. Where the floor deals, only the floor knows them.
    """
    match command:
        case GiveRuling() | CorrectFacts() if table.round is not None and command.cards:
            by_letter = dict(zip(LETTERS, (text for _, text in table.current.loose), strict=False))
            return replace(
                command, cards=tuple(by_letter.get(each, each) for each in command.cards)
            )
        case ReportIrregularity() if (
            command.trigger is Trigger.DRAWN_TOGETHER and table.shoe is not None
        ):
            return replace(command, cards=tuple(_drawn(table, command.cards, card_at)))
        case _:
            return command


def _drawn(
    table: Table, cards: Iterable[str], card_at: Callable[[int], str | None]
) -> Iterable[str]:
    number = table.device.cards_out
    for text in cards:
        if text == FACE_DOWN:
            number += 1
            yield card_at(number) or FACE_DOWN
        else:
            yield text
