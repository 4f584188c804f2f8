"""Encoding: entries as text that a person can read and a later version still understands.

Every event is written with the name and the version of its kind. A kind that changes gets a new
version and a function that lifts the old form; what nobody knows does not load.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, get_args

import msgspec

from punto.house.access_log import LookTaken
from punto.house.staff.events import StaffEvent
from punto.house.terminals import TerminalEvent
from punto.journal.entry import AnyEvent, Entry
from punto.ledger.cage import CageEvent
from punto.ledger.transfers import Transfer
from punto.table.actors import Actor
from punto.table.events.play import Event


class DecodeError(ValueError):
    """Text that is no entry of a version known here."""


#: Every kind of event by the name under which it is kept; a name once used stays.
EVENT_TAGS: dict[str, type[AnyEvent]] = {
    kind.__name__: kind
    for kind in (
        *get_args(Event),
        *get_args(CageEvent),
        *get_args(TerminalEvent),
        *get_args(StaffEvent),
        LookTaken,
    )
}

#: The version under which each kind is written now; 1 where nothing is said.
TAG_VERSIONS: dict[str, int] = {}

#: How an older form of a kind becomes the next one.
UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}


class _Body(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    id: str
    at: str
    by: Actor
    asked: str
    events: list[tuple[str, int, msgspec.Raw]]
    transfers: list[tuple[str, str, str, int, str]]


_ENCODER = msgspec.json.Encoder()
_BODY = msgspec.json.Decoder(_Body)


def encode(entry: Entry) -> bytes:
    """The text of an entry."""
    events = [
        (name, TAG_VERSIONS.get(name, 1), event)
        for event in entry.events
        for name in [type(event).__name__]
    ]
    moved = [(each.id, each.source, each.target, each.cents, each.why) for each in entry.transfers]
    return _ENCODER.encode([entry.id, entry.at, entry.by, entry.command_digest, events, moved])


def decode(body: bytes) -> Entry:
    """The entry that a text describes."""
    try:
        read = _BODY.decode(body)
        events = tuple(_event(name, version, raw) for name, version, raw in read.events)
        moved = msgspec.convert(
            [dict(zip(_TRANSFER, each, strict=True)) for each in read.transfers], list[Transfer]
        )
        entry = Entry(read.id, read.at, read.by, read.asked, events, tuple(moved))
        if encode(entry) != body:
            _check_form(body, read, events)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, AssertionError) as error:
        # The last where a transfer is none: it moves nothing, or from an account to itself.
        raise DecodeError(f"this is no entry: {error}") from None
    return entry


def _check_form(body: bytes, read: _Body, events: Sequence[AnyEvent]) -> None:
    """Raises if a text says more than was understood of it.

    Fields that came to a kind with a usual value may be missing, and older forms are lifted.
    """
    if _ENCODER.encode(msgspec.json.decode(body)) != body:
        raise DecodeError("this is no entry: it is not written as entries are")
    parts = [("who asked", _plain(read.by), msgspec.json.decode(body)[2])]
    for event, (name, version, raw) in zip(events, read.events, strict=True):
        parts.append((f"event {name}", _plain(event), _lifted(name, version, raw)))
    for what, known, found in parts:
        if extra := _extra(found, known):
            raise DecodeError(f"this is no entry: {what} has {extra}, which is not known here")


def _plain(value: object) -> object:
    return msgspec.json.decode(_ENCODER.encode(value))


def _extra(found: Any, known: Any) -> str:
    """A field that nothing was made of, empty if there is none."""
    if isinstance(found, dict) and isinstance(known, dict):
        for key, value in found.items():
            if key not in known:
                return str(key)
            if extra := _extra(value, known[key]):
                return extra
    if isinstance(found, list) and isinstance(known, list):
        return next(filter(None, map(_extra, found, known)), "")
    return ""


_TRANSFER = ("id", "source", "target", "cents", "why")


def digest_of(command: object) -> str:
    """What tells one command from another that claims the same id."""
    text = _ENCODER.encode([type(command).__name__, command])
    return hashlib.sha256(text).hexdigest()[:32]


def _event(name: str, version: int, raw: msgspec.Raw) -> AnyEvent:
    if version < 1:
        raise DecodeError(f"this is no entry: event {name} is of version {version}")
    if name not in EVENT_TAGS or version > TAG_VERSIONS.get(name, 1):
        raise DecodeError(
            f"event {name}, version {version}, is not known here; a newer Punto wrote it"
        )
    if version == TAG_VERSIONS.get(name, 1):
        return _decoder(name).decode(raw)
    return msgspec.convert(_lifted(name, version, raw), EVENT_TAGS[name])


def _lifted(name: str, version: int, raw: msgspec.Raw) -> Any:
    """What an event says, in the form of today."""
    plain = msgspec.json.decode(raw)
    for older in range(version, TAG_VERSIONS.get(name, 1)):
        plain = UPCASTERS[name, older](plain)
    return plain


@cache
def _decoder(name: str) -> "msgspec.json.Decoder[AnyEvent]":
    return msgspec.json.Decoder(EVENT_TAGS[name])
