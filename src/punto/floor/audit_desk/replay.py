"""Replay a round entry by entry, with each screen and the data that it was not sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.table_view import TableContext, staff_table_view
from punto.floor.plan import TablePlan
from punto.floor.public_view import table_view
from punto.floor.read_models.history import History
from punto.floor.read_models.table_history import AcceptedSet, RoundRecord, TableHistory
from punto.floor.streams.aggregates import encode_table_snapshot
from punto.floor.streams.writer import CommittedEntry
from punto.journal.encoding import decode
from punto.journal.entry import Entry
from punto.journal.errors import JournalError
from punto.journal.reader import JournalReader, JournalRow
from punto.ledger.accounts import credit
from punto.messages.message import Message, message
from punto.table.actors import Actor, ActorKind
from punto.table.card_handling import hidden_cards
from punto.table.events import ScreenAcknowledged, ShoeLoaded
from punto.table.state import Table

DEALER = Actor(ActorKind.STAFF, "dealer", StaffPosition.DEALER)
NO_TIME = table_view.Countdown(None, {})


class NoSuchRound(JournalError):
    """A round that the journal does not have, or that is not over."""


@dataclass(frozen=True, slots=True)
class RoundRange:
    """The first and the last entry of a range of rounds in the stream of their table."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ScreenRecord:
    """The view that one screen showed, and the data that it did not get."""

    view: Any
    withheld: tuple[Message, ...]
    is_checked: bool
    """Whether a search of the data that was sent found nothing that the screen must not have."""

    acknowledged_at: str = ""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One entry of the round, and every screen after it."""

    line: JournalRow
    entry: Entry
    table: Table
    display: ScreenRecord
    dealer: ScreenRecord
    seats: dict[int, ScreenRecord]
    revision: int
    """The number of the roads that the display showed."""


@dataclass(slots=True)
class Replay:
    """A round from its first entry to its last."""

    span: RoundRange
    opening_state: bytes
    """The encoded table before the round."""

    shoe: str
    shoe_loaded_at: int
    steps: list[ReplayStep]
    records: list[RoundRecord]
    roads: dict[int, dict[str, Any]]
    """The roads by their revision."""

    def accepted(self) -> Iterator[tuple[RoundRecord, str, AcceptedSet]]:
        """Every set of stakes that was accepted, with its round and its visit."""
        for record in self.records:
            for visit, sets in record.accepted.items():
                for each in sets:
                    yield record, visit, each


def round_range(reader: JournalReader, table: str, first: int, last: int) -> RoundRange:
    """The entries of a range of rounds. A later correction belongs to its round."""
    begins = reader.entries_of_round(table, first)
    # The first entry begins a round, and every other one ends or corrects it.
    ends = reader.entries_of_round(table, last)[1:]
    if not begins or not ends or first > last:
        rounds = f"round {first}" if first == last else f"rounds {first} to {last}"
        raise NoSuchRound(f"{table} has no {rounds} that is over")
    return RoundRange(begins[0], ends[-1])


def replay_round(reader: JournalReader, plan: TablePlan, span: RoundRange) -> Replay:
    """Replay a round from the journal alone."""
    history, loaded = History(), {}
    for each in reader.read(plan.key):
        if each.number >= span.first:
            break
        history.apply(CommittedEntry(each.stream, each.number, each.entry))
        for event in each.entry.events:
            if isinstance(event, ShoeLoaded):
                loaded[event.shoe] = each.number
    table = history.table(plan.key)
    opening_state = encode_table_snapshot(table.state)
    assert opening_state is not None, "bets are opened between rounds"
    first = _place(reader, plan.key, span.first)
    for seat in table.state.seats.values():
        history.set_credit(seat.visit, _credit_before(reader, seat.visit, first))
    roads: dict[int, dict[str, Any]] = {}
    steps = list(_steps(reader, plan, span, history, first, roads))
    shoe = table.state.shoe.key if table.state.shoe else ""
    shoe = _shoe_of(steps) or shoe
    rounds = [each for each in table.rounds.values() if each.first_entry >= span.first]
    return Replay(span, opening_state, shoe, loaded.get(shoe, 0), steps, rounds, roads)


def _steps(
    reader: JournalReader,
    plan: TablePlan,
    span: RoundRange,
    history: History,
    first: int,
    roads: dict[int, dict[str, Any]],
) -> Iterator[ReplayStep]:
    acknowledged: dict[int, str] = {}
    past = history.table(plan.key)
    for line in reader.between(first, _place(reader, plan.key, span.last)):
        entry = decode(line.body)
        committed = CommittedEntry(line.stream, line.number, entry)
        if line.stream != plan.key:
            history.apply_transfers(committed)
            continue
        history.apply(committed)
        for event in entry.events:
            if isinstance(event, ScreenAcknowledged):
                acknowledged[event.seat] = entry.at
        if past.revision not in roads and past.book is not None:
            roads[past.revision] = table_view.roads_view(past.book, past, plan.road_tail)
        yield _step(plan, history, line, entry, acknowledged)


def _step(
    plan: TablePlan, history: History, line: JournalRow, entry: Entry, acknowledged: dict[int, str]
) -> ReplayStep:
    past = history.table(plan.key)
    table = past.state
    plan = plan.with_state(table)
    public = table_view.public_view(plan, table, past, NO_TIME, may_answer=False)
    playing = table.current.sets if table.round else {}
    seats = {}
    for seat, occupant in sorted(table.seats.items()):
        own = table_view.seat_view(table, past, seat)
        if own is None or not (seat in playing or own.settled):
            continue
        view = {"own": own, "credit_cents": history.credit_cents(occupant.visit)}
        seats[seat] = _checked(table, (public, view), seat, acknowledged.get(seat, ""), view)
    dealer = dealer_view(plan, table, past)
    return ReplayStep(
        line,
        entry,
        table,
        _checked(table, (public,), 0, "", public),
        ScreenRecord(dealer, _withheld(table, None), _has_no_hidden_card(table, dealer)),
        seats,
        past.revision,
    )


def dealer_view(plan: TablePlan, table: Table, past: TableHistory) -> dict[str, Any]:
    """The part of the dealer's console that describes the round."""
    view = staff_table_view(plan, table, past, TableContext(), DEALER)
    return {
        "phase": view.phase,
        "phase_words": view.phase_words,
        "next": {
            "key": view.next.key,
            "title": view.next.title,
            "why": view.next.why,
            "clause": view.next.clause,
        },
        "hands": view.hands,
        "steps": view.steps,
        "stakes": {
            "totals": view.stakes.totals,
            "all_cents": view.stakes.all_cents,
            "rows": [(each.seat, each.total_cents) for each in view.stakes.rows],
        },
        "hold": view.hold and {"title": view.hold.title, "source": view.hold.source},
    }


def _checked(
    table: Table, sent: tuple[Any, ...], seat: int, acknowledged_at: str, view: Any
) -> ScreenRecord:
    """A screen of patrons. Its data must have no other patron and no hidden card."""
    text = msgspec.json.encode(sent).decode()
    others = [each.visit for number, each in table.seats.items() if number != seat]
    is_clean = not any(f'"{visit}"' in text for visit in others)
    is_clean = is_clean and _has_no_hidden_card(table, sent[0])
    return ScreenRecord(view, _withheld(table, seat), is_clean, acknowledged_at)


def _has_no_hidden_card(table: Table, view: Any) -> bool:
    if table.round is None:
        return True
    hands: Any = view["hands"] if isinstance(view, dict) else view.hands
    return all(
        getattr(hands, side).cards[place - 1].startswith("?") for side, place in hidden_cards(table)
    )


def _withheld(table: Table, seat: int | None) -> tuple[Message, ...]:
    """The data that the screen of a seat did not get: 0 is the display, None the console."""
    found: list[Message] = []
    in_hand = table_view.squeeze_view(table, seat) if seat else None
    down = len(hidden_cards(table)) - len(in_hand.cards if in_hand else ()) if table.round else 0
    if down:
        found.append(message("withheld.cards", cards=down))
    sets = table.round.sets if table.round else {}
    others = tuple(abs(each) for each in sorted(sets) if each != seat)
    if seat is not None and others:
        found.append(message("withheld.wagers", count=len(others), seats=others))
    if table.shoe is not None and table.shoe.is_committed:
        found.append(message("withheld.order"))
    return tuple(found)


def _credit_before(reader: JournalReader, visit: str, place: int) -> int:
    """The credit of a visit before a place, from every transfer that touched it."""
    account, cents = credit(visit), 0
    for line in reader.rows_mentioning(f'"{account}"', place):
        for each in decode(line.body).transfers:
            cents += each.cents * ((each.target == account) - (each.source == account))
    return cents


def _place(reader: JournalReader, stream: str, number: int) -> int:
    found = reader.position_of(stream, number)
    assert found is not None, "an entry that was found is there"
    return found


def _shoe_of(steps: list[ReplayStep]) -> str:
    shoe = steps[0].table.shoe
    return shoe.key if shoe else ""
