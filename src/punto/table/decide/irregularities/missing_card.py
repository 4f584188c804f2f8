"""The missing card: a patron has gone with cards that nothing tells, found step by step.

Each step is taken in the presence of the position that the row names.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, assert_never

from punto.core.cards import is_card
from punto.core.irregularities import Circumstance, Detail, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.staff_positions import Position
from punto.table.actors import Actor, has_second, holds_or_higher
from punto.table.commands.irregularities import (
    LookAtCardsAside,
    ReplaceMissingCards,
    Report,
    SetCardsAside,
    TellSortedDecks,
)
from punto.table.decide.decision import Decision
from punto.table.decide.irregularities.remedies import seen_through, told, watched
from punto.table.events.irregularities import (
    CardsAsideSeen,
    CardsSetAside,
    DecksSorted,
    MissingCardsReplaced,
)
from punto.table.evolve.irregularities import cards_of
from punto.table.irregularity_rules import row_for
from punto.table.refusals import No
from punto.table.state import Aside, Item, Table

CARDS_ASIDE = 2
"""As many as a round may still need."""

Step: TypeAlias = SetCardsAside | TellSortedDecks | LookAtCardsAside | ReplaceMissingCards


def take_step(table: Table, asked: Step, by: Actor) -> Decision:
    """Takes the next step of the search, if that step is due and the right position is there."""
    item = table.agenda[0] if table.agenda else None
    step = item.step if item else None
    if item is None or step is None or step.detail is not Detail.MISSING_CARD:
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
        case TellSortedDecks():
            return _sorted(table, aside, item, asked)
        case _ if not aside.candidates:
            return No.NOT_IN_THIS_STEP.at(table.book)
        case LookAtCardsAside():
            return _looked_at(table, aside, asked)
        case ReplaceMissingCards():
            return _replaced(table, aside, item, asked)
        case unreachable:
            assert_never(unreachable)


def _is_present(table: Table, by: Actor, position: Position) -> bool:
    there, ladder = (by, by.seconded_by), table.chosen.ladder
    return any(each is not None and holds_or_higher(each, position, ladder) for each in there)


def _set_aside(table: Table, asked: SetCardsAside) -> Decision:
    left = table.device.cards - table.device.cards_out
    if len(asked.cards) != min(CARDS_ASIDE, left):
        return No.NOT_THESE_CARDS.at(table.book)
    if not all(text == FACE_DOWN or is_card(text) for text in asked.cards):
        return No.NOT_A_CARD.at(table.book)
    first = table.device.cards_out + 1
    cards = tuple(enumerate(asked.cards, start=first))
    return watched(table, (CardsSetAside(table.current.number, cards),))


def _sorted(table: Table, aside: Aside, item: Item, asked: TellSortedDecks) -> Decision:
    """What is short of complete decks, less what lies in play, holds the missing cards.

    If it does not, cards are missing or too many, and the row for that answers.
    """
    if aside.candidates:
        return No.NOT_IN_THIS_STEP.at(table.book)
    if not all(is_card(text) for text in asked.short):
        return No.NOT_A_CARD.at(table.book)
    in_play = Counter(text for _, text in cards_of(table) if text != FACE_DOWN)
    in_play.update(text for _, text in table.device.left_over)
    short = Counter(asked.short)
    found = sorted((short - in_play).elements())
    expected = len(_places(table, item.numbers)) + len(aside.cards)
    read = Counter(text for _, text in aside.cards if text != FACE_DOWN)
    if in_play - short or read - Counter(found) or len(found) != expected:
        evidence = f"short of complete decks: {' '.join(asked.short)}"
        report = Report(Trigger.CARD_COUNT, evidence=evidence)
        given = [Circumstance.IN_ROUND, Circumstance.AFTER_FIRST_CARD]
        row = row_for(table.game, Trigger.CARD_COUNT, given)
        return seen_through(table, (told(table, Trigger.CARD_COUNT, given, row, report),))
    return (DecksSorted(table.current.number, tuple(sorted(asked.short)), tuple(found)),)


def _looked_at(table: Table, aside: Aside, asked: LookAtCardsAside) -> Decision:
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
    return watched(table, (CardsAsideSeen(table.current.number, seen),))


def _replaced(table: Table, aside: Aside, item: Item, asked: ReplaceMissingCards) -> Decision:
    """Cards like the missing ones take their places, and the round is completed with them."""
    known = [text for _, text in aside.cards]
    if FACE_DOWN in known:
        return No.CARD_UNREAD.at(table.book)
    missing = Counter(aside.candidates) - Counter(known)
    if Counter(asked.cards) != missing:
        return No.NOT_THESE_CARDS.at(table.book)
    places = _places(table, item.numbers)
    cards = tuple(zip(places, asked.cards, strict=True))
    return seen_through(table, (MissingCardsReplaced(table.current.number, cards),))


def _places(table: Table, numbers: Sequence[int]) -> list[int]:
    """The cards gone that nothing had read; of the others it is known what they were."""
    return [number for number, text in cards_of(table) if number in numbers and text == FACE_DOWN]
