"""Running: tests that are collected once in this process, and chosen ones run in it."""

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
    # Hypothesis is imported by then, and asserts nothing of ours.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)

PATIENCE = 5
"""Seconds of processor time that any test may take, and times what it is known to take."""


class _Then:
    """A plugin: what is done with collected tests in the place of running them all."""

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
            except BaseException as error:  # pytest would only say it, and go on
                self.error = error
        return True


def collected(
    paths: Sequence[str],
    then: Callable[[dict[str, pytest.Item]], None],
    begins: Callable[[str], object] = lambda _: None,
) -> str:
    """Imports tests and the project anew and goes on; a file that cannot be imported, or nothing.

    Nothing of it depends on chance, on the time, or on what an earlier run remembers.
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
    """Lets whatever is imported of the project from now on be read anew."""
    for name in [each for each in sys.modules if each.partition(".")[0] in ("punto", "tests")]:
        del sys.modules[name]


class _Failures:
    def __init__(self) -> None:
        self.seen = list[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.seen.append(report.nodeid)


def first_failing(
    items: Sequence[pytest.Item], seconds: Mapping[str, float], written: IO[str]
) -> str:
    """Runs tests until one fails, and writes each before it begins; the one that failed, if any."""
    failures = _Failures()
    for item, following in zip(items, [*items[1:], None], strict=False):
        if item is items[0]:
            item.config.pluginmanager.register(failures)
        allow(PATIENCE + PATIENCE * seconds.get(item.nodeid, 60))
        written.write(f"{item.nodeid}\n")
        written.flush()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if failures.seen:
            return failures.seen[0]
    return ""


class Live:
    """Every function of this process, by the file it was read from."""

    def __init__(self) -> None:
        self._of = defaultdict[str, list[FunctionType]](list)
        for each in gc.get_objects():
            # Asking a weak proxy what it is an instance of would ask what it stood for.
            if type(each) is FunctionType:
                self._of[each.__code__.co_filename].append(each)

    def rewrite(self, path: str, before: str, after: str) -> None:
        """Gives every function of a file that now reads otherwise its new code.

        This is as good as having imported the new text, as long as none of what changed has run.
        """
        old = dict(_functions(compile(before, path, "exec")))
        new = dict(_functions(compile(after, path, "exec")))
        changed = {key for key, code in new.items() if code != old[key]}
        assert changed, f"no function of {path} has changed"
        for each in self._of[path]:
            if (key := _key(each.__code__)) in changed:
                each.__code__ = new[key]


def _functions(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """Every function in some code, by its name and first line, those in functions too."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield _key(each), each
            yield from _functions(each)


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


class Rewritten(SourceFileLoader):
    """Has a module of the project imported with another text than its file holds."""

    def __init__(self, module: str, path: str, text: str) -> None:
        super().__init__(module, path)
        self._text = text

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Python asks every finder before it looks for a file."""
        if name != self.name:
            return None
        found = spec_from_file_location(name, self.path, loader=self)
        assert found is not None, f"{self.path} is the place of a module"
        return found

    def get_code(self, fullname: str) -> CodeType:
        """The other text; what was compiled before is not looked at."""
        assert fullname == self.name
        return compile(self._text, self.path, "exec")
