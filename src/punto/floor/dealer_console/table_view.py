"""Build a staff view of a table, with the next step, hands, stakes, actions and holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from msgspec import Struct

from punto.core.endings import paytable
from punto.core.facts import Winner, point_total
from punto.core.rulebook import Rulebook
from punto.core.sides import Side
from punto.core.tableau import Tableau
from punto.floor.dealer_console import guidance
from punto.floor.dealer_console.available_actions import available_actions
from punto.floor.dealer_console.command_forms import CommandForm, CommandTemplate
from punto.floor.dealer_console.held_round import HeldRoundView, held_round
from punto.floor.dealer_console.side_panel import (
    CardHandlersView,
    DifferentialView,
    card_handlers,
    differential_view,
)
from punto.floor.dealer_console.stakes import PayoutView, StakesView, payout_views, stakes_view
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import is_main
from punto.floor.public_view.table_view import Countdown, game_number, shoe_view
from punto.floor.public_view.views import CountdownView, ShoeView, VoidView
from punto.floor.read_models.table_history import LETTERS, ShoeResult, TableHistory
from punto.house.staff.state import DealerAssignment
from punto.messages.message import Message, message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.names import game_message, wager_message
from punto.table.actors import Actor
from punto.table.card_handling import (
    hidden_cards,
    holder_of,
    method_in_use,
    public_tableau,
)
from punto.table.next_step import NextStep, next_step
from punto.table.state import IN_ROUND, Phase, Table
from punto.table.views import public_phase, public_winner, round_number

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


class StaffHandView(Struct, frozen=True):
    """A hand on the layout. A card that is face down is two question marks."""

    cards: tuple[str, ...] = ()
    total: int | None = None
    two_card_total: int | None = None
    notes: tuple[Message, ...] = ()


class StaffHandsView(Struct, frozen=True):
    """Both hands, and the winner once every card is exposed."""

    player: StaffHandView = StaffHandView()
    banker: StaffHandView = StaffHandView()
    winner: str | None = None


class RoundResultView(Struct, frozen=True):
    """A round of this shoe."""

    round: int
    winner: str
    player: int
    banker: int
    marks: tuple[Message, ...]


class ShoeResultsView(Struct, frozen=True):
    """The last rounds of this shoe, and the results of all its rounds."""

    rounds: tuple[RoundResultView, ...]
    counts: dict[str, int]


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
    rules: RulesView
    currency: str
    attended: DealerAssignment | None
    dealt_by: Literal["house", "staff", "nobody"]
    method: str | None
    phase: str
    phase_words: Message
    round: int
    game_number: str
    timer: CountdownView | None
    permanent_seven: bool
    hands: StaffHandsView
    steps: tuple[guidance.RoundStepView, ...]
    next: guidance.NextStepView
    dealer_calls: guidance.DealerCallsView
    acts: tuple[CommandForm, ...]
    handlers: CardHandlersView | None
    stakes: StakesView
    differential: DifferentialView | None
    shoe: ShoeView | None
    hold: HeldRoundView | None
    void: VoidView | None
    closing: Message | None
    payouts: tuple[PayoutView, ...]
    results: ShoeResultsView
    faults: tuple[FaultView, ...]
    seats: SeatsView
    calls: tuple[PatronCallView, ...]


def staff_table_view(
    plan: TablePlan, table: Table, history: TableHistory, around: TableContext, by: Actor
) -> StaffTableView:
    """The view of a table for a person of the staff, without the cards that are face down."""
    plan, phase, number = plan.with_state(table), public_phase(table), round_number(table)
    return StaffTableView(
        table=plan.key,
        name=plan.name,
        version=table.events,
        at=around.at,
        title=game_message(plan.book),
        rules=_rules(plan.book),
        currency=around.currency,
        attended=around.attended,
        dealt_by=dealer_kind(plan, around),
        method=_method(table),
        phase=phase,
        phase_words=_phase_words(plan, table, around, phase),
        round=number,
        game_number=game_number(plan.key, number),
        timer=_timer(table, around),
        permanent_seven=plan.book.order.permanent is not None,
        hands=_hands(table),
        steps=guidance.round_steps(table),
        next=guidance.next_step_view(table, by),
        dealer_calls=guidance.dealer_calls(table, history),
        acts=(*_floor_actions(table, around, by), *available_actions(table, by, plan.book)),
        handlers=card_handlers(table),
        stakes=stakes_view(plan, table, around.connected),
        differential=differential_view(table),
        shoe=shoe_view(table, history),
        hold=held_round(plan.key, table, history.held, _timer(table, around), by),
        void=_void(table, history),
        closing=_closing(table, around.timing),
        payouts=payout_views(table, history),
        results=_results(plan.book, history),
        faults=(*around.faults, *_cut_off(table)),
        seats=_seats(plan, table, around),
        calls=around.calls,
    )


# The top bar


def _rules(book: Rulebook) -> RulesView:
    return RulesView(book.document.version, book.document.effective, book.digest)


def _timer(table: Table, around: TableContext) -> CountdownView | None:
    is_timed = table.phase is Phase.BETS_OPEN or bool(table.pending_steps)
    return around.timing.timer if is_timed else None


def _method(table: Table) -> str | None:
    method = method_in_use(table) if table.book is not None else None
    return None if method is None else str(method.method)


def _seats(plan: TablePlan, table: Table, around: TableContext) -> SeatsView:
    occupied, connected = sorted(table.seats), sorted(around.connected)
    return SeatsView(tuple(occupied), plan.settings.positions, tuple(connected))


def dealer_kind(plan: TablePlan, around: TableContext) -> Literal["house", "staff", "nobody"]:
    """The kind of dealer. A table of staff has none until a dealer takes it."""
    if around.attended is not None:
        return "staff"
    return "house" if plan.dealing == "house" else "nobody"


def _phase_words(plan: TablePlan, table: Table, around: TableContext, phase: Phase) -> Message:
    if table.pending_steps and not around.timing.failure:
        return message("phase-note.held")
    return phase_text(plan, around, phase)


def phase_text(plan: TablePlan, around: TableContext, phase: Phase) -> Message:
    """The phase, or the reason why no round begins."""
    if around.timing.failure:
        return table_state.OUT_OF_SERVICE
    is_left = phase is Phase.IDLE and dealer_kind(plan, around) == "nobody"
    return message("phase-note.waits") if is_left else Message(f"phase.{phase}")


# Actions


def _floor_actions(table: Table, around: TableContext, by: Actor) -> Iterator[CommandForm]:
    """The actions of the floor besides those of the table, for the dealer of the table."""
    if around.attended is None or around.attended.by != by.name:
        return
    faults = [each.command for each in around.faults if each.command]
    if faults:
        yield _floor_action(message("dealer.cards-back"), CommandTemplate(faults[0]))
    elif next_step(table) is NextStep.LOAD_SHOE:
        emulator = CommandTemplate("LoadShoe", {"shoe": "emulator"})
        yield _floor_action(message("dealer.emulator"), emulator)


def _floor_action(label: Message, act: CommandTemplate) -> CommandForm:
    return CommandForm(label, act, (), clause="", off_because=None, key="X", group="cards")


# Hands and results


def _hands(table: Table) -> StaffHandsView:
    if table.round is None:
        return StaffHandsView()
    tableau, winner = public_tableau(table), public_winner(table)
    player, banker = (_hand(table, tableau, side) for side in Side)
    return StaffHandsView(player, banker, None if winner is None else LETTERS[winner])


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


def _results(book: Rulebook, history: TableHistory) -> ShoeResultsView:
    counts = {"B": 0, "P": 0, "T": 0}
    for each in history.results:
        counts[LETTERS[Winner(each.ending.winner)]] += 1
    last = history.results[-RESULTS_IN_VIEW:]
    return ShoeResultsView(tuple(_result(book, each) for each in last), counts)


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
