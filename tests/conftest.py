"""What holds for all tests: no clock, Ctrl-C as a person presses it, figures told at the end."""

import signal

import pytest
from hypothesis import settings

# How long an example takes is the machine's business, and it may be busy.
settings.register_profile("punto", deadline=None)
settings.load_profile("punto")

# A run in the background is started deaf to Ctrl-C, and so would be every process it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

LONGEST = ("browser", "powercut", "exhaustive", "cli")
"""Folders whose files last longest: they are begun first, so that no core waits for them."""

FIGURE = "figure"
"""The name under which a test records a line: `record_property("figure", line)`."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(
        key=lambda item: LONGEST.index(at) if (at := item.path.parent.name) in LONGEST else 9
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, line in report.user_properties:
            if name == FIGURE:
                terminalreporter.write_line(str(line))
