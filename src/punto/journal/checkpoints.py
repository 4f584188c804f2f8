"""Sign, export and verify checkpoints: signed heads of all streams, each chained to the last.

A folder holds the checkpoints in files of 1,000 lines, and the public keys of the house.
"""

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from punto.journal import chain
from punto.journal.durable_files import sync_folder, write_durable
from punto.journal.errors import JournalError
from punto.journal.keys import SignerChain, SigningKey, parse_signers, verify_signature
from punto.journal.reader import JournalReader

PURPOSE = "checkpoint"
CHECKPOINTS_PER_FILE = 1_000
PUBLIC_NAME = "house.pub"


class InvalidCheckpoint(JournalError):
    """A line is not a checkpoint of this house, or does not follow the checkpoint before it."""


class JournalBehindCheckpoint(JournalError):
    """A journal lacks exported entries, because it is an old copy or was changed."""


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The heads of all streams at one moment, with the software and the rulebooks in use."""

    sequence: int
    at: str
    """The wall-clock time. Only `sequence` gives the order."""

    heads: dict[str, tuple[int, str]]
    """The number and the hash of the last entry of each stream."""

    entries: int
    software: str
    rulebooks: dict[str, str]
    """The digest of the rulebook in each table's plan."""

    previous: str
    """The digest of the line before, empty for the first line."""

    key: str
    """The public key of the signature."""


def encode(checkpoint: Checkpoint, key: SigningKey) -> str:
    """One line of text: the record as JSON, a space, and the signature."""
    text = msgspec.json.encode(checkpoint, order="sorted")
    return f"{text.decode()} {key.sign(PURPOSE, text)}"


def digest_of(line: str) -> str:
    """The digest by which the next checkpoint refers to this line."""
    return chain.digest_of(line.encode()).hex()


def decode(line: str, signers: SignerChain | None = None) -> Checkpoint:
    """The checkpoint of a line; raise `InvalidCheckpoint` unless its signature is valid.

    If `signers` are given, one of them must have signed.
    """
    text, _, signature = line.rpartition(" ")
    try:
        found = _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InvalidCheckpoint(f"a line is not a checkpoint: {error}") from None
    if signers is not None and found.key not in signers.publics:
        newest = signers.publics[-1]
        raise InvalidCheckpoint(
            f"checkpoint {found.sequence} is signed by key {found.key[:16]}; "
            f"expected {newest[:16]} or an earlier key of the house"
        )
    if not verify_signature(found.key, PURPOSE, text.encode(), signature):
        raise InvalidCheckpoint(
            f"checkpoint {found.sequence}: the signature does not match the text"
        )
    return found


_DECODER = msgspec.json.Decoder(Checkpoint)


def successive_checkpoints(
    lines: Iterable[str], signers: SignerChain | None = None, trusted: str | None = None
) -> Iterator[Checkpoint]:
    """Yield the checkpoints of lines; raise an error if one does not follow from the one before.

    A key signs nothing after its successor has signed. If `trusted` names a key, that key or a
    later one must have signed the last line, which vouches for the lines before it.
    """
    before: Checkpoint | None = None
    line_before = ""
    for line in lines:
        found = decode(line, signers)
        if before is not None:
            _check_follows(before, digest_of(line_before), found)
            if signers is not None and _place(signers, found.key) < _place(signers, before.key):
                raise InvalidCheckpoint(
                    f"checkpoint {found.sequence} is signed by key {found.key[:16]}, "
                    "although a newer key has signed before it"
                )
        elif found.sequence == 1 and found.previous:
            raise InvalidCheckpoint("checkpoint 1 refers to a checkpoint before it")
        before, line_before = found, line
        yield found
    if before is None or signers is None or trusted is None:
        return
    if _place(signers, before.key) < _place(signers, trusted):
        raise InvalidCheckpoint(
            f"the last checkpoint is signed by a key older than {trusted[:16]}; "
            "let the floor export a new checkpoint"
        )


def _place(signers: SignerChain, public: str) -> int:
    return signers.publics.index(public)


def _check_follows(before: Checkpoint, digest_before: str, found: Checkpoint) -> None:
    if found.sequence != before.sequence + 1 or found.previous != digest_before:
        raise InvalidCheckpoint(f"checkpoint {found.sequence} does not follow {before.sequence}")
    for stream, (number, _) in before.heads.items():
        if found.heads.get(stream, (-1, ""))[0] < number:
            raise InvalidCheckpoint(
                f"checkpoint {found.sequence} has fewer entries of {stream} than the one before"
            )


def check_not_behind(
    journal: JournalReader, heads: Mapping[str, tuple[int, str]], name: str
) -> None:
    """Raise `JournalBehindCheckpoint` unless the journal has the same entries up to the heads.

    Messages call the heads by `name`.
    """
    for stream, (number, hash_) in heads.items():
        stored = journal.hash_at(stream, number)
        if stored is None:
            version, _ = journal.streams().get(stream, (0, b""))
            raise JournalBehindCheckpoint(
                f"{journal.path} is older than {name}: {stream} ends at entry {version}, "
                f"but {name} has entry {number}; restore the newer journal"
            )
        if stored.hex() != hash_:
            raise JournalBehindCheckpoint(
                f"{journal.path} differs from {name} at entry {number} of {stream}; "
                "restore the journal of that checkpoint"
            )


class CheckpointFolder:
    """A folder of signed checkpoints, to which one floor adds."""

    def __init__(self, folder: Path, key: SigningKey) -> None:
        self.folder, self._key = folder, key
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _publish(folder / PUBLIC_NAME, key.signers.text.encode())
            self.line = last_line(folder)
        except OSError as error:
            raise JournalError(f"{folder} cannot be used: {error.strerror or error}") from None
        self.last: Checkpoint | None = None
        if self.line:
            self.last = decode(self.line, key.signers)

    def check(self, journal: JournalReader) -> None:
        """Raise `JournalBehindCheckpoint` unless a journal is at or past the last checkpoint."""
        if self.last is not None:
            name = f"checkpoint {self.last.sequence} of {self.last.at}"
            check_not_behind(journal, self.last.heads, name)

    def write(
        self,
        heads: Mapping[str, tuple[int, bytes]],
        at: str,
        software: str,
        rulebooks: Mapping[str, str],
    ) -> Checkpoint:
        """Sign a checkpoint of the heads and append it; it is durable on return."""
        checkpoint = Checkpoint(
            sequence=self.last.sequence + 1 if self.last else 1,
            at=at,
            heads={name: (number, hash_.hex()) for name, (number, hash_) in heads.items()},
            entries=sum(number for number, _ in heads.values()),
            software=software,
            rulebooks=dict(rulebooks),
            previous=digest_of(self.line) if self.line else "",
            key=self._key.public,
        )
        line = encode(checkpoint, self._key)
        _append(file_of(self.folder, checkpoint.sequence), line)
        self.last, self.line = checkpoint, line
        return checkpoint


def file_of(folder: Path, sequence: int) -> Path:
    """The file that contains the checkpoint with this sequence number."""
    return folder / f"checkpoints-{(sequence - 1) // CHECKPOINTS_PER_FILE:06}.txt"


def lines_of(folder: Path, first: int = 1) -> Iterator[str]:
    """Every complete line of an export folder, from the start of the file that has `first`."""
    for path in files(folder):
        if path >= file_of(folder, first):
            yield from _complete_lines(path)


def files(folder: Path) -> list[Path]:
    """The checkpoint files of an export folder, in order."""
    return sorted(folder.glob("checkpoints-*.txt"))


def last_line(folder: Path) -> str:
    """The last complete line of an export folder, or an empty text."""
    for path in reversed(files(folder)):
        lines = _complete_lines(path)
        if lines:
            return lines[-1]
    return ""


def first_covering(folder: Path, stream: str, number: int) -> str:
    """The first line whose checkpoint is at or past an entry of a stream, or an empty text."""

    def head(line: str) -> int:
        try:
            return _HEADS.decode(line.rpartition(" ")[0]).heads.get(stream, (0, ""))[0]
        except (msgspec.MsgspecError, RecursionError) as error:
            raise InvalidCheckpoint(f"{folder}: a line is not a checkpoint: {error}") from None

    def last_head(path: Path) -> int:
        lines = _complete_lines(path)
        return head(lines[-1]) if lines else 0

    # Heads only grow, so a binary search reads few files.
    found = files(folder)
    place = bisect_left(found, number, key=last_head)
    for path in found[place : place + 1]:
        return next(line for line in _complete_lines(path) if head(line) >= number)
    return ""


class _Heads(msgspec.Struct):
    heads: dict[str, tuple[int, str]]


_HEADS = msgspec.json.Decoder(_Heads)


def signers_of(folder: Path) -> SignerChain:
    """The public keys in an export folder."""
    try:
        found = (folder / PUBLIC_NAME).read_text(encoding="ascii")
    except (OSError, UnicodeError):
        raise JournalError(
            f"{folder} is not an export folder: it has no readable {PUBLIC_NAME}"
        ) from None
    try:
        return parse_signers(found)
    except JournalError as error:
        raise JournalError(f"{folder / PUBLIC_NAME} cannot be used: {error}") from None


def _publish(path: Path, text: bytes) -> None:
    """Write the public keys beside the checkpoints, unless the file has other keys."""
    known = path.read_bytes() if path.exists() else b""
    if text != known and text.startswith(known):
        write_durable(path, text)


def _complete_lines(path: Path) -> list[str]:
    # A power cut can leave part of a line. No one received it, so it does not count.
    complete, _, _ = path.read_bytes().rpartition(b"\n")
    return complete.decode(errors="replace").split("\n") if complete else []


def _append(path: Path, line: str) -> None:
    is_new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    with os.fdopen(descriptor, "r+b") as file:
        complete, end, _ = file.read().rpartition(b"\n")
        file.truncate(len(complete + end))
        file.seek(0, os.SEEK_END)
        file.write(f"{line}\n".encode())
        file.flush()
        os.fsync(file.fileno())
    if is_new:
        sync_folder(path.parent)
