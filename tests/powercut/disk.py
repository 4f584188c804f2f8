"""A disk that can lose its power: what was synced stays, anything else may be lost, torn or kept.

`Disk` is what programs see while the power is on, and it takes down everything they do. `Platter`
is what lies on the medium: it follows those acts, keeps apart what is synced and what is not, and
says what a power cut leaves. A name is as unsure as a byte until its folder is synced.
"""

from collections.abc import Mapping
from enum import StrEnum
from random import Random
from typing import NamedTuple

SECTOR = 512
"""The medium writes whole sectors; a write may be torn between two of them, never inside one."""


class Did(StrEnum):
    """What a program did to the disk, or a word of the one who watches it."""

    CREATE = "create"
    DELETE = "delete"
    WRITE = "write"
    TRUNCATE = "truncate"
    SYNC = "sync"
    SYNC_FOLDER = "sync of the folder"
    MARK = "mark"


SYNCS = (Did.SYNC, Did.SYNC_FOLDER)


class Act(NamedTuple):
    """One thing that was done, to a file (by number) or to a name in the folder."""

    did: Did
    file: int = 0
    at: int = 0
    """The place of a write, the new length of a file, or the number that a mark carries."""

    data: bytes = b""
    name: str = ""


class Platter:
    """The medium: contents and names that are safe, and what was done to them since."""

    def __init__(self, files: Mapping[str, bytes | bytearray] | None = None) -> None:
        held = files or {}
        self.names: dict[str, int] = {name: at for at, name in enumerate(held, start=1)}
        self.contents = {self.names[name]: bytearray(data) for name, data in held.items()}
        self.pending: dict[int, list[Act]] = {}
        self.renamed: dict[str, list[int | None]] = {}

    def follow(self, act: Act) -> None:
        """Takes in what a program did."""
        match act.did:
            case Did.WRITE | Did.TRUNCATE:
                self.pending.setdefault(act.file, []).append(act)
            case Did.SYNC:
                content = self.contents[act.file]
                for each in self.pending.pop(act.file, ()):
                    apply(content, each)
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
        """The names that programs see, with what is not synced."""
        names = dict(self.names)
        for name, history in self.renamed.items():
            self._name(names, name, history[-1])
        return names

    def contents_seen(self) -> dict[int, bytearray]:
        """The contents that programs see, with what is not synced."""
        contents = {file: bytearray(self.contents[file]) for file in self.names_seen().values()}
        for file, content in contents.items():
            for act in self.pending.get(file, ()):
                apply(content, act)
        return contents

    def copy(self) -> "Platter":
        """The medium as it is when a program is killed: nothing is lost, nothing is safer."""
        other = Platter()
        other.names = dict(self.names)
        other.contents = {file: bytearray(content) for file, content in self.contents.items()}
        other.pending = {file: list(acts) for file, acts in self.pending.items()}
        other.renamed = {name: list(history) for name, history in self.renamed.items()}
        return other

    def after_power_cut(self, random: Random) -> "Platter":
        """What a power cut leaves: of each thing that was not synced, all, nothing or a part."""
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
    """Does to a content what was done to its file; a hole reads as zeros."""
    if act.at > len(content):
        content.extend(bytes(act.at - len(content)))
    if act.did is Did.WRITE:
        content[act.at : act.at + len(act.data)] = act.data
    else:
        del content[act.at :]


def survivors(pending: list[Act], random: Random) -> list[Act]:
    """What reaches the medium of acts that were not synced, in the order in which it does."""
    if not pending:
        return []
    fate = random.random()
    if fate < 0.10:
        return []
    if fate < 0.20:
        return pending
    if fate < 0.35:
        # The writes reached the medium in their order, and the last one was under way.
        kept = random.randrange(len(pending))
        return [*pending[:kept], *torn(pending[kept], random)]
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
    """The sectors of a write that reached the medium: the first few, or any of them."""
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
    """A disk in use: files by name, and a log of everything that is done to them."""

    def __init__(self, platter: Platter) -> None:
        self.start = platter
        self.names, self.contents = platter.names_seen(), platter.contents_seen()
        self._next = max(platter.contents, default=0) + 1
        self.acts: list[Act] = []

    def open(self, name: str) -> int:
        """The number of a file, which is created if there is none of that name."""
        if name not in self.names:
            file = self.names[name] = self._next
            self._next += 1
            self.contents[file] = bytearray()
            self.acts.append(Act(Did.CREATE, file, name=name))
        return self.names[name]

    def delete(self, name: str) -> None:
        """Removes a name; an open file keeps its content."""
        del self.names[name]
        self.acts.append(Act(Did.DELETE, name=name))

    def read(self, file: int, at: int, amount: int) -> bytes:
        """What a file holds at a place, less where it ends."""
        return bytes(self.contents[file][at : at + amount])

    def write(self, file: int, at: int, data: bytes) -> None:
        """Writes, without any promise."""
        act = Act(Did.WRITE, file, at, data)
        self.acts.append(act)
        apply(self.contents[file], act)

    def truncate(self, file: int, length: int) -> None:
        """Cuts or lengthens a file, without any promise."""
        act = Act(Did.TRUNCATE, file, length)
        self.acts.append(act)
        apply(self.contents[file], act)

    def sync(self, file: int) -> None:
        """Makes safe what was written to a file."""
        self.acts.append(Act(Did.SYNC, file))

    def sync_folder(self) -> None:
        """Makes safe which names there are."""
        self.acts.append(Act(Did.SYNC_FOLDER))

    def files(self) -> dict[str, bytes]:
        """What every file holds now."""
        return {name: bytes(self.contents[file]) for name, file in self.names.items()}

    def mark(self, name: str, number: int = 0) -> None:
        """Takes down something that the one who watches wants to find again."""
        self.acts.append(Act(Did.MARK, at=number, name=name))
