"""Build the audit desk's views of journal entries, in words and as stored."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from punto.floor.audit_desk.replay import round_range
from punto.journal.chain import entry_hash
from punto.journal.encoding import decode
from punto.journal.entry import Entry
from punto.journal.reader import JournalReader, JournalRow
from punto.ledger.transfers import Transfer
from punto.messages.message import Message
from punto.reports.descriptions.events import clause_of, describe, describe_all
from punto.table.actors import Actor

MAX_PAGE_SIZE = 200
MAX_SCANNED = 20_000
"""The entries that one search reads; the next search continues from there."""

SECRET = re.compile(r'("(?:password|key_digest)":")[^"]*(")')
"""Digests of passwords and keys, which no check of an entry needs."""


@dataclass(frozen=True, slots=True)
class EntrySearch:
    """The filters of a search for entries."""

    stream: str = ""
    round: int | None = None
    kind: str = ""
    person: str = ""
    since: str = ""
    until: str = ""
    find: str = ""
    before: int | None = None
    limit: int = MAX_PAGE_SIZE
    tables: frozenset[str] = frozenset()

    def holds(self, line: JournalRow, entry: Entry) -> bool:
        """Whether an entry passes the filters."""
        if self.kind and not any(type(event).__name__ == self.kind for event in entry.events):
            return False
        if self.person and not any(self.person in name for name in _names(entry.by)):
            return False
        if (self.since and entry.at < self.since) or (self.until and entry.at > self.until):
            return False
        text = self.find.lower()
        return not text or text in line.hash.hex() or text.encode() in line.body.lower()


class EntryView(Struct, frozen=True, kw_only=True):
    """An entry in the list of the journal."""

    stream: str
    number: int
    at: str
    by: str
    second: str | None
    words: Message
    clause: str
    hash: str
    cents: int
    moved: int


class EntriesView(Struct, frozen=True):
    """A page of entries, and the place at which the next page begins."""

    entries: list[EntryView]
    next: int | None


class EntryDetails(EntryView, frozen=True, kw_only=True):
    """One entry with its place in the chain, recalculated from its text."""

    events: list[Message]
    transfers: list[Transfer]
    raw: str
    before: str | None
    next: str | None
    equal: bool


def search_entries(reader: JournalReader, search: EntrySearch) -> EntriesView:
    """One page of entries: of a round in their order, else the newest first."""
    if search.stream and search.round is not None:
        span = round_range(reader, search.stream, search.round, search.round)
        rows = reader.rows(search.stream, span.first, span.last)
        lines = [
            JournalRow(0, search.stream, number, body, hash_) for number, _, body, hash_ in rows
        ]
        over = _over(reader, lines, search.tables)
        return EntriesView([_entry_view(each, decode(each.body)) for each in over], None)
    found: list[tuple[JournalRow, Entry]] = []
    scanned, last = 0, None
    for line in reader.newest_first(search.before, search.stream or None):
        scanned, last = scanned + 1, line.place
        entry = decode(line.body)
        if search.holds(line, entry):
            found.append((line, entry))
        if len(found) == search.limit or scanned == MAX_SCANNED:
            break
    else:
        last = None
    ended = {id(line) for line in _over(reader, [line for line, _ in found], search.tables)}
    return EntriesView([_entry_view(*each) for each in found if id(each[0]) in ended], last)


def entry_details(
    reader: JournalReader, stream: str, number: int, tables: frozenset[str]
) -> EntryDetails | None:
    """An entry with its place in the chain; None if the journal lacks it or its round runs."""
    rows = reader.rows(stream, number, number + 1)
    if not rows or rows[0][0] != number:
        return None
    _, _, body, hash_ = rows[0]
    line = JournalRow(0, stream, number, body, hash_)
    if not _over(reader, [line], tables):
        return None
    before = reader.hash_at(stream, number - 1)
    entry = decode(body)
    return EntryDetails(
        **entry_fields(line, entry),
        events=[describe(event) for event in entry.events],
        transfers=list(entry.transfers),
        raw=SECRET.sub(r"\1(not shown)\2", body.decode()),
        before=before.hex() if before else None,
        next=rows[1][3].hex() if len(rows) > 1 else None,
        equal=before is not None and entry_hash(before, number, body) == hash_,
    )


def _over(
    reader: JournalReader, lines: list[JournalRow], tables: frozenset[str]
) -> list[JournalRow]:
    """The entries outside running rounds, whose cards must stay secret."""
    # Find running rounds after reading the entries, so that no later round is among them.
    running = {
        stream: reader.start_of_running_round(stream)
        for stream in {line.stream for line in lines} & tables
    }
    return [line for line in lines if line.number < (running.get(line.stream) or line.number + 1)]


def _entry_view(line: JournalRow, entry: Entry) -> EntryView:
    return EntryView(**entry_fields(line, entry))


def entry_fields(line: JournalRow, entry: Entry) -> dict[str, Any]:
    """The fields that every view of an entry has."""
    return {
        "stream": line.stream,
        "number": line.number,
        "at": entry.at,
        "by": str(entry.by),
        "second": str(entry.by.seconded_by) if entry.by.seconded_by else None,
        "words": describe_all(entry.events),
        "clause": clause_of(entry.events),
        "hash": line.hash.hex(),
        "cents": sum(each.cents for each in entry.transfers),
        "moved": len(entry.transfers),
    }


def _names(by: Actor | None) -> Iterable[str]:
    while by is not None:
        yield by.name
        by = by.seconded_by
