"""Recall concluded rounds, with the wagers of the patron who asks."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec.structs import replace

from punto.core.facts import point_total
from punto.core.rulebook import Rulebook
from punto.core.sides import Side
from punto.core.tableau import Tableau
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.public_view.table_view import game_number, settled_wager_view
from punto.floor.read_models.history import History
from punto.floor.read_models.rulebooks import digest_in, rulebook
from punto.floor.read_models.table_history import RoundRecord
from punto.floor.streams.writer import CommittedEntry
from punto.floor.tasks import ReaderThread
from punto.floor.terminals.vouchers import Vouchers
from punto.journal.entry import AnyEvent
from punto.journal.protocol import Journal
from punto.journal.reader import JournalReader
from punto.reports.descriptions import table_state
from punto.reports.descriptions.events import describe_to_patrons
from punto.reports.games.explanation import describe_outcome, draw_reasons
from punto.table.events import (
    BetsOpened,
    CardDrawn,
    CardIdentified,
    CardsMisplaced,
    CardsReconstructed,
    MissingCardsReplaced,
)
from punto.table.evolve import evolve
from punto.table.settings import default_settings
from punto.table.state import Round, ShoeOnTable, Table


@dataclass(frozen=True, slots=True)
class RecallParts:
    """The parts of the floor that recall a round."""

    reader: ReaderThread
    history: History
    vouchers: Vouchers


async def recall_rounds(
    parts: RecallParts, replica: TableReplica, visit: str | None, before: int | None, limit: int
) -> list[dict[str, Any]]:
    """List the last concluded rounds of a table, the newest first."""
    last = replica.history.last
    number = last.number if last else 0
    if before is not None:
        number = min(number, before - 1)
    found: list[dict[str, Any]] = []
    # A table numbers its rounds without gaps, so the first unknown number ends the search.
    while len(found) < limit and (record := await _find_record(parts, replica, number)) is not None:
        number -= 1
        if record.is_over:
            found.append(round_view(parts, replica, record, visit))
            # A view takes almost a millisecond. Let other tasks run between two views.
            await asyncio.sleep(0)
    return found


async def recall_round(
    parts: RecallParts, replica: TableReplica, visit: str | None, number: int
) -> dict[str, Any] | None:
    """One concluded round with what happened in it, step by step."""
    record = await _find_record(parts, replica, number)
    if record is None or not record.is_over:
        return None
    span = record.first_entry, record.last_entry
    # A correction may change the round while the thread reads: both parts are as of now.
    found = round_view(parts, replica, record, visit)
    events = partial(_event_descriptions, stream=replica.key, number=number, span=span)
    return {**found, "events": await parts.reader.read(events)}


async def _find_record(
    parts: RecallParts, replica: TableReplica, number: int
) -> RoundRecord | None:
    """Return a round from memory, or from the journal if memory no longer has it."""
    first = next(iter(replica.history.rounds), 0)
    if not 0 < number < first:
        return replica.history.rounds.get(number)
    return await parts.reader.read(lambda reader: _from_journal(reader, replica.key, number))


def _from_journal(reader: JournalReader, stream: str, number: int) -> RoundRecord | None:
    """Find a round by the index of the journal and replay its entries."""
    found = reader.entries_of_round(stream, number)
    return replay_round(_entries(reader, stream, number, (found[0], found[-1]))) if found else None


def _event_descriptions(
    reader: JournalReader, stream: str, number: int, span: tuple[int, int]
) -> list[dict[str, object]]:
    """The events of a concluded round in words, without the money of any patron."""
    rows: list[dict[str, object]] = []
    for each in _entries(reader, stream, number, span):
        texts = [describe_to_patrons(event) for event in each.entry.events]
        rows += [{"at": each.entry.at, "words": words} for words in texts if words]
    return rows


def _entries(
    reader: Journal, stream: str, number: int, span: tuple[int, int]
) -> Iterator[CommittedEntry]:
    """Yield the entries of a round, without the events of rounds played before its correction."""
    running, (first, last) = number, span
    for stored in reader.read(stream, first - 1):
        if stored.number > last:
            return
        own: list[AnyEvent] = []
        for event in stored.entry.events:
            running = event.round if isinstance(event, BetsOpened) else running
            own += [event] if getattr(event, "round", running) == number else []
        if own:
            yield CommittedEntry(stream, stored.number, replace(stored.entry, events=tuple(own)))


def round_view(
    parts: RecallParts, replica: TableReplica, record: RoundRecord, visit: str | None
) -> dict[str, Any]:
    """A concluded round."""
    tableau = record.tableau
    own = record.wagers.get(visit, []) if visit else []
    before, after = record.credit.get(visit, (None, None)) if visit else (None, None)
    terminal = parts.history.visits[visit].terminal if visit in parts.history.visits else ""
    return {
        "round": record.number,
        "game_number": game_number(replica.key, record.number),
        "at": record.at,
        "cards": {
            "player": ["?" if each is None else str(each) for each in tableau.player],
            "banker": ["?" if each is None else str(each) for each in tableau.banker],
        },
        "totals": {
            side: int(point_total(*ranks)) if ranks and None not in ranks else None
            for side in Side
            for ranks in [tableau.ranks[side]]
        },
        "winner": record.winner,
        "outcome": describe_outcome(tableau) if record.winner else None,
        "void": record.void
        and {"words": table_state.void_message(record.void[0]), "source": record.void[1]},
        "reasons": draw_reasons(record.book, tableau),
        "wagers": [settled_wager_view(record.book, each) for each in own],
        "before_cents": before,
        "after_cents": after,
        "digest": record.digest,
        "receipts": [
            parts.vouchers.receipt(terminal, replica.key, record.number, each, record.digest)
            for each in (record.accepted.get(visit, ()) if visit else ())
        ],
    }


def replay_round(entries: Iterable[CommittedEntry]) -> RoundRecord | None:
    """Replay the entries of a round; they do not tell the credit of that time."""
    history, dealt, found = History(), Table(), None
    for committed in entries:
        past = history.table(committed.stream)
        for event in committed.entry.events:
            if isinstance(event, BetsOpened):
                past.rulebook = digest_in(event.rulebook)
                dealt = _before_the_deal(rulebook(past.rulebook), event)
            elif isinstance(event, CHANGES_HANDS):
                dealt = evolve(dealt, event)
        # The record of a void round takes its cards from here.
        past.state = Table(round=dealt.round)
        history.apply(committed)
        found = past.last
    if found is not None:
        found.credit.clear()
    return found


CHANGES_HANDS = (
    CardDrawn,
    CardIdentified,
    CardsMisplaced,
    CardsReconstructed,
    MissingCardsReplaced,
)
"""The events that change the hands of a round before its end."""


def _before_the_deal(book: Rulebook, event: BetsOpened) -> Table:
    """Return a table on which the hands of a round can be dealt, and only they."""
    settings = default_settings(book)
    shoe = ShoeOnTable(event.shoe, settings.decks, is_committed=True)
    return Table(
        book=book,
        settings=settings,
        shoe=shoe,
        round=Round(event.round, Tableau(book.order), event.shoe),
    )
