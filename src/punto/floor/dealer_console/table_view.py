"""Build a staff view of a table, with the next step, hands, stakes, actions and holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from msgspec import Struct

from punto.core.drawing_rules import BANKER_ON_TOTAL
from punto.core.endings import paytable
from punto.core.facts import Winner, point_total
from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.staff_positions import Permission
from punto.core.tableau import Tableau, draw_decisions
from punto.floor.dealer_console import guidance
from punto.floor.dealer_console.available_actions import available_actions
from punto.floor.dealer_console.card_handlers import CardHandlersView, card_handlers
from punto.floor.dealer_console.command_forms import (
    CommandForm,
    CommandTemplate,
    check_command,
    command_template,
    refusal_reason,
)
from punto.floor.dealer_console.held_round import HeldRoundView, held_round
from punto.floor.dealer_console.payouts import PayoutView, payout_views
from punto.floor.dealer_console.stakes import (
    DifferentialView,
    StakesView,
    differential_view,
    stakes_view,
)
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import is_main, mode_of
from punto.floor.public_view.table_view import Countdown, game_number
from punto.floor.public_view.views import CountdownView, VoidView
from punto.floor.read_models.table_history import LETTERS, ShoeResult, TableHistory
from punto.house.staff.state import DealerAssignment
from punto.messages.message import Message, message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.names import game_message, wager_message
from punto.table.actors import Actor, may_do, may_do_at
from punto.table.card_handling import (
    hidden_cards,
    holder_of,
    method_in_use,
    next_exposure,
    public_tableau,
)
from punto.table.commands import CloseBets, Command, ConfirmParticipants, OpenBets, SettleRound
from punto.table.next_step import NextStep
from punto.table.refusals import No
from punto.table.rules import positions_for
from punto.table.state import IN_ROUND, Phase, Table
from punto.table.views import view_for

RESULTS_IN_VIEW = 14

Level: TypeAlias = Literal[0, 1, 2, 3]
"""0 normal, 1 for information, 2 act within minutes, 3 the round cannot continue."""


class FaultView(Struct, frozen=True):
    """A fault at a table."""

    level: Level
    words: Message
    command: str = ""
    """The command of the dealer that ends the fault; empty if there is none."""


class PatronCallView(Struct, frozen=True):
    """A call for an attendant or for the pit."""

    number: int
    at: str
    terminal: str
    seat: int | None
    reason: str
    round: int | None
    words: Message


@dataclass(frozen=True, slots=True)
class TableContext:
    """The data of a table that the floor has besides the state of the table."""

    at: str = ""
    currency: str = "$"
    attended: DealerAssignment | None = None
    connected: frozenset[int] = frozenset()
    calls: tuple[PatronCallView, ...] = ()
    faults: tuple[FaultView, ...] = ()
    timing: Countdown = field(default_factory=lambda: Countdown(None, {}))


class DrawCell(Struct, frozen=True):
    """A value of the Player hand's third card, and whether the Banker hand draws against it."""

    card: int
    draws: bool


class TableOfPlayRow(Struct, frozen=True):
    """The row of the Table of Play that decides."""

    own: int
    against: int
    cells: tuple[DrawCell, ...]


class NextStepView(Struct, frozen=True):
    """The next step of the table."""

    key: str
    title: Message
    why: Message | None
    table_of_play: TableOfPlayRow | None
    clause: str
    button: Message | None
    hint: Message | None
    act: CommandTemplate | None
    off_because: Message | None
    side: Side | None
    """The hand that gets the next card, if a card is next."""


class DealerCallView(Struct, frozen=True):
    """A call of the dealer, and its time."""

    at: str
    words: Message
    clause: str


class StaffHandView(Struct, frozen=True):
    """A hand on the layout. A card that is face down is two question marks."""

    cards: tuple[str, ...]
    total: int | None
    two_card_total: int | None
    notes: tuple[Message, ...]


class StaffHandsView(Struct, frozen=True):
    """Both hands."""

    player: StaffHandView
    banker: StaffHandView


class StaffShoeView(Struct, frozen=True):
    """The progress of the shoe."""

    number: int
    key: str
    cards_out: int
    cards: int
    cut_after: int
    rounds_left: int | None
    burned: bool
    words: Message
    commitment: str


class RoundResultView(Struct, frozen=True):
    """A round of this shoe."""

    round: int
    winner: str
    player: int
    banker: int
    marks: tuple[Message, ...]


class SeatsView(Struct, frozen=True):
    """The occupied seats, and the seats whose terminal is connected."""

    occupied_seats: tuple[int, ...]
    of: int
    connected: tuple[int, ...]


class RulesView(Struct, frozen=True):
    """The version of the rules at the table."""

    version: str
    effective: str
    digest: str


class StaffTableView(Struct, frozen=True, tag_field="type", tag="table"):
    """The whole view of a table for a person of the staff."""

    table: str
    name: str
    version: int
    at: str
    title: Message
    document: str
    rules: RulesView
    mode: str
    currency: str
    attended: DealerAssignment | None
    dealt_by: Literal["house", "staff", "nobody"]
    method: str | None
    is_hlga: bool
    phase: str
    phase_words: Message
    round: int
    game_number: str
    timer: CountdownView | None
    permanent_seven: bool
    hands: StaffHandsView
    winner: str | None
    outcome: Message | None
    steps: tuple[guidance.RoundStepView, ...]
    next: NextStepView
    say: Message | None
    dealer_calls: tuple[DealerCallView, ...]
    acts: tuple[CommandForm, ...]
    handlers: CardHandlersView | None
    stakes: StakesView
    differential: DifferentialView | None
    shoe: StaffShoeView | None
    hold: HeldRoundView | None
    void: VoidView | None
    closing: Message | None
    payouts: tuple[PayoutView, ...]
    results: tuple[RoundResultView, ...]
    counts: dict[str, int]
    faults: tuple[FaultView, ...]
    seats: SeatsView
    calls: tuple[PatronCallView, ...]


def staff_table_view(
    plan: TablePlan, table: Table, history: TableHistory, around: TableContext, by: Actor
) -> StaffTableView:
    """The view of a table for a person of the staff, without the cards that are face down."""
    view, document = view_for(table), (table.book or plan.book).document
    book, settings = table.book or plan.book, table.settings or plan.settings
    number = view.round
    method = method_in_use(table) if table.book is not None else None
    is_held = bool(table.pending_steps) and not around.timing.failure
    timer = around.timing.timer if table.phase is Phase.BETS_OPEN or table.pending_steps else None
    return StaffTableView(
        table=plan.key,
        name=plan.name,
        version=view.version,
        at=around.at,
        title=game_message(book),
        document=document.letter,
        rules=RulesView(document.version, document.effective, book.digest),
        mode=mode_of(book),
        currency=around.currency,
        attended=around.attended,
        dealt_by=dealer_kind(plan, around),
        method=None if method is None else str(method.method),
        is_hlga=settings.is_hlga,
        phase=view.phase,
        phase_words=message("phase-note.held") if is_held else phase_text(plan, around, view.phase),
        round=number,
        game_number=game_number(plan.key, number),
        timer=timer,
        permanent_seven=book.order.permanent is not None,
        hands=_hands(table),
        winner=None if view.winner is None else LETTERS[view.winner],
        outcome=None if view.winner is None else guidance.outcome_text(table.current.tableau),
        steps=guidance.round_steps(table),
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
        hold=held_round(plan.key, table, history.held, timer, by),
        void=_void(table, history),
        closing=_closing(table, around.timing),
        payouts=payout_views(table, history),
        results=tuple(_result(book, each) for each in history.results[-RESULTS_IN_VIEW:]),
        counts=_counts(history),
        faults=(*around.faults, *_cut_off(table)),
        seats=SeatsView(view.occupied_seats, settings.positions, tuple(sorted(around.connected))),
        calls=around.calls,
    )


def dealer_kind(plan: TablePlan, around: TableContext) -> Literal["house", "staff", "nobody"]:
    """The kind of dealer. A table of staff has none until a dealer takes it."""
    if around.attended is not None:
        return "staff"
    return "house" if plan.dealing == "house" else "nobody"


def phase_text(plan: TablePlan, around: TableContext, phase: Phase) -> Message:
    """The phase, or the reason why no round begins."""
    if around.timing.failure:
        return table_state.OUT_OF_SERVICE
    is_left = phase is Phase.IDLE and dealer_kind(plan, around) == "nobody"
    return message("phase-note.waits") if is_left else Message(f"phase.{phase}")


# The next step

FLOORS_OWN = {
    NextStep.LOAD_SHOE: ("LoadShoe", Permission.LOAD_SHOE),
    NextStep.END_SHOE: ("EndShoe", Permission.END_SHOE),
    NextStep.BURN: ("DrawNextCard", Permission.DRAW_CARDS),
    NextStep.DRAW: ("DrawNextCard", Permission.DRAW_CARDS),
}
"""Steps that the floor carries out with its own shoe when the dealer gives the command."""


def next_step_view(table: Table, by: Actor) -> NextStepView:
    """The next step with its command, or why this person may not give it."""
    next_guidance = guidance.guidance(table)
    act, off, refused_by = _act(table, next_guidance.key, by)
    why, clause = next_guidance.why, refused_by or next_guidance.clause
    handling = card_handlers(table)
    if act is not None and act.command == "PassCards" and handling is not None:
        due = handling.player if act.fields["side"] == Side.PLAYER else handling.banker
        why, clause = due.why, due.clause
    return NextStepView(
        key=next_guidance.key,
        title=next_guidance.title,
        why=why,
        table_of_play=_table_of_play(table, next_guidance.key),
        clause=clause,
        button=next_guidance.button if act is not None else None,
        hint=next_guidance.hint,
        act=act,
        off_because=off,
        side=next_guidance.side,
    )


def _act(
    table: Table, step: NextStep, by: Actor
) -> tuple[CommandTemplate | None, Message | None, str]:
    """The command of a step, why it is off, and the clause that refuses it."""
    if step in FLOORS_OWN:
        name, act = FLOORS_OWN[step]
        if may_do_at(table, by, act):
            return CommandTemplate(name), None, ""
        return (
            CommandTemplate(name),
            No.NOT_ALLOWED.at(table.book).message,
            "",
        )
    command = next_command(table, step)
    if command is None:
        return None, None, ""
    refusal, _ = check_command(table, command, by)
    if refusal is None:
        return command_template(command), None, ""
    source = "" if refusal.clause == "POLICY" else refusal.clause
    return command_template(command), refusal_reason(table, command, refusal), source


def _opening(book: Rulebook, by: Actor) -> CommandForm:
    """The action that opens a closed table, with the position that may open it."""
    no = None if may_do(by, Permission.OPEN_TABLE, book.document) else No.NOT_ALLOWED.at(book)
    off = None
    if no is not None:
        first = positions_for(Permission.OPEN_TABLE, book.document)[0]
        off = message("off.position", refusal=no.message, position=first)
    return CommandForm(
        key="X",
        group="table",
        label=message("action.open-table"),
        clause="POLICY" if no is None else no.clause,
        act=CommandTemplate("OpenTable"),
        fields=(),
        off_because=off,
    )


def next_command(table: Table, step: NextStep) -> Command | None:
    """The command of a step; None if staff must choose or wait first."""
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


def _table_of_play(table: Table, step: NextStep) -> TableOfPlayRow | None:
    """The row of the Table of Play that decides whether the Banker hand draws."""
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
    cells = tuple(DrawCell(value, row[value] == "D") for value in range(10))
    return TableOfPlayRow(found[0].total, found[0].player_third, cells)


# Hands, shoe, results


def _hands(table: Table) -> StaffHandsView:
    if table.round is None:
        nothing = StaffHandView((), None, None, ())
        return StaffHandsView(nothing, nothing)
    tableau = public_tableau(table)
    return StaffHandsView(_hand(table, tableau, Side.PLAYER), _hand(table, tableau, Side.BANKER))


def _hand(table: Table, tableau: Tableau, side: Side) -> StaffHandView:
    cards = tableau.player if side is Side.PLAYER else tableau.banker
    ranks = tableau.ranks[side]
    is_known = bool(cards) and None not in ranks
    two = len(ranks) >= 2 and None not in ranks[:2]
    return StaffHandView(
        cards=tuple("??" if each is None else str(each) for each in cards),
        total=int(point_total(*ranks)) if is_known else None,
        two_card_total=int(point_total(*ranks[:2])) if two and cards else None,
        notes=tuple(_notes(table, tableau, side)),
    )


def _notes(table: Table, tableau: Tableau, side: Side) -> Iterator[Message]:
    """The place of each card in the order of the deal, and the seat that holds it."""
    card = 0
    for place, (hand, _) in enumerate(tableau.cards_in_order(), start=1):
        if hand is not side:
            continue
        card += 1
        if seat := holder_of(table, side, card) if (side, card) in hidden_cards(table) else 0:
            yield message("card-note.at-seat", place=place, seat=seat)
        else:
            yield message("card-note.drawn", place=place)


def _shoe(table: Table, history: TableHistory) -> StaffShoeView | None:
    shoe = table.shoe
    if shoe is None:
        return None
    cards = shoe.cards
    cut = cards - table.settings_in_force.cards_behind_cut
    out = shoe.cards_out
    words = (
        message("shoe-cards.before-cut", out=out, cards=cards, cut=cut)
        if shoe.rounds_left is None
        else message("shoe-cards.after-cut", out=out, cards=cards)
    )
    return StaffShoeView(
        number=history.shoes,
        key=shoe.key,
        cards_out=out,
        cards=cards,
        cut_after=cut,
        rounds_left=shoe.rounds_left,
        burned=shoe.is_burned,
        words=words,
        commitment=history.commitment,
    )


def _void(table: Table, history: TableHistory) -> VoidView | None:
    last = history.last
    if table.phase is not Phase.VOID or last is None or last.void is None:
        return None
    trigger, source = last.void
    return VoidView(table_state.void_message(trigger), source)


def _closing(table: Table, timing: Countdown) -> Message | None:
    """The notice that a table closes; None if it stays open."""
    left = timing.rounds_to_come
    if left is None or table.phase is Phase.CLOSED:
        return None
    if table.phase in IN_ROUND:
        if not left:
            return message("closing-note.last")
        return message("closing-note.after", many=left)
    if not left:
        return message("closing-note.no-more")
    return message("closing-note.rounds", many=left)


def _result(book: Rulebook, each: ShoeResult) -> RoundResultView:
    facts = each.ending
    return RoundResultView(
        round=each.round,
        winner=LETTERS[Winner(facts.winner)],
        player=int(facts.player_total),
        banker=int(facts.banker_total),
        marks=tuple(_marks(book, each)),
    )


def _marks(book: Rulebook, each: ShoeResult) -> Iterator[Message]:
    """The marks of a round: a natural, and the special wagers that it paid."""
    if each.ending.player_natural or each.ending.banker_natural:
        yield message("mark.natural")
    lines = paytable(book)[each.ending]
    for wager in book.wagers:
        line = lines[wager.key]
        if line is not None and not line.pays.is_push and not is_main(wager):
            yield wager_message(wager)


def _cut_off(table: Table) -> Iterator[FaultView]:
    for seat, occupant in sorted(table.seats.items()):
        if occupant.is_cut_off:
            yield FaultView(1, message("fault.cut-off", seat=seat))


def _counts(history: TableHistory) -> dict[str, int]:
    counts = {"B": 0, "P": 0, "T": 0}
    for each in history.results:
        counts[LETTERS[Winner(each.ending.winner)]] += 1
    return counts


def _dealer_calls(history: TableHistory) -> Iterator[DealerCallView]:
    """Yield the calls of the dealer in the last round so far, with their times."""
    for at, before in history.dealer_calls:
        words = guidance.dealer_call(before.table)
        if words is not None:
            yield DealerCallView(at, words, guidance.guidance(before.table).clause)
