"""Decide who receives the cards of a hand, and in which order they are turned up."""

from punto.core.irregularities import Trigger
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.staff_positions import Permission
from punto.table.actors import Actor, authority_source, may_act_at_table, may_do_at
from punto.table.card_handling import (
    INITIAL_CARDS,
    are_both_hands_down,
    handler_by_stakes,
    handler_rule,
    hidden_cards,
    holder_of,
    patron_draws,
    patrons_handle_cards,
    squeezable_cards,
)
from punto.table.commands import (
    AllowSqueezing,
    ChooseFirstHand,
    ChooseHandler,
    ExposeCards,
    PassCards,
    RefuseCards,
)
from punto.table.events import (
    CardsExposed,
    CardsPassed,
    CardsRefused,
    Decision,
    FirstHandChosen,
    SqueezingAllowed,
)
from punto.table.irregularity_rules import applicable_row
from punto.table.refusals import No
from punto.table.state import Table


def pass_cards(table: Table, command: PassCards) -> Decision:
    """Pass a hand to the patron whom the wagers choose; under Method C to any patron.

    Rule: THROUGH_A_DEALER
    """
    if refusal := _not_now(table, command.side):
        return refusal
    if not table.has_position(command.position):
        return No.NO_SUCH_SEAT
    if table.current.live.holders.get(command.side) == command.position:
        return ()
    if patron_draws(table):
        source = table.game.cite(Rule.THROUGH_A_DEALER)
    elif handler_by_stakes(table, command.side) == command.position:
        source = table.game.cite(handler_rule(table, command.side, command.position))
    else:
        return No.OTHER_HANDLER
    return (CardsPassed(table.current.number, command.side, command.position, source),)


def refuse_cards(table: Table, command: RefuseCards, by: Actor) -> Decision:
    """Record that a patron refuses a hand that is theirs to handle."""
    if refusal := _not_now(table, command.side):
        return refusal
    holder = table.current.live.holders.get(command.side, handler_by_stakes(table, command.side))
    if holder != command.position:
        return No.OTHER_HANDLER
    if not may_act_at_table(table, command.position, by, Permission.PASS_CARDS):
        return No.NOT_YOUR_SEAT
    return (CardsRefused(table.current.number, command.side, command.position),)


def choose_handler(table: Table, command: ChooseHandler) -> Decision:
    """Give a hand to a patron if the wagers choose no one."""
    if refusal := _not_now(table, command.side):
        return refusal
    if not table.has_position(command.position):
        return No.NO_SUCH_SEAT
    if patron_draws(table):
        return No.NOT_BY_THIS_METHOD
    if handler_by_stakes(table, command.side) is not None:
        return No.HANDLER_BY_STAKE
    source = authority_source(table.game, Permission.CHOOSE_CARD_HANDLER)
    return (CardsPassed(table.current.number, command.side, command.position, source),)


def choose_first_hand(table: Table, command: ChooseFirstHand) -> Decision:
    """Choose the hand to be shown first, while both hands are face down."""
    if refusal := _not_now(table, command.side):
        return refusal
    if patron_draws(table):
        return No.NOT_BY_THIS_METHOD
    if not are_both_hands_down(table):
        return No.ALL_EXPOSED
    source = authority_source(table.game, Permission.CHOOSE_FIRST_HAND_SHOWN)
    return (FirstHandChosen(table.current.number, command.side, source),)


def allow_squeezing(table: Table, command: AllowSqueezing) -> Decision:
    """Let a patron squeeze one card that is face down or still to come."""
    if refusal := _not_handled(table):
        return refusal
    if not table.has_position(command.position):
        return No.NO_SUCH_SEAT
    if (command.side, command.card) not in squeezable_cards(table):
        return No.ALL_EXPOSED
    return (
        SqueezingAllowed(
            round=table.current.number,
            side=command.side,
            card=command.card,
            position=command.position,
            designee=command.designee,
            source=authority_source(table.game, Permission.ALLOW_SQUEEZING),
        ),
    )


def expose_cards(table: Table, command: ExposeCards, by: Actor) -> Decision:
    """Turn up the cards of a hand: those of one patron, or all of them by the Dealer."""
    if refusal := _not_now(table, command.side):
        return refusal
    lying = [card for side, card in hidden_cards(table) if side is command.side]
    holders = {card: holder_of(table, command.side, card) for card in lying}
    if command.position:
        if not may_act_at_table(table, command.position, by, Permission.PASS_CARDS):
            return No.NOT_YOUR_SEAT
        lying = [card for card in lying if holders[card] == command.position]
        if not lying:
            return No.OTHER_HANDLER
    elif not may_do_at(table, by, Permission.EXPOSE_FOR_ABSENT_PATRON):
        return No.NOT_ALLOWED
    if not command.in_error and (refusal := _out_of_order(table, command)):
        return refusal
    exposed = CardsExposed(
        table.current.number,
        command.side,
        tuple(lying),
        command.position,
        _exposed_by(table, command),
    )
    return (exposed,)


def expose_at_once(table: Table, side: Side, card: int) -> tuple[CardsExposed, ...]:
    """Expose a third card when it is dealt, unless a patron may squeeze it.

    Rule: THIRD_CARDS_FACE_DOWN
    """
    if not patrons_handle_cards(table) or card <= INITIAL_CARDS or holder_of(table, side, card):
        return ()
    source = table.game.cite(Rule.THIRD_CARDS_FACE_DOWN)
    return (CardsExposed(table.current.number, side, (card,), 0, source),)


def _not_now(table: Table, side: Side) -> No | None:
    """The reason why the cards of a hand cannot be handled now."""
    if refusal := _not_handled(table):
        return refusal
    if not any(each is side for each, _ in hidden_cards(table)):
        return No.ALL_EXPOSED
    return None


def _not_handled(table: Table) -> No | None:
    """The reason why patrons cannot handle any card now."""
    if not patrons_handle_cards(table):
        return No.NOT_BY_THIS_METHOD
    if not table.current.tableau.is_initial_deal_complete:
        return No.NO_CARDS
    return None


def _out_of_order(table: Table, command: ExposeCards) -> No | None:
    """The reason why a hand cannot be shown now. Method A passes it first and orders the hands."""
    live_round = table.current.live
    if patron_draws(table):
        return None
    due = handler_by_stakes(table, command.side)
    if not command.position and due is not None and command.side not in live_round.holders:
        return No.OTHER_HANDLER
    if not are_both_hands_down(table):
        # One hand of the initial deal is exposed already, so no order is left.
        return None
    if live_round.first_hand is None:
        return No.FIRST_HAND_OPEN
    return None if live_round.first_hand is command.side else No.OTHER_HAND_FIRST


def _exposed_by(table: Table, command: ExposeCards) -> str:
    """The clause by which the cards are turned up."""
    if command.in_error:
        return applicable_row(table.game, Trigger.NOT_PASSED, ()).source
    if patron_draws(table):
        return table.game.cite(Rule.RELEVANT_PATRON_EXPOSES)
    if command.position or command.side not in table.current.live.holders:
        return table.game.cite(Rule.FIRST_HAND_SHOWN)
    return authority_source(table.game, Permission.EXPOSE_FOR_ABSENT_PATRON)
