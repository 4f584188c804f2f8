"""Build the side panel with the card handlers and the table differential."""

from typing import Literal, TypeAlias

from msgspec import Struct

from punto.core.rules import Rule
from punto.core.sides import Side
from punto.floor.dealer_console.stakes import SeatKind, seat_kind
from punto.messages.message import Message, message
from punto.table.card_handling import (
    backers,
    drawer_of,
    handler_by_stakes,
    handler_rule,
    hidden_cards,
    patron_draws,
    patrons_handle_cards,
)
from punto.table.differential import balancing_proposal, stakes_on_hands
from punto.table.stakes import position_of
from punto.table.state import IN_ROUND, Phase, Table

State: TypeAlias = Literal["due", "has", "done", "nobody"]


class CardHandlerView(Struct, frozen=True):
    """The patron who handles a hand, the rule for it, and the next patron after a refusal."""

    seat: int | None
    cents: int
    why: Message | None
    clause: str
    next: int | None
    state: State


class CardHandlersView(Struct, frozen=True):
    """The handlers of both hands, and the hand to show first."""

    first: str | None
    player: CardHandlerView
    banker: CardHandlerView


class WagerRemovalView(Struct, frozen=True):
    """A stake that would leave the table."""

    seat: int
    kind: SeatKind
    wager: str
    cents: int


class BalancingProposalView(Struct, frozen=True):
    """The wagers to remove if patrons do not lower theirs."""

    remove: tuple[WagerRemovalView, ...]
    words: Message


class DifferentialView(Struct, frozen=True):
    """The difference between the stakes on Player and Banker."""

    player_cents: int
    banker_cents: int
    limit_cents: int | None
    words: Message
    clause: str
    is_lower_requested: bool
    proposal: BalancingProposalView | None


# The handlers of the cards


def card_handlers(table: Table) -> CardHandlersView | None:
    """The handlers of both hands; None if patrons do not handle cards."""
    if table.phase not in IN_ROUND or table.phase is Phase.BETS_OPEN:
        return None
    if not patrons_handle_cards(table):
        return None
    first = table.current.live.first_hand
    return CardHandlersView(
        first=None if first is None else str(first),
        player=_handler(table, Side.PLAYER),
        banker=_handler(table, Side.BANKER),
    )


def _handler(table: Table, side: Side) -> CardHandlerView:
    tableau, live_round = table.current.tableau, table.current.live
    lying = any(each is side for each, _ in hidden_cards(table))
    is_out = tableau.is_initial_deal_complete and not lying
    if patron_draws(table):
        seat = drawer_of(table) or None
        clause = table.game.cite(Rule.PATRON_DRAWS)
        state: State = "done" if is_out else "has" if seat else "nobody"
        why = message("handler.draws") if seat else None
        return CardHandlerView(seat, 0, why, clause, None, state)
    order = backers(table, side)
    cents = {each.position: each.cents for each in order}
    holder = live_round.holders.get(side)
    seat = holder if holder is not None else handler_by_stakes(table, side)
    refused = live_round.refused.get(side, ())
    left = [each.position for each in order if each.position not in (*refused, seat)]
    state = "done" if is_out else "nobody" if seat is None else "due" if holder is None else "has"
    why, clause = _why(table, side, seat)
    return CardHandlerView(
        seat=seat,
        cents=cents.get(seat, 0) if seat is not None else 0,
        why=why,
        clause=clause,
        next=left[0] if left else None,
        state=state,
    )


def _why(table: Table, side: Side, seat: int | None) -> tuple[Message, str]:
    order = backers(table, side)
    if seat is None:
        return message("handler.none", hand=side), table.game.cite(Rule.HIGHEST_STAKE_HANDLES)
    if seat not in [each.position for each in order]:
        return message("handler.chosen"), table.game.cite(Rule.NEXT_EQUAL_HANDLES)
    rule = handler_rule(table, side, seat)
    own = next(each for each in order if each.position == seat)
    equal = tuple(each.position for each in order if each.cents == own.cents and each is not own)
    return _reason(rule, side, equal), table.game.cite(rule)


def _reason(rule: Rule, side: Side, equal: tuple[int, ...]) -> Message:
    """The rule that chose a patron. `equal` are the other positions with the same stake."""
    match rule:
        case Rule.HIGHEST_STAKE_HANDLES:
            return message("handler.highest", hand=side)
        case Rule.NEXT_HIGHEST_HANDLES:
            return message("handler.next-highest", hand=side)
        case Rule.FIRST_PLACED_HANDLES:
            return message("handler.placed-first", seats=len(equal), equal=equal)
        case _:
            return message("handler.next-equal", hand=side)


# The table differential


def differential_view(table: Table) -> DifferentialView | None:
    """The table differential; None while no round runs."""
    if table.phase not in IN_ROUND:
        return None
    on = dict.fromkeys(Side, 0)
    for _, each in stakes_on_hands(table):
        on[Side(each.stake.wager)] += each.stake.cents
    player, banker = on[Side.PLAYER], on[Side.BANKER]
    limit = table.settings_in_force.differential_cents
    return DifferentialView(
        player_cents=player,
        banker_cents=banker,
        limit_cents=limit,
        words=_apart(table, player, banker),
        clause=table.game.cite(Rule.DIFFERENTIAL),
        is_lower_requested=table.current.live.is_lower_requested,
        proposal=_proposal(table),
    )


def _apart(table: Table, player: int, banker: int) -> Message:
    """The stakes on both hands, with the limit if there is one."""
    limit = table.settings_in_force.differential_cents
    if limit is not None:
        return message(
            "differential.limit",
            player=player,
            banker=banker,
            apart=abs(player - banker),
            limit=limit,
        )
    if table.game.document.clause_of(Rule.DIFFERENTIAL) is not None:
        return message("differential.not-set", player=player, banker=banker)
    return message("differential.no-rule", player=player, banker=banker)


def _proposal(table: Table) -> BalancingProposalView | None:
    # A held table asks no patron and removes no wager.
    is_due = table.phase is Phase.BETS_OPEN and not table.pending_steps
    found = balancing_proposal(table) if is_due else None
    if found is None:
        return None
    return BalancingProposalView(
        remove=tuple(
            WagerRemovalView(
                seat=position_of(each.seat),
                kind=seat_kind(each.seat),
                wager=each.stake.wager,
                cents=each.stake.cents,
            )
            for each in found.removed
        ),
        words=message("differential.proposal", hand=found.heavier, cents=found.exceeded_cents),
    )
