"""Explain a dealer's next step and calls, from the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from punto.core.endings import paytable
from punto.core.facts import Winner, point_total
from punto.core.rulebook import Rulebook, WagerGroup
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.tableau import Tableau, ending, next_sides
from punto.messages.message import Message, message
from punto.reports.descriptions.names import pay_line_message
from punto.reports.descriptions.situations import who_is_awaited
from punto.reports.descriptions.table_state import closing_call, opening_call
from punto.reports.games.explanation import OUTCOMES, DrawReason, describe_outcome, draw_reasons
from punto.table.card_handling import (
    drawer_of,
    hidden_cards,
    holder_of,
    next_exposure,
    patron_draws,
    patrons_handle_cards,
    public_tableau,
)
from punto.table.commands import PassCards
from punto.table.differential import balancing_proposal
from punto.table.next_step import NextStep, next_step
from punto.table.state import IN_ROUND, Phase, Table

StepState: TypeAlias = Literal["done", "now", "later", "skipped"]


@dataclass(frozen=True, slots=True)
class Guidance:
    """The next step as messages, the reason for it, and its clause."""

    key: NextStep
    title: Message
    button: Message | None
    hint: Message | None
    why: Message | None
    clause: str
    side: Side | None = None
    """The hand that gets the next card, if a card is next."""


class RoundStepView(Struct, frozen=True):
    """A step of the round."""

    key: str
    label: Message
    state: StepState


# The title of each step, its button and a hint

PLAIN: dict[NextStep, tuple[Message, Message | None, Message | None]] = {
    NextStep.LOAD_SHOE: (
        message("next-step.load-shoe"),
        message("next-step.load-shoe-button"),
        message("next-step.load-shoe-hint"),
    ),
    NextStep.BURN: (
        message("next-step.burn"),
        message("next-step.burn-button"),
        message("next-step.burn-hint"),
    ),
    NextStep.OPEN_BETS: (
        message("next-step.open-bets"),
        message("next-step.open-bets-button"),
        None,
    ),
    NextStep.CLOSE_BETS: (
        message("next-step.close-bets"),
        message("next-step.close-bets-button"),
        message("next-step.close-bets-hint"),
    ),
    NextStep.HAND_OVER_DEVICE: (
        message("next-step.hand-over"),
        message("next-step.hand-over-button"),
        message("next-step.hand-over-hint"),
    ),
    NextStep.CONFIRM_SEATS: (
        message("next-step.confirm-seats"),
        message("next-step.confirm-seats-button"),
        message("next-step.confirm-seats-hint"),
    ),
    NextStep.ENTER_CARD: (
        message("next-step.enter-card"),
        None,
        message("next-step.enter-card-hint"),
    ),
    NextStep.END_SHOE: (
        message("next-step.end-shoe"),
        message("next-step.end-shoe-button"),
        message("next-step.end-shoe-hint"),
    ),
}

RULES = {
    NextStep.OPEN_BETS: Rule.BETS_OPEN,
    NextStep.CLOSE_BETS: Rule.BETS_CLOSED,
    NextStep.HAND_OVER_DEVICE: Rule.PATRON_DRAWS,
    NextStep.CONFIRM_SEATS: Rule.NO_LATE_WAGER,
    NextStep.SETTLE: Rule.ROUND_OF_PLAY,
    NextStep.END_SHOE: Rule.CUTTING_CARD,
}
"""The rule that makes a step the next one. Steps that are not listed follow the house policy."""


def guidance(table: Table) -> Guidance:
    """The next step of a table."""
    step = next_step(table)
    match step:
        case NextStep.WAIT:
            return _waiting(table)
        case NextStep.DRAW:
            return _draw(table)
        case NextStep.EXPOSE:
            return _expose(table)
        case NextStep.SETTLE:
            return _settle(table)
        case _:
            title, button, hint = PLAIN[step]
            rule = RULES.get(step)
            clause = table.game.cite(rule) if rule is not None else "POLICY"
            return Guidance(step, title, button, hint, None, clause)


def _waiting(table: Table) -> Guidance:
    if table.phase is Phase.CLOSED:
        title = message("next-step.closed")
        return Guidance(NextStep.WAIT, title, None, None, None, "POLICY")
    item = table.pending_steps[0]
    return Guidance(
        NextStep.WAIT,
        title=message("next-step.held"),
        button=None,
        hint=message("next-step.held-hint"),
        why=who_is_awaited(table, item),
        clause=item.source or table.game.cite(Rule.UNCOVERED),
    )


def next_card_side(table: Table) -> Side:
    """The hand that gets the next card, judged by the cards that everyone sees."""
    sides = next_sides(public_tableau(table))
    side = next(iter(sides))
    assert len(sides) == 1, "the hand of the next card is known"
    assert side is not None, "a card is due"
    return side


def _draw(table: Table) -> Guidance:
    side, tableau = next_card_side(table), public_tableau(table)
    if not tableau.is_initial_deal_complete:
        place = tableau.cards_drawn + 1
        title = message("next-step.initial-card", hand=side, place=place)
        why, clause = None, table.game.cite(Rule.INITIAL_DEAL)
    else:
        reason = draw_reason(table.game, tableau, side)
        title = message("next-step.third-card", hand=side)
        why = reason.words if reason else None
        clause = reason.clause if reason else table.game.cite(THIRDS[side])
    button = message("next-step.draw-button", hand=side)
    return Guidance(NextStep.DRAW, title, button, _draw_hint(table, side), why, clause, side)


def _draw_hint(table: Table, side: Side) -> Message:
    if drawer := drawer_of(table):
        return message("next-step.seat-draws", seat=drawer)
    if not patrons_handle_cards(table):
        return message("next-step.face-up")
    if not table.current.tableau.is_initial_deal_complete:
        return message("next-step.face-down")
    hand = table.current.tableau.ranks[side]
    if holder := holder_of(table, side, len(hand) + 1):
        return message("next-step.pass-card", seat=holder)
    return message("next-step.face-up")


THIRDS = {Side.PLAYER: Rule.PLAYER_THIRD_CARD, Side.BANKER: Rule.BANKER_THIRD_CARD}


def draw_reason(book: Rulebook, tableau: Tableau, side: Side) -> DrawReason | None:
    """Why a hand draws or stands. None if it draws although a card was not read."""
    return next((each for each in draw_reasons(book, tableau) if each.side is side), None)


def _expose(table: Table) -> Guidance:
    found, cite = next_exposure(table), table.game.cite
    first = cite(Rule.FIRST_HAND_SHOWN)
    if found is None:
        title, hint = message("next-step.first-hand"), message("next-step.first-hand-hint")
        return Guidance(NextStep.EXPOSE, title, None, hint, None, first)
    hand, seat = found.side, found.position
    if isinstance(found, PassCards):
        return Guidance(
            NextStep.EXPOSE,
            title=message("next-step.pass-cards", hand=hand, seat=seat),
            button=message("next-step.pass-cards-button", seat=seat),
            hint=message("next-step.pass-cards-hint"),
            why=None,
            clause=cite(Rule.HIGHEST_STAKE_HANDLES),
        )
    clause = cite(Rule.RELEVANT_PATRON_EXPOSES) if patron_draws(table) else first
    if not seat:
        return Guidance(
            NextStep.EXPOSE,
            title=message("next-step.turn-cards", hand=hand),
            button=message("next-step.turn-cards-button", hand=hand),
            hint=message("next-step.turn-cards-hint"),
            why=None,
            clause=clause,
        )
    return Guidance(
        NextStep.EXPOSE,
        title=message("next-step.seat-shows", hand=hand, seat=seat),
        button=message("next-step.seat-shows-button", hand=hand),
        hint=message("next-step.seat-shows-hint"),
        why=None,
        clause=clause,
    )


def _settle(table: Table) -> Guidance:
    tableau = table.current.tableau
    reasons = draw_reasons(table.game, tableau)
    return Guidance(
        NextStep.SETTLE,
        title=outcome_text(tableau),
        button=message("next-step.settle-button"),
        hint=message("next-step.settle-hint"),
        why=reasons[-1].words if reasons else None,
        clause=table.game.cite(Rule.ROUND_OF_PLAY),
    )


def outcome_text(tableau: Tableau) -> Message:
    """The winner, and the totals."""
    return describe_outcome(tableau)


# The calls of the dealer


def dealer_call(table: Table) -> Message | None:
    """The dealer's call with the next step; None if the dealer calls nothing."""
    match next_step(table):
        case NextStep.OPEN_BETS:
            return bets_open_call(table)
        case NextStep.CLOSE_BETS:
            over = balancing_proposal(table)
            if over is not None:
                return message("dealer-call.lower-wagers", hand=over.heavier)
            return closing_call(table.game.document)
        case NextStep.DRAW if table.current.tableau.is_initial_deal_complete:
            return _card_call(table, next_card_side(table))
        case NextStep.SETTLE:
            return outcome_call(table)
        case NextStep.WAIT if table.pending_steps:
            return message("dealer-call.held")
        case _:
            return None


def bets_open_call(table: Table) -> Message:
    """The call that opens the betting. It announces the last round of a shoe."""
    call = opening_call(table.game.document)
    is_last = table.shoe is not None and table.shoe.rounds_left == 1
    return message("dealer-call.last-round", call=call) if is_last else call


def totals_call(tableau: Tableau, *, two_cards: bool) -> Message:
    """Both totals, in words."""
    ranks = [tableau.ranks[side][:2] if two_cards else tableau.ranks[side] for side in Side]
    player, banker = (int(point_total(*each)) for each in ranks)
    return message("dealer-call.totals", player=player, banker=banker)


def _card_call(table: Table, side: Side) -> Message:
    tableau = public_tableau(table)
    if tableau.cards_drawn > len(tableau.order.initial) or not tableau.is_known:
        return message("dealer-call.card", hand=side)
    return message(
        "dealer-call.totals-and-card", totals=totals_call(tableau, two_cards=True), hand=side
    )


def outcome_call(table: Table) -> Message:
    """The winner, both totals, and the winning lines of the side wagers on offer."""
    tableau = table.current.tableau
    outcome = OUTCOMES[Winner(ending(tableau).winner)]
    totals = totals_call(tableau, two_cards=False)
    lines = tuple(_side_lines(table))
    if lines:
        return message("dealer-call.outcome-and-bonus", outcome=outcome, totals=totals, lines=lines)
    return message("dealer-call.outcome", outcome=outcome, totals=totals)


def _side_lines(table: Table) -> Iterator[Message]:
    held = paytable(table.game)[ending(table.current.tableau)]
    for wager in table.game.wagers:
        line = held[wager.key]
        on_offer = (
            wager.group is WagerGroup.SIDE and wager.key in table.settings_in_force.offered_wagers
        )
        if on_offer and line is not None and not line.pays.is_push:
            yield pay_line_message(wager, line)


# The steps of a round

LABELS = {
    "open": message("round-step.open"),
    "close": message("round-step.close"),
    "initial": message("round-step.initial"),
    "hands": message("round-step.hands"),
    "player": message("round-step.player"),
    "banker": message("round-step.banker"),
    "outcome": message("round-step.outcome"),
}


def round_steps(table: Table) -> tuple[RoundStepView, ...]:
    """The steps of a round, each done, due, still to come, or not needed."""
    keys = [key for key in LABELS if key != "hands" or _shows_hands(table)]
    now = _now(table)
    at = keys.index(now) if now else -1
    thirds = _thirds(table)
    states: list[StepState] = []
    for place, key in enumerate(keys):
        if place == at:
            states.append("now")
        elif place > at:
            states.append("later")
        else:
            states.append("skipped" if thirds.get(key) is False else "done")
    return tuple(
        RoundStepView(key, LABELS[key], state) for key, state in zip(keys, states, strict=True)
    )


def _shows_hands(table: Table) -> bool:
    return table.book is not None and patrons_handle_cards(table)


def _thirds(table: Table) -> dict[str, bool]:
    """Whether each hand has a third card."""
    if table.round is None:
        return {}
    ranks = table.current.tableau.ranks
    return {str(side): len(ranks[side]) > 2 for side in Side}


def _now(table: Table) -> str:
    """The step that a table is at; empty while it is closed."""
    if table.phase is Phase.CLOSED:
        return ""
    if table.phase not in IN_ROUND:
        return "open"
    match next_step(replace(table, pending_steps=())):
        case NextStep.CLOSE_BETS:
            return "close"
        case NextStep.DRAW if table.current.tableau.is_initial_deal_complete:
            return _third_now(table)
        case NextStep.SETTLE:
            return "outcome"
        case NextStep.EXPOSE:
            return _expose_now(table)
        case _:
            return "initial"


def _third_now(table: Table) -> str:
    """The hand whose third card is next; loose cards may leave that open."""
    sides = [side for side in Side if side in next_sides(public_tableau(table))]
    return str(sides[0]) if sides else "outcome"


def _expose_now(table: Table) -> str:
    thirds = [side for side, card in hidden_cards(table) if card > 2]
    initial = [side for side, card in hidden_cards(table) if card <= 2]
    return "hands" if initial or not thirds else str(thirds[0])
