"""Convert the events of a card-reading shoe into table commands and notices for staff."""

from dataclasses import dataclass
from enum import StrEnum

from punto.core.facts import Winner
from punto.core.irregularities import Circumstance, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.tableau import ending, next_sides
from punto.devices.shoe_events import (
    CardRead,
    CardsReturned,
    CardsTurnedUp,
    ErrorCancelled,
    ErrorCode,
    ErrorRaised,
    GameStarted,
    LockChanged,
    PresetChanged,
    ShoeEvent,
    ShoeReady,
    Verdict,
)
from punto.devices.shoe_status import ShoeStatus
from punto.table.commands import Command, DrawCard, ReportEmptyShoe, ReportIrregularity
from punto.table.state import IN_ROUND, Phase, Table


class NoticeKind(StrEnum):
    """The importance of a notice."""

    STEP = "step"
    """An expected step took place."""

    PROMPT = "prompt"
    """Staff must act before the round continues."""

    SIGNIFICANT = "significant"
    """The floor records the notice with its significant events."""

    ALARM = "alarm"
    """A dealer cannot dismiss the notice alone."""


@dataclass(frozen=True, slots=True)
class StaffNotice:
    """A message for the staff of a table."""

    kind: NoticeKind
    words: str


@dataclass(frozen=True, slots=True)
class ShoeResponse:
    """The result of a device's event: commands for the table, and notices for its staff."""

    commands: tuple[Command, ...] = ()
    notices: tuple[StaffNotice, ...] = ()


STAFF_QUESTIONS = {
    ErrorCode.CANNOT_READ: "A card was not read: turn it up and enter it, with a second person.",
    ErrorCode.OVERDRAW: "More cards left the device than were called for.",
    ErrorCode.BUTTON_MISHANDLED: "The button was mishandled: hands follow the order drawn.",
    ErrorCode.REVERSE_AT_EXIT: "A card went back at the exit of the device.",
    ErrorCode.REVERSE_ON_THE_WAY: "A card went back on its way through the device.",
    ErrorCode.CARD_CODE: "These are not the cards that the device is set to.",
    ErrorCode.TIME_OUT: "No card was drawn in time: draw the next card.",
}


def commands_for(event: ShoeEvent, table: Table, condition: ShoeStatus) -> ShoeResponse:  # noqa: C901  one match
    """The response to an event; `condition` is the status of the device before it."""
    match event:
        case CardRead():
            return _card(event, table, condition)
        case ErrorRaised():
            return _error(event, table)
        case ErrorCancelled(code):
            return _notice(NoticeKind.SIGNIFICANT, f"Error {code} was cleared at the device.")
        case GameStarted():
            return _started(table)
        case ShoeReady(out):
            return _ready(out, table, condition)
        case Verdict():
            return _verdict(event, table)
        case CardsTurnedUp(side):
            return _notice(NoticeKind.STEP, f"The {side} hand is face up.")
        case CardsReturned(first, many):
            words = f"Cards {first} to {first + many - 1} went back: confirm what was seen."
            return _notice(NoticeKind.PROMPT, words)
        case LockChanged(is_locked):
            state = "locked" if is_locked else "unlocked"
            return _notice(NoticeKind.SIGNIFICANT, f"The device was {state}.")
        case PresetChanged():
            return _preset(event, table)


def _card(event: CardRead, table: Table, condition: ShoeStatus) -> ShoeResponse:
    """Report the next card of the shoe to the table; compare any other card.

    While bets are open the card is reported in any case, because it must close the bets.
    """
    if table.shoe is None:
        return _notice(NoticeKind.ALARM, "A card left the device though no shoe is loaded.")
    hold = condition.hold or _misfit(table, condition)
    if hold and table.phase is not Phase.BETS_OPEN:
        return _notice(NoticeKind.ALARM, f"Card {event.number} left the device though {hold}.")
    if event.number <= table.shoe.cards_out:
        return _read_again(event, table, condition)
    if event.number > table.shoe.cards_out + 1:
        words = f"Card {event.number} came: enter card {table.shoe.cards_out + 1} first."
        return _notice(NoticeKind.ALARM, words)
    return ShoeResponse((DrawCard(event.number, event.card),), _doubts(event, table))


def _misfit(table: Table, condition: ShoeStatus) -> str:
    preset = condition.preset
    fits = preset is None or preset.fits(table.device.decks, table.game.order)
    return "" if fits else "it is set to another game"


def _read_again(event: CardRead, table: Table, condition: ShoeStatus) -> ShoeResponse:
    """Compare a repeated number: the same card is ignored, another card breaks the order."""
    before = condition.cards.get(event.number, event.card)
    if before in (event.card, FACE_DOWN):
        return ShoeResponse()
    words = f"card {event.number} was read as {before} and then as {event.card}"
    alarm = StaffNotice(NoticeKind.ALARM, f"{words[0].upper()}{words[1:]}.")
    if event.number not in condition.redrawn:
        return ShoeResponse((), (alarm,))
    return ShoeResponse(_order_lost(table, words), (alarm,))


def _doubts(event: CardRead, table: Table) -> tuple[StaffNotice, ...]:
    """Report where the device and the table disagree about a card; the order drawn decides."""
    in_round = table.phase in IN_ROUND
    due = next_sides(table.current.tableau) if in_round else frozenset({None})
    if event.in_game and due == {None} and table.device.is_burned:
        return (StaffNotice(NoticeKind.ALARM, f"Card {event.number} was not called for."),)
    if not event.in_game and due == {None} and table.device.is_burned:
        words = f"Card {event.number} is one too many: the next round begins with it."
        return (StaffNotice(NoticeKind.PROMPT, words),)
    if not event.in_game and due != {None}:
        words = f"Card {event.number} counts, though the device takes it for one too many."
        return (StaffNotice(NoticeKind.ALARM, words),)
    if event.side is not None and event.side not in due and due != {None}:
        words = f"Card {event.number} is not for the {event.side} hand, as the device has it."
        return (StaffNotice(NoticeKind.ALARM, words),)
    return ()


def _error(event: ErrorRaised, table: Table) -> ShoeResponse:
    """Report an error to the table and its staff; the device status itself holds the round."""
    kind = NoticeKind.PROMPT if event.code is ErrorCode.TIME_OUT else NoticeKind.ALARM
    notices = (StaffNotice(kind, f"Error {event.code}. {STAFF_QUESTIONS[event.code]}"),)
    if table.shoe is None:
        return ShoeResponse((), notices)
    return ShoeResponse(_commands_for_error(event, table), notices)


def _commands_for_error(event: ErrorRaised, table: Table) -> tuple[Command, ...]:
    if not event.number and event.code is not ErrorCode.TIME_OUT:
        # A new connection repeats the error, but its effect on the cards is complete.
        return ()
    record = f"the device's record: error {event.code} at card {event.number}"
    match event.code:
        case ErrorCode.CANNOT_READ:
            return (DrawCard(event.number, FACE_DOWN),)
        case ErrorCode.OVERDRAW:
            return _overdrawn(event, table, record)
        case ErrorCode.BUTTON_MISHANDLED:
            has_cards = table.phase in IN_ROUND and bool(table.current.numbers)
            return (ReportIrregularity(Trigger.WRONG_ORDER, evidence=record),) if has_cards else ()
        case ErrorCode.REVERSE_AT_EXIT | ErrorCode.REVERSE_ON_THE_WAY:
            return () if event.is_order_known else _order_lost(table, record)
        case ErrorCode.CARD_CODE:
            return (ReportIrregularity(Trigger.FOREIGN_CARD, evidence=record),)
        case ErrorCode.TIME_OUT:
            is_empty = table.device.cards_out >= table.device.cards
            return (ReportEmptyShoe(),) if is_empty and _needs_card(table) else ()


def _overdrawn(event: ErrorRaised, table: Table, record: str) -> tuple[Command, ...]:
    """Give cards drawn together to a round that needs a card, else leave them over (R25)."""
    fresh = event.cards[max(0, table.device.cards_out + 1 - event.number) :]
    if len(fresh) < len(event.cards) or event.number > table.device.cards_out + 1:
        # The device repeated or skipped a card: staff must check.
        return ()
    if len(fresh) < 2 or (event.is_order_known and not _needs_card(table)):
        first = event.number
        return tuple(DrawCard(first + at, text) for at, text in enumerate(fresh))
    if not _needs_card(table):
        return _order_lost(table, record)
    facts = () if event.is_order_known else (Circumstance.ORDER_UNKNOWN,)
    return (ReportIrregularity(Trigger.DRAWN_TOGETHER, facts, fresh, evidence=record),)


def _started(table: Table) -> ShoeResponse:
    if table.phase in (Phase.BETS_CLOSED, Phase.DEALING):
        return _notice(NoticeKind.STEP, "The device begins a game.")
    return _notice(NoticeKind.ALARM, "The device begins a game though bets are not closed.")


def _ready(out: int, table: Table, condition: ShoeStatus) -> ShoeResponse:
    """Report a reset if the device counts fewer cards out than the table."""
    known = table.shoe.cards_out if table.shoe is not None else 0
    if out == known or condition.back >= set(range(out + 1, known + 1)) > set():
        return _notice(NoticeKind.STEP, "The device is ready.")
    if out > known:
        return _notice(NoticeKind.ALARM, f"The device counts {out} cards out, the table {known}.")
    words = f"the device was reset: it counts {out} cards out, the table {known}"
    alarm = StaffNotice(NoticeKind.ALARM, f"T{words[1:]}.")
    closed = table.phase in IN_ROUND - {Phase.BETS_OPEN}
    return ShoeResponse(
        (ReportIrregularity(Trigger.DEVICE_RESET, evidence=words),) if closed else (), (alarm,)
    )


def _verdict(event: Verdict, table: Table) -> ShoeResponse:
    if table.phase is not Phase.COMPLETE or not table.current.tableau.is_known:
        return _notice(NoticeKind.ALARM, "The device reports a result, but the round has none.")
    ours = ending(table.current.tableau)
    found = Verdict(Winner(ours.winner), ours.player_total, ours.banker_total)
    if found == event:
        return _notice(NoticeKind.STEP, "The device agrees with the result.")
    words = f"The device reports {_totals(event)}; the cards give {_totals(found)}."
    return _notice(NoticeKind.ALARM, words)


def _preset(event: PresetChanged, table: Table) -> ShoeResponse:
    fits = table.settings is None or event.fits(table.settings_in_force.decks, table.game.order)
    initial = "".join(side[0].upper() for side in event.initial)
    words = f"The device was set to {event.decks} decks dealt {initial}"
    if fits:
        return _notice(NoticeKind.SIGNIFICANT, f"{words}.")
    return _notice(NoticeKind.ALARM, f"{words}, which this table does not play.")


def _order_lost(table: Table, evidence: str) -> tuple[Command, ...]:
    """Report that the order in the device is lost, unless all cards of the round are drawn.

    Otherwise a person could void a finished round by pushing a card back. If that round is at
    fault as well, two members of staff must report it themselves, with evidence.
    """
    if table.phase is Phase.COMPLETE:
        return ()
    return (
        ReportIrregularity(
            Trigger.ORDER_LOST, (Circumstance.CANNOT_BE_RECONSTRUCTED,), evidence=evidence
        ),
    )


def _needs_card(table: Table) -> bool:
    return table.phase in IN_ROUND and next_sides(table.current.tableau) != {None}


def _totals(verdict: Verdict) -> str:
    return f"Player {verdict.player_total}, Banker {verdict.banker_total}"


def _notice(kind: NoticeKind, words: str) -> ShoeResponse:
    return ShoeResponse((), (StaffNotice(kind, words),))
