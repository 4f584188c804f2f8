"""Simulate an attacker who can write to a journal's file and knows its format."""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import apsw
import msgspec

from punto.journal.encoding import DecodeError, decode
from punto.journal.stores.sqlite_file import CHECKSUMS
from punto.ledger import postings
from punto.ledger.accounts import cash_account
from punto.ledger.cage import transfers_of

Event: TypeAlias = dict[str, Any]
Body: TypeAlias = list[Any]
"""The id, the time, the actor, the digest, the events and the transfers of an entry."""

EVENTS, TRANSFERS = 4, 5


class Forger:
    """A copy of a journal as lists and dictionaries, which a test changes and writes again."""

    def __init__(self, source: Path, target: Path) -> None:
        shutil.copyfile(source, target)
        self.path = target
        self.db = _opened(target)
        self.texts: dict[int, bytes] = {}
        """Texts to write instead of entries, by the identity of those entries."""

        self.ids: dict[int, str] = {}
        """Ids to write for entries whose text has none."""

    @cached_property
    def rows(self) -> list[tuple[str, Body]]:
        """Every entry with its stream. The forger reads them only if a test changes an entry."""
        entries = self.db.execute("SELECT stream, body FROM entries ORDER BY rowid")
        found = [(self._names[stream], msgspec.json.decode(body)) for stream, body in entries]
        self._events = {id(body): msgspec.json.encode(body[EVENTS]) for _, body in found}
        return found

    @cached_property
    def _names(self) -> dict[int, str]:
        return dict(self.db.execute("SELECT stream, name FROM streams"))

    @property
    def _cash(self) -> str:
        return cash_account(any(each["is_demo"] for each in self.events("FloorKindRecorded")))

    # Find entries

    def entries(self, kind: str) -> list[int]:
        """The places of all entries with an event of this kind."""
        return [
            place
            for place, (_, body) in enumerate(self.rows)
            if any(name == kind for name, _, _ in body[EVENTS])
        ]

    def events(self, kind: str) -> list[Event]:
        """All events of this kind. A test may change them in place."""
        return [event for _, body in self.rows for name, _, event in body[EVENTS] if name == kind]

    def event(self, kind: str, where: Callable[[Event], object] = lambda _event: True) -> Event:
        """The first event of this kind that satisfies a condition."""
        return next(event for event in self.events(kind) if where(event))

    def body(self, kind: str, where: Callable[[Event], object] = lambda _event: True) -> Body:
        """The first entry with such an event."""
        return next(body for _, body in self._with(kind, where))

    def place(self, kind: str, where: Callable[[Event], object] = lambda _event: True) -> int:
        """The place of the first entry with such an event."""
        return next(place for place, _ in self._with(kind, where))

    def _with(self, kind: str, where: Callable[[Event], object]) -> Iterator[tuple[int, Body]]:
        for place, (_, body) in enumerate(self.rows):
            if any(name == kind and where(event) for name, _, event in body[EVENTS]):
                yield place, body

    # Write the copy

    def write(self, *, repost: bool = True) -> None:
        """Write every entry with new numbers and hashes, and all transfers that result."""
        for stream, body in self.rows if repost else ():
            if msgspec.json.encode(body[EVENTS]) != self._events.get(id(body)):
                _repost(stream, body, self._cash)
        with self.db:
            triggers = _without_triggers(self.db)
            for table in ("entries", "transfers", "balances"):
                self.db.execute(f"DELETE FROM {table}")
            self._write_entries()
            self._write_money()
            for sql in triggers:
                self.db.execute(sql)

    def _write_entries(self) -> None:
        heads = {name: hashlib.sha256(name.encode()).digest() for name in self._names.values()}
        numbers = dict.fromkeys(heads, 0)
        ids = {name: stream for stream, name in self._names.items()}
        for name, body in self.rows:
            text = self.texts.get(id(body)) or msgspec.json.encode(body)
            numbers[name] += 1
            rest = numbers[name].to_bytes(8, "big") + text
            heads[name] = hashlib.sha256(heads[name] + rest).digest()
            row = (ids[name], numbers[name], self.ids.get(id(body), body[0]), text, heads[name])
            self.db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
        for name, head in heads.items():
            query = "UPDATE streams SET version = ?, head = ? WHERE name = ?"
            self.db.execute(query, (numbers[name], head, name))

    def _write_money(self) -> None:
        balances: dict[str, int] = {}
        for _, body in self.rows:
            for id_, source, target, cents, why in body[TRANSFERS]:
                self.db.execute(
                    "INSERT OR REPLACE INTO transfers VALUES (?, ?, ?, ?, ?)",
                    (id_, source, target, cents, why),
                )
                balances[source] = balances.get(source, 0) - cents
                balances[target] = balances.get(target, 0) + cents
        self.db.executemany("INSERT INTO balances VALUES (?, ?)", balances.items())

    def sql(self, *statements: str) -> None:
        """Change the file by SQL, and restore the triggers."""
        triggers = _without_triggers(self.db)
        for statement in statements:
            self.db.execute(statement)
        for sql in triggers:
            self.db.execute(sql)

    def close(self) -> Path:
        """Close the file without traces."""
        self.db.close()
        return self.path


def _opened(path: Path) -> apsw.Connection:
    db = apsw.Connection(str(path), vfs=CHECKSUMS)
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("PRAGMA synchronous = OFF")
    db.execute("PRAGMA ignore_check_constraints = ON")
    return db


def _without_triggers(db: apsw.Connection) -> list[str]:
    found = list(db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"))
    for name, _ in found:
        db.execute(f"DROP TRIGGER {name}")
    return [sql for _, sql in found]


def _repost(stream: str, body: Body, cash: str) -> None:
    """Give an entry the transfers that the product would post for it."""
    try:
        entry = decode(msgspec.json.encode(body))
    except DecodeError:
        return
    events: Any = entry.events
    try:
        if stream == "cage":
            moved = [each for event in events for each in transfers_of(entry.id, event, cash)]
        else:
            moved = list(postings.transfers_of(stream, entry.id, events))
    except (AssertionError, KeyError):
        # Leave an entry that the product could not have posted.
        return
    body[TRANSFERS] = [
        [each.id, each.source, each.target, each.cents, each.reason] for each in moved
    ]
