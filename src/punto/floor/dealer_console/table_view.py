"""Build a staff view of a table, with the next step, hands, stakes, actions and holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from punto.core.drawing_rules import BANKER_ON_TOTAL
from punto.core.endings import paytable
from punto.core.facts import Winner, point_total
from punto.core.rulebook import Rulebook, Words
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.staff_positions import Permission
from punto.core.tableau import Tableau, draw_decisions
from punto.floor.dealer_console import guidance, views
from punto.floor.dealer_console.available_actions import (
    OR_HIGHER,
    available_actions,
    check_command,
    command_template,
    refusal_reason,
)
from punto.floor.dealer_console.card_handlers import card_handlers
from punto.floor.dealer_console.held_round import HoldTimeline, held_round
from punto.floor.dealer_console.payouts import payout_views
from punto.floor.dealer_console.stakes import differential_view, stakes_view
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import is_main, mode_of
from punto.floor.public_view.table_view import Countdown, game_number
from punto.floor.public_view.views import VoidView
from punto.floor.read_models.table_history import LETTERS, ShoeResult, TableHistory
from punto.pages import phrases
from punto.pages.phrases import filled
from punto.reports.descriptions import table_state
from punto.reports.descriptions.refusals import refusal_message
from punto.reports.descriptions.words import Text
from punto.table.actors import Actor, may_do, may_do_at
from punto.table.card_handling import (
    hidden_cards,
    holder_of,
    method_in_use,
    next_exposure,
    public_tableau,
)
from punto.table.commands.play import CloseBets, Command, ConfirmParticipants, OpenBets, SettleRound
from punto.table.next_step import NextStep
from punto.table.refusals import No
from punto.table.rules import positions_for
from punto.table.state import IN_ROUND, Phase, Table
from punto.table.views import view_for

RESULTS_IN_VIEW = 14


@dataclass(frozen=True, slots=True)
class TableContext:
    """What the floor knows of a table beside its own state."""

    at: str = ""
    currency: str = "$"
    attended: views.DealerAssignmentView | None = None
    connected: frozenset[int] = frozenset()
    calls: tuple[views.PatronCallView, ...] = ()
    faults: tuple[views.FaultView, ...] = ()
    timing: Countdown = field(default_factory=lambda: Countdown(None, {}))


def staff_table_view(
    plan: TablePlan, table: Table, history: TableHistory, around: TableContext, by: Actor
) -> views.StaffTableView:
    """The picture of a table for one of the staff; no card that lies face down is in it."""
    view, document = view_for(table), (table.book or plan.book).document
    book, settings = table.book or plan.book, table.settings or plan.settings
    number = view.round
    method = method_in_use(table) if table.book is not None else None
    is_held = bool(table.pending_steps) and not around.timing.failure
    timer = around.timing.timer if table.phase is Phase.BETS_OPEN or table.pending_steps else None
    return views.StaffTableView(
        table=plan.key,
        name=plan.name,
        version=view.version,
        at=around.at,
        title=book.name,
        document=document.letter,
        rules=views.RulesView(document.version, document.effective, book.digest),
        mode=mode_of(book),
        currency=around.currency,
        attended=around.attended,
        dealt_by=dealer_kind(plan, around),
        method=None if method is None else str(method.method),
        is_hlga=settings.is_hlga,
        phase=view.phase,
        phase_words=HELD if is_held else phase_text(plan, around, view.phase),
        round=number,
        game_number=game_number(plan.key, number),
        timer=timer,
        permanent_seven=book.order.permanent is not None,
        hands=_hands(table),
        winner=None if view.winner is None else LETTERS[view.winner],
        outcome=None if view.winner is None else guidance.outcome_text(table.current.tableau),
        steps=tuple(
            views.RoundStepView(each.key, each.label, each.state)
            for each in guidance.round_steps(table)
        ),
        next=next_step_view(table, by),
        say=guidance.dealer_call(table),
        dealer_calls=tuple(_dealer_calls(history)),
        acts=available_actions(table, by)
        if table.phase is not Phase.CLOSED
        else (_opening(book, by),),
        handlers=card_handlers(table),
        stakes=stakes_view(plan, table, around.connected),
        differential=differential_view(table),
        shoe=_shoe(table, history),
        hold=held_round(plan.key, table, HoldTimeline(tuple(history.held)), timer, by),
        void=_void(table, history),
        closing=_closing(table, around.timing),
        payouts=payout_views(table, history),
        results=tuple(_result(book, each) for each in history.results[-RESULTS_IN_VIEW:]),
        counts=_counts(history),
        faults=(*around.faults, *_cut_off(table)),
        seats=views.SeatsView(
            view.occupied_seats, settings.positions, tuple(sorted(around.connected))
        ),
        calls=around.calls,
    )


HELD = Words("Held", "暂停")
WAITS = Words("Waits for a dealer", "等候荷官")


def dealer_kind(plan: TablePlan, around: TableContext) -> Literal["house", "staff", "nobody"]:
    """Who deals: a table that only staff deal has nobody until somebody takes it."""
    if around.attended is not None:
        return "staff"
    return "house" if plan.dealing == "house" else "nobody"


def phase_text(plan: TablePlan, around: TableContext, phase: Phase) -> Text:
    """The phase in a word, or why no round comes."""
    if around.timing.failure:
        return table_state.OUT_OF_SERVICE
    is_left = phase is Phase.IDLE and dealer_kind(plan, around) == "nobody"
    return WAITS if is_left else table_state.PHASES[phase]


# The next step

FLOORS_OWN = {
    NextStep.LOAD_SHOE: ("LoadShoe", Permission.LOAD_SHOE),
    NextStep.END_SHOE: ("EndShoe", Permission.END_SHOE),
    NextStep.BURN: ("DrawNextCard", Permission.DRAW_CARDS),
    NextStep.DRAW: ("DrawNextCard", Permission.DRAW_CARDS),
}
"""Steps for which the floor itself has the shoe: the dealer only says that they are taken."""


def next_step_view(table: Table, by: Actor) -> views.NextStepView:
    """The next step with the act that takes it, or why this person may not take it."""
    next_guidance = guidance.guidance(table)
    act, off, refused_by = _act(table, next_guidance.key, by)
    why, clause = next_guidance.why, refused_by or next_guidance.clause
    handling = card_handlers(table)
    if act is not None and act.command == "PassCards" and handling is not None:
        due = handling.player if act.fields["side"] == Side.PLAYER else handling.banker
        why, clause = due.why, due.clause
    return views.NextStepView(
        key=next_guidance.key,
        title=next_guidance.title,
        why=why,
        table_of_play=_table_of_play(table, next_guidance.key),
        clause=clause,
        button=next_guidance.button if act is not None else None,
        hint=next_guidance.hint,
        act=act,
        off_because=off,
    )


def _act(
    table: Table, step: NextStep, by: Actor
) -> tuple[views.CommandTemplate | None, Words | None, str]:
    """The act of a step, why it is off, and the clause that keeps it off where one does."""
    if step in FLOORS_OWN:
        name, act = FLOORS_OWN[step]
        if may_do_at(table, by, act):
            return views.CommandTemplate(name), None, ""
        return (
            views.CommandTemplate(name),
            refusal_message(No.NOT_ALLOWED.at(table.book)),
            "",
        )
    command = next_command(table, step)
    if command is None:
        return None, None, ""
    refusal = check_command(table, command, by).refusal
    if refusal is None:
        return command_template(command), None, ""
    source = "" if refusal.clause == "POLICY" else refusal.clause
    return command_template(command), refusal_reason(table, command, refusal), source


OPEN_TABLE = Words("Open the table", "开台")


def _opening(book: Rulebook, by: Actor) -> views.ActionView:
    """Opening a closed table, with whose it is."""
    no = None if may_do(by, Permission.OPEN_TABLE, book.document) else No.NOT_ALLOWED.at(book)
    first = phrases.POSITIONS[positions_for(Permission.OPEN_TABLE, book.document)[0]]
    off = None
    if no is not None:
        off = filled(OR_HIGHER, refusal=refusal_message(no), position=first)
    return views.ActionView(
        key="X",
        group="table",
        label=OPEN_TABLE,
        clause="POLICY" if no is None else no.clause,
        act=views.CommandTemplate("OpenTable"),
        asks=(),
        off_because=off,
        needs_second=False,
    )


def next_command(table: Table, step: NextStep) -> Command | None:
    """The command that takes a step, None where something is to be chosen or waited for first."""
    match step:
        case NextStep.OPEN_BETS:
            return OpenBets()
        case NextStep.CLOSE_BETS:
            return CloseBets()
        case NextStep.CONFIRM_SEATS:
            return ConfirmParticipants()
        case NextStep.SETTLE:
            return SettleRound()
        case NextStep.EXPOSE:
            return next_exposure(table)
        case _:
            return None


def _table_of_play(table: Table, step: NextStep) -> views.TableOfPlayRow | None:
    """The row of the Table of Play by which the Banker hand draws against a third card."""
    if step is not NextStep.DRAW:
        return None
    found = [
        each
        for each in draw_decisions(public_tableau(table))
        if each.rule is Rule.BANKER_THIRD_CARD
    ]
    if not found:
        return None
    row = BANKER_ON_TOTAL[found[0].total]
    cells = tuple(views.DrawCell(value, row[value] == "D") for value in range(10))
    return views.TableOfPlayRow(found[0].total, found[0].player_third, cells)


# Hands, shoe, results

ORDINALS = Words("1st 2nd 3rd 4th 5th 6th", "第1张 第2张 第3张 第4张 第5张 第6张")
AT_SEAT = Words("{place} · seat {seat}", "{place} · {seat} 号座")


def _hands(table: Table) -> views.StaffHandsView:
    if table.round is None:
        nothing = views.StaffHandView((), None, None, ())
        return views.StaffHandsView(nothing, nothing)
    tableau = public_tableau(table)
    return views.StaffHandsView(
        _hand(table, tableau, Side.PLAYER), _hand(table, tableau, Side.BANKER)
    )


def _hand(table: Table, tableau: Tableau, side: Side) -> views.StaffHandView:
    cards = tableau.player if side is Side.PLAYER else tableau.banker
    ranks = tableau.ranks[side]
    is_known = bool(cards) and None not in ranks
    two = len(ranks) >= 2 and None not in ranks[:2]
    return views.StaffHandView(
        cards=tuple("??" if each is None else str(each) for each in cards),
        total=int(point_total(*ranks)) if is_known else None,
        two_card_total=int(point_total(*ranks[:2])) if two and cards else None,
        notes=tuple(_notes(table, tableau, side)),
    )


def _notes(table: Table, tableau: Tableau, side: Side) -> Iterator[Words]:
    """As the how manieth card each was drawn, and in whose hand it is."""
    card = 0
    for place, (hand, _) in enumerate(tableau.cards_in_order()):
        if hand is not side:
            continue
        card += 1
        ordinal = Words(ORDINALS.en.split()[place], ORDINALS.zh.split()[place])
        seat = holder_of(table, side, card) if (side, card) in hidden_cards(table) else 0
        yield filled(AT_SEAT, place=ordinal, seat=seat) if seat else ordinal


SHOE_WORDS = Words(
    "{out} of {cards} cards out, cutting card after {cut}",
    "已出 {out}/{cards} 张，切牌卡在第 {cut} 张后",
)
LAST_OF_SHOE = Words(
    "{out} of {cards} cards out; the cutting card is out", "已出 {out}/{cards} 张，切牌卡已出"
)


def _shoe(table: Table, history: TableHistory) -> views.StaffShoeView | None:
    shoe = table.shoe
    if shoe is None:
        return None
    cards = shoe.cards
    cut = cards - table.settings_in_force.cards_behind_cut
    words = SHOE_WORDS if shoe.rounds_left is None else LAST_OF_SHOE
    return views.StaffShoeView(
        number=history.shoes,
        key=shoe.key,
        cards_out=shoe.cards_out,
        cards=cards,
        cut_after=cut,
        rounds_left=shoe.rounds_left,
        burned=shoe.is_burned,
        words=filled(words, out=shoe.cards_out, cards=cards, cut=cut),
        commitment=history.commitment,
    )


def _void(table: Table, history: TableHistory) -> VoidView | None:
    last = history.last
    if table.phase is not Phase.VOID or last is None or last.void is None:
        return None
    trigger, source = last.void
    return VoidView(table_state.void_message(trigger), source)


LAST_ROUND = Words("The table closes after this round.", "本局后关台。")
MORE_ROUNDS = Words(
    "The table closes after this round and {many} more.", "本局及之后 {many} 局后关台。"
)
NO_FURTHER = Words("No further round begins here.", "不再开新局。")
ROUNDS_LEFT = Words("Rounds to come before the table closes: {many}.", "再 {many} 局后关台。")


def _closing(table: Table, timing: Countdown) -> Words | None:
    """The notice that a table closes, which patrons read as well; None where it goes on."""
    left = timing.rounds_to_come
    if left is None or table.phase is Phase.CLOSED:
        return None
    if table.phase in IN_ROUND:
        return filled(MORE_ROUNDS, many=left) if left else LAST_ROUND
    return filled(ROUNDS_LEFT, many=left) if left else NO_FURTHER


def _result(book: Rulebook, each: ShoeResult) -> views.RoundResultView:
    facts = each.ending
    return views.RoundResultView(
        round=each.round,
        winner=LETTERS[Winner(facts.winner)],
        player=int(facts.player_total),
        banker=int(facts.banker_total),
        marks=tuple(_marks(book, each)),
    )


NATURAL = Words("natural", "天生")


def _marks(book: Rulebook, each: ShoeResult) -> Iterator[Words]:
    """What is worth telling of a round: a natural, and the game's own wagers that it paid."""
    if each.ending.player_natural or each.ending.banker_natural:
        yield NATURAL
    lines = paytable(book)[each.ending]
    for wager in book.wagers:
        line = lines[wager.key]
        if line is not None and not line.pays.is_push and not is_main(wager):
            yield wager.label


CUT_OFF = Words("The terminal of seat {seat} is cut off", "{seat} 号座终端断线")


def _cut_off(table: Table) -> Iterator[views.FaultView]:
    for seat, occupant in sorted(table.seats.items()):
        if occupant.is_cut_off:
            yield views.FaultView(1, filled(CUT_OFF, seat=seat))


def _counts(history: TableHistory) -> dict[str, int]:
    counts = {"B": 0, "P": 0, "T": 0}
    for each in history.results:
        counts[LETTERS[Winner(each.ending.winner)]] += 1
    return counts


def _dealer_calls(history: TableHistory) -> Iterator[views.DealerCallView]:
    """Yield the calls of the dealer in the last round so far, with their times."""
    for at, before in history.dealer_calls:
        words = guidance.dealer_call(before.table)
        if words is not None:
            yield views.DealerCallView(at, words, guidance.guidance(before.table).clause)
