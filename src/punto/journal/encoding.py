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
    """Text that is no entry of a version known here."""


#: How an older form of a kind becomes the next one.
UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}


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
    """The text of an entry."""
    events = []
    for event in entry.events:
        stored = TAGS_BY_KIND[type(event)]
        events.append((stored.tag, stored.version, event))
    moved = [
        (each.id, each.source, each.target, each.cents, each.reason) for each in entry.transfers
    ]
    return _ENCODER.encode([entry.id, entry.at, entry.by, entry.command_digest, events, moved])


def decode(body: bytes) -> Entry:
    """The entry that a text describes."""
    try:
        read = _BODY.decode(body)
        events = tuple(_event(tag, version, raw) for tag, version, raw in read.events)
        moved = msgspec.convert(
            [dict(zip(_TRANSFER, each, strict=True)) for each in read.transfers], list[Transfer]
        )
        entry = Entry(read.id, read.at, read.by, read.command_digest, events, tuple(moved))
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
    for event, (tag, version, raw) in zip(events, read.events, strict=True):
        parts.append((f"event {tag}", _plain(event), _lifted(tag, version, raw)))
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


_TRANSFER = ("id", "source", "target", "cents", "reason")


def digest_of(command: object) -> str:
    """What tells one command from another that claims the same id."""
    text = _ENCODER.encode([type(command).__name__, command])
    return hashlib.sha256(text).hexdigest()[:32]


def _event(tag: str, version: int, raw: msgspec.Raw) -> AnyEvent:
    if version < 1:
        raise DecodeError(f"this is no entry: event {tag} is of version {version}")
    if tag not in EVENT_TAGS or version > EVENT_TAGS[tag].version:
        raise DecodeError(
            f"event {tag}, version {version}, is not known here; a newer Punto wrote it"
        )
    if version == EVENT_TAGS[tag].version:
        return _decoder(tag).decode(raw)
    return msgspec.convert(_lifted(tag, version, raw), EVENT_TAGS[tag].kind)


def _lifted(tag: str, version: int, raw: msgspec.Raw) -> Any:
    """What an event says, in the form of today."""
    plain = msgspec.json.decode(raw)
    for older in range(version, EVENT_TAGS[tag].version):
        plain = UPCASTERS[tag, older](plain)
    return plain


@cache
def _decoder(tag: str) -> "msgspec.json.Decoder[AnyEvent]":
    return msgspec.json.Decoder(EVENT_TAGS[tag].kind)
