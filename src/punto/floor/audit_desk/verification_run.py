"""Verify the whole journal in the background and report the progress."""

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from msgspec import Struct

from punto.audit import Check, Finding
from punto.floor.tasks import Tasks, described
from punto.journal.chain import verify
from punto.journal.checkpoints import Checkpoint
from punto.journal.errors import JournalError
from punto.journal.reader import JournalReader
from punto.messages.message import Message, message
from punto.reports.descriptions.findings import describe_finding

AT_A_TIME = 200
"""The check pauses for the tables after this number of entries."""

FINDINGS_IN_VIEW = 20
"""The number of findings in the view."""

PROGRAM = """
import os, sys
os.nice(10)
sys.argv = ["punto", *sys.argv[1:]]
from punto.cli.main import main
main()
"""
"""Run `punto` at a lower priority. The process sets it: a hook before `exec` may deadlock."""


class BooksView(Struct, frozen=True):
    """Whether the auditor's own books agree with the journal."""

    agree: bool
    rounds: int
    findings: list[Message]


class VerificationResult(Struct, frozen=True):
    """The result of a check of the whole journal."""

    at: str
    seconds: float
    is_whole: bool
    words: Message
    books: BooksView


class VerificationView(Struct, frozen=True):
    """The progress of the check, and the last result."""

    running: bool
    checked: int
    of: int
    answer: VerificationResult | None
    failure: str


class VerificationRun:
    """One check at a time, and the result of the last one."""

    def __init__(self, journal: Path, tasks: Tasks) -> None:
        self._path, self._tasks = journal, tasks
        self._checked = self._of = 0
        self._running: asyncio.Task[None] | None = None
        self._answer: VerificationResult | None = None
        self._failure = ""

    def begin(self, exported: Checkpoint | None, at: str) -> bool:
        """Begin a check, unless one runs already."""
        if self._running is not None:
            return False
        self._checked, self._of = 0, 1
        self._failure = ""
        work = self._run(exported, at)
        self._running = self._tasks.spawn("verify the journal", work, failed=self._failed)
        self._running.add_done_callback(self._ended)
        return True

    def view(self) -> VerificationView:
        """The progress of the check, and the last result."""
        running = self._running is not None
        return VerificationView(running, self._checked, self._of, self._answer, self._failure)

    def _failed(self, error: Exception) -> None:
        """Show why there is no result, in place of an older result."""
        self._answer, self._failure = None, described(error)

    def _ended(self, _task: "asyncio.Task[None]") -> None:
        self._running = None

    async def _run(self, exported: Checkpoint | None, at: str) -> None:
        began = time.monotonic()
        fault = await asyncio.to_thread(self._chain, exported)
        books = await self._second_opinion()
        words = message("chain.broken", fault=fault) if fault else message("chain.intact")
        seconds = round(time.monotonic() - began, 1)
        self._answer = VerificationResult(at, seconds, not fault, words, books)

    def _chain(self, exported: Checkpoint | None) -> str:
        """The fault of the chain; empty if there is none."""
        reader = JournalReader(self._path)
        try:
            heads = {} if exported is None else exported.heads
            due = {name: head for name, (number, head) in heads.items() if number}
            with reader.as_of_now():
                self._of = sum(version for version, _ in reader.streams().values())
                verify(reader, due, self._one)
        except JournalError as error:
            return str(error)
        finally:
            reader.close()
        return ""

    def _one(self) -> None:
        self._checked += 1
        if self._checked % AT_A_TIME == 0:
            time.sleep(0.002)

    async def _second_opinion(self) -> BooksView:
        """The result of the auditor, in a separate process so that no table waits for it."""
        words = ("audit", str(self._path), "--json")
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            PROGRAM,
            *words,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, error = await process.communicate()
        try:
            report = json.loads(out)
        except ValueError:
            why = message("custom.name", name=error.decode(errors="replace")[:400])
            return BooksView(agree=False, rounds=0, findings=[why])
        return BooksView(
            report["clean"],
            report["rounds_settled"] + report["rounds_void"],
            [describe_finding(_finding(each)) for each in report["findings"][:FINDINGS_IN_VIEW]],
        )


def _finding(record: dict[str, Any]) -> Finding:
    return Finding(
        Check(record["check"]),
        record["stream"],
        record["entry"],
        record["round"],
        Message(record["key"], record["values"]),
    )
