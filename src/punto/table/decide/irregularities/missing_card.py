"""The missing card: a patron has gone with cards that nothing tells, found step by step.

Each step is taken in the presence of the position that the row names.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, assert_never

from punto.core.cards import is_card
from punto.core.irregularities import Circumstance, RemedyDetail, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.staff_positions import StaffPosition
from punto.table.actors import Actor, has_second, holds_or_higher
from punto.table.commands.irregularities import (
    InspectSetAsideCards,
    ReplaceMissingCards,
    ReportIrregularity,
    ReportSortedDecks,
    SetCardsAside,
)
from punto.table.decide.decision import Decision
from punto.table.decide.irregularities.remedies import (
    carry_out_steps,
    check_card_counts,
    record_irregularity,
)
from punto.table.events.irregularities import (
    CardsSetAside,
    DecksSorted,
    MissingCardsReplaced,
    SetAsideCardsInspected,
)
from punto.table.evolve.irregularities import numbered_cards
from punto.table.irregularity_rules import applicable_row
from punto.table.refusals import No
from punto.table.state import MissingCardSearch, PendingStep, Table

SET_ASIDE_CARDS = 2
"""As many as a round may still need."""

SearchStep: TypeAlias = (
    SetCardsAside | ReportSortedDecks | InspectSetAsideCards | ReplaceMissingCards
)


def continue_search(table: Table, asked: SearchStep, by: Actor) -> Decision:
    """Takes the next step of the search, if that step is due and the right position is there."""
    item = table.pending_steps[0] if table.pending_steps else None
    step = item.step if item else None
    if item is None or step is None or step.detail is not RemedyDetail.MISSING_CARD:
        return No.NOTHING_HELD.at(table.book)
    assert step.position is not None, "the row names who must be there"
    if not _is_present(table, by, step.position):
        return No.NOT_ALLOWED.at(table.book)
    if not has_second(by):
        return No.NEEDS_SECOND.at(table.book)
    aside = table.current.aside
    match asked:
        case SetCardsAside():
            return No.NOT_IN_THIS_STEP.at(table.book) if aside else _set_aside(table, asked)
        case _ if aside is None:
            return No.NOT_IN_THIS_STEP.at(table.book)
        case ReportSortedDecks():
            return _sorted(table, aside, item, asked)
        case _ if not aside.candidates:
            return No.NOT_IN_THIS_STEP.at(table.book)
        case InspectSetAsideCards():
            return _looked_at(table, aside, asked)
        case ReplaceMissingCards():
            return _replaced(table, aside, item, asked)
        case unreachable:
            assert_never(unreachable)


def _is_present(table: Table, by: Actor, position: StaffPosition) -> bool:
    there, ladder = (by, by.seconded_by), table.settings_in_force.ladder
    return any(each is not None and holds_or_higher(each, position, ladder) for each in there)


def _set_aside(table: Table, asked: SetCardsAside) -> Decision:
    left = table.device.cards - table.device.cards_out
    if len(asked.cards) != min(SET_ASIDE_CARDS, left):
        return No.NOT_THESE_CARDS.at(table.book)
    if not all(text == FACE_DOWN or is_card(text) for text in asked.cards):
        return No.NOT_A_CARD.at(table.book)
    first = table.device.cards_out + 1
    cards = tuple(enumerate(asked.cards, start=first))
    return check_card_counts(table, (CardsSetAside(table.current.number, cards),))


def _sorted(
    table: Table, aside: MissingCardSearch, item: PendingStep, asked: ReportSortedDecks
) -> Decision:
    """What is short of complete decks, less what lies in play, holds the missing cards.

    If it does not, cards are missing or too many, and the row for that answers.
    """
    if aside.candidates:
        return No.NOT_IN_THIS_STEP.at(table.book)
    if not all(is_card(text) for text in asked.short):
        return No.NOT_A_CARD.at(table.book)
    in_play = Counter(text for _, text in numbered_cards(table) if text != FACE_DOWN)
    in_play.update(text for _, text in table.device.left_over)
    short = Counter(asked.short)
    found = sorted((short - in_play).elements())
    expected = len(_places(table, item.numbers)) + len(aside.cards)
    read = Counter(text for _, text in aside.cards if text != FACE_DOWN)
    if in_play - short or read - Counter(found) or len(found) != expected:
        evidence = f"short of complete decks: {' '.join(asked.short)}"
        report = ReportIrregularity(Trigger.CARD_COUNT, evidence=evidence)
        given = [Circumstance.IN_ROUND, Circumstance.AFTER_FIRST_CARD]
        row = applicable_row(table.game, Trigger.CARD_COUNT, given)
        return carry_out_steps(
            table, (record_irregularity(table, Trigger.CARD_COUNT, given, row, report),)
        )
    return (DecksSorted(table.current.number, tuple(sorted(asked.short)), tuple(found)),)


def _looked_at(table: Table, aside: MissingCardSearch, asked: InspectSetAsideCards) -> Decision:
    """The cards set aside are looked at where the device has not read them."""
    known = [text for _, text in aside.cards]
    if FACE_DOWN not in known:
        return No.NOT_IN_THIS_STEP.at(table.book)
    fits = len(asked.cards) == len(known) and all(
        had in (FACE_DOWN, text) for had, text in zip(known, asked.cards, strict=True)
    )
    if not fits or Counter(asked.cards) - Counter(aside.candidates):
        return No.NOT_THESE_CARDS.at(table.book)
    numbers = (number for number, _ in aside.cards)
    seen = tuple(zip(numbers, asked.cards, strict=True))
    return check_card_counts(table, (SetAsideCardsInspected(table.current.number, seen),))


def _replaced(
    table: Table, aside: MissingCardSearch, item: PendingStep, asked: ReplaceMissingCards
) -> Decision:
    """Cards like the missing ones take their places, and the round is completed with them."""
    known = [text for _, text in aside.cards]
    if FACE_DOWN in known:
        return No.CARD_UNREAD.at(table.book)
    missing = Counter(aside.candidates) - Counter(known)
    if Counter(asked.cards) != missing:
        return No.NOT_THESE_CARDS.at(table.book)
    places = _places(table, item.numbers)
    cards = tuple(zip(places, asked.cards, strict=True))
    return carry_out_steps(table, (MissingCardsReplaced(table.current.number, cards),))


def _places(table: Table, numbers: Sequence[int]) -> list[int]:
    """The cards gone that nothing had read; of the others it is known what they were."""
    return [
        number for number, text in numbered_cards(table) if number in numbers and text == FACE_DOWN
    ]
