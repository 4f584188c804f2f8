"""Measure which tests run which lines of the project, and the time of each test."""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import IO

import pytest
from coverage import Coverage, CoverageData

from tests.planted.copies import ROOT
from tests.planted.forks import forked
from tests.planted.running import collected, first_failing, forget_project

SOURCE = ROOT / "src" / "punto"
PURE = frozenset({"core", "games", "house", "ledger", "table", "documents"})


@dataclass(frozen=True)
class Measured:
    """The measurements of some test files, stored in a folder."""

    figures: dict[str, Path]
    """The file with the figures of each test file."""

    seconds: dict[str, float]
    """The processor time of each test."""

    early: dict[str, dict[str, list[str]]]
    """The lines of a module that run during an import: of the project itself, which has no name, or
    of test files."""

    def runs(self, file: str, lines: Iterable[int]) -> set[str]:
        """The tests that run one of these lines of a module."""
        tests = _tests_by_line(tuple(self.figures.values()), file)
        return {test for line in lines for test in tests.get(line, ())}

    def early_in(self, file: str, lines: Iterable[int]) -> set[str]:
        """The imports that run one of these lines of a module."""
        early = self.early.get(file, {})
        return {each for line in lines for each in early.get(str(line), ())}

    def touches(self, file: str) -> set[str]:
        """The test files that run any line of a module."""
        tests = _tests_by_line(tuple(self.figures.values()), file)
        return {file_of(test) for found in tests.values() for test in found}


def file_of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


def digest(paths: Iterable[Path]) -> str:
    """The digest of some files' names and contents."""
    found = sha256()
    for path in sorted(paths):
        found.update(f"{path.name}\0".encode() + path.read_bytes())
    return found.hexdigest()[:20]


def sources() -> list[Path]:
    """The files on which all tests depend."""
    shared = {*(ROOT / "tests").rglob("*.py")} - {*(ROOT / "tests" / "planted").rglob("*.py")}
    return [*SOURCE.rglob("*.py"), *(path for path in shared if path.stem[:5] != "test_")]


def measure(files: Sequence[str], folder: Path, workers: int) -> Measured:
    """Measure the test files without valid figures. A test that fails here is an error."""
    folder.mkdir(parents=True, exist_ok=True)
    common = digest(sources())
    figures = {file: folder / f"{common}-{digest([ROOT / file])}" for file in files}
    imports = folder / f"{common}-early.json"
    waiting = [file for file, path in figures.items() if not path.with_suffix(".json").exists()]
    if waiting or not imports.exists():
        for _ in forked(_Measuring(figures, waiting, imports, workers), [list(files)]):
            pass
    seconds = dict[str, float]()
    for path in figures.values():
        seconds |= json.loads(path.with_suffix(".json").read_text())
    return Measured(figures, seconds, json.loads(imports.read_text()))


@dataclass(frozen=True)
class _Measuring:
    figures: dict[str, Path]
    waiting: list[str]
    imports: Path
    workers: int

    def __call__(self, files: list[str], _: IO[str]) -> None:
        tracing = _coverage(self.imports.with_suffix(".coverage"))
        forget_project()
        tracing.start()
        _import_project()

        def then(items: dict[str, pytest.Item]) -> None:
            tracing.stop()
            data = tracing.get_data()
            lines = {_named(path): data.contexts_by_lineno(path) for path in data.measured_files()}
            self.imports.write_text(json.dumps(lines))
            of = defaultdict[str, list[pytest.Item]](list)
            for test, item in items.items():
                of[file_of(test)].append(item)
            waiting = [of[file] for file in self.waiting]
            for _, written, is_endless in forked(self._one, waiting, self.workers):
                assert not is_endless, f"{written[-1]} has no end"

        broken = collected(files, then, tracing.switch_context)
        assert not broken, f"{broken} cannot be imported"

    def _one(self, items: list[pytest.Item], written: IO[str]) -> None:
        """Run the tests of a file in a process without state from other files."""
        path = self.figures[file_of(items[0].nodeid)]
        tracing = _coverage(path.with_suffix(".coverage"))
        tracing.erase()
        tracing.start()
        seconds = dict[str, float]()
        for item in items:
            tracing.switch_context(item.nodeid)
            began = time.process_time()
            failed = first_failing([item], {}, written)
            assert not failed, f"{failed} fails with nothing changed"
            seconds[item.nodeid] = time.process_time() - began
        tracing.stop()
        tracing.save()
        path.with_suffix(".json").write_text(json.dumps(seconds))


def _import_project() -> None:
    """Import the shared modules, so that the lines of a test file are its own."""
    for path in sources():
        if PURE.intersection(path.parts) or path.parent == ROOT / "tests":
            below = path.relative_to(ROOT).with_suffix("").parts
            names = [each for each in below if each not in ("src", "__init__")]
            if names[-1] != "conftest":
                import_module(".".join(names))


def _coverage(data: Path) -> Coverage:
    tracing = Coverage(data_file=str(data), config_file=False, include=[f"{SOURCE}/*"])
    tracing.set_option("run:disable_warnings", ["no-data-collected"])
    return tracing


def _named(path: str) -> str:
    return Path(path).relative_to(SOURCE).as_posix()


@lru_cache(maxsize=1)
def _tests_by_line(figures: tuple[Path, ...], file: str) -> dict[int, set[str]]:
    found = defaultdict[int, set[str]](set)
    for path in figures:
        data = CoverageData(basename=str(path.with_suffix(".coverage")))
        data.read()
        for line, tests in data.contexts_by_lineno(str(SOURCE / file)).items():
            found[line] |= {test for test in tests if test}
    return found
