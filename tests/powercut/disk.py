"""Simulate a disk that can lose its power: unsynced bytes may survive, be torn or be lost.

`Disk` is the view of programs while the power is on; it logs everything that they do. `Platter` is
the medium: it applies those acts, separates synced from unsynced content, and computes the content
after a power cut. A file name may be lost like a byte until its folder is synced.
"""

from collections.abc import Mapping
from enum import StrEnum
from random import Random
from typing import NamedTuple

SECTOR = 512
"""The medium writes whole sectors; a write may be torn between two of them, never inside one."""


class Did(StrEnum):
    """The kind of an act on the disk, or a mark of the test."""

    CREATE = "create"
    DELETE = "delete"
    WRITE = "write"
    TRUNCATE = "truncate"
    SYNC = "sync"
    SYNC_FOLDER = "sync of the folder"
    MARK = "mark"


SYNCS = (Did.SYNC, Did.SYNC_FOLDER)


class Act(NamedTuple):
    """One act on a file, by its number, or on a name in the folder."""

    did: Did
    file: int = 0
    at: int = 0
    """The place of a write, the new length of a file, or the number of a mark."""

    data: bytes = b""
    name: str = ""


class Platter:
    """The medium: the synced contents and names, and the acts since the last sync."""

    def __init__(self, files: Mapping[str, bytes | bytearray] | None = None) -> None:
        known = files or {}
        self.names: dict[str, int] = {name: at for at, name in enumerate(known, start=1)}
        self.contents = {self.names[name]: bytearray(data) for name, data in known.items()}
        self.pending: dict[int, list[Act]] = {}
        self.renamed: dict[str, list[int | None]] = {}

    def follow(self, act: Act) -> None:
        """Apply an act of a program."""
        match act.did:
            case Did.WRITE | Did.TRUNCATE:
                self.pending.setdefault(act.file, []).append(act)
            case Did.SYNC:
                content = self.contents[act.file]
                for write in self.pending.pop(act.file, ()):
                    apply(content, write)
            case Did.CREATE:
                self.contents[act.file] = bytearray()
                self.renamed.setdefault(act.name, []).append(act.file)
            case Did.DELETE:
                self.renamed.setdefault(act.name, []).append(None)
            case Did.SYNC_FOLDER:
                for name, history in self.renamed.items():
                    self._name(self.names, name, history[-1])
                self.renamed.clear()
            case Did.MARK:
                pass

    def names_seen(self) -> dict[str, int]:
        """The names that programs see, including unsynced ones."""
        names = dict(self.names)
        for name, history in self.renamed.items():
            self._name(names, name, history[-1])
        return names

    def contents_seen(self) -> dict[int, bytearray]:
        """The contents that programs see, including unsynced writes."""
        contents = {file: bytearray(self.contents[file]) for file in self.names_seen().values()}
        for file, content in contents.items():
            for act in self.pending.get(file, ()):
                apply(content, act)
        return contents

    def copy(self) -> "Platter":
        """The medium after a kill: nothing is lost, and nothing more is synced."""
        other = Platter()
        other.names = dict(self.names)
        other.contents = {file: bytearray(content) for file, content in self.contents.items()}
        other.pending = {file: list(acts) for file, acts in self.pending.items()}
        other.renamed = {name: list(history) for name, history in self.renamed.items()}
        return other

    def after_power_cut(self, random: Random) -> "Platter":
        """The medium after a power cut: of each unsynced act all, nothing or a part survives."""
        names = dict(self.names)
        for name, history in self.renamed.items():
            self._name(names, name, random.choice([names.get(name), *history]))
        left = {}
        for name, file in names.items():
            content = bytearray(self.contents[file])
            for act in survivors(self.pending.get(file, []), random):
                apply(content, act)
            left[name] = content
        return Platter(left)

    @staticmethod
    def _name(names: dict[str, int], name: str, file: int | None) -> None:
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


def apply(content: bytearray, act: Act) -> None:
    """Apply an act to the content of a file; a hole reads as zeros."""
    if act.at > len(content):
        content.extend(bytes(act.at - len(content)))
    if act.did is Did.WRITE:
        content[act.at : act.at + len(act.data)] = act.data
    else:
        del content[act.at :]


def survivors(pending: list[Act], random: Random) -> list[Act]:
    """The unsynced acts that reach the medium, in the order in which they do."""
    if not pending:
        return []
    fate = random.random()
    if fate < 0.10:
        return []
    if fate < 0.20:
        return pending
    if fate < 0.35:
        # The writes reached the medium in order, and the power failed during the last one.
        complete_count = random.randrange(len(pending))
        return [*pending[:complete_count], *torn(pending[complete_count], random)]
    found: list[Act] = []
    for act in pending:
        chance = random.random()
        if chance < 0.50:
            continue
        if chance < 0.70:
            found += torn(act, random)
        else:
            found.append(act)
    if fate > 0.75:
        random.shuffle(found)
    return found


def torn(act: Act, random: Random) -> list[Act]:
    """The sectors of a write that reach the medium: the first few, or any of them."""
    if act.did is not Did.WRITE:
        return random.choice(([], [act]))
    edges = [act.at, *range(act.at - act.at % SECTOR + SECTOR, act.at + len(act.data), SECTOR)]
    sectors = [
        act._replace(at=start, data=act.data[start - act.at : end - act.at])
        for start, end in zip(edges, [*edges[1:], act.at + len(act.data)], strict=True)
    ]
    if random.random() < 0.5:
        return sectors[: random.randrange(len(sectors) + 1)]
    return [sector for sector in sectors if random.random() < 0.5]


class Disk:
    """A disk in use: files by name, and a log of all acts on them."""

    def __init__(self, platter: Platter) -> None:
        self.start = platter
        self.names, self.contents = platter.names_seen(), platter.contents_seen()
        self._next = max(platter.contents, default=0) + 1
        self.acts: list[Act] = []

    def open(self, name: str) -> int:
        """The number of a file; create the file if it is missing."""
        if name not in self.names:
            file = self.names[name] = self._next
            self._next += 1
            self.contents[file] = bytearray()
            self.acts.append(Act(Did.CREATE, file, name=name))
        return self.names[name]

    def delete(self, name: str) -> None:
        """Remove a name; an open file retains its content."""
        del self.names[name]
        self.acts.append(Act(Did.DELETE, name=name))

    def read(self, file: int, at: int, amount: int) -> bytes:
        """The bytes of a file at a place; fewer than `amount` at its end."""
        return bytes(self.contents[file][at : at + amount])

    def write(self, file: int, at: int, data: bytes) -> None:
        """Write bytes, which are not durable yet."""
        act = Act(Did.WRITE, file, at, data)
        self.acts.append(act)
        apply(self.contents[file], act)

    def truncate(self, file: int, length: int) -> None:
        """Shorten or lengthen a file, which is not durable yet."""
        act = Act(Did.TRUNCATE, file, length)
        self.acts.append(act)
        apply(self.contents[file], act)

    def sync(self, file: int) -> None:
        """Make all writes to a file durable."""
        self.acts.append(Act(Did.SYNC, file))

    def sync_folder(self) -> None:
        """Make all names in the folder durable."""
        self.acts.append(Act(Did.SYNC_FOLDER))

    def files(self) -> dict[str, bytes]:
        """The current content of every file."""
        return {name: bytes(self.contents[file]) for name, file in self.names.items()}

    def mark(self, name: str, number: int = 0) -> None:
        """Add a mark to the log, so that the test can find this place again."""
        self.acts.append(Act(Did.MARK, at=number, name=name))
