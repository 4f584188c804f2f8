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
    """The result of a check: its time, the number of files, and the files that differ."""

    at: str
    files: int
    differs: tuple[str, ...]

    @property
    def reason(self) -> str:
        """The reason for which the floor must stop."""
        named = ", ".join(self.differs[:MAX_NAMED])
        more = len(self.differs) - MAX_NAMED
        return f"the software differs: {named}" + (f" and {more} more" if more > 0 else "")


class IntegrityCheck:
    """Check the files of the software, and stop the floor if one differs."""

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
        """Check now. If a file differs, stop the floor and report the reason to staff."""
        self.last = found = await asyncio.to_thread(self._check_files)
        if found.differs:
            LOG.error("the software differs", files=found.differs[:MAX_NAMED])
            await self._stop(found.reason)
        return found

    def _check_files(self) -> IntegrityResult:
        now = before = self._started
        if self.last is not None:
            # At the first check the digests of the start are still current.
            check_libraries.cache_clear()
            now = digests(self._root)
        own = {name for name in now.keys() | before.keys() if now.get(name) != before.get(name)}
        count, others = check_libraries()
        return IntegrityResult(self._now(), len(now) + count, (*sorted(own), *others))


@cache
def _at_start(root: Path) -> dict[str, str]:
    """The digests of the files at the start of this process."""
    return digests(root)


@cache
def check_libraries(of: str = "punto") -> tuple[int, tuple[str, ...]]:
    """The number of files of the libraries, and the files that differ from the published ones."""
    checked, differing = 0, []
    for name, library in sorted(required_libraries(of).items()):
        for file, digest in _record(library):
            checked += 1
            if _digest(library, file) != digest:
                differing.append(f"{name}: {file}")
    return checked, tuple(differing)


def _record(library: Distribution) -> Iterator[tuple[str, str]]:
    """Every file of a library with the digest that its maker published."""
    # Read RECORD itself: `Distribution.files` may omit files that are missing.
    for row in csv.reader((library.read_text("RECORD") or "").splitlines()):
        file, digest = row[:2]
        if digest.startswith(SHA256):
            yield file, digest.removeprefix(SHA256)


def _digest(library: Distribution, file: str) -> str:
    """The digest of a file in the form of RECORD; empty if the file is missing."""
    try:
        content = Path(str(library.locate_file(file))).read_bytes()
    except OSError:
        return ""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def required_libraries(of: str = "punto") -> dict[str, Distribution]:
    """The libraries that a product needs directly or indirectly, as installed here."""
    found: dict[str, Distribution] = {}
    waiting = list(_required(distribution(of)))
    while waiting:
        needed = waiting.pop()
        if needed in found:
            continue
        try:
            found[needed] = distribution(needed)
        except PackageNotFoundError:
            # This library is for another system.
            continue
        waiting += _required(found[needed])
    return found


def _required(library: Distribution) -> Iterator[str]:
    for each in library.requires or ():
        if "extra ==" not in each:
            yield re.split(r"[^A-Za-z0-9._-]", each, maxsplit=1)[0].lower().replace("_", "-")
