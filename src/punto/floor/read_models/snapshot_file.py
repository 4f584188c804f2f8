"""What a floor remembers as a file beside its journal, so that a start need not read all entries.

The file is a cache: one that is missing, damaged, written by other software or made from another
journal is passed over, and everything is read from the journal again.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import Raw, Struct

from punto.core.rulebook import Rulebook, decode_rulebook
from punto.floor.read_models.cage import CageReadModel, ShiftRecord, VoucherRecord
from punto.floor.read_models.daily_win import DailyWin, StakedAmounts
from punto.floor.read_models.event_notes import StaffEventNote
from punto.floor.read_models.replica import Replica
from punto.floor.read_models.significant_events import SignificantEventView
from punto.floor.read_models.table_history import RoundRecord, ShoeResult, TableHistory
from punto.floor.read_models.visit_totals import VisitTotals
from punto.floor.software_identity import software_digest
from punto.floor.streams.owner import CommandRequest
from punto.house.staff.commands import RecordSignificantEvent
from punto.journal.checkpoint import JournalBehindCheckpoint, check_not_behind
from punto.journal.durable_files import write_durable
from punto.journal.encoding import decode, encode
from punto.journal.entry import AnyEvent, Entry
from punto.journal.reader import JournalReader
from punto.reports.floor.period import Calendar
from punto.table.actors import DEVICE, Actor
from punto.table.settings import Settings
from punto.table.state import Table

NAME = "remembered.json"
FORM = 2
Heads = Mapping[str, tuple[int, bytes]]


def save(folder: Path, remembered: Replica, heads: Heads) -> None:
    """Keeps what is remembered of a journal whose streams end at these heads."""
    assert remembered.entries == sum(number for number, _ in heads.values()), "all was taken"
    body = msgspec.json.encode(_frozen(remembered))
    head = _Head(
        FORM,
        software_digest(),
        remembered.large_cents,
        remembered.calendar,
        {stream: (number, hash_.hex()) for stream, (number, hash_) in heads.items()},
        hashlib.sha256(body).hexdigest(),
    )
    write_durable(folder / NAME, msgspec.json.encode(head) + b"\n" + body, mode=0o600)


def load(
    folder: Path, journal: JournalReader, large_cents: int, calendar: Calendar
) -> Replica | None:
    """What was kept of this very journal by this very software, None where nothing was."""
    try:
        line, _, body = (folder / NAME).read_bytes().partition(b"\n")
        head = _HEAD.decode(line)
        known = (FORM, software_digest(), large_cents, calendar, hashlib.sha256(body).hexdigest())
        said = (head.form, head.software, head.large_cents, head.calendar, head.digest)
        if said != known:
            return None
        check_not_behind(journal, head.heads, NAME)
        return _thawed(_FROZEN.decode(body), large_cents, calendar)
    except (OSError, JournalBehindCheckpoint, ValueError):
        return None


class _Head(Struct):
    """The first line: what the second must be, and what it was made from."""

    form: int
    software: str
    large_cents: int
    calendar: Calendar
    heads: dict[str, tuple[int, str]]
    digest: str


def _mirror(kind: Any, **others: Any) -> Any:
    """A value of the domain whose rulebook is the place of one in a list."""
    hints = {**get_type_hints(kind), **others}
    return msgspec.defstruct(
        f"_{kind.__name__}",
        [(name, hints[name]) for name in kind.__match_args__],
        array_like=True,
    )


def _mirrored(value: Any, mirror: Any, book: int | None) -> Any:
    names = (name for name in mirror.__struct_fields__ if name != "book")
    return mirror(book=book, **{name: getattr(value, name) for name in names})


_TABLE: Any = _mirror(Table, book=int | None)
_ROUND: Any = _mirror(RoundRecord, book=int)


class _Laid(Struct):
    """What was staked by one game's rules."""

    book: int
    decks: int
    first_round: int
    staked: dict[str, int]
    together: list[tuple[str, str, int]]


class _Kept(Struct):
    """A table's history."""

    book: int | None
    opened_with: Settings | None
    is_closed_by_staff: bool
    shoes: int
    commitment: str
    results: list[ShoeResult]
    revision: int
    rounds: list[_ROUND]
    older: list[tuple[int, int, int, int, str]]
    state: _TABLE
    said: list[tuple[str, _TABLE]]
    held: list[Raw]
    ended: list[Raw]
    takings: dict[str, Any]
    laid: list[_Laid]


class _Cage(Struct):
    """The cage's book."""

    claims: dict[str, int]
    vouchers: list[tuple[str, VoucherRecord]]
    shifts: list[ShiftRecord]
    open: list[ShiftRecord]
    account_cents: int
    drawer_cents: int
    paper_cents: int
    unattended_cents: int
    spent: list[str]


class _Frozen(Struct):
    """Everything, with each rulebook written once."""

    books: list[str]
    entries: int
    tables: dict[str, _Kept]
    visits: dict[str, VisitTotals]
    vouchers: dict[str, tuple[str, str]]
    visit_at: dict[str, str]
    credit: dict[str, int]
    events: list[SignificantEventView]
    cage: _Cage
    calls: list[Raw]
    significant: list[Raw]
    unrecorded: list[tuple[str, Actor, RecordSignificantEvent]]


class _Books:
    """Rulebooks by their places."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self._places: dict[int, int] = {}
        self._kept: list[Rulebook] = []

    def place(self, book: Rulebook) -> int:
        """The place of a rulebook, a new one if it has none."""
        # By identity: to compare rulebooks is to compare all their lines.
        if id(book) not in self._places:
            self._kept.append(book)
            if book.text not in self.texts:
                self.texts.append(book.text)
            self._places[id(book)] = self.texts.index(book.text)
        return self._places[id(book)]

    def maybe(self, book: Rulebook | None) -> int | None:
        """The place of a rulebook, if there is one."""
        return None if book is None else self.place(book)

    def at(self, place: int | None) -> Rulebook | None:
        """The rulebook at a place."""
        return None if place is None else _book(self.texts[place])


@cache
def _book(text: str) -> Rulebook:
    return decode_rulebook(text)


def _frozen(remembered: Replica) -> _Frozen:
    history, books = remembered.history, _Books([])
    return _Frozen(
        books=books.texts,
        entries=remembered.entries,
        tables={key: _frozen_table(table, books) for key, table in history.tables.items()},
        visits=history.visits,
        vouchers=history.vouchers,
        visit_at=history.visit_at,
        credit=history.credit,
        events=list(history.significant),
        cage=_frozen_cage(history.cage),
        calls=[_told(number, at, DEVICE, call) for number, (at, call) in remembered.calls.items()],
        significant=[
            _told(each.number, each.at, each.by, each.event) for each in remembered.significant
        ],
        unrecorded=[(each.id, each.by, each.command) for each in remembered.unrecorded.values()],
    )


def _thawed(frozen: _Frozen, large_cents: int, calendar: Calendar) -> Replica:
    remembered, books = Replica(large_cents, calendar), _Books(frozen.books)
    remembered.entries = frozen.entries
    history = remembered.history
    history.tables = {key: _thawed_table(kept, books) for key, kept in frozen.tables.items()}
    history.visits, history.vouchers = frozen.visits, frozen.vouchers
    history.visit_at, history.credit = frozen.visit_at, frozen.credit
    history.significant.extend(frozen.events)
    _thaw_cage(frozen.cage, history.cage)
    for number, entry, event in _heard(frozen.calls):
        remembered.calls[number] = entry.at, event
    for number, entry, event in _heard(frozen.significant):
        remembered.significant.append(StaffEventNote(number, entry.at, entry.by, event))
    remembered.unrecorded = {
        id_: CommandRequest(id_, by, note) for id_, by, note in frozen.unrecorded
    }
    return remembered


def _frozen_table(table: TableHistory, books: _Books) -> _Kept:
    def state(each: Table) -> Any:
        return _mirrored(each, _TABLE, books.maybe(each.book))

    return _Kept(
        book=books.maybe(table.book),
        opened_with=table.opened_with,
        is_closed_by_staff=table.is_closed_by_staff,
        shoes=table.shoes,
        commitment=table.commitment,
        results=table.results,
        revision=table.revision,
        rounds=[_mirrored(each, _ROUND, books.place(each.book)) for each in table.rounds.values()],
        older=[
            (number, first, last, books.place(book), cards)
            for number, (first, last, book, cards) in table.older.items()
        ],
        state=state(table.state),
        said=[(at, state(each)) for at, each in table.said],
        held=[_told(0, at, DEVICE, event) for at, event in table.held],
        ended=[] if table.ended is None else [_told(0, "", DEVICE, table.ended)],
        takings={
            each.name: getattr(table.takings, each.name)
            for each in fields(DailyWin)
            if each.name != "laid"
        },
        laid=[_frozen_laid(each, books) for each in table.takings.laid],
    )


def _thawed_table(kept: _Kept, books: _Books) -> TableHistory:
    def state(each: Any) -> Table:
        return Table(**{**msgspec.structs.asdict(each), "book": books.at(each.book)})

    rounds = (
        RoundRecord(**{**msgspec.structs.asdict(each), "book": books.at(each.book)})
        for each in kept.rounds
    )
    table = TableHistory(
        book=books.at(kept.book),
        opened_with=kept.opened_with,
        is_closed_by_staff=kept.is_closed_by_staff,
        shoes=kept.shoes,
        commitment=kept.commitment,
        results=kept.results,
        revision=kept.revision,
        rounds=OrderedDict((each.number, each) for each in rounds),
        state=state(kept.state),
        said=[(at, state(each)) for at, each in kept.said],
        held=[(entry.at, event) for _, entry, event in _heard(kept.held)],
        ended=next((event for _, _, event in _heard(kept.ended)), None),
        takings=DailyWin(**kept.takings),
    )
    for number, first, last, book, cards in kept.older:
        table.older[number] = first, last, _book(books.texts[book]), cards
    table.takings.laid = [_thawed_laid(each, books) for each in kept.laid]
    return table


def _frozen_laid(laid: StakedAmounts, books: _Books) -> _Laid:
    together = [(*both, cents) for both, cents in laid.together.items()]
    return _Laid(books.place(laid.book), laid.decks, laid.first_round, laid.staked, together)


def _thawed_laid(kept: _Laid, books: _Books) -> StakedAmounts:
    together = {(one, other): cents for one, other, cents in kept.together}
    book = _book(books.texts[kept.book])
    return StakedAmounts(book, kept.decks, kept.first_round, kept.staked, together)


def _frozen_cage(book: CageReadModel) -> _Cage:
    return _Cage(
        claims=book.claims,
        vouchers=list(book.vouchers.items()),
        shifts=list(book.shifts.values()),
        open=list(book.open.values()),
        account_cents=book.account_cents,
        drawer_cents=book.drawer_cents,
        paper_cents=book.paper_cents,
        unattended_cents=book.unattended_cents,
        spent=list(book.spent),
    )


def _thaw_cage(kept: _Cage, book: CageReadModel) -> None:
    book.claims = kept.claims
    book.vouchers = OrderedDict(kept.vouchers)
    book.shifts = OrderedDict((each.shift, each) for each in kept.shifts)
    # A shift under way is one and the same wherever it is asked for.
    book.open = {each.cashier: book.shifts.get(each.shift, each) for each in kept.open}
    book.account_cents, book.drawer_cents = kept.account_cents, kept.drawer_cents
    book.paper_cents, book.unattended_cents = kept.paper_cents, kept.unattended_cents
    book.refs = {each.ref: number for number, each in book.vouchers.items()}
    book.spent = OrderedDict.fromkeys(kept.spent)


def _told(number: int, at: str, by: Actor, event: AnyEvent) -> Raw:
    """An event as journals write it, by name and version."""
    return Raw(encode(Entry(str(number), at, by, "", (event,))))


def _heard(told: list[Raw]) -> Iterator[tuple[int, Entry, Any]]:
    for raw in told:
        entry = decode(bytes(raw))
        yield int(entry.id), entry, entry.events[0]


_HEAD = msgspec.json.Decoder(_Head)
_FROZEN = msgspec.json.Decoder(_Frozen)
