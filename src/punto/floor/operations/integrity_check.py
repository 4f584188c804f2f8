"""Check that the software is unchanged since the start and its libraries are as published.

The check runs at the start, every day and whenever an auditor requests it. Any difference raises an
alarm, and the house stops the floor: running rounds are concluded, and no new round begins until a
person releases the floor.
"""

import asyncio
import base64
import csv
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import structlog

from punto.floor.software_identity import ROOT, digests

DAY_SECONDS = 86_400.0
MAX_NAMED = 3
SHA256 = "sha256="
LOG = structlog.get_logger("punto.self_check")


@dataclass(frozen=True, slots=True)
class IntegrityResult:
    """One look: when, at how many files, and which of them are not as they should be."""

    at: str
    files: int
    differs: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Why the floor must stand still."""
        named = ", ".join(self.differs[:MAX_NAMED])
        more = len(self.differs) - MAX_NAMED
        return f"the software differs: {named}" + (f" and {more} more" if more > 0 else "")


class IntegrityCheck:
    """Looks at the files of the software, and has the floor stopped where they differ."""

    def __init__(
        self,
        now: Callable[[], str],
        stop: Callable[[str], Awaitable[object]],
        root: Path = ROOT,
    ) -> None:
        self._now, self._stop, self._root = now, stop, root
        self._started = _at_start(root)
        self.last: IntegrityResult | None = None

    async def check(self) -> IntegrityResult:
        """Looks now; where something differs, the floor is stopped and staff are told why."""
        self.last = found = await asyncio.to_thread(self._check_files)
        if found.differs:
            LOG.error("the software differs", files=found.differs[:MAX_NAMED])
            await self._stop(found.reason)
        return found

    def _check_files(self) -> IntegrityResult:
        now = before = self._started
        if self.last is not None:
            # The first look is made in the moment in which they were read.
            check_libraries.cache_clear()
            now = digests(self._root)
        own = {name for name in now.keys() | before.keys() if now.get(name) != before.get(name)}
        count, others = check_libraries()
        return IntegrityResult(self._now(), len(now) + count, (*sorted(own), *others))


@cache
def _at_start(root: Path) -> dict[str, str]:
    """The files as this process found them when it was started."""
    return digests(root)


@cache
def check_libraries(of: str = "punto") -> tuple[int, tuple[str, ...]]:
    """How many files the libraries have, and which are not what their makers published."""
    checked, differing = 0, []
    for name, library in sorted(required_libraries(of).items()):
        for file, digest in _record(library):
            checked += 1
            if _digest(library, file) != digest:
                differing.append(f"{name}: {file}")
    return checked, tuple(differing)


def _record(library: Distribution) -> Iterator[tuple[str, str]]:
    """Every file of a library with the digest that its maker published."""
    # Read as it is written: what lists a library's files may leave out those that are gone.
    for row in csv.reader((library.read_text("RECORD") or "").splitlines()):
        file, digest = row[:2]
        if digest.startswith(SHA256):
            yield file, digest.removeprefix(SHA256)


def _digest(library: Distribution, file: str) -> str:
    """A file's digest as lists of libraries write it, empty where it is gone."""
    try:
        content = Path(str(library.locate_file(file))).read_bytes()
    except OSError:
        return ""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def required_libraries(of: str = "punto") -> dict[str, Distribution]:
    """Every library that a product needs, and those that they need, as installed here."""
    found: dict[str, Distribution] = {}
    waiting = list(_required(distribution(of)))
    while waiting:
        needed = waiting.pop()
        if needed in found:
            continue
        try:
            found[needed] = distribution(needed)
        except PackageNotFoundError:
            # A library for another system only.
            continue
        waiting += _required(found[needed])
    return found


def _required(library: Distribution) -> Iterator[str]:
    for each in library.requires or ():
        if "extra ==" not in each:
            yield re.split(r"[^A-Za-z0-9._-]", each, maxsplit=1)[0].lower().replace("_", "-")
