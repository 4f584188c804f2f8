"""Sign and verify checkpoints of all stream heads, each chained to the one before it."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from punto.journal.digests import DEFAULT_DIGEST, DIGESTS
from punto.journal.errors import JournalError
from punto.journal.keys.signing import SignerChain, SigningKey, verify_signature
from punto.journal.reader import JournalReader

PURPOSE = "checkpoint"


class InvalidCheckpoint(JournalError):
    """Text that is no checkpoint, or not one of this house, or does not follow."""


class JournalBehindCheckpoint(JournalError):
    """A journal that does not hold what was exported from it: an old copy, or a changed one."""


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The head of every stream at one moment, and by which software and rules it was reached."""

    sequence: int
    at: str
    """A label of the wall clock; the order is that of the sequence."""

    heads: dict[str, tuple[int, str]]
    """By stream the number of its last entry, and its hash."""

    entries: int
    software: str
    rulebooks: dict[str, str]
    """By table the digest of the rulebook it was planned with."""

    previous: str
    """The digest of the line before, empty for the first."""

    key: str
    """The public key that it is signed for."""

    digest: str = DEFAULT_DIGEST
    """By what the heads are chained and the line before is named; not written if the default."""


def encode(checkpoint: Checkpoint, key: SigningKey) -> str:
    """A checkpoint as one line of text: its record, a space, its signature."""
    text = msgspec.json.encode(checkpoint, order="sorted")
    return f"{text.decode()} {key.sign(PURPOSE, text)}"


def digest_of(line: str, digest: str = DEFAULT_DIGEST) -> str:
    """What the next checkpoint names this one by."""
    return DIGESTS[digest](line.encode()).hex()


def decode(line: str, signers: SignerChain | None = None) -> Checkpoint:
    """The checkpoint of a line, signed by the key it names, and by one of those that are given."""
    text, _, signature = line.rpartition(" ")
    try:
        found = _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InvalidCheckpoint(f"a line that is no checkpoint: {error}") from None
    if found.digest not in DIGESTS:
        raise InvalidCheckpoint(
            f"checkpoint {found.sequence} is by {found.digest!r:.80}, not known"
        )
    if signers is not None and found.key not in signers.publics:
        newest = signers.publics[-1]
        raise InvalidCheckpoint(
            f"checkpoint {found.sequence} is signed by key {found.key[:16]}, not {newest[:16]}"
        )
    if not verify_signature(found.key, PURPOSE, text.encode(), signature):
        raise InvalidCheckpoint(f"checkpoint {found.sequence} has another signature than its text")
    return found


_DECODER = msgspec.json.Decoder(Checkpoint)


def successive_checkpoints(
    lines: Iterable[str], signers: SignerChain | None = None, trusted: str | None = None
) -> Iterator[Checkpoint]:
    """Yield the checkpoints of lines; raise an error if one does not follow from the one before.

    A key that was handed over signs no more. If one key is trusted, the last line must be signed
    by it or by a later one, which vouches for the lines before it.
    """
    before: Checkpoint | None = None
    line_before = ""
    for line in lines:
        found = decode(line, signers)
        if before is not None:
            _check_follows(before, digest_of(line_before, found.digest), found)
            if signers is not None and _place(signers, found.key) < _place(signers, before.key):
                raise InvalidCheckpoint(
                    f"checkpoint {found.sequence} is signed by key {found.key[:16]}, "
                    "which was handed over before"
                )
        elif found.sequence == 1 and found.previous:
            raise InvalidCheckpoint("the first checkpoint names one before it")
        before, line_before = found, line
        yield found
    if before is None or signers is None or trusted is None:
        return
    if _place(signers, before.key) < _place(signers, trusted):
        raise InvalidCheckpoint(f"no checkpoint is signed by key {trusted[:16]} yet")


def _place(signers: SignerChain, public: str) -> int:
    return signers.publics.index(public)


def _check_follows(before: Checkpoint, named: str, found: Checkpoint) -> None:
    if found.sequence != before.sequence + 1 or found.previous != named:
        raise InvalidCheckpoint(f"checkpoint {found.sequence} does not follow {before.sequence}")
    for stream, (number, _) in before.heads.items():
        if found.heads.get(stream, (-1, ""))[0] < number:
            raise InvalidCheckpoint(f"checkpoint {found.sequence} has less of {stream} than before")


def check_not_behind(
    journal: JournalReader, heads: Mapping[str, tuple[int, str]], name: str, digest: str = ""
) -> None:
    """Raises unless a journal is at or past the heads, with the same entries up to there.

    Heads by another digest than the journal's own are compared all the same.
    """
    for stream, (number, hash_) in heads.items():
        stored = journal.hash_at(stream, number, digest)
        if stored is None:
            version, _ = journal.streams().get(stream, (0, b""))
            raise JournalBehindCheckpoint(
                f"{journal.path} is older than what was exported: {stream} ends at entry "
                f"{version}, and {name} has entry {number}; bring back the newer journal"
            )
        if stored.hex() != hash_:
            raise JournalBehindCheckpoint(
                f"{journal.path} is not what was exported: {stream} has another entry {number} "
                f"than {name}"
            )
