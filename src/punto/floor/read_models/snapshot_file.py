"""Save the replica to a file beside its journal, so that a start reads only newer entries.

The file is a cache: Punto ignores one that is missing, damaged, written by other software or made
from another journal, and reads the journal instead.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from punto.floor.read_models.replica import Replica
from punto.floor.read_models.rulebooks import reference_text, rulebook
from punto.floor.read_models.stored_values import decode_value, encode_value
from punto.floor.software_identity import software_digest
from punto.journal.checkpoints import JournalBehindCheckpoint, check_not_behind
from punto.journal.durable_files import write_durable
from punto.journal.reader import JournalReader
from punto.reports.floor.period import Calendar

NAME = "remembered.json"
FORM = 3
Heads = Mapping[str, tuple[int, bytes]]


class _Head(Struct):
    """The first line: the origin and the digest of the second line, and the rulebooks it names."""

    form: int
    software: str
    large_cents: int
    calendar: Calendar
    heads: dict[str, tuple[int, str]]
    digest: str
    rulebooks: list[str]


_HEAD = msgspec.json.Decoder(_Head)
_REPLICA = msgspec.json.Decoder(Replica, dec_hook=decode_value)


def save(folder: Path, replica: Replica, heads: Heads) -> None:
    """Write the replica of a journal whose streams end at these heads."""
    assert replica.entries == sum(number for number, _ in heads.values()), "all was applied"
    body = encode(replica)
    head = _Head(
        FORM,
        software_digest(),
        replica.history.large_cents,
        replica.history.calendar,
        {stream: (number, hash_.hex()) for stream, (number, hash_) in heads.items()},
        hashlib.sha256(body).hexdigest(),
        [rulebook(digest).text for digest in replica.history.rulebooks],
    )
    write_durable(folder / NAME, msgspec.json.encode(head) + b"\n" + body, mode=0o600)


def load(
    folder: Path, journal: JournalReader, large_cents: int, calendar: Calendar
) -> Replica | None:
    """Return the saved replica; None unless this software derived it from this journal."""
    try:
        line, _, body = (folder / NAME).read_bytes().partition(b"\n")
        head = _HEAD.decode(line)
        known = (FORM, software_digest(), large_cents, calendar, hashlib.sha256(body).hexdigest())
        found = (head.form, head.software, head.large_cents, head.calendar, head.digest)
        if found != known:
            return None
        check_not_behind(journal, head.heads, NAME)
        for text in head.rulebooks:
            reference_text(text)
        return decode(body)
    except (OSError, JournalBehindCheckpoint, ValueError):
        return None


def encode(replica: Replica) -> bytes:
    """Encode a replica as JSON, with the digests of its rulebooks instead of their texts."""
    return msgspec.json.encode(replica, enc_hook=encode_value)


def decode(body: bytes) -> Replica:
    """Decode a replica. `reference` must have registered its rulebooks before."""
    return _REPLICA.decode(body)
