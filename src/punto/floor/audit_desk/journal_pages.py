"""Build the audit desk's pages of entries, in words and as stored, and of rounds by screen."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from punto.core.rulebook import Rulebook
from punto.floor.audit_desk.bundle_export import ExportedBundle, bundle_name
from punto.floor.audit_desk.replay import Replay, ReplayStep, ScreenRecord, round_range
from punto.floor.plan import TablePlan
from punto.journal.chain import entry_hash
from punto.journal.encoding import decode
from punto.journal.entry import Entry
from punto.journal.reader import JournalReader, JournalRow
from punto.reports.descriptions.events import clause_of, describe, describe_all
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.games.explanation import draw_reasons
from punto.table.actors import Actor
from punto.table.events import RoundReversed

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


def search_entries(reader: JournalReader, search: EntrySearch) -> dict[str, Any]:
    """One page of entries: of a round in their order, else the newest first."""
    if search.stream and search.round is not None:
        span = round_range(reader, search.stream, search.round, search.round)
        rows = reader.rows(search.stream, span.first, span.last)
        lines = [
            JournalRow(0, search.stream, number, body, hash_) for number, _, body, hash_ in rows
        ]
        entries = [
            _entry_view(each, decode(each.body)) for each in _over(reader, lines, search.tables)
        ]
        return {"entries": entries, "next": None, "scanned": len(lines)}
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
    over = {id(line) for line in _over(reader, [line for line, _ in found], search.tables)}
    entries = [_entry_view(line, entry) for line, entry in found if id(line) in over]
    return {"entries": entries, "next": last, "scanned": scanned}


def entry_page(
    reader: JournalReader, stream: str, number: int, tables: frozenset[str]
) -> dict[str, Any] | None:
    """An entry with its place in the chain, recalculated from its text."""
    rows = reader.rows(stream, number, number + 1)
    if not rows or rows[0][0] != number:
        return None
    _, _, body, hash_ = rows[0]
    line = JournalRow(0, stream, number, body, hash_)
    if not _over(reader, [line], tables):
        return None
    before = reader.hash_at(stream, number - 1)
    entry = decode(body)
    return _entry_view(line, entry) | {
        "id": entry.id,
        "asked": entry.command_digest,
        "kinds": [type(event).__name__ for event in entry.events],
        "events": [describe(event) for event in entry.events],
        "transfers": [msgspec.to_builtins(each) for each in entry.transfers],
        "raw": SECRET.sub(r"\1(not shown)\2", body.decode()),
        "before": before.hex() if before else None,
        "hash": hash_.hex(),
        "next": rows[1][3].hex() if len(rows) > 1 else None,
        "equal": before is not None and entry_hash(before, number, body) == hash_,
    }


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


def _entry_view(line: JournalRow, entry: Entry) -> dict[str, Any]:
    return {
        "place": line.place,
        "stream": line.stream,
        "number": line.number,
        "at": entry.at,
        "by": str(entry.by),
        "by_kind": entry.by.kind,
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


# A round


def round_page(
    plan: TablePlan, rounds: tuple[int, int], replay: Replay, bundle: ExportedBundle
) -> dict[str, Any]:
    """A round step by step, the figures of the auditor, and the contents of its bundle."""
    return {
        "table": plan.key,
        "name": plan.name,
        "round": rounds[0],
        "permanent_seven": replay.steps[0].table.game.order.permanent is not None,
        "rules": _rules(replay.steps[0].table.game),
        "wagers": {wager.key: wager_message(wager) for wager in replay.steps[0].table.game.wagers},
        "steps": [_step(step) for step in replay.steps],
        "roads": {str(revision): roads for revision, roads in replay.roads.items()},
        "recomputed": _recomputed(bundle),
        "is_reversed": any(
            isinstance(event, RoundReversed) for step in replay.steps for event in step.entry.events
        ),
        "bundle": {
            "name": bundle_name(plan.key, rounds),
            "bytes": len(bundle.data),
            "parts": bundle.parts,
            "counts": bundle.counts,
        },
        "proofs": [
            {"proved": each.is_proved, "words": each.message} for each in bundle.verified.proofs
        ],
    }


def _rules(book: Rulebook) -> dict[str, Any]:
    document = book.document
    return {
        "title": game_message(book),
        "document": document.letter,
        "version": document.version,
        "digest": book.digest,
    }


def _step(step: ReplayStep) -> dict[str, Any]:
    public = step.display.view
    table = step.table
    # The round is over, so the reason for a draw may name cards that were face down then.
    why = draw_reasons(table.game, table.current.tableau) if table.round else ()
    return {
        **_entry_view(step.line, step.entry),
        "phase": public.phase,
        "roads": str(step.revision),
        "why": {"words": why[-1].words, "clause": why[-1].clause} if why else None,
        "display": _screen(step.display),
        "dealer": _screen(step.dealer),
        "seats": {str(seat): _screen(screen) for seat, screen in step.seats.items()},
    }


def _screen(screen: ScreenRecord) -> dict[str, Any]:
    view = msgspec.to_builtins(screen.view)
    view.pop("counters", None)
    return {
        "view": view,
        "withheld": list(screen.withheld),
        "checked": screen.is_checked,
        "acknowledged_at": screen.acknowledged_at or None,
    }


def _recomputed(bundle: ExportedBundle) -> dict[str, Any]:
    """Staked, returned and net by seat, each with the result of the auditor's code."""
    seats: dict[int, dict[str, int]] = {}
    for each in bundle.verified.wagers:
        row = seats.setdefault(each.seat, {"staked": 0, "returned": 0, "expected": 0})
        row["staked"] += each.cents
        row["returned"] += each.returned_cents
        row["expected"] += each.expected_cents
    return {
        "rows": [
            {
                "seat": seat,
                "staked_cents": row["staked"],
                "returned_cents": row["returned"],
                "net_cents": row["returned"] - row["staked"],
                "equal": row["returned"] == row["expected"],
            }
            for seat, row in sorted(seats.items())
        ],
        "staked_cents": sum(row["staked"] for row in seats.values()),
        "returned_cents": sum(row["returned"] for row in seats.values()),
        "cards": {str(number): cards for number, cards in bundle.verified.cards.items()},
    }
