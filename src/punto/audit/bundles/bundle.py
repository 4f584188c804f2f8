"""Open a bundle, a signed file with one round's entry chain, rules and screens."""

import re
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from punto.audit.events.table import Stake, StrictRecord
from punto.audit.store.chain import digest_of
from punto.messages.message import Message

HEAD = re.compile(rb"punto-bundle 1 ([0-9a-f]{64}) ([0-9a-f]{128})\n")
HEAD_BYTES = 209
KEY = re.compile("[0-9a-f]{64}")
MAX_BYTES = 64 << 20


class BundleRejected(ValueError):
    """Raised with the reason why a bundle proves nothing, and with the auditor's message if any."""

    def __init__(self, reason: str, message: Message | None = None) -> None:
        super().__init__(reason)
        self.message = message


class Segment(StrictRecord, frozen=True, gc=False):
    """Consecutive entries of a stream that end at the head in a checkpoint."""

    stream: str
    after: int
    hash: str
    """The hash of the entry before the first one."""

    texts: tuple[str, ...]
    checkpoint: int
    """The index of its checkpoint in the bundle's list."""


class Receipt(StrictRecord, frozen=True, gc=False):
    """The receipt that a terminal received for an accepted set of stakes."""

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
    """The contents of each screen after an entry was stored."""

    entry: int
    display: msgspec.Raw
    seats: dict[int, msgspec.Raw]
    dealer: msgspec.Raw


class Bundle(StrictRecord, frozen=True, gc=False):
    """The contents of a bundle."""

    table: str
    name: str
    currency: str
    first_round: int
    last_round: int
    exported_at: str
    exported_by: str
    software: str
    given: msgspec.Raw
    """The state of the table before the round's first entry. Its history is not included."""

    segments: tuple[Segment, ...]
    """The round's own segment first, then those where its shoe was loaded and revealed."""

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
    """Check the signature of a bundle; return its contents and the public key that signed it."""
    if len(data) > MAX_BYTES:
        raise BundleRejected(f"it has {len(data):,} bytes; a bundle has at most {MAX_BYTES:,}")
    head = HEAD.fullmatch(data[:HEAD_BYTES])
    if head is None:
        raise BundleRejected("it does not start with the header of a bundle, version 1")
    public, signature = (each.decode() for each in head.groups())
    if key is not None and not KEY.fullmatch(key):
        raise BundleRejected(
            f"{key!r:.80} is not a public key; expected 64 lowercase hexadecimal digits"
        )
    if key is not None and public != key:
        raise BundleRejected(f"it is signed by key {public[:16]}, not by {key[:16]}")
    if not is_signed(public, "bundle", data[HEAD_BYTES:], signature):
        raise BundleRejected("the signature does not match the text")
    try:
        return _BUNDLE.decode(data[HEAD_BYTES:]), public
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BundleRejected(f"its text is not a bundle: {error}") from None


_BUNDLE = msgspec.json.Decoder(Bundle)
_CHECKPOINT = msgspec.json.Decoder(Checkpoint)


def checkpoint_of(line: str, public: str) -> Checkpoint:
    """Decode a checkpoint line and check that the bundle's key signed it."""
    text, _, signature = line.rpartition(" ")
    try:
        found = _CHECKPOINT.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BundleRejected(f"a checkpoint cannot be read: {error}") from None
    if found.key != public or not is_signed(public, "checkpoint", text.encode(), signature):
        raise BundleRejected(f"checkpoint {found.sequence} is not signed by the key of the bundle")
    return found


def entries_of(segment: Segment, checkpoint: Checkpoint) -> list[BundleEntry]:
    """Return the entries of a segment if their chain ends at the checkpoint's head."""
    try:
        hash_ = bytes.fromhex(segment.hash)
    except ValueError:
        raise BundleRejected(f"{segment.hash!r:.80} is not a hash") from None
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
    """Whether the owner of a public key signed the text for this purpose."""
    try:
        known = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        known.verify(bytes.fromhex(signature), f"punto {purpose} 1\n".encode() + text)
    except (InvalidSignature, ValueError):
        return False
    return True
