"""Export signed checkpoints to a folder, in files of 1,000 lines, with the public keys."""

import os
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from punto.journal.checkpoint import (
    Checkpoint,
    InvalidCheckpoint,
    check_not_behind,
    decode,
    digest_of,
    encode,
)
from punto.journal.digests import DEFAULT_DIGEST
from punto.journal.durable_files import sync_folder, write_durable
from punto.journal.errors import JournalError
from punto.journal.keys.signing import SignerChain, SigningKey, parse_signers
from punto.journal.reader import JournalReader

CHECKPOINTS_PER_FILE = 1_000
PUBLIC_NAME = "house.pub"


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
        """Raises unless a journal is at or past the last checkpoint."""
        if self.last is not None:
            name = f"checkpoint {self.last.sequence} of {self.last.at}"
            check_not_behind(journal, self.last.heads, name, self.last.digest)

    def write(
        self,
        heads: Mapping[str, tuple[int, bytes]],
        at: str,
        software: str,
        rulebooks: Mapping[str, str],
        digest: str = DEFAULT_DIGEST,
    ) -> Checkpoint:
        """Exports where the streams stand; durable when it returns."""
        checkpoint = Checkpoint(
            sequence=self.last.sequence + 1 if self.last else 1,
            at=at,
            heads={name: (number, hash_.hex()) for name, (number, hash_) in heads.items()},
            entries=sum(number for number, _ in heads.values()),
            software=software,
            rulebooks=dict(rulebooks),
            previous=digest_of(self.line, digest) if self.line else "",
            key=self._key.public,
            digest=digest,
        )
        line = encode(checkpoint, self._key)
        _append(file_of(self.folder, checkpoint.sequence), line)
        self.last, self.line = checkpoint, line
        return checkpoint


def file_of(folder: Path, sequence: int) -> Path:
    """The file in which a checkpoint lies."""
    return folder / f"checkpoints-{(sequence - 1) // CHECKPOINTS_PER_FILE:06}.txt"


def lines_of(folder: Path, first: int = 1) -> Iterator[str]:
    """Every whole line of an export folder in order, from the file of one checkpoint on."""
    for path in files(folder):
        if path >= file_of(folder, first):
            yield from _whole_lines(path)


def files(folder: Path) -> list[Path]:
    """The files of an export folder in their order."""
    return sorted(folder.glob("checkpoints-*.txt"))


def last_line(folder: Path) -> str:
    """The last whole line of an export folder, empty where there is none."""
    for path in reversed(files(folder)):
        lines = _whole_lines(path)
        if lines:
            return lines[-1]
    return ""


def first_covering(folder: Path, stream: str, number: int) -> str:
    """The first line whose checkpoint is at or past an entry of a stream, empty if none is."""

    def head(line: str) -> int:
        try:
            return _HEADS.decode(line.rpartition(" ")[0]).heads.get(stream, (0, ""))[0]
        except (msgspec.MsgspecError, RecursionError) as error:
            raise InvalidCheckpoint(f"{folder} has a line that is no checkpoint: {error}") from None

    def last_head(path: Path) -> int:
        lines = _whole_lines(path)
        return head(lines[-1]) if lines else 0

    # Heads never go back, so that few files need to be read.
    found = files(folder)
    place = bisect_left(found, number, key=last_head)
    for path in found[place : place + 1]:
        return next(line for line in _whole_lines(path) if head(line) >= number)
    return ""


class _Heads(msgspec.Struct):
    heads: dict[str, tuple[int, str]]


_HEADS = msgspec.json.Decoder(_Heads)


def signers_of(folder: Path) -> SignerChain:
    """The public keys that lie in an export folder."""
    try:
        found = (folder / PUBLIC_NAME).read_text(encoding="ascii")
    except (OSError, UnicodeError):
        raise JournalError(f"{folder} is no export folder: it has no {PUBLIC_NAME}") from None
    try:
        return parse_signers(found)
    except JournalError as error:
        raise JournalError(f"{folder / PUBLIC_NAME} cannot be used: {error}") from None


def _publish(path: Path, text: bytes) -> None:
    """Lays the public keys of the house beside what they sign; other keys stay as they are."""
    known = path.read_bytes() if path.exists() else b""
    if text != known and text.startswith(known):
        write_durable(path, text)


def _whole_lines(path: Path) -> list[str]:
    # What a power cut has torn off was told to nobody: a line counts with its end.
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    return whole.decode(errors="replace").split("\n") if whole else []


def _append(path: Path, line: str) -> None:
    is_new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    with os.fdopen(descriptor, "r+b") as file:
        whole, end, _ = file.read().rpartition(b"\n")
        file.truncate(len(whole + end))
        file.seek(0, os.SEEK_END)
        file.write(f"{line}\n".encode())
        file.flush()
        os.fsync(file.fileno())
    if is_new:
        sync_folder(path.parent)
