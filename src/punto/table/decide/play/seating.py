"""Decide commands about seats and terminals, and which seats take part in a round."""

from punto.core.irregularities import Circumstance, Trigger
from punto.core.staff_positions import Permission
from punto.table.actors import Actor, may_act_for
from punto.table.commands import (
    AcknowledgeScreen,
    DecideParticipation,
    DisconnectTerminal,
    LeaveSeat,
    ReconnectTerminal,
    TakeSeat,
)
from punto.table.decide.live.device_control import end_control_with_visit
from punto.table.events import (
    Decision,
    ParticipantsConfirmed,
    ParticipationDecided,
    ReturnedStakes,
    ScreenAcknowledged,
    SeatLeft,
    SeatTaken,
    TerminalDisconnected,
    TerminalReconnected,
)
from punto.table.irregularity_rules import applicable_row
from punto.table.refusals import No
from punto.table.stakes import are_chips, chips_at
from punto.table.state import IN_ROUND, Phase, Round, Table


def take_seat(table: Table, command: TakeSeat, by: Actor) -> Decision:
    """Give a free seat to a visit that has no other seat at this table."""
    if not may_act_for(table, command.visit, by, Permission.SEAT_PATRONS) or are_chips(
        command.visit
    ):
        return No.NOT_YOUR_SEAT
    if not table.has_position(command.seat):
        return No.NO_SUCH_SEAT
    if command.seat in table.seats or command.visit in {
        each.visit for each in table.seats.values()
    }:
        return No.SEAT_OCCUPIED
    return (SeatTaken(command.seat, command.visit),)


def leave_seat(table: Table, command: LeaveSeat, by: Actor) -> Decision:
    """Release a seat without stakes."""
    if command.seat not in table.seats:
        return No.SEAT_FREE
    visit = table.seats[command.seat].visit
    if not may_act_for(table, visit, by, Permission.SEAT_PATRONS):
        return No.NOT_YOUR_SEAT
    if table.phase in IN_ROUND and {command.seat, chips_at(command.seat)} & set(table.current.sets):
        return No.STAKES_THERE
    return (*end_control_with_visit(table, command.seat), SeatLeft(command.seat, visit))


def acknowledge_screen(table: Table, command: AcknowledgeScreen, by: Actor) -> Decision:
    """Record what a terminal has displayed, once each. Ignore a set that was never accepted."""
    if command.seat not in table.seats:
        return No.SEAT_FREE
    if by.name != table.seats[command.seat].visit:
        return No.NOT_YOUR_SEAT
    if table.phase not in IN_ROUND or command.round != table.current.number:
        return No.OTHER_ROUND
    known = table.current
    accepted = command.accepted if command.accepted <= known.sets_placed else 0
    closed = command.closed and table.phase is not Phase.BETS_OPEN
    newly_accepted = accepted > known.accepted.get(command.seat, 0)
    newly_closed = closed and command.seat not in known.close_shown
    if not newly_accepted and not newly_closed:
        return ()
    return (ScreenAcknowledged(command.round, command.seat, accepted, closed),)


def terminal_connection(table: Table, command: DisconnectTerminal | ReconnectTerminal) -> Decision:
    """Record that a terminal disconnected or reconnected. The round continues for the others."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return No.SEAT_FREE
    lost = isinstance(command, DisconnectTerminal)
    if seat.is_cut_off is lost:
        return ()
    return (TerminalDisconnected(command.seat) if lost else TerminalReconnected(command.seat),)


def decide_participation(table: Table, command: DecideParticipation) -> Decision:
    """Decide whether a seat takes part, before the first card; later the cards would be known."""
    if table.current.is_confirmed:
        return No.TOO_LATE
    if command.seat not in table.current.sets:
        return No.SEAT_FREE
    if not is_participation_open(table.current, command.seat):
        return No.NOT_IN_DOUBT
    return (ParticipationDecided(table.current.number, command.seat, command.takes_part),)


def is_participation_open(current: Round, seat: int) -> bool:
    """Whether a terminal was cut off at the close or has not displayed the close (R12)."""
    if are_chips(current.sets[seat].visit):
        return False
    return seat in current.cut_off_at_close or seat not in current.close_shown


def confirm_participation(table: Table) -> tuple[ParticipantsConfirmed, ...]:
    """Return the seats that take part, unless they are confirmed. Other stakes go back."""
    current = table.current
    if current.is_confirmed:
        return ()
    out = [seat for seat in current.sets if not _takes_part(current, seat)]
    returned = tuple(
        ReturnedStakes(seat, current.sets[seat].visit, current.sets[seat].cents) for seat in out
    )
    staying = tuple(seat for seat in current.sets if seat not in out)
    source = _left_out_by(table) if out else ""
    return (ParticipantsConfirmed(current.number, staying, returned, source),)


def _left_out_by(table: Table) -> str:
    """Return the clause or policy that leaves seats out."""
    circumstances = Circumstance.ACCEPTED_NOT_CLOSED, Circumstance.NOT_ACKNOWLEDGED
    return applicable_row(table.game, Trigger.TERMINAL_CUT_OFF, circumstances).source


def _takes_part(current: Round, seat: int) -> bool:
    """Whether a seat takes part; a terminal cut off must have displayed the acceptance (R12)."""
    if seat in current.ruled_on:
        return current.ruled_on[seat]
    if seat not in current.cut_off_at_close:
        return True
    return current.accepted.get(seat, 0) >= current.sets[seat].number
