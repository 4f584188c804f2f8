"""Recall: concluded rounds as anybody may see them, with the asking patron's own wagers."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec.structs import replace

from punto.core.facts import point_total
from punto.core.rulebook import Rulebook
from punto.core.sides import Side
from punto.floor.public_view.table_view import game_number, outcome_text, settled_wager_view
from punto.floor.read_models.history import History
from punto.floor.read_models.table_history import RoundRecord
from punto.floor.streams.writer import CommittedEntry
from punto.floor.tables.table_owner import TableOwner
from punto.floor.tasks import ReaderThread
from punto.floor.terminals.vouchers import Vouchers
from punto.journal.entry import AnyEvent
from punto.journal.reader import JournalReader
from punto.reports.descriptions import table_state
from punto.reports.descriptions.events import describe_event_to_patron
from punto.reports.games.explanation import draw_reasons
from punto.table.events.play import BetsOpened


@dataclass(frozen=True, slots=True)
class RecallParts:
    """The parts of the floor that recall a round."""

    reader: ReaderThread
    history: History
    vouchers: Vouchers


async def recall_rounds(
    parts: RecallParts, live: TableOwner, visit: str | None, before: int | None, limit: int
) -> list[dict[str, Any]]:
    """The last concluded rounds of a table, the newest first."""
    last = live.past.last
    number = last.number if last else 0
    if before is not None:
        number = min(number, before - 1)
    found: list[dict[str, Any]] = []
    # A table numbers its rounds without gaps, so the first unknown number ends the search.
    while len(found) < limit and live.past.knows(number):
        kept = await _kept(parts, live, number)
        number -= 1
        if kept is not None and kept.is_over:
            found.append(round_view(parts, live, kept, visit))
            # Each costs the better part of a millisecond, and others want to be served.
            await asyncio.sleep(0)
    return found


async def recall_round(
    parts: RecallParts, live: TableOwner, visit: str | None, number: int
) -> dict[str, Any] | None:
    """One concluded round with what happened in it, step by step."""
    kept = await _kept(parts, live, number)
    if kept is None or not kept.is_over:
        return None
    span = kept.first_entry, kept.last_entry
    # A correction may change the round while the thread reads: both parts are as of now.
    found = round_view(parts, live, kept, visit)
    events = partial(_happened, stream=live.plan.key, number=number, span=span)
    return {**found, "events": await parts.reader.read(events)}


async def _kept(parts: RecallParts, live: TableOwner, number: int) -> RoundRecord | None:
    """A round from memory, or from the journal if memory no longer has it."""
    if number not in live.past.older:
        return live.past.rounds.get(number)
    first, last, book, cards = live.past.older[number]
    return await parts.reader.read(
        lambda reader: replay_round(
            book, cards, _entries(reader, live.plan.key, number, (first, last))
        )
    )


def _happened(
    reader: JournalReader, stream: str, number: int, span: tuple[int, int]
) -> list[dict[str, object]]:
    """The events of a concluded round in words, without the money of any patron."""
    told: list[dict[str, object]] = []
    for each in _entries(reader, stream, number, span):
        said = [describe_event_to_patron(event) for event in each.entry.events]
        told += [{"at": each.entry.at, "words": words} for words in said if words]
    return told


def _entries(
    reader: JournalReader, stream: str, number: int, span: tuple[int, int]
) -> Iterator[CommittedEntry]:
    """The entries of a round, without the events of rounds played before its correction."""
    running, (first, last) = number, span
    for kept in reader.read(stream, first - 1):
        if kept.number > last:
            return
        own: list[AnyEvent] = []
        for event in kept.entry.events:
            running = event.round if isinstance(event, BetsOpened) else running
            own += [event] if getattr(event, "round", running) == number else []
        if own:
            yield CommittedEntry(stream, kept.number, replace(kept.entry, events=tuple(own)))


def round_view(
    parts: RecallParts, live: TableOwner, kept: RoundRecord, visit: str | None
) -> dict[str, Any]:
    """A concluded round."""
    tableau = kept.tableau
    own = kept.wagers.get(visit, []) if visit else []
    before, after = kept.credit.get(visit, (None, None)) if visit else (None, None)
    terminal = parts.history.visits[visit].terminal if visit in parts.history.visits else ""
    return {
        "round": kept.number,
        "game_number": game_number(live.plan.key, kept.number),
        "at": kept.at,
        "cards": {
            "player": ["?" if each is None else str(each) for each in tableau.player],
            "banker": ["?" if each is None else str(each) for each in tableau.banker],
        },
        "totals": {
            side: int(point_total(*ranks)) if ranks and None not in ranks else None
            for side in Side
            for ranks in [tableau.ranks[side]]
        },
        "winner": kept.winner,
        "outcome": outcome_text(tableau) if kept.winner else None,
        "void": kept.void
        and {"words": table_state.void_message(kept.void[0]), "source": kept.void[1]},
        "reasons": draw_reasons(kept.book, tableau),
        "wagers": [settled_wager_view(kept.book, each) for each in own],
        "before_cents": before,
        "after_cents": after,
        "digest": kept.digest,
        "receipts": [
            parts.vouchers.receipt(terminal, live.plan.key, kept.number, each, kept.digest)
            for each in (kept.accepted.get(visit, ()) if visit else ())
        ],
    }


def replay_round(
    book: Rulebook, cards: str, entries: Iterable[CommittedEntry]
) -> RoundRecord | None:
    """A round as its entries tell it; what credit was then is not in them."""
    history = History()
    found: RoundRecord | None = None
    for kept in entries:
        history.table(kept.stream).book = book
        history.apply(kept)
        last = history.table(kept.stream).last
        if last is not None and last.is_over:
            found = last
    if found is not None:
        found.cards = cards
        found.credit.clear()
    return found
