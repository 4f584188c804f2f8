"""What holds for all tests: no clock, Ctrl-C as a person presses it, figures told at the end."""

import signal
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

# How long an example takes is the machine's business, and it may be busy.
settings.register_profile("punto", deadline=None)
settings.load_profile("punto")

# A run in the background is started deaf to Ctrl-C, and so would be every process it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Drawn with all its values, a traceback of a floor takes longer than a terminal waits.
structlog.configure(
    processors=[structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
)

WAITING, WORKING = ("browser",), ("powercut", "cli", "exhaustive", "odds")
"""Folders whose files last longest: some mostly wait, some mostly work."""

FIGURE = "figure"
"""The name under which a test records a line: `record_property("figure", line)`."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files are begun first, waiting and working ones by turns: no core idles."""
    places: dict[Path, tuple[int, int]] = {}
    for kind, folders in enumerate((WAITING, WORKING)):
        paths = [
            item.path for folder in folders for item in items if item.path.parent.name == folder
        ]
        for place, path in enumerate(dict.fromkeys(paths)):
            places[path] = place, kind
    items.sort(key=lambda item: places.get(item.path, (len(places), 0)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, line in report.user_properties:
            if name == FIGURE:
                terminalreporter.write_line(str(line))
