"""Collect tests once in this process, and run selected ones in it."""

import gc
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, FunctionType
from typing import IO

import pytest
from hypothesis import HealthCheck, settings

from tests.planted.copies import ROOT
from tests.planted.forks import allow

OPTIONS = (
    *("-o", "addopts=--strict-markers --strict-config", "-m", "not long"),
    *("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:terminal"),
    # Hypothesis is already imported, and has no assertions of this project.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)

PATIENCE = 5
"""Seconds of processor time per test, and a factor of its measured time."""


class _Then:
    """A plugin that handles collected tests instead of running all of them."""

    def __init__(
        self, then: Callable[[dict[str, pytest.Item]], None], begins: Callable[[str], object]
    ) -> None:
        self._then = then
        self._begins = begins
        self.broken = list[str]()
        self.error: BaseException | None = RuntimeError("the tests could not be collected")

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        if isinstance(collector, pytest.Module):
            self._begins(collector.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.broken.append(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.broken:
            try:
                self.error = None
                self._then({item.nodeid: item for item in session.items})
            except BaseException as error:  # pytest would only report it and continue
                self.error = error
        return True


def collected(
    paths: Sequence[str],
    then: Callable[[dict[str, pytest.Item]], None],
    begins: Callable[[str], object] = lambda _: None,
) -> str:
    """Import the tests and the project again and continue; return a file that fails to import.

    The result depends on neither chance, time nor earlier runs.
    """
    quiet = [HealthCheck.too_slow]
    settings.register_profile(
        "forks", deadline=None, database=None, derandomize=True, suppress_health_check=quiet
    )
    settings.load_profile("forks")
    plugin = _Then(then, begins)
    pytest.main([*OPTIONS, *(str(ROOT / path) for path in paths)], plugins=[plugin])
    if plugin.broken:
        return plugin.broken[0]
    if plugin.error is not None:
        raise plugin.error
    return ""


def forget_project() -> None:
    """Forget the imported modules of the project, so that the next import reads them again."""
    for name in [each for each in sys.modules if each.partition(".")[0] in ("punto", "tests")]:
        del sys.modules[name]


class _Failures:
    def __init__(self) -> None:
        self.failed = list[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def first_failing(
    items: Sequence[pytest.Item], seconds: Mapping[str, float], written: IO[str]
) -> str:
    """Run tests until one fails, and write each name before its test. Return the failed test."""
    failures = _Failures()
    for item, following in zip(items, [*items[1:], None], strict=False):
        if item is items[0]:
            item.config.pluginmanager.register(failures)
        allow(PATIENCE + PATIENCE * seconds.get(item.nodeid, 60))
        written.write(f"{item.nodeid}\n")
        written.flush()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if failures.failed:
            return failures.failed[0]
    return ""


class Live:
    """The functions of this process, by their source file."""

    def __init__(self) -> None:
        self._of = defaultdict[str, list[FunctionType]](list)
        for each in gc.get_objects():
            # `isinstance` on a weak proxy would use the class of its target.
            if type(each) is FunctionType:
                self._of[each.__code__.co_filename].append(each)

    def rewrite(self, path: str, before: str, after: str) -> None:
        """Give every changed function of a file its new code.

        This equals a new import, as long as none of the changed code has run.
        """
        old = dict(_functions(compile(before, path, "exec")))
        new = dict(_functions(compile(after, path, "exec")))
        changed = {key for key, code in new.items() if code != old[key]}
        assert changed, f"no function of {path} has changed"
        for each in self._of[path]:
            if (key := _key(each.__code__)) in changed:
                each.__code__ = new[key]


def _functions(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """The functions in some code, by name and first line, also nested ones."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield _key(each), each
            yield from _functions(each)


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


class Rewritten(SourceFileLoader):
    """An import hook that gives a module of the project another text."""

    def __init__(self, module: str, path: str, text: str) -> None:
        super().__init__(module, path)
        self._text = text

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Find the module before Python searches for its file."""
        if name != self.name:
            return None
        found = spec_from_file_location(name, self.path, loader=self)
        assert found is not None, f"{self.path} is the place of a module"
        return found

    def get_code(self, fullname: str) -> CodeType:
        """Compile the other text, and ignore the compiled file."""
        assert fullname == self.name
        return compile(self._text, self.path, "exec")
