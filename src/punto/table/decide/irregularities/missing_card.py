"""Identify and replace unread cards that a patron has taken away, step by step.

Each step requires the presence of the staff position that the rule names.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, assert_never

from punto.core.cards import is_card
from punto.core.irregularities import Circumstance, RemedyDetail, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.staff_positions import StaffPosition
from punto.table.actors import Actor, has_second, holds_or_higher
from punto.table.commands import (
    InspectSetAsideCards,
    ReplaceMissingCards,
    ReportIrregularity,
    ReportSortedDecks,
    SetCardsAside,
)
from punto.table.decide.irregularities.remedies import (
    carry_out_steps,
    check_card_counts,
    raise_reported,
)
from punto.table.events import (
    CardsSetAside,
    Decision,
    DecksSorted,
    MissingCardsReplaced,
    SetAsideCardsInspected,
)
from punto.table.refusals import No
from punto.table.state import MissingCardSearch, PendingStep, Table

SET_ASIDE_CARDS = 2
"""The most cards that the round may still need."""

SearchStep: TypeAlias = (
    SetCardsAside | ReportSortedDecks | InspectSetAsideCards | ReplaceMissingCards
)


def continue_search(table: Table, command: SearchStep, by: Actor) -> Decision:
    """Continue the search, if the step is due and the required position is present."""
    item = table.first_step
    step = item.step if item else None
    if item is None or step is None or step.detail is not RemedyDetail.MISSING_CARD:
        return No.NOTHING_HELD
    assert step.position is not None, "the row names the position that must be present"
    if not _is_present(table, by, step.position):
        return No.NOT_ALLOWED
    if not has_second(by):
        return No.NEEDS_SECOND
    search = table.current.aside
    match command:
        case SetCardsAside():
            return No.NOT_IN_THIS_STEP if search else _set_aside(table, command)
        case _ if search is None:
            return No.NOT_IN_THIS_STEP
        case ReportSortedDecks():
            return _sorted(table, search, item, command)
        case _ if not search.candidates:
            return No.NOT_IN_THIS_STEP
        case InspectSetAsideCards():
            return _inspected(table, search, command)
        case ReplaceMissingCards():
            return _replaced(table, search, item, command)
        case unreachable:
            assert_never(unreachable)


def _is_present(table: Table, by: Actor, position: StaffPosition) -> bool:
    there, ladder = (by, by.seconded_by), table.settings_in_force.ladder
    return any(each is not None and holds_or_higher(each, position, ladder) for each in there)


def _set_aside(table: Table, command: SetCardsAside) -> Decision:
    left = table.device.cards - table.device.cards_out
    if len(command.cards) != min(SET_ASIDE_CARDS, left):
        return No.NOT_THESE_CARDS
    if not all(text == FACE_DOWN or is_card(text) for text in command.cards):
        return No.UNKNOWN_CARDS
    first = table.device.cards_out + 1
    cards = tuple(enumerate(command.cards, start=first))
    return check_card_counts(table, (CardsSetAside(table.current.number, cards),))


def _sorted(
    table: Table, search: MissingCardSearch, item: PendingStep, command: ReportSortedDecks
) -> Decision:
    """Find the missing cards: those that complete decks lack, without the cards in play.

    If the counts do not match, cards are missing or too many, and the row for that applies.
    """
    if search.candidates:
        return No.NOT_IN_THIS_STEP
    if not all(is_card(text) for text in command.short):
        return No.UNKNOWN_CARDS
    in_play = Counter(text for _, text in table.numbered_cards if text != FACE_DOWN)
    in_play.update(text for _, text in table.device.left_over)
    short = Counter(command.short)
    found = sorted((short - in_play).elements())
    expected = len(_places(table, item.numbers)) + len(search.cards)
    read = Counter(text for _, text in search.cards if text != FACE_DOWN)
    if in_play - short or read - Counter(found) or len(found) != expected:
        evidence = f"short of complete decks: {' '.join(command.short)}"
        report = ReportIrregularity(Trigger.CARD_COUNT, evidence=evidence)
        circumstances = [Circumstance.IN_ROUND, Circumstance.AFTER_FIRST_CARD]
        return raise_reported(table, report, circumstances)
    return (DecksSorted(table.current.number, tuple(sorted(command.short)), tuple(found)),)


def _inspected(table: Table, search: MissingCardSearch, command: InspectSetAsideCards) -> Decision:
    """Record the cards set aside that the device did not read."""
    known = [text for _, text in search.cards]
    if FACE_DOWN not in known:
        return No.NOT_IN_THIS_STEP
    fits = len(command.cards) == len(known) and all(
        had in (FACE_DOWN, text) for had, text in zip(known, command.cards, strict=True)
    )
    if not fits or Counter(command.cards) - Counter(search.candidates):
        return No.NOT_THESE_CARDS
    numbers = (number for number, _ in search.cards)
    inspected = tuple(zip(numbers, command.cards, strict=True))
    return check_card_counts(table, (SetAsideCardsInspected(table.current.number, inspected),))


def _replaced(
    table: Table, search: MissingCardSearch, item: PendingStep, command: ReplaceMissingCards
) -> Decision:
    """Put equal cards into the places of the missing ones, and complete the round with them."""
    known = [text for _, text in search.cards]
    if FACE_DOWN in known:
        return No.CARD_UNREAD
    missing = Counter(search.candidates) - Counter(known)
    if Counter(command.cards) != missing:
        return No.NOT_THESE_CARDS
    places = _places(table, item.numbers)
    cards = tuple(zip(places, command.cards, strict=True))
    return carry_out_steps(table, (MissingCardsReplaced(table.current.number, cards),))


def _places(table: Table, numbers: Sequence[int]) -> list[int]:
    """The numbers of the unread cards taken away. The values of the others are known."""
    return [
        number for number, text in table.numbered_cards if number in numbers and text == FACE_DOWN
    ]
