"""Encode entries as readable text, and decode the entries of earlier versions.

`event_tags` names the tag and the version of each event. A kind that changes gets a new version
and a function here that converts the old form. Decoding an unknown tag fails.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from punto.journal.entry import AnyEvent, Entry
from punto.journal.event_tags import EVENT_TAGS, TAGS_BY_KIND
from punto.ledger.transfers import Transfer
from punto.table.actors import Actor


class DecodeError(ValueError):
    """A text is not an entry, or a newer Punto wrote it."""


UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""By tag and version, the function that converts an event to the next version."""


class _Body(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    id: str
    at: str
    by: Actor
    command_digest: str
    events: list[tuple[str, int, msgspec.Raw]]
    transfers: list[tuple[str, str, str, int, str]]


_ENCODER = msgspec.json.Encoder()
_BODY = msgspec.json.Decoder(_Body)


def encode(entry: Entry) -> bytes:
    """The text of an entry, as JSON."""
    events = []
    for event in entry.events:
        stored = TAGS_BY_KIND[type(event)]
        events.append((stored.tag, stored.version, event))
    transfers = [
        (transfer.id, transfer.source, transfer.target, transfer.cents, transfer.reason)
        for transfer in entry.transfers
    ]
    return _ENCODER.encode([entry.id, entry.at, entry.by, entry.command_digest, events, transfers])


def decode(body: bytes) -> Entry:
    """The entry of a text; raise `DecodeError` if it has a field or an event unknown here."""
    try:
        read = _BODY.decode(body)
        events = tuple(_event(tag, version, raw) for tag, version, raw in read.events)
        fields = [dict(zip(_TRANSFER, values, strict=True)) for values in read.transfers]
        transfers = msgspec.convert(fields, list[Transfer])
        entry = Entry(read.id, read.at, read.by, read.command_digest, events, tuple(transfers))
        if encode(entry) != body:
            _check_form(body, read, events)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, AssertionError) as error:
        # A transfer asserts that it moves an amount from one account to another.
        raise DecodeError(f"not a valid entry: {error}") from None
    return entry


def _check_form(body: bytes, read: _Body, events: Sequence[AnyEvent]) -> None:
    """Raise `DecodeError` if a text has spaces, or fields that were not decoded.

    A field with a default may be missing, and an older event is converted first.
    """
    if _ENCODER.encode(msgspec.json.decode(body)) != body:
        raise DecodeError("not a valid entry: its JSON is not in the form that the journal writes")
    parts = [("the actor", _plain(read.by), msgspec.json.decode(body)[2])]
    for event, (tag, version, raw) in zip(events, read.events, strict=True):
        parts.append((f"event {tag}", _plain(event), _upcast(tag, version, raw)))
    for part, known, found in parts:
        if extra := _extra(found, known):
            raise DecodeError(f"not a valid entry: {part} has the unknown field {extra}")


def _plain(value: object) -> object:
    return msgspec.json.decode(_ENCODER.encode(value))


def _extra(found: Any, known: Any) -> str:
    """The name of a field that was not decoded, or an empty text."""
    if isinstance(found, dict) and isinstance(known, dict):
        for key, value in found.items():
            if key not in known:
                return str(key)
            if extra := _extra(value, known[key]):
                return extra
    if isinstance(found, list) and isinstance(known, list):
        return next(filter(None, map(_extra, found, known)), "")
    return ""


_TRANSFER = ("id", "source", "target", "cents", "reason")


def digest_of(command: object) -> str:
    """The digest of a command, which distinguishes two commands with the same id."""
    text = _ENCODER.encode([type(command).__name__, command])
    return hashlib.sha256(text).hexdigest()[:32]


def _event(tag: str, version: int, raw: msgspec.Raw) -> AnyEvent:
    if version < 1:
        raise DecodeError(f"not a valid entry: event {tag} has version {version}")
    if tag not in EVENT_TAGS or version > EVENT_TAGS[tag].version:
        raise DecodeError(
            f"event {tag}, version {version}, is unknown; use the newer Punto that wrote it"
        )
    if version == EVENT_TAGS[tag].version:
        return _decoder(tag).decode(raw)
    return msgspec.convert(_upcast(tag, version, raw), EVENT_TAGS[tag].kind)


def _upcast(tag: str, version: int, raw: msgspec.Raw) -> Any:
    """Convert the fields of an event to the newest version."""
    plain = msgspec.json.decode(raw)
    for older in range(version, EVENT_TAGS[tag].version):
        plain = UPCASTERS[tag, older](plain)
    return plain


@cache
def _decoder(tag: str) -> "msgspec.json.Decoder[AnyEvent]":
    return msgspec.json.Decoder(EVENT_TAGS[tag].kind)
