"""Preview a command, with its events and the money of each seat, without running it."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.floor.dealer_console.command_forms import ANOTHER, refusal_reason
from punto.floor.dealer_console.guidance import guidance
from punto.floor.dealer_console.sealed_cards import resolve_sealed_cards
from punto.floor.dealer_console.stakes import SeatKind, seat_kind, seat_order
from punto.ledger import accounts
from punto.ledger.postings import transfers_of
from punto.messages.message import Message, message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.events import describe_to_patrons
from punto.reports.games.explanation import describe_outcome
from punto.table import events as table_events
from punto.table.actors import Actor, may_do_at
from punto.table.card_handling import hidden_cards
from punto.table.commands import (
    Command,
    CorrectFacts,
    GiveRuling,
    InterruptRound,
    ReportIrregularity,
)
from punto.table.decide import PERMISSIONS, decide
from punto.table.events import CardsMisplaced, Event
from punto.table.evolve import evolve_all
from punto.table.refusals import Refusal
from punto.table.stakes import position_of
from punto.table.state import Phase, Table

TURNS_ON_CARDS = (ReportIrregularity, InterruptRound, GiveRuling, CorrectFacts)
"""Commands whose result may depend on the values of cards, and would reveal them."""

TURNS_ON_DUE = frozenset({Trigger.DRAWN_TOGETHER})
"""Triggers that depend on whether a card is due, a secret while cards are face down."""


class SeatMoney(Struct, frozen=True):
    """The effect of a command on the money of one seat."""

    seat: int
    kind: SeatKind
    stakes: dict[str, int]
    back_cents: int
    net_cents: int
    words: Message | None


class CommandPreview(Struct, frozen=True):
    """The result that a command would have. The floor stores nothing of it."""

    ok: bool
    code: str
    clause: str
    words: Message
    needs_second: bool
    events: tuple[Message, ...] = ()
    seats: tuple[SeatMoney, ...] = ()
    bank_cents: int = 0
    patrons_read: Message | None = None
    then: Message | None = None


def preview_command(name: str, table: Table, command: Command, by: Actor) -> CommandPreview:
    """The result that a command would have at a table of this name, or its refusal."""
    command = resolve_sealed_cards(table, command)
    if _would_reveal(table, command, by):
        return _sealed(table, needs_second=True)
    alone = decide(table, command, by)
    needs_second = isinstance(alone, Refusal) and alone.code == "needs-second"
    decision = decide(table, command, replace(by, seconded_by=ANOTHER)) if needs_second else alone
    if isinstance(decision, Refusal):
        return _refused(table, command, decision, needs_second=needs_second)
    events = tuple(decision)
    if _is_sealed(table, command, events):
        return _sealed(table, needs_second=needs_second)
    after = evolve_all(table, events)
    return CommandPreview(
        ok=True,
        code="",
        clause=_clause(events, table),
        words=message("preview.possible") if events else message("preview.nothing"),
        needs_second=needs_second,
        events=tuple(_event_words(events)),
        seats=tuple(seat_money(table, events)),
        bank_cents=bank_cents(name, events),
        patrons_read=_patrons_read(table, after, events),
        then=message("preview.then", step=guidance(after).title),
    )


def _refused(
    table: Table, command: Command, refusal: Refusal, *, needs_second: bool
) -> CommandPreview:
    return CommandPreview(
        ok=False,
        code=refusal.code,
        clause=refusal.clause,
        words=refusal_reason(table, command, refusal),
        needs_second=needs_second,
    )


def _would_reveal(table: Table, command: Command, by: Actor) -> bool:
    """Whether even a refusal would reveal a card that is face down."""
    if table.book is None or not isinstance(command, ReportIrregularity):
        return False
    if not may_do_at(table, by, PERMISSIONS[ReportIrregularity]):
        return False
    if command.trigger is Trigger.DRAWN_TOGETHER and not command.numbers:
        # The cards that everyone sees decide whether a card may be due.
        return False
    turns = command.trigger in TURNS_ON_DUE or bool(command.cards)
    return turns and table.round is not None and bool(hidden_cards(table))


def _is_sealed(table: Table, command: Command, events: Iterable[Event]) -> bool:
    """Whether the result would reveal a card that is face down."""
    if table.round is None or not isinstance(command, TURNS_ON_CARDS) or not hidden_cards(table):
        return False
    # The house returns every stake of a void round, for all values of the cards.
    return not any(isinstance(event, table_events.RoundVoided) for event in events)


def _sealed(table: Table, *, needs_second: bool) -> CommandPreview:
    return CommandPreview(
        ok=True,
        code="",
        clause=guidance(table).clause,
        words=message("preview.sealed"),
        needs_second=needs_second,
        then=message("preview.sealed"),
    )


def _clause(events: Iterable[Event], table: Table) -> str:
    sources = (getattr(event, "source", "") for event in events)
    return next((each for each in sources if each), guidance(table).clause)


def bank_cents(name: str, events: Iterable[Event]) -> int:
    """The change of the table's bank; below zero if the bank would lose."""
    bank = accounts.bank(name)
    return sum(
        each.cents if each.target == bank else -each.cents
        for each in transfers_of(name, "preview", events)
        if bank in (each.source, each.target)
    )


# Seat by seat


def seat_money(table: Table, events: tuple[Event, ...]) -> Iterator[SeatMoney]:
    """The money of every seat that has a stake or whose money changes."""
    back: dict[int, int] = {}
    net: dict[int, int] = {}
    had: dict[int, dict[str, int]] = {}
    sets = table.round.sets if table.round is not None else {}
    for seat, placed in sets.items():
        for stake in placed.stakes:
            on = had.setdefault(seat, {})
            on[stake.wager] = on.get(stake.wager, 0) + stake.cents
    for event in events:
        for seat, cents in account_changes(event):
            back[seat] = back.get(seat, 0) + cents
        for each in _concerned(event):
            if not isinstance(event, table_events.RoundReversed):
                net[each.seat] = net.get(each.seat, 0) + each.returned_cents - each.stake.cents
            if each.seat not in sets:
                on = had.setdefault(each.seat, {})
                on[each.stake.wager] = on.get(each.stake.wager, 0) + each.stake.cents
    for seat in sorted({*had, *back}, key=seat_order):
        cents = back.get(seat, 0)
        yield SeatMoney(
            seat=position_of(seat),
            kind=seat_kind(seat),
            stakes=had.get(seat, {}),
            back_cents=cents,
            net_cents=net.get(seat, 0),
            words=_back_words(cents),
        )


def _back_words(cents: int) -> Message | None:
    if not cents:
        return None
    if cents > 0:
        return message("preview.returned", cents=cents)
    return message("preview.taken-back", cents=-cents)


def account_changes(event: Event) -> Iterator[tuple[int, int]]:  # noqa: C901  one match
    """The change of each seat's money by an event; below zero if the seat pays."""
    match event:
        case table_events.WagersPlaced():
            yield event.seat, event.returned_cents - event.debited_cents
        case table_events.RoundSettled():
            for wager in event.wagers:
                yield wager.seat, wager.returned_cents
        case table_events.ParticipantsConfirmed() | table_events.RoundVoided():
            for each in event.returned:
                yield each.seat, each.cents
        case table_events.WithdrawalAnswered() | table_events.WagersRemoved():
            yield event.seat, event.cents
        case table_events.RoundReversed():
            for wager in event.wagers:
                yield wager.seat, wager.stake.cents - wager.returned_cents
        case table_events.RoundCorrected():
            for wager in event.wagers:
                yield wager.seat, wager.returned_cents
            for wager in event.before:
                yield wager.seat, -wager.returned_cents
        case _:
            return


def _concerned(event: Event) -> tuple[table_events.WagerSettled, ...]:
    """The wagers of a round that an event settles, corrects or reverses."""
    return event.wagers if isinstance(event, RESULTS) else ()


RESULTS = (
    table_events.RoundSettled,
    table_events.RoundCorrected,
    table_events.RoundReversed,
)


# The events in words


def _event_words(events: Iterable[Event]) -> Iterator[Message]:
    for event in events:
        words = describe_event(event)
        if words is not None:
            yield words


def describe_event(event: Event) -> Message | None:  # noqa: C901  one match
    """The event for staff, without card values; None for a drawn card."""
    match event:
        case table_events.CardsPassed():
            return message(
                "preview.passed", hand=event.side, seat=event.position, source=event.source
            )
        case table_events.CardsRefused():
            return message("preview.cards-refused", hand=event.side, seat=event.position)
        case table_events.FirstHandChosen():
            return message("preview.first-hand", hand=event.side, source=event.source)
        case table_events.CardsExposed():
            return message("preview.exposed", hand=event.side, source=event.source)
        case table_events.WagersRemoved():
            seat = position_of(event.seat)
            return message(
                "preview.wagers-removed", cents=event.cents, seat=seat, source=event.source
            )
        case table_events.LowerWagersRequested():
            return message(
                "preview.lower-wagers",
                hand=event.side,
                cents=event.exceeded_cents,
                source=event.source,
            )
        case table_events.WagersRestricted():
            return message("preview.wagers-per-area", wagers=event.per_area, source=event.source)
        case table_events.MethodChosen():
            return message("preview.method", method=event.method, source=event.source)
        case CardsMisplaced():
            return message("preview.loose-cards", cards=len(event.cards))
        case table_events.WagersPlaced():
            cents = sum(each.cents for each in event.stakes)
            return message("preview.wagers-placed", seat=position_of(event.seat), cents=cents)
        case table_events.RoundVoided():
            return message(
                "preview.void", round=event.round, trigger=event.trigger, source=event.source
            )
        case table_events.CardDrawn():
            return None
        case _:
            return describe_to_patrons(event)


def _patrons_read(table: Table, after: Table, events: Iterable[Event]) -> Message | None:
    """The sentence that every patron will read."""
    for event in events:
        if isinstance(event, table_events.RoundVoided | table_events.RoundReversed):
            return message(
                "preview.void-read",
                round=event.round,
                what=table_state.void_message(event.trigger),
                source=event.source,
            )
    if after.pending_steps and after.pending_steps != table.pending_steps:
        return table_state.hold_message(after.pending_steps[0])
    if after.phase is Phase.SETTLED and table.phase is not Phase.SETTLED:
        return describe_outcome(after.current.tableau)
    return None
