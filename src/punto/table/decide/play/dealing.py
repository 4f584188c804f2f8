"""Accept cards from the dealing device, and lay each on the hand that is due it."""

from collections.abc import Collection, Iterator

import msgspec

from punto.core.cards import Card, card
from punto.core.facts import point_value
from punto.core.irregularities import Circumstance, Trigger
from punto.core.notation import FACE_DOWN, parse_card
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.tableau import next_side, next_sides
from punto.table.commands import DrawCard, EnterCard
from punto.table.decide.irregularities.remedies import check_card_count, raise_irregularity
from punto.table.decide.live.device_control import is_drawer_missing
from punto.table.decide.live.squeeze import expose_at_once
from punto.table.decide.play.seating import confirm_participation
from punto.table.events import (
    BetsClosed,
    CardBurned,
    CardDrawn,
    CardIdentified,
    CuttingCardReached,
    Decision,
    Event,
    ExcessCardDrawn,
    NumberedCard,
)
from punto.table.evolve import evolve_all
from punto.table.refusals import No
from punto.table.state import IN_ROUND, Phase, ShoeOnTable, Table

BURNED_FOR_A_TEN = 10
"""The number of cards that a ten or a court card burns."""


def confirm_participants(table: Table) -> Decision:
    """Confirm who takes part, then play the card that came too early, if there is one (R25)."""
    if is_drawer_missing(table):
        return No.DEVICE_NOT_HELD
    return (*confirm_participation(table), *_play_left_over(table))


def draw(table: Table, command: DrawCard | EnterCard) -> Decision:
    """Lay the next card on the hand that is due it. The first card confirms who takes part."""
    found = _next_card(table, command)
    if not isinstance(found, NextCard):
        return found
    if len(next_sides(table.current.tableau)) > 1:
        return No.CARD_UNREAD
    if is_drawer_missing(table):
        return No.DEVICE_NOT_HELD
    laid = _lay_next(table, command)
    if isinstance(laid, No):
        return laid
    if _is_known(table, command):
        return No.CARDS_KNOWN
    return check_card_count(table, command.card, (*confirm_participation(table), *laid))


def draw_while_open(table: Table, command: DrawCard) -> Decision:
    """Close bets by force, because a card left the device while they were open (P10)."""
    found = _next_card(table, command)
    if not isinstance(found, NextCard):
        return found
    laid = _lay_next(table, command)
    if isinstance(laid, No):
        return laid
    closed = BetsClosed(table.current.number)
    # Whether a seat takes part depends on the terminals that are cut off at this close.
    events = (closed, *confirm_participation(evolve_all(table, [closed])), *laid)
    counted = check_card_count(table, command.card, events)
    if len(counted) > len(events):
        # Cards that are at fault themselves come before any other irregularity.
        return counted
    return *events, *draw_before_close(evolve_all(table, events))


def draw_before_close(table: Table) -> tuple[Event, ...]:
    """Raise the irregularity of a card that left the device while bets were open (P10)."""
    return raise_irregularity(table, Trigger.UNCOVERED, [Circumstance.CARD_WHILE_BETS_OPEN])


def prepare_draw(table: Table) -> tuple[Event, ...]:
    """Return the events due before a new card: the close, the participants, the cards left over."""
    closed = (BetsClosed(table.current.number),) if table.phase is Phase.BETS_OPEN else ()
    now = evolve_all(table, closed)
    return *closed, *confirm_participation(now), *_play_left_over(now)


def draw_excess_card(table: Table, command: DrawCard | EnterCard) -> Decision:
    """Burn the first cards of a shoe. Any other card waits for the round that needs it (R25)."""
    found = _next_card(table, command)
    if not isinstance(found, NextCard):
        return found
    if found.card is None:
        return No.NOT_A_CARD.at(table.book, card=command.card)
    if _is_known(table, command):
        return No.CARDS_KNOWN
    if not table.device.is_burned:
        burned = point_value(found.card.rank) or BURNED_FOR_A_TEN
        unseen = range(command.number + 1, command.number + 1 + burned)
        return CardBurned(command.number, command.card), *(CardBurned(each, "?") for each in unseen)
    return check_card_count(table, command.card, (ExcessCardDrawn(command.number, command.card),))


def report_cutting_card(table: Table) -> Decision:
    """Record that the cutting card is out. The round continues to its end.

    Rule: CUTTING_CARD
    """
    shoe = table.device
    if shoe.rounds_left is not None:
        return ()
    if shoe.is_committed and not is_cut_due(table):
        return No.CUT_KNOWN
    return (CuttingCardReached(table.current.number, table.game.cite(Rule.CUTTING_CARD)),)


def is_cut_due(table: Table) -> bool:
    """Whether the cutting card of a virtual shoe lies before the next card to be played."""
    return _is_cut_passed(table, table.device, table.device.next_number)


def cutting_card_among(table: Table, numbers: Collection[int]) -> tuple[Event, ...]:
    """The event of the cutting card, if it came out of a virtual shoe among several cards."""
    shoe = table.device
    if not shoe.is_committed or not any(_is_cut_passed(table, shoe, each) for each in numbers):
        return ()
    return (CuttingCardReached(table.current.number, table.game.cite(Rule.CUTTING_CARD)),)


def report_empty_shoe(table: Table) -> Decision:
    """Raise the irregularity of a device without the card that the round needs."""
    shoe = table.device
    if shoe.is_committed and shoe.cards_out < shoe.cards:
        return No.CARDS_LEFT
    return raise_irregularity(table, Trigger.SHOE_SHORT, [])


def _identified(table: Table, command: EnterCard) -> Decision | None:
    """Identify an unread card on the layout that staff have entered by hand."""
    unread = (
        {number for number, text in table.numbered_cards if text == FACE_DOWN}
        if table.phase in IN_ROUND
        else ()
    )
    if command.number not in unread:
        return None
    try:
        card(command.card)
    except ValueError:
        return No.NOT_A_CARD.at(table.book, card=command.card)
    found = CardIdentified(table.current.number, command.number, command.card)
    return check_card_count(table, command.card, (found,))


def _is_known(table: Table, command: DrawCard | EnterCard) -> bool:
    """Whether a card was entered by hand although the order of the shoe is committed."""
    return isinstance(command, EnterCard) and table.device.is_committed


class NextCard(msgspec.Struct, frozen=True):
    """The next card of the shoe; None if the device did not read it."""

    card: Card | None


def _next_card(table: Table, command: DrawCard | EnterCard) -> NextCard | Decision:
    """The next card, or the decision if it identifies or repeats a card or cannot be the next."""
    if isinstance(command, EnterCard) and (identified := _identified(table, command)):
        return identified
    if table.shoe is None:
        return No.NO_SHOE
    if command.number <= table.shoe.cards_out:
        return ()
    if command.number > table.shoe.cards_out + 1:
        return No.CARD_MISSING
    try:
        return NextCard(parse_card(command.card))
    except ValueError:
        return No.NOT_A_CARD.at(table.book, card=command.card)


def _lay_next(table: Table, command: DrawCard | EnterCard) -> tuple[Event, ...] | No:
    """Lay the next card after those left over, or the reason to refuse it."""
    entered = command.number if isinstance(command, EnterCard) else 0
    waiting = [*table.device.left_over, (command.number, command.card)]
    laid = tuple(_laid(table, waiting, entered))
    # Later rounds would depend on a card that no rule calls for and that was not read.
    unread = (isinstance(each, ExcessCardDrawn) and each.card == FACE_DOWN for each in laid)
    return No.CARD_UNREAD if any(unread) else laid


def _play_left_over(table: Table) -> Iterator[Event]:
    if table.shoe is not None and table.shoe.left_over and not table.current.is_confirmed:
        yield from _laid(table, list(table.shoe.left_over))


def _laid(table: Table, cards: list[NumberedCard], entered: int = 0) -> Iterator[Event]:
    """Yield cards in the order drawn: each on the hand that is due it, the others left over.

    `entered` is the number of the card that staff entered by hand.
    """
    shoe, tableau = table.device, table.current.tableau
    for place, (number, text) in enumerate(cards, start=1):
        sides = next_sides(tableau)
        side = next_side(tableau) if len(sides) == 1 else None
        if side is None:
            # A card left over earlier that is still not needed remains left over.
            if number > shoe.cards_out:
                yield ExcessCardDrawn(number, text)
            continue
        if shoe.is_committed and _is_cut_passed(table, shoe, number):
            # A card that left the device between rounds brings the cutting card into the next
            # round.
            yield CuttingCardReached(table.current.number, table.game.cite(Rule.CUTTING_CARD))
        yield CardDrawn(table.current.number, number, text, side, by_hand=number == entered)
        hand = tableau.player if side is Side.PLAYER else tableau.banker
        yield from expose_at_once(table, side, len(hand) + 1)
        if place < len(cards):
            tableau = tableau.with_card(side, parse_card(text))


def _is_cut_passed(table: Table, shoe: ShoeOnTable, number: int) -> bool:
    """Whether the cutting card of a virtual shoe comes out just before this card."""
    behind = shoe.cards - number + 1
    return shoe.rounds_left is None and behind == table.settings_in_force.cards_behind_cut
