"""Explain a dealer's next step and calls, from the rules."""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from punto.core.drawing_rules import BANKER_ON_TOTAL
from punto.core.endings import paytable
from punto.core.facts import Winner, point_total
from punto.core.rulebook import WagerGroup
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.staff_positions import Permission
from punto.core.tableau import Tableau, draw_decisions, ending, next_sides
from punto.floor.dealer_console.command_forms import (
    CommandTemplate,
    check_command,
    command_template,
    refusal_reason,
)
from punto.floor.dealer_console.side_panel import card_handlers
from punto.floor.read_models.table_history import TableHistory
from punto.messages.message import Message, message
from punto.messages.render import has_text
from punto.reports.descriptions.names import pay_line_message
from punto.reports.descriptions.situations import who_is_awaited
from punto.reports.descriptions.table_state import closing_call, opening_call
from punto.reports.games.explanation import OUTCOMES, describe_outcome, draw_reasons
from punto.table.actors import Actor, may_do_at
from punto.table.card_handling import (
    drawer_of,
    hidden_cards,
    holder_of,
    next_exposure,
    patron_draws,
    patrons_handle_cards,
    public_tableau,
)
from punto.table.commands import (
    CloseBets,
    Command,
    ConfirmParticipants,
    OpenBets,
    PassCards,
    SettleRound,
)
from punto.table.differential import balancing_proposal
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import No
from punto.table.state import IN_ROUND, Phase, Table

StepState: TypeAlias = Literal["done", "now", "later", "skipped"]


class TableOfPlayRow(Struct, frozen=True):
    """The row of the Table of Play that decides whether the Banker hand draws."""

    own: int
    against: int
    draws: tuple[int, ...]
    """The values of the Player hand's third card against which the Banker hand draws."""


class NextStepView(Struct, frozen=True):
    """The next step of the table, with its reason, its clause and its command."""

    key: NextStep
    title: Message
    clause: str
    button: Message | None = None
    hint: Message | None = None
    why: Message | None = None
    side: Side | None = None
    """The hand that gets the next card, if a card is next."""

    table_of_play: TableOfPlayRow | None = None
    act: CommandTemplate | None = None
    off_because: Message | None = None


class DealerCallView(Struct, frozen=True):
    """A call of the dealer, and its time."""

    at: str
    words: Message
    clause: str


class DealerCallsView(Struct, frozen=True):
    """The call to make now, and the calls of this round so far."""

    now: Message | None
    past: tuple[DealerCallView, ...]


class RoundStepView(Struct, frozen=True):
    """A step of the round."""

    key: str
    label: Message
    state: StepState


# The next step

RULES = {
    NextStep.OPEN_BETS: Rule.BETS_OPEN,
    NextStep.CLOSE_BETS: Rule.BETS_CLOSED,
    NextStep.HAND_OVER_DEVICE: Rule.PATRON_DRAWS,
    NextStep.CONFIRM_SEATS: Rule.NO_LATE_WAGER,
    NextStep.SETTLE: Rule.ROUND_OF_PLAY,
    NextStep.END_SHOE: Rule.CUTTING_CARD,
}
"""The rule that makes a step the next one. Steps that are not listed follow the house policy."""

COMMANDS: dict[NextStep, Command] = {
    NextStep.OPEN_BETS: OpenBets(),
    NextStep.CLOSE_BETS: CloseBets(),
    NextStep.CONFIRM_SEATS: ConfirmParticipants(),
    NextStep.SETTLE: SettleRound(),
}

BY_DEVICE = {
    NextStep.LOAD_SHOE: ("LoadShoe", Permission.LOAD_SHOE),
    NextStep.END_SHOE: ("EndShoe", Permission.END_SHOE),
    NextStep.BURN: ("DrawNextCard", Permission.DRAW_CARDS),
    NextStep.DRAW: ("DrawNextCard", Permission.DRAW_CARDS),
}
"""Steps that the floor carries out with its own shoe when the dealer gives the command."""


def next_step_view(table: Table, by: Actor) -> NextStepView:
    """The next step with its command, or why this person may not give it."""
    view = guidance(table)
    if view.key in BY_DEVICE:
        name, permission = BY_DEVICE[view.key]
        is_allowed = may_do_at(table, by, permission)
        off = None if is_allowed else No.NOT_ALLOWED.at(table.book).message
        row = _table_of_play(table) if view.key is NextStep.DRAW else None
        return replace(view, act=CommandTemplate(name), off_because=off, table_of_play=row)
    exposes = view.key is NextStep.EXPOSE
    command = next_exposure(table) if exposes else COMMANDS.get(view.key)
    if command is None:
        # Staff must choose or wait first.
        return replace(view, button=None)
    refusal, _ = check_command(table, command, by)
    if refusal is None:
        return replace(view, act=command_template(command))
    return replace(
        view,
        act=command_template(command),
        off_because=refusal_reason(table, command, refusal),
        clause=view.clause if exposes or refusal.clause == "POLICY" else refusal.clause,
    )


def guidance(table: Table) -> NextStepView:
    """The next step of a table, without its command."""
    step = next_step(table)
    match step:
        case NextStep.WAIT:
            return _waiting(table)
        case NextStep.DRAW:
            return _draw(table)
        case NextStep.EXPOSE:
            return _expose(table)
        case NextStep.SETTLE:
            reasons = draw_reasons(table.game, table.current.tableau)
            view = _view(step, step, table.game.cite(RULES[step]))
            return replace(
                view,
                title=describe_outcome(table.current.tableau),
                why=reasons[-1].words if reasons else None,
            )
        case _:
            return _view(step, step, table.game.cite(RULES[step]) if step in RULES else "POLICY")


def _view(step: NextStep, name: str, clause: str, **values: Any) -> NextStepView:
    """A step with the texts of a name: its title, and its button and hint if it has them."""
    title, button, hint = (
        Message(f"next-step.{name}{part}", values) for part in ("", "-button", "-hint")
    )
    return NextStepView(
        key=step,
        title=title,
        clause=clause,
        button=button if has_text(button.key) else None,
        hint=hint if has_text(hint.key) else None,
    )


def _waiting(table: Table) -> NextStepView:
    if table.phase is Phase.CLOSED:
        return _view(NextStep.WAIT, "closed", "POLICY")
    item = table.pending_steps[0]
    clause = item.source or table.game.cite(Rule.UNCOVERED)
    return replace(_view(NextStep.WAIT, "held", clause), why=who_is_awaited(table, item))


def _draw(table: Table) -> NextStepView:
    side, tableau = next_card_side(table), public_tableau(table)
    if not tableau.is_initial_deal_complete:
        place = tableau.cards_drawn + 1
        title = message("next-step.initial-card", hand=side, place=place)
        why, clause = None, table.game.cite(Rule.INITIAL_DEAL)
    else:
        title = message("next-step.third-card", hand=side)
        # A hand may draw although an earlier card was not read; then there is no reason.
        reasons = [each for each in draw_reasons(table.game, tableau) if each.side is side]
        why = reasons[0].words if reasons else None
        clause = reasons[0].clause if reasons else table.game.cite(THIRDS[side])
    button = message("next-step.draw-button", hand=side)
    return NextStepView(NextStep.DRAW, title, clause, button, _draw_hint(table, side), why, side)


THIRDS = {Side.PLAYER: Rule.PLAYER_THIRD_CARD, Side.BANKER: Rule.BANKER_THIRD_CARD}


def next_card_side(table: Table) -> Side:
    """The hand that gets the next card, judged by the cards that everyone sees."""
    sides = next_sides(public_tableau(table))
    side = next(iter(sides))
    assert len(sides) == 1, "the hand of the next card is known"
    assert side is not None, "a card is due"
    return side


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


def _table_of_play(table: Table) -> TableOfPlayRow | None:
    """The row of the Table of Play that decides whether the Banker hand draws."""
    for each in draw_decisions(public_tableau(table)):
        if each.rule is Rule.BANKER_THIRD_CARD:
            row = BANKER_ON_TOTAL[each.total]
            draws = tuple(value for value in range(10) if row[value] == "D")
            return TableOfPlayRow(each.total, each.player_third, draws)
    return None


def _expose(table: Table) -> NextStepView:
    found, step = next_exposure(table), NextStep.EXPOSE
    first = table.game.cite(Rule.FIRST_HAND_SHOWN)
    if found is None:
        return _view(step, "first-hand", first)
    hand, seat = found.side, found.position
    if isinstance(found, PassCards):
        handlers = card_handlers(table)
        assert handlers is not None, "patrons handle the cards that are passed"
        due = handlers.player if hand is Side.PLAYER else handlers.banker
        return replace(_view(step, "pass-cards", due.clause, hand=hand, seat=seat), why=due.why)
    name = "seat-shows" if seat else "turn-cards"
    rule = Rule.RELEVANT_PATRON_EXPOSES if patron_draws(table) else Rule.FIRST_HAND_SHOWN
    return _view(step, name, table.game.cite(rule), hand=hand, seat=seat)


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


def dealer_calls(table: Table, history: TableHistory) -> DealerCallsView:
    """The call to make now, and the calls of this round so far, with their times."""
    past = ((at, before.table, dealer_call(before.table)) for at, before in history.dealer_calls)
    return DealerCallsView(
        dealer_call(table),
        tuple(
            DealerCallView(at, words, guidance(before).clause)
            for at, before, words in past
            if words is not None
        ),
    )


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

ROUND_STEPS = ("open", "close", "initial", "hands", "player", "banker", "outcome")


def round_steps(table: Table) -> tuple[RoundStepView, ...]:
    """The steps of a round, each done, due, still to come, or not needed."""
    keys = [key for key in ROUND_STEPS if key != "hands" or _shows_hands(table)]
    now = _now(table)
    at = keys.index(now) if now else -1
    needless = _needless_cards(table)

    def state(place: int, key: str) -> StepState:
        if place == at:
            return "now"
        if place > at:
            return "later"
        return "skipped" if key in needless else "done"

    return tuple(
        RoundStepView(key, Message(f"round-step.{key}"), state(place, key))
        for place, key in enumerate(keys)
    )


def _shows_hands(table: Table) -> bool:
    return table.book is not None and patrons_handle_cards(table)


def _needless_cards(table: Table) -> set[str]:
    """The hands without a third card."""
    ranks = table.current.tableau.ranks if table.round is not None else None
    return {str(side) for side in Side if ranks and len(ranks[side]) <= 2}


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
