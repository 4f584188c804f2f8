"""Open a bundle, a signed file with one round's entry chain, rules and screens."""

import re
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from punto.audit.events.records import Stake, StrictRecord
from punto.audit.store.chain import digest_of

HEAD = re.compile(rb"punto-bundle 1 ([0-9a-f]{64}) ([0-9a-f]{128})\n")
HEAD_BYTES = 209
KEY = re.compile("[0-9a-f]{64}")
MAX_BYTES = 64 << 20


class BundleRejected(ValueError):
    """Why a bundle proves nothing."""


class Segment(StrictRecord, frozen=True, gc=False):
    """Entries of a stream in their order, up to the head that a checkpoint names."""

    stream: str
    after: int
    hash: str
    """The hash of the entry after which it begins."""

    texts: tuple[str, ...]
    checkpoint: int
    """The place of its checkpoint among those of the bundle."""


class Receipt(StrictRecord, frozen=True, gc=False):
    """What a terminal was given for a set of stakes."""

    number: int
    terminal: str
    table: str
    round: int
    set: int
    stakes: tuple[Stake, ...]
    at: str
    digest: str
    signature: str


class Screens(StrictRecord, frozen=True, gc=False):
    """What each screen showed once an entry was kept."""

    entry: int
    display: msgspec.Raw
    seats: dict[int, msgspec.Raw]
    dealer: msgspec.Raw


class Bundle(StrictRecord, frozen=True, gc=False):
    """Everything a bundle says."""

    table: str
    name: str
    currency: str
    first_round: int
    last_round: int
    exported_at: str
    exported_by: str
    software: str
    given: msgspec.Raw
    """The table before the first entry of the round: what it was, not why."""

    segments: tuple[Segment, ...]
    """The round's own first; then those in which its shoe was promised and shown."""

    checkpoints: tuple[str, ...]
    receipts: tuple[Receipt, ...]
    screens: tuple[Screens, ...]


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of every stream at one moment."""

    sequence: int
    at: str
    heads: dict[str, tuple[int, str]]
    entries: int
    software: str
    rulebooks: dict[str, str]
    previous: str
    key: str


class BundleEntry(NamedTuple):
    """An entry of a segment with its number, its text and its hash."""

    number: int
    text: bytes
    hash: bytes


def open_bundle(data: bytes, key: str | None) -> tuple[Bundle, str]:
    """What a file says and by which key it is signed, if every byte of it is as it was signed."""
    if len(data) > MAX_BYTES:
        raise BundleRejected(f"it has {len(data):,} bytes; a bundle has at most {MAX_BYTES:,}")
    head = HEAD.fullmatch(data[:HEAD_BYTES])
    if head is None:
        raise BundleRejected("it does not begin as a bundle of this version does")
    public, signature = (each.decode() for each in head.groups())
    if key is not None and not KEY.fullmatch(key):
        raise BundleRejected(f"{key!r:.80} is no public key")
    if key is not None and public != key:
        raise BundleRejected(f"it is signed by key {public[:16]}, not by {key[:16]}")
    if not is_signed(public, "bundle", data[HEAD_BYTES:], signature):
        raise BundleRejected("its signature is not that of its text")
    try:
        return _BUNDLE.decode(data[HEAD_BYTES:]), public
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BundleRejected(f"its text is no bundle: {error}") from None


_BUNDLE = msgspec.json.Decoder(Bundle)
_CHECKPOINT = msgspec.json.Decoder(Checkpoint)


def checkpoint_of(line: str, public: str) -> Checkpoint:
    """The checkpoint of a line, signed by the same key as the bundle."""
    text, _, signature = line.rpartition(" ")
    try:
        found = _CHECKPOINT.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BundleRejected(f"a checkpoint does not read: {error}") from None
    if found.key != public or not is_signed(public, "checkpoint", text.encode(), signature):
        raise BundleRejected(f"checkpoint {found.sequence} is not signed by the key of the bundle")
    return found


def entries_of(segment: Segment, checkpoint: Checkpoint) -> list[BundleEntry]:
    """The entries of a segment, if their chain ends in the head that the checkpoint names."""
    try:
        hash_ = bytes.fromhex(segment.hash)
    except ValueError:
        raise BundleRejected(f"{segment.hash!r:.80} is no hash") from None
    found = []
    for number, text in enumerate(segment.texts, start=segment.after + 1):
        body = text.encode()
        hash_ = digest_of(hash_ + number.to_bytes(8, "big") + body)
        found.append(BundleEntry(number, body, hash_))
    head = checkpoint.heads.get(segment.stream)
    if not found or head != (found[-1].number, hash_.hex()):
        raise BundleRejected(
            f"the entries of {segment.stream} from {segment.after + 1} on do not chain to "
            f"checkpoint {checkpoint.sequence}"
        )
    return found


def is_signed(public: str, purpose: str, text: bytes, signature: str) -> bool:
    """Whether a text was signed for a purpose with the key that belongs to a public one."""
    try:
        known = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        known.verify(bytes.fromhex(signature), f"punto {purpose} 1\n".encode() + text)
    except (InvalidSignature, ValueError):
        return False
    return True
