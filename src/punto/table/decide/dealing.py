"""Dealing: cards arrive from the device, and hands are read from their order."""

from collections.abc import Iterator

from punto.core.cards import Card, card
from punto.core.facts import point_value
from punto.core.irregularity import Circumstance, Trigger
from punto.core.rules import Rule
from punto.core.tableau import Tableau, next_side
from punto.table.commands import DrawCard, EnterCard
from punto.table.decide.decision import Decision
from punto.table.decide.remedies import raised
from punto.table.decide.seating import confirmed
from punto.table.events import (
    BetsClosed,
    CardBurned,
    CardDrawn,
    CardLeftOver,
    CuttingCardShown,
    Event,
)
from punto.table.refusals import No, Refusal
from punto.table.state import ShoeOnTable, Table

BURNED_FOR_A_TEN = 10
"""How many cards a ten or a court card burns."""


def confirm(table: Table) -> Decision:
    """Settles who takes part; a card that came too early is then played first (R25)."""
    return (*confirmed(table), *_play_left_over(table))


def draw(table: Table, asked: DrawCard | EnterCard) -> Decision:
    """Lays the next card on the hand that is due it; the first card settles who takes part."""
    found = _next_card(table, asked)
    if not isinstance(found, Card):
        return found
    if table.current.is_confirmed:
        return tuple(_laid(table, table.current.tableau, [(asked.number, asked.card)], asked))
    waiting = [*table.device.left_over, (asked.number, asked.card)]
    return (*confirmed(table), *_laid(table, table.current.tableau, waiting, asked))


def draw_while_open(table: Table, asked: DrawCard) -> Decision:
    """A card that leaves the device while bets are open closes them by force (P10)."""
    found = _next_card(table, asked)
    if not isinstance(found, Card):
        return found
    waiting = [*table.device.left_over, (asked.number, asked.card)]
    return (
        BetsClosed(table.current.number),
        *confirmed(table),
        *_laid(table, table.current.tableau, waiting, asked),
        *raised(table, Trigger.UNCOVERED, [Circumstance.CARD_WHILE_BETS_OPEN]),
    )


def draw_between_rounds(table: Table, asked: DrawCard | EnterCard) -> Decision:
    """Burns the first cards of a shoe; any other card waits for the round that needs it (R25)."""
    found = _next_card(table, asked)
    if not isinstance(found, Card):
        return found
    if not table.device.is_burned:
        burned = point_value(found.rank) or BURNED_FOR_A_TEN
        unseen = range(asked.number + 1, asked.number + 1 + burned)
        return CardBurned(asked.number, asked.card), *(CardBurned(each, "?") for each in unseen)
    return (CardLeftOver(asked.number, asked.card),)


def show_cutting_card(table: Table) -> Decision:
    """Takes down that the cutting card is out; the round is completed.

    Rule: CUTTING_CARD
    """
    if table.device.rounds_left is not None:
        return ()
    return (CuttingCardShown(table.current.number, table.game.cite(Rule.CUTTING_CARD)),)


def run_out(table: Table) -> Decision:
    """A round that needs a card the device does not have cannot be finished."""
    return raised(table, Trigger.SHOE_SHORT, [])


def _next_card(table: Table, asked: DrawCard | EnterCard) -> Card | tuple[()] | Refusal:
    """The card that is told, nothing if it was told before, or why it cannot be the next."""
    if table.shoe is None:
        return No.NO_SHOE.at(table.book)
    if asked.number <= table.shoe.cards_out:
        return ()
    if asked.number > table.shoe.cards_out + 1:
        return No.CARD_MISSING.at(table.book)
    try:
        return card(asked.card)
    except ValueError as error:
        return No.NOT_A_CARD.at(table.book, str(error))


def _play_left_over(table: Table) -> Iterator[Event]:
    if table.shoe is not None and table.shoe.left_over and not table.current.is_confirmed:
        waiting = list(table.shoe.left_over)
        yield from _laid(table, table.current.tableau, waiting, DrawCard(*waiting[0]))


def _laid(
    table: Table,
    tableau: Tableau,
    cards: list[tuple[int, str]],
    asked: DrawCard | EnterCard,
) -> Iterator[Event]:
    """Cards in the order drawn: those called for on their hands, the others left over."""
    shoe = table.device
    for number, text in cards:
        if shoe.is_committed and number > shoe.cards_out and _is_cut_passed(table, shoe, number):
            clause = table.game.cite(Rule.CUTTING_CARD)
            yield CuttingCardShown(table.current.number, clause)
        side = next_side(tableau)
        if side is None:
            # What was left over before and is not called for yet simply stays so.
            if number > shoe.cards_out:
                yield CardLeftOver(number, text)
            continue
        by_hand = isinstance(asked, EnterCard) and number == asked.number
        yield CardDrawn(table.current.number, number, text, side, by_hand)
        tableau = tableau.with_card(side, card(text))


def _is_cut_passed(table: Table, shoe: ShoeOnTable, number: int) -> bool:
    """Whether the cutting card of a virtual shoe comes out just before this card."""
    behind = 52 * shoe.decks - number + 1
    return shoe.rounds_left is None and behind == table.chosen.cards_behind_cut
