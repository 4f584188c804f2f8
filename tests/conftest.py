"""Set up all tests with a working Ctrl-C and no deadlines, run coroutines, print figures."""

import asyncio
import signal
from inspect import iscoroutinefunction
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

# The time of an example depends on the load of the machine.
settings.register_profile("punto", deadline=None)
settings.load_profile("punto")

# A shell starts a background run with Ctrl-C ignored, and its child processes would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Formatting a traceback with all its values takes longer than a terminal waits for an answer.
structlog.configure(
    processors=[structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
)

WAITING, WORKING = ("browser",), ("powercut", "cli", "exhaustive", "odds")
"""The folders with the longest test files: the first mostly wait, the others mostly compute."""

FIGURE = "figure"
"""The name under which a test records a line: `record_property("figure", line)`."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest files first, waiting and working ones in turn, so that no core is idle."""
    places: dict[Path, tuple[int, int]] = {}
    for kind, folders in enumerate((WAITING, WORKING)):
        paths = [
            item.path for folder in folders for item in items if item.path.parent.name == folder
        ]
        for place, path in enumerate(dict.fromkeys(paths)):
            places[path] = place, kind
    items.sort(key=lambda item: places.get(item.path, (len(places), 0)))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, each in an event loop of its own."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, line in report.user_properties:
            if name == FIGURE:
                terminalreporter.write_line(str(line))
