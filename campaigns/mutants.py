"""Run mutants of core, table and ledger: a test must notice each small change.

The page docs/explanation/mutants.md lists the mutants that no test can notice, with the reason. A
mutant whose code does not run before the tests is tried in a fork of a process that has collected
every test. Any other mutant is tried in a fork of a process that has not imported the project.
"""

import ast
import gc
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import IO

import pytest

from tests.planted.copies import ROOT
from tests.planted.forks import allow, forked
from tests.planted.measuring import SOURCE, Measured, digest, file_of, measure, sources
from tests.planted.mutations import Mutation, mutations
from tests.planted.running import Live, Rewritten, collected, first_failing, forget_project
from tests.powercut.telling import run

MUTANTS = {"full": None, "small": 60, "one": 1}
FOLDERS = ("house", "ledger", "table", "core")
TESTS = ("core", "house", "ledger", "table", "documents")
EXPLANATIONS = ROOT / "docs" / "explanation" / "mutants.md"

FOLDER = ROOT / "data" / "mutants"
"""Measurements and results. A stopped campaign continues from them."""

WORKERS = int(os.environ.get("PUNTO_WORKERS", len(os.sched_getaffinity(0))))

SECONDS = 12
"""The processor time for the tests of a mutant, the most likely and fastest ones first."""

MORE_SECONDS = 300
"""The processor time for all tests, if a mutant survived the first ones without a reason."""

NO_END = " (no end)"

Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class Mutant:
    """A mutation of a file under `src/punto`."""

    file: str
    mutation: Mutation

    @property
    def key(self) -> Key:
        """The identity of the mutant, which stays the same when lines move."""
        each = self.mutation
        return self.file, each.function, each.before, each.after

    @cached_property
    def digest(self) -> str:
        """The digest of its module's text."""
        return sha256(f"{self.file}\0{self.mutation.text}".encode()).hexdigest()[:20]

    def __str__(self) -> str:
        each = self.mutation
        return f"{self.file}:{each.line} {each.function}: {each.before}  ->  {each.after}"


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Run a sample drawn by a seed, or all mutants. A survivor without a reason is a failure."""
    every = mutants()
    count = MUTANTS[size]
    chosen = every if count is None else Random(first).sample(every, count)
    with TemporaryDirectory() as folder:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        trial = Trial(measure(test_files(), FOLDER, WORKERS), Book(FOLDER / "found.jsonl"))
        trial.try_all(chosen)
        killers = {found.removesuffix(NO_END) for found in map(trial.book.found, chosen) if found}
        control = trial.control(sorted(killers & trial.known.seconds.keys()))
    reasons = explained()
    tally, lines = Counter[str](), list[str]()
    for mutant in chosen:
        found = trial.book.found(mutant)
        verdict = "killed" if found else "explained" if mutant.key in reasons else "SURVIVED"
        tally[verdict] += 1
        print(f"{verdict:<9} {mutant} | {found or reasons.get(mutant.key, '')}", flush=True)
        if verdict == "SURVIVED":
            lines.append(f"survived without a reason: {mutant}")
    lines.append(
        f"control: {control} fails with nothing changed"
        if control
        else f"control: the {len(killers):,} tests that killed pass in a fork with nothing changed"
    )
    lines.append(
        f"{len(chosen):,} mutants of {len(every):,} run: {tally['killed']:,} killed, "
        f"{tally['explained']:,} survived with a reason, {tally['SURVIVED']:,} without"
    )
    return lines, not tally["SURVIVED"] and not control


def mutants() -> list[Mutant]:
    """Every mutant of the three folders."""
    return [
        Mutant(path.relative_to(SOURCE).as_posix(), each)
        for folder in FOLDERS
        for path in sorted((SOURCE / folder).rglob("*.py"))
        for each in mutations(path.read_text(encoding="utf-8"))
    ]


def test_files() -> list[str]:
    """Every test file that may notice a mutant."""
    return sorted(
        path.relative_to(ROOT).as_posix()
        for folder in TESTS
        for path in (ROOT / "tests" / folder).rglob("test_*.py")
    )


class Book:
    """The result of each mutant: the test that killed it, or none.

    A kill is valid while the mutant's module and the test are unchanged. A survival is valid while
    all tests and sources are unchanged.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._all = digest([*sources(), *(ROOT / file for file in test_files())])
        self._found = dict[str, tuple[str, str]]()

    def read(self) -> None:
        """Load the results of earlier runs."""
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                mutant, found, held = json.loads(line)
                self._found[mutant] = found, held

    def found(self, mutant: Mutant) -> str | None:
        """The test that killed a mutant, empty if it survived, None if no valid result exists."""
        found, held = self._found.get(mutant.digest, ("", ""))
        return found if held == self._held(found) else None

    def record_unseen(self, mutant: Mutant, found: str) -> None:
        """Append a result."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([mutant.digest, found, self._held(found)]) + "\n")

    def _held(self, found: str) -> str:
        return sha256(_text_of(found).encode()).hexdigest()[:20] if found else self._all


@cache
def _text_of(test: str) -> str:
    """The source of a test, or of its file if no test of it ran."""
    test = test.removesuffix(NO_END)
    path = ROOT / file_of(test)
    if not path.exists():
        # The test moved or was removed, so try its mutants again.
        return ""
    lines = path.read_text(encoding="utf-8").splitlines()
    name = test.partition("[")[0].rpartition("::")[2]
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            lines = lines[first - 1 : node.end_lineno]
    return "\n".join(lines)


Task = tuple[Mutant | None, list[str]]
"""A mutant, or None for unchanged code, and the tests to run."""


@dataclass(frozen=True)
class Trial:
    """A run of mutants with the measured tests."""

    known: Measured
    book: Book

    def try_all(self, chosen: Sequence[Mutant]) -> None:
        """Try the mutants without a valid result."""
        self.book.read()
        waiting = [mutant for mutant in chosen if self.book.found(mutant) is None]
        print(f"{len(chosen) - len(waiting):,} known, {len(waiting):,} to be tried", flush=True)
        late = [mutant for mutant in waiting if "" not in self.early_in(mutant)]
        pure = [mutant for mutant in late if mutant.file.startswith("core/")]
        above = [mutant for mutant in late if mutant not in pure]
        for _ in forked(self._warm, filter(None, (above, pure))):
            pass
        self.book.read()
        early = [each for each in waiting if self.early_in(each) and not self.book.found(each)]
        self._record(forked(self._cold, map(self._task, early), WORKERS))
        self.book.read()
        reasons = explained()
        open_ = [each for each in waiting if not self.book.found(each) and each.key not in reasons]
        tasks = (self._task(each, MORE_SECONDS) for each in open_)
        self._record(forked(self._cold, tasks, WORKERS))
        self.book.read()

    def control(self, tests: list[str]) -> str:
        """Run tests on unchanged code in the same way; return the first failure, if any."""
        ((_, written, is_endless),) = forked(self._cold, [(None, tests)])
        return verdict(written, is_endless)

    def early_in(self, mutant: Mutant) -> set[str]:
        """The test files that run a mutant before their first test; "" means all files."""
        return self.known.early_in(mutant.file, mutant.mutation.statement)

    def _late_task(self, mutant: Mutant) -> Task:
        """The tests of files that run a mutant only in tests. Those that run it come first."""
        own = self.known.runs(mutant.file, mutant.mutation.statement)
        files = {file_of(test) for test in own} - self.early_in(mutant)
        return self._ordered(mutant, own, files, files)

    def _task(self, mutant: Mutant, max_seconds: float = SECONDS) -> Task:
        """All tests: those that run the mutant, those that touch its module, then others."""
        own = self.known.runs(mutant.file, mutant.mutation.statement)
        near = self.known.touches(mutant.file)
        return self._ordered(mutant, own, near, set(self.known.figures), max_seconds)

    def _ordered(
        self,
        mutant: Mutant,
        own: set[str],
        near: set[str],
        files: set[str],
        max_seconds: float = SECONDS,
    ) -> Task:
        """Sort tests: the module's own first, and one case of each test before the second case."""
        folder, _, name = mutant.file.rpartition("/")
        mirrored = f"tests/{folder}/test_{name}"
        seconds, cases = self.known.seconds, Counter[str]()
        places = dict[str, tuple[bool, bool, bool, int, float]]()
        for test in sorted(seconds, key=seconds.__getitem__):
            if file_of(test) in files:
                function = test.partition("[")[0]
                cases[function] += 1
                first = test not in own, file_of(test) != mirrored, file_of(test) not in near
                places[test] = *first, cases[function], seconds[test]
        ordered = sorted(places, key=places.__getitem__)
        until = accumulate(seconds[test] for test in ordered)
        timed = zip(ordered, until, strict=True)
        return mutant, [test for test, sum_ in timed if sum_ < max_seconds]

    def _warm(self, late: list[Mutant], _: IO[str]) -> None:
        """Collect every test once, then fork this process for each mutant."""
        forget_project()

        def then(items: dict[str, pytest.Item]) -> None:
            live = Live()
            if not late[0].file.startswith("core/"):
                # Compute values that no mutant of these changes once for all of them.
                _work_out_paytables()
            gc.freeze()

            def one(task: Task, written: IO[str]) -> None:
                mutant, tests = task
                assert mutant is not None, "there is something to try"
                path = SOURCE / mutant.file
                before = path.read_text(encoding="utf-8")
                live.rewrite(str(path), before, mutant.mutation.text)
                chosen = [items[test] for test in tests]
                written.write(first_failing(chosen, self.known.seconds, written) or SURVIVED)

            self._record(forked(one, map(self._late_task, late), WORKERS))

        assert not collected(list(self.known.figures), then), "all tests can be imported"

    def _cold(self, task: Task, written: IO[str]) -> None:
        """Import the project with the mutant in it, and run the tests, the most likely first."""
        mutant, tests = task
        forget_project()
        if mutant is not None:
            module = f"punto/{mutant.file}".removesuffix(".py").removesuffix("/__init__")
            name = module.replace("/", ".")
            path = str(SOURCE / mutant.file)
            sys.meta_path.insert(0, Rewritten(name, path, mutant.mutation.text))
        files = list(dict.fromkeys(map(file_of, tests)))
        found = list[str]()

        def then(items: dict[str, pytest.Item]) -> None:
            chosen = [items[test] for test in tests if test in items]
            found.append(first_failing(chosen, self.known.seconds, written))

        for some in filter(None, (files[:2], files[2:])):
            allow(60)
            written.write(f"{some[0]}\n")
            written.flush()
            if killer := collected(some, then) or found.pop():
                written.write(killer)
                return
        written.write(SURVIVED)

    def _record(self, ended: Iterable[tuple[Task, list[str], bool]]) -> None:
        for (mutant, _), written, is_endless in ended:
            assert mutant is not None, "there was something to try"
            self.book.record_unseen(mutant, verdict(written, is_endless))


def _work_out_paytables() -> None:
    # Import here, because this process has just reloaded the project.
    from punto.core.endings import paytable
    from punto.games.library import GAMES

    for book in GAMES:
        paytable(book)


SURVIVED = "survived"


def verdict(written: list[str], is_endless: bool) -> str:
    """The result of a fork: the test that failed or did not end, or an empty string."""
    last = written[-1]
    return last + NO_END if is_endless else last.removeprefix(SURVIVED)


_ROW = re.compile(r"\| `(.+?)` \| `(.*?)` \| `(.+?)` \| `(.+?)` \| (.+) \|")


def explained() -> dict[Key, str]:
    """The reasons on the page for mutants that may survive, by key."""
    found: dict[Key, str] = {}
    for line in EXPLANATIONS.read_text(encoding="utf-8").splitlines():
        if row := _ROW.fullmatch(line):
            file, function, before, after = (part.replace(r"\|", "|") for part in row.groups()[:4])
            found[file, function, before, after] = row.group(5)
    return found


if __name__ == "__main__":
    run("mutants", campaign)
