"""Figures that tests have found: told at the end of a run, also by those that pass."""

import pytest

FIGURE = "figure"
"""The name under which a test records a line: `record_property("figure", line)`."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, line in report.user_properties:
            if name == FIGURE:
                terminalreporter.write_line(str(line))
