"""Accept cards from the dealing device, and lay each on the hand that is due it."""

from collections.abc import Collection, Iterable, Iterator

import msgspec

from punto.core.cards import Card, card
from punto.core.facts import point_value
from punto.core.irregularities import Circumstance, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.tableau import Tableau, next_side, next_sides
from punto.table.commands.play import DrawCard, EnterCard
from punto.table.decide.decision import Decision
from punto.table.decide.irregularities.remedies import check_card_count, raise_irregularity
from punto.table.decide.live.device_control import is_drawer_missing
from punto.table.decide.live.squeeze import expose_at_once
from punto.table.decide.play.seating import confirm_participation
from punto.table.events.irregularities import CardIdentified
from punto.table.events.play import (
    BetsClosed,
    CardBurned,
    CardDrawn,
    CuttingCardReached,
    Event,
    ExcessCardDrawn,
)
from punto.table.evolve.irregularities import numbered_cards, parse_card
from punto.table.evolve.play import evolve_all
from punto.table.refusals import No, Refusal
from punto.table.state import IN_ROUND, Phase, ShoeOnTable, Table

BURNED_FOR_A_TEN = 10
"""How many cards a ten or a court card burns."""


def confirm_participants(table: Table) -> Decision:
    """Settles who takes part; a card that came too early is then played first (R25)."""
    if is_drawer_missing(table):
        return No.DEVICE_NOT_HELD.at(table.book)
    return (*confirm_participation(table), *_play_left_over(table))


def draw(table: Table, command: DrawCard | EnterCard) -> Decision:
    """Lays the next card on the hand that is due it; the first card settles who takes part."""
    if isinstance(command, EnterCard) and (identified := _identified(table, command)):
        return identified
    found = _next_card(table, command)
    if not isinstance(found, NextCard):
        return found
    if len(next_sides(table.current.tableau)) > 1:
        return No.CARD_UNREAD.at(table.book)
    if is_drawer_missing(table):
        return No.DEVICE_NOT_HELD.at(table.book)
    waiting = [*table.device.left_over, (command.number, command.card)]
    laid = tuple(_laid(table, table.current.tableau, waiting, command))
    if _leaves_unread(laid):
        return No.CARD_UNREAD.at(table.book)
    if _is_known(table, command):
        return No.CARDS_KNOWN.at(table.book)
    return check_card_count(table, command.card, (*confirm_participation(table), *laid))


def draw_while_open(table: Table, command: DrawCard) -> Decision:
    """A card that leaves the device while bets are open closes them by force (P10)."""
    found = _next_card(table, command)
    if not isinstance(found, NextCard):
        return found
    waiting = [*table.device.left_over, (command.number, command.card)]
    laid = tuple(_laid(table, table.current.tableau, waiting, command))
    if _leaves_unread(laid):
        return No.CARD_UNREAD.at(table.book)
    closed = BetsClosed(table.current.number)
    # Who takes part turns on the terminals that are cut off at this very close.
    events = (closed, *confirm_participation(evolve_all(table, [closed])), *laid)
    counted = check_card_count(table, command.card, events)
    if len(counted) > len(events):
        # The cards themselves are at fault, which goes before anything else.
        return counted
    return *events, *draw_before_close(evolve_all(table, events))


def draw_before_close(table: Table) -> tuple[Event, ...]:
    """What follows of a card that left the device while bets were open (P10)."""
    return raise_irregularity(table, Trigger.UNCOVERED, [Circumstance.CARD_WHILE_BETS_OPEN])


def prepare_draw(table: Table) -> tuple[Event, ...]:
    """What goes before any new card of a round: the close, the seats, the cards left over."""
    closed = (BetsClosed(table.current.number),) if table.phase is Phase.BETS_OPEN else ()
    now = evolve_all(table, closed)
    return *closed, *confirm_participation(now), *_play_left_over(now)


def draw_excess_card(table: Table, command: DrawCard | EnterCard) -> Decision:
    """Burns the first cards of a shoe; any other card waits for the round that needs it (R25)."""
    if isinstance(command, EnterCard) and (identified := _identified(table, command)):
        return identified
    found = _next_card(table, command)
    if not isinstance(found, NextCard):
        return found
    if found.card is None:
        return No.NOT_A_CARD.at(table.book, card=command.card)
    if _is_known(table, command):
        return No.CARDS_KNOWN.at(table.book)
    if not table.device.is_burned:
        burned = point_value(found.card.rank) or BURNED_FOR_A_TEN
        unseen = range(command.number + 1, command.number + 1 + burned)
        return CardBurned(command.number, command.card), *(CardBurned(each, "?") for each in unseen)
    return check_card_count(table, command.card, (ExcessCardDrawn(command.number, command.card),))


def report_cutting_card(table: Table) -> Decision:
    """Takes down that the cutting card is out; the round is completed.

    Rule: CUTTING_CARD
    """
    shoe = table.device
    if shoe.rounds_left is not None:
        return ()
    if shoe.is_committed and not is_cut_due(table):
        return No.CUT_KNOWN.at(table.book)
    return (CuttingCardReached(table.current.number, table.game.cite(Rule.CUTTING_CARD)),)


def is_cut_due(table: Table) -> bool:
    """Whether the cutting card of a virtual shoe lies before the card that is played next."""
    return _is_cut_passed(table, table.device, table.device.next_number)


def cutting_card_among(table: Table, numbers: Collection[int]) -> tuple[Event, ...]:
    """The cutting card of a virtual shoe, where it came out with cards that came together."""
    shoe = table.device
    if not shoe.is_committed or not any(_is_cut_passed(table, shoe, each) for each in numbers):
        return ()
    return (CuttingCardReached(table.current.number, table.game.cite(Rule.CUTTING_CARD)),)


def report_empty_shoe(table: Table) -> Decision:
    """A round that needs a card the device does not have cannot be finished."""
    shoe = table.device
    if shoe.is_committed and shoe.cards_out < shoe.cards:
        return No.CARDS_LEFT.at(table.book)
    return raise_irregularity(table, Trigger.SHOE_SHORT, [])


def _identified(table: Table, command: EnterCard) -> Decision | None:
    """A card on the layout that nothing had read, entered as seen."""
    unread = (
        {number for number, text in numbered_cards(table) if text == FACE_DOWN}
        if table.phase in IN_ROUND
        else ()
    )
    if command.number not in unread:
        return None
    try:
        card(command.card)
    except ValueError as error:
        return No.NOT_A_CARD.at(table.book, str(error), card=command.card)
    found = CardIdentified(table.current.number, command.number, command.card)
    return check_card_count(table, command.card, (found,))


def _is_known(table: Table, command: DrawCard | EnterCard) -> bool:
    """Whether somebody enters the next card of a promised shoe, which its own record tells."""
    return isinstance(command, EnterCard) and table.device.is_committed


class NextCard(msgspec.Struct, frozen=True):
    """The next card of the shoe, None where nothing has read it."""

    card: Card | None


def _next_card(table: Table, command: DrawCard | EnterCard) -> NextCard | tuple[()] | Refusal:
    """The card that is told, nothing if it was told before, or why it cannot be the next."""
    if table.shoe is None:
        return No.NO_SHOE.at(table.book)
    if command.number <= table.shoe.cards_out:
        return ()
    if command.number > table.shoe.cards_out + 1:
        return No.CARD_MISSING.at(table.book)
    try:
        return NextCard(parse_card(command.card))
    except ValueError as error:
        return No.NOT_A_CARD.at(table.book, str(error), card=command.card)


def _play_left_over(table: Table) -> Iterator[Event]:
    if table.shoe is not None and table.shoe.left_over and not table.current.is_confirmed:
        waiting = list(table.shoe.left_over)
        yield from _laid(table, table.current.tableau, waiting, DrawCard(*waiting[0]))


def _laid(
    table: Table,
    tableau: Tableau,
    cards: list[tuple[int, str]],
    command: DrawCard | EnterCard,
) -> Iterator[Event]:
    """Yield cards in the order drawn: on the hand that is due each, the others left over."""
    shoe = table.device
    for place, (number, text) in enumerate(cards, start=1):
        sides = next_sides(tableau)
        side = next_side(tableau) if len(sides) == 1 else None
        if side is None:
            # What was left over before and is not called for yet simply stays so.
            if number > shoe.cards_out:
                yield ExcessCardDrawn(number, text)
            continue
        if shoe.is_committed and _is_cut_passed(table, shoe, number):
            # A card that slipped out between rounds brings the cutting card into the next one.
            yield CuttingCardReached(table.current.number, table.game.cite(Rule.CUTTING_CARD))
        by_hand = isinstance(command, EnterCard) and number == command.number
        yield CardDrawn(table.current.number, number, text, side, by_hand)
        hand = tableau.player if side is Side.PLAYER else tableau.banker
        yield from expose_at_once(table, side, len(hand) + 1)
        if place < len(cards):
            tableau = tableau.with_card(side, parse_card(text))


def _leaves_unread(events: Iterable[Event]) -> bool:
    """Whether a card that no rule calls for is one nothing has read: later rounds turn on it."""
    return any(isinstance(each, ExcessCardDrawn) and each.card == FACE_DOWN for each in events)


def _is_cut_passed(table: Table, shoe: ShoeOnTable, number: int) -> bool:
    """Whether the cutting card of a virtual shoe comes out just before this card."""
    behind = shoe.cards - number + 1
    return shoe.rounds_left is None and behind == table.settings_in_force.cards_behind_cut
