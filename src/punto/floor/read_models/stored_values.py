"""Encode the tables, events and views inside read models, which msgspec cannot do by itself.

A table is stored with its rulebook as a digest, an event as journals encode it, and a view with
its messages as screens receive it.
"""

from types import SimpleNamespace
from typing import Any, get_type_hints

import msgspec

from punto.floor.read_models.rulebooks import reference, rulebook
from punto.floor.read_models.significant_events import SignificantEventView
from punto.journal.encoding import decode, encode
from punto.journal.entry import AnyEvent, Entry
from punto.messages.message import Message, Value
from punto.table.actors import Actor
from punto.table.state import Table


class StoredTable(SimpleNamespace):
    """The state of a table."""

    table: Table

    def __init__(self, table: Table) -> None:
        super().__init__(table=table)


class StoredEvent(SimpleNamespace):
    """An event, with the number of its entry, its time and its actor."""

    number: int
    at: str
    by: Actor
    event: AnyEvent

    def __init__(self, number: int, at: str, by: Actor, event: AnyEvent) -> None:
        super().__init__(number=number, at=at, by=by, event=event)


class StoredView(SimpleNamespace):
    """The view of a significant event."""

    view: SignificantEventView

    def __init__(self, view: SignificantEventView) -> None:
        super().__init__(view=view)


def encode_value(value: object) -> object:
    """Return a form of a stored value that msgspec can encode."""
    match value:
        case StoredTable():
            return _table_form(value.table)
        case StoredEvent():
            entry = Entry(str(value.number), value.at, value.by, "", (value.event,))
            return encode(entry).decode()
        case StoredView():
            return msgspec.json.encode(value.view).decode()
        case _:
            raise NotImplementedError(f"{type(value).__name__} is not a stored value")


def decode_value(kind: type, form: Any) -> object:
    """Return the stored value of a kind from its encoded form."""
    if kind is StoredTable:
        return StoredTable(_table_of(form))
    if kind is StoredView:
        fields = msgspec.json.decode(form)
        return StoredView(SignificantEventView(**{name: _read(fields[name]) for name in fields}))
    assert kind is StoredEvent, f"{kind.__name__} is a stored value"
    entry = decode(form.encode())
    return StoredEvent(int(entry.id), entry.at, entry.by, entry.events[0])


def _read(form: Any) -> Any:
    """Return the value of a message, or a message, from its JSON."""
    if isinstance(form, list):
        return tuple(map(_read, form))
    if isinstance(form, dict) and form.keys() == {"key", "values"}:
        values: dict[str, Value] = {name: _read(each) for name, each in form["values"].items()}
        return Message(form["key"], values)
    return form


_HINTS = {**get_type_hints(Table), "book": str | None}
_FIELDS: dict[str, Any] = {name: _HINTS[name] for name in Table.__match_args__}
_TableForm: Any = msgspec.defstruct("_TableForm", list(_FIELDS.items()), array_like=True)


def _table_form(table: Table) -> Any:
    values = {name: getattr(table, name) for name in _FIELDS}
    return _TableForm(**{**values, "book": None if table.book is None else reference(table.book)})


def _table_of(form: Any) -> Table:
    found = msgspec.convert(form, _TableForm, str_keys=True)
    values = {name: getattr(found, name) for name in _FIELDS}
    return Table(**{**values, "book": None if found.book is None else rulebook(found.book)})
