"""Find who draws and who handles the cards at a dealer's table, by stakes and permission."""

from collections.abc import Iterator
from itertools import groupby

import msgspec

from punto.core.cards import Card
from punto.core.rulebook import DealingMethodRule
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.tableau import Hand, Tableau, next_sides
from punto.table.commands import ExposeCards, PassCards
from punto.table.stakes import position_of
from punto.table.state import HandCard, Table


def method_in_use(table: Table) -> DealingMethodRule | None:
    """Return the rule of the method in use; None if the document has no methods (R33)."""
    return table.rules.method


def patrons_handle_cards(table: Table) -> bool:
    """Whether patrons may handle cards at this table."""
    return table.rules.patrons_handle_cards


def patron_draws(table: Table) -> bool:
    """Whether a patron and not the Dealer draws the cards."""
    return table.rules.patron_draws


class HandBacker(msgspec.Struct, frozen=True):
    """A patron with stakes on a hand: the amount, and the set number that completed it."""

    position: int
    cents: int
    since: int


def backers(table: Table, side: Side) -> list[HandBacker]:
    """List the patrons with stakes on a hand, in the order in which they may handle its cards.

    The highest stake is first. Of equal stakes the one placed first leads, and the others follow
    counter-clockwise round the table from there, by position number (R20).

    Rule: HIGHEST_STAKE_HANDLES, NEXT_HIGHEST_HANDLES, FIRST_PLACED_HANDLES, NEXT_EQUAL_HANDLES
    """
    found: dict[int, HandBacker] = {}
    for seat, placed in table.current.sets.items():
        for stake in placed.stakes:
            if stake.wager == side:
                position = position_of(seat)
                so_far = found.get(position, HandBacker(position, 0, 0))
                since = max(so_far.since, placed.number_of(stake))
                found[position] = HandBacker(position, so_far.cents + stake.cents, since)
    by_amount = sorted(found.values(), key=lambda each: -each.cents)
    equals = (list(group) for _, group in groupby(by_amount, key=lambda each: each.cents))
    return [each for group in equals for each in _counter_clockwise(group)]


def _counter_clockwise(equals: list[HandBacker]) -> list[HandBacker]:
    """Order equal stakes round the table, beginning with the one placed first."""
    first = min(equals, key=lambda each: each.since)
    return sorted(equals, key=lambda each: (each.position < first.position, each.position))


def handler_by_stakes(table: Table, side: Side) -> int | None:
    """The position that receives a hand by its stakes; None if every such patron has refused."""
    refused = table.current.live.refused.get(side, ())
    order = (each.position for each in backers(table, side))
    return next((position for position in order if position not in refused), None)


def handler_rule(table: Table, side: Side, position: int) -> Rule:
    """The rule by which a patron receives the cards of a hand."""
    order = backers(table, side)
    place = [each.position for each in order].index(position)
    equal = [each for each in order if each.cents == order[place].cents]
    if order[place] is not equal[0]:
        return Rule.NEXT_EQUAL_HANDLES
    if place:
        return Rule.NEXT_HIGHEST_HANDLES
    return Rule.FIRST_PLACED_HANDLES if len(equal) > 1 else Rule.HIGHEST_STAKE_HANDLES


def holder_of(table: Table, side: Side, card: int) -> int:
    """The position of the patron who has a card in hand; 0 for the Dealer."""
    live_round = table.current.live
    for on_hand, position in live_round.squeezers:
        if on_hand == (side, card):
            return position
    return live_round.holders.get(side, drawer_of(table))


def drawer_of(table: Table) -> int:
    """The position of the patron who draws the next card; 0 for the Dealer."""
    by_dealer = not patron_draws(table) or table.current.live.dealer_draws
    return 0 if by_dealer else table.live.device


def may_draw(table: Table, position: int) -> bool:
    """Whether a patron may draw, with a wager in the round or with leave."""
    seats = {position_of(seat) for seat in table.current.sets}
    return position in seats or position in table.live.may_draw


def hidden_cards(table: Table) -> tuple[HandCard, ...]:
    """Return the cards of the round that are face down or in a patron's hand."""
    face_down, tableau = table.current.live.face_down, table.current.tableau
    if not face_down:
        return ()
    dealt = {Side.PLAYER: len(tableau.player), Side.BANKER: len(tableau.banker)}
    return tuple(each for each in face_down if each[1] <= dealt[each[0]])


def squeezable_cards(table: Table) -> tuple[HandCard, ...]:
    """The cards that a patron may squeeze: those face down, and a third card that may follow."""
    coming = next_sides(public_tableau(table))
    tableau = table.current.tableau
    thirds = (
        (side, len(hand) + 1)
        for side, hand in ((Side.PLAYER, tableau.player), (Side.BANKER, tableau.banker))
        if side in coming
    )
    return (*hidden_cards(table), *thirds)


def public_tableau(table: Table) -> Tableau:
    """The cards on the layout as everyone sees them."""
    tableau, face_down = table.current.tableau, hidden_cards(table)
    if not face_down:
        return tableau

    def visible_cards(side: Side, hand: Hand) -> Iterator[Card | None]:
        for place, card in enumerate(hand, start=1):
            yield None if (side, place) in face_down else card

    player = tuple(visible_cards(Side.PLAYER, tableau.player))
    banker = tuple(visible_cards(Side.BANKER, tableau.banker))
    return Tableau(tableau.order, player, banker)


INITIAL_CARDS = 2
"""The number of cards that the initial deal gives a hand."""


def next_exposure(table: Table) -> PassCards | ExposeCards | None:
    """The command for the next face-down hand; None if staff must choose the hand first."""
    lying = hidden_cards(table)
    assert lying, "a card is face down"
    sides = [side for side in Side if any(each is side for each, _ in lying)]
    if not patron_draws(table):
        for side in sides:
            due = handler_by_stakes(table, side)
            if due is not None and side not in table.current.live.holders:
                return PassCards(side, due)
    first = sides[0]
    if is_exposure_order_open(table):
        chosen = table.current.live.first_hand
        if chosen is None:
            return None
        first = chosen
    card = next(card for side, card in lying if side is first)
    return ExposeCards(first, holder_of(table, first, card))


def is_exposure_order_open(table: Table) -> bool:
    """Whether both hands of the initial deal are face down, and one must be shown first."""
    return are_both_hands_down(table) and not patron_draws(table)


def are_both_hands_down(table: Table) -> bool:
    """Whether both hands of the initial deal are face down."""
    return {side for side, card in hidden_cards(table) if card <= INITIAL_CARDS} == set(Side)
