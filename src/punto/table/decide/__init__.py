"""Decide: what a command brings about at a table, or why it brings about nothing."""

from typing import TypeAlias, assert_never

from punto.core.rulebook import WagerPlacement
from punto.core.staff_positions import Permission
from punto.table.actors import Actor, ActorKind, is_seconded, may_do_at
from punto.table.commands import live as live_commands
from punto.table.commands.irregularities import (
    InspectSetAsideCards,
    ReopenBets,
    ReplaceCards,
    ReplaceMissingCards,
    ReportIrregularity,
    ReportSortedDecks,
    SetCardsAside,
)
from punto.table.commands.live import LiveCommand
from punto.table.commands.play import (
    AcknowledgeScreen,
    AnswerWithdrawal,
    ChangeSettings,
    CloseBets,
    CloseTable,
    CloseWithdrawal,
    Command,
    ConfirmParticipants,
    CorrectFacts,
    DecideParticipation,
    DisconnectTerminal,
    DrawCard,
    EndShoe,
    EnterCard,
    GiveRuling,
    InterruptRound,
    LeaveSeat,
    LoadShoe,
    OpenBets,
    OpenTable,
    PlaceWagers,
    ReconnectTerminal,
    ReferDecision,
    ReportCuttingCard,
    ReportEmptyShoe,
    SettleRound,
    TakeSeat,
)
from punto.table.decide.card_names import normalise_cards
from punto.table.decide.decision import Decision
from punto.table.decide.irregularities import (
    fact_corrections,
    interruption,
    missing_card,
    remedies,
    reports,
    rulings,
    withdrawal,
)
from punto.table.decide.live import chips, device_control, differential, limits, squeeze
from punto.table.decide.play import dealing, opening, seating, settlement, wagering
from punto.table.refusals import No
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table

#: What somebody must be allowed to do to ask for these.
PERMISSIONS: dict[type[Command], Permission] = {
    CloseTable: Permission.CLOSE_TABLE,
    ChangeSettings: Permission.CHANGE_SETTINGS,
    LoadShoe: Permission.LOAD_SHOE,
    EndShoe: Permission.END_SHOE,
    OpenBets: Permission.OPEN_BETS,
    CloseBets: Permission.CLOSE_BETS,
    ConfirmParticipants: Permission.CLOSE_BETS,
    DecideParticipation: Permission.RULE_ON_SEAT,
    EnterCard: Permission.ENTER_CARD_BY_HAND,
    SettleRound: Permission.COLLECT_AND_PAY,
    ReportCuttingCard: Permission.RAISE_IRREGULARITY,
    InterruptRound: Permission.RAISE_IRREGULARITY,
    ReportIrregularity: Permission.RAISE_IRREGULARITY,
    CorrectFacts: Permission.RAISE_IRREGULARITY,
    ReopenBets: Permission.REOPEN_AFTER_RESET,
    ReplaceCards: Permission.REPLACE_CARDS,
    live_commands.EnterChips: Permission.ENTER_CHIPS,
    live_commands.RequestLowerWagers: Permission.ASK_FOR_LOWER_WAGERS,
    live_commands.RemoveWagers: Permission.REMOVE_WAGERS,
    live_commands.RestrictWagers: Permission.RESTRICT_WAGERS_PER_AREA,
    live_commands.OfferWithdrawal: Permission.ALLOW_WITHDRAWAL_AT_CUTTING_CARD,
    live_commands.AllowDrawing: Permission.ALLOW_DRAWING_WITHOUT_WAGER,
    live_commands.HandOverDevice: Permission.HAND_OVER_DEVICE,
    live_commands.PassCards: Permission.PASS_CARDS,
    live_commands.ChooseHandler: Permission.CHOOSE_CARD_HANDLER,
    live_commands.ChooseFirstHand: Permission.CHOOSE_FIRST_HAND_SHOWN,
    live_commands.AllowSqueezing: Permission.ALLOW_SQUEEZING,
}

#: Who may ask for these depends on the seat, the ruling or the method that they are about.
CHECKED_LATER = (
    OpenTable,
    TakeSeat,
    LeaveSeat,
    AcknowledgeScreen,
    PlaceWagers,
    AnswerWithdrawal,
    GiveRuling,
    ReferDecision,
    SetCardsAside,
    ReportSortedDecks,
    InspectSetAsideCards,
    ReplaceMissingCards,
    live_commands.ChooseMethod,
    live_commands.RelinquishDevice,
    live_commands.RefuseCards,
    live_commands.ExposeCards,
)

Answer: TypeAlias = AnswerWithdrawal | CloseWithdrawal | GiveRuling | ReferDecision | CorrectFacts
"""What a held table waits for, or what is said about it before."""

Incident: TypeAlias = ReportIrregularity | ReopenBets | missing_card.SearchStep
"""What may be told of an incident while a table is held, and often because it is."""

#: What only machines say.
MACHINE_COMMANDS = (DrawCard, ReportEmptyShoe, DisconnectTerminal, ReconnectTerminal)


def decide(table: Table, command: Command, by: Actor) -> Decision:  # noqa: C901  one match
    """What a command brings about; reads everything and changes nothing."""
    if not _is_allowed(table, command, by):
        return No.NOT_ALLOWED.at(table.book)
    if (act := PERMISSIONS.get(type(command))) and not is_seconded(by, act):
        return No.NEEDS_SECOND.at(table.book)
    command = normalise_cards(command)
    match table.phase, command:
        case Phase.CLOSED, OpenTable():
            return opening.open_table(command, by)
        case _, OpenTable():
            return No.TABLE_OPEN.at(table.book)
        case Phase.CLOSED, _:
            return No.TABLE_CLOSED.at(table.book)

        # Whatever is going on
        case _, AcknowledgeScreen():
            return seating.acknowledge_screen(table, command, by)
        case _, DisconnectTerminal() | ReconnectTerminal():
            return seating.terminal_connection(table, command)
        case _, TakeSeat():
            return seating.take_seat(table, command, by)
        case _, LeaveSeat():
            return seating.leave_seat(table, command, by)

        # What must be seen through first
        case _, command if isinstance(command, Answer):
            return _answered(table, command, by)
        case _, command if isinstance(command, Incident):
            return _incident(table, command, by)
        case phase, InterruptRound() if phase in IN_ROUND:
            return interruption.interrupt_round(table, command, by)
        case _ if table.pending_steps:
            return No.HELD.at(table.book)

        # What only a dealer's table knows
        case _, command if isinstance(command, LiveCommand):
            return _live(table, command, by)

        # A round
        case Phase.BETS_OPEN, PlaceWagers():
            return wagering.place_wagers(table, command, by)
        case Phase.BETS_OPEN, CloseBets():
            return wagering.close_bets(table)
        case Phase.BETS_OPEN, DrawCard():
            return dealing.draw_while_open(table, command)
        case Phase.BETS_CLOSED, DecideParticipation():
            return seating.decide_participation(table, command)
        case Phase.BETS_CLOSED, ConfirmParticipants():
            return dealing.confirm_participants(table)
        case Phase.BETS_CLOSED | Phase.DEALING, DrawCard() | EnterCard():
            return dealing.draw(table, command)
        case Phase.BETS_CLOSED | Phase.DEALING, ReportCuttingCard():
            return dealing.report_cutting_card(table)
        case Phase.BETS_CLOSED | Phase.DEALING, ReportEmptyShoe():
            return dealing.report_empty_shoe(table)
        case Phase.COMPLETE, SettleRound():
            return settlement.settle_round(table)
        case Phase.COMPLETE | Phase.SETTLED | Phase.VOID | Phase.IDLE, DrawCard() | EnterCard():
            return dealing.draw_excess_card(table, command)

        case phase, _ if phase in BETWEEN_ROUNDS:
            return _between_rounds(table, command)
        case _:
            return _not_in_this_phase(table, command)


def _answered(table: Table, command: Answer, by: Actor) -> Decision:
    match command:
        case AnswerWithdrawal():
            return rulings.answer_withdrawal(table, command, by)
        case CloseWithdrawal():
            return rulings.close_withdrawal(table, command)
        case GiveRuling():
            return rulings.give_ruling(table, command, by)
        case ReferDecision():
            return rulings.refer_decision(table, command, by)
        case _:
            return fact_corrections.correct_facts(table, command, by)


def _incident(table: Table, command: Incident, by: Actor) -> Decision:
    match command:
        case ReportIrregularity():
            return reports.report_irregularity(table, command, by)
        case ReopenBets():
            return remedies.reopen_bets(table)
        case _:
            return missing_card.continue_search(table, command, by)


def _live(table: Table, command: LiveCommand, by: Actor) -> Decision:  # noqa: C901  one match
    """Decide a command that only a dealer's table knows."""
    match table.phase, command:
        case phase, live_commands.ChooseMethod() | live_commands.RestrictWagers() if (
            phase not in BETWEEN_ROUNDS
        ):
            return No.ROUND_RUNNING.at(table.book)
        case _, live_commands.ChooseMethod():
            return device_control.choose_method(table, command, by)
        case _, live_commands.RestrictWagers():
            return limits.restrict_wagers(table, command)
        case _, live_commands.RelinquishDevice():
            return device_control.relinquish(table, command, by)
        case _, live_commands.AllowDrawing():
            return device_control.allow_drawing(table, command)
        case phase, _ if phase in BETWEEN_ROUNDS:
            return No.NO_ROUND.at(table.book)

        # Wagers on the cloth
        case Phase.BETS_OPEN, live_commands.EnterChips():
            return chips.enter_chips(table, command)
        case _, live_commands.EnterChips():
            return chips.report_late_chips(table, command)
        case Phase.BETS_OPEN, live_commands.RequestLowerWagers():
            return differential.request_lower_wagers(table)
        case Phase.BETS_OPEN, live_commands.RemoveWagers():
            return differential.remove_wagers(table, command)
        case _, live_commands.RequestLowerWagers() | live_commands.RemoveWagers():
            return No.BETS_CLOSED.at(table.book)
        case Phase.BETS_CLOSED, live_commands.OfferWithdrawal():
            return withdrawal.offer_withdrawal(table)
        case _, live_commands.OfferWithdrawal():
            return No.CUT_NOT_FIRST.at(table.book)

        # The device, and cards in patrons' hands
        case _, live_commands.HandOverDevice():
            return device_control.hand_over(table, command)
        case _:
            return _in_hand(table, command, by)


def _in_hand(table: Table, command: LiveCommand, by: Actor) -> Decision:
    match command:
        case live_commands.PassCards():
            return squeeze.pass_cards(table, command)
        case live_commands.RefuseCards():
            return squeeze.refuse_cards(table, command, by)
        case live_commands.ChooseHandler():
            return squeeze.choose_handler(table, command)
        case live_commands.ChooseFirstHand():
            return squeeze.choose_first_hand(table, command)
        case live_commands.AllowSqueezing():
            return squeeze.allow_squeezing(table, command)
        case live_commands.ExposeCards():
            return squeeze.expose_cards(table, command, by)
        case unreachable:
            assert_never(unreachable)  # type: ignore[arg-type]


def _between_rounds(table: Table, command: Command) -> Decision:
    match command:
        case OpenBets():
            return wagering.open_bets(table)
        case LoadShoe():
            return opening.load_shoe(table, command)
        case EndShoe():
            return opening.end_shoe(table, command)
        case ChangeSettings():
            return opening.change_settings(table, command)
        case CloseTable():
            return opening.close_table(table)
        case ReplaceCards():
            return remedies.replace_cards(table)
        case PlaceWagers():
            return No.BETS_NOT_OPEN.at(table.book)
        case _:
            return No.NO_ROUND.at(table.book)


def _is_allowed(table: Table, command: Command, by: Actor) -> bool:
    if isinstance(command, MACHINE_COMMANDS):
        return by.kind is ActorKind.DEVICE
    if isinstance(command, ReportCuttingCard | ReportIrregularity) and by.kind is ActorKind.DEVICE:
        return True
    if isinstance(command, CloseWithdrawal | CloseBets) and by.kind is ActorKind.CLOCK:
        # At a dealer's table only the Dealer's call closes bets; the clock may remind them.
        live = table.book is not None and table.game.document.placement is WagerPlacement.TABLE
        return isinstance(command, CloseWithdrawal) or not live
    act = PERMISSIONS.get(type(command))
    if act is None:
        # What stands in no list nobody may.
        return isinstance(command, CHECKED_LATER)
    return table.book is None or may_do_at(table, by, act)


def _not_in_this_phase(table: Table, command: Command) -> Decision:
    """Why something that belongs elsewhere cannot be done while a round runs."""
    match table.phase, command:
        case _, PlaceWagers():
            return wagering.refuse_late_wagers(table, command)
        case Phase.BETS_OPEN, _:
            return No.BETS_OPEN.at(table.book)
        case _, CloseBets():
            return No.BETS_CLOSED.at(table.book)
        case Phase.DEALING | Phase.COMPLETE, DecideParticipation() | ConfirmParticipants():
            return No.TOO_LATE.at(table.book)
        case _, SettleRound():
            read = table.current.tableau.is_known
            return (No.CARD_DUE if read else No.CARD_UNREAD).at(table.book)
        case Phase.COMPLETE, ReportEmptyShoe() | ReportCuttingCard():
            return No.NO_CARD_DUE.at(table.book)
        case _:
            return No.ROUND_RUNNING.at(table.book)
