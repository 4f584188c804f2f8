"""Preview a command, with its events and the money of each seat, without running it."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from punto.core.irregularities import Trigger
from punto.floor.dealer_console.command_forms import decide_with_second, refusal_reason
from punto.floor.dealer_console.guidance import guidance
from punto.floor.dealer_console.stakes import SeatKind, seat_kind, seat_order
from punto.ledger import accounts
from punto.ledger.postings import transfers_of
from punto.messages.message import Message, message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.events import clause_of, describe_to_patrons
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
from punto.table.decide import PERMISSIONS
from punto.table.events import Event
from punto.table.evolve import evolve_all
from punto.table.refusals import Refusal
from punto.table.stakes import Stake, position_of
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

    clause: str
    words: Message
    needs_second: bool = False
    ok: bool = True
    code: str = ""
    events: tuple[Message, ...] = ()
    seats: tuple[SeatMoney, ...] = ()
    bank_cents: int = 0
    patrons_read: Message | None = None
    then: Message | None = None


def preview_command(name: str, table: Table, command: Command, by: Actor) -> CommandPreview:
    """The result that a command would have at a table of this name, or its refusal."""
    if _would_reveal(table, command, by):
        return _sealed(table, needs_second=True)
    decision, needs_second = decide_with_second(table, command, by)
    if isinstance(decision, Refusal):
        words = refusal_reason(table, command, decision)
        return refusal_preview(decision, words, needs_second=needs_second)
    if _is_sealed(table, command, decision):
        return _sealed(table, needs_second=needs_second)
    after = evolve_all(table, decision)
    return CommandPreview(
        clause=clause_of(decision) or guidance(table).clause,
        words=message("preview.possible") if decision else message("preview.nothing"),
        needs_second=needs_second,
        events=tuple(filter(None, map(describe_event, decision))),
        seats=tuple(_seat_money(table, decision)),
        bank_cents=_bank_cents(name, decision),
        patrons_read=_patrons_read(table, after, decision),
        then=message("preview.then", step=guidance(after).title),
    )


def refusal_preview(
    refusal: Refusal, words: Message, *, needs_second: bool = False
) -> CommandPreview:
    """The preview of a command that would be refused."""
    return CommandPreview(refusal.clause, words, needs_second, ok=False, code=refusal.code)


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
    sealed = message("preview.sealed")
    return CommandPreview(guidance(table).clause, sealed, needs_second, then=sealed)


def _bank_cents(name: str, events: Iterable[Event]) -> int:
    """The change of the table's bank; below zero if the bank would lose."""
    bank, transfers = accounts.bank(name), transfers_of(name, "preview", events)
    gained = sum(each.cents for each in transfers if each.target == bank)
    return gained - sum(each.cents for each in transfers if each.source == bank)


# Seat by seat


def _seat_money(table: Table, events: tuple[Event, ...]) -> Iterator[SeatMoney]:
    """The money of every seat that has a stake or whose money changes."""
    back, net = Counter[int](), Counter[int]()
    sets = table.round.sets if table.round is not None else {}
    had = {seat: by_wager(placed.stakes) for seat, placed in sets.items() if placed.stakes}
    for event in events:
        for seat, cents in _account_changes(event):
            back[seat] += cents
        for each in event.wagers if isinstance(event, RESULTS) else ():
            if not isinstance(event, table_events.RoundReversed):
                net[each.seat] += each.returned_cents - each.stake.cents
            if each.seat not in sets:
                had.setdefault(each.seat, Counter())[each.stake.wager] += each.stake.cents
    for seat in sorted({*had, *back}, key=seat_order):
        yield SeatMoney(
            seat=position_of(seat),
            kind=seat_kind(seat),
            stakes=dict(had.get(seat, {})),
            back_cents=back[seat],
            net_cents=net[seat],
            words=_back_words(back[seat]),
        )


RESULTS = (
    table_events.RoundSettled,
    table_events.RoundCorrected,
    table_events.RoundReversed,
)


def by_wager(stakes: Iterable[Stake]) -> Counter[str]:
    """The cents on each wager."""
    found = Counter[str]()
    for each in stakes:
        found[each.wager] += each.cents
    return found


def _back_words(cents: int) -> Message | None:
    if not cents:
        return None
    if cents > 0:
        return message("preview.returned", cents=cents)
    return message("preview.taken-back", cents=-cents)


def _account_changes(event: Event) -> Iterator[tuple[int, int]]:
    """The change of each seat's money by an event; below zero if the seat pays."""
    match event:
        case table_events.WagersPlaced():
            yield event.seat, event.returned_cents - event.debited_cents
        case table_events.RoundSettled():
            yield from ((each.seat, each.returned_cents) for each in event.wagers)
        case table_events.ParticipantsConfirmed() | table_events.RoundVoided():
            yield from ((each.seat, each.cents) for each in event.returned)
        case table_events.WithdrawalAnswered() | table_events.WagersRemoved():
            yield event.seat, event.cents
        case table_events.RoundReversed():
            for each in event.wagers:
                yield each.seat, each.stake.cents - each.returned_cents
        case table_events.RoundCorrected():
            yield from ((each.seat, each.returned_cents) for each in event.wagers)
            yield from ((each.seat, -each.returned_cents) for each in event.before)


# The events in words


EVENT_KEYS = {
    table_events.CardsPassed: "preview.passed",
    table_events.CardsRefused: "preview.cards-refused",
    table_events.FirstHandChosen: "preview.first-hand",
    table_events.CardsExposed: "preview.exposed",
    table_events.CardsMisplaced: "preview.loose-cards",
    table_events.LowerWagersRequested: "preview.lower-wagers",
    table_events.WagersRemoved: "preview.wagers-removed",
    table_events.WagersRestricted: "preview.wagers-per-area",
    table_events.WagersPlaced: "preview.wagers-placed",
    table_events.MethodChosen: "preview.method",
    table_events.RoundVoided: "preview.void",
}
"""The sentences for staff, where patrons read another one or none."""

EVENT_FIELDS = (
    "side",
    "cents",
    "exceeded_cents",
    "per_area",
    "method",
    "round",
    "trigger",
    "source",
)


def describe_event(event: Event) -> Message | None:
    """The event for staff, without card values; None for a drawn card."""
    key = EVENT_KEYS.get(type(event))
    if key is None:
        return None if isinstance(event, table_events.CardDrawn) else describe_to_patrons(event)
    values = {name: getattr(event, name) for name in EVENT_FIELDS if hasattr(event, name)}
    match event:
        case table_events.CardsMisplaced():
            values["cards"] = len(event.cards)
        case table_events.CardsPassed() | table_events.CardsRefused():
            values["seat"] = event.position
        case table_events.WagersPlaced():
            total = sum(each.cents for each in event.stakes)
            values |= {"seat": position_of(event.seat), "cents": total}
        case table_events.WagersRemoved():
            values["seat"] = position_of(event.seat)
    return Message(key, values)


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
