"""Test that pages keep every digit and name in a narrow window."""

import io
import re
from collections import Counter

import pytest

from punto.api import odds_of
from punto.cli.console import show_sheet
from punto.games.library import game
from punto.odds.par_sheet import par_sheet
from punto.reports.formats.sheet import CellFormat, Sheet, SheetColumn, sheet_table
from punto.reports.games.par_sheet import par_sheet_page
from punto.reports.games.rules import rules_sheet


class Window(io.StringIO):
    """A terminal that stores its output."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Run in a terminal whose width the test sets."""
    for name, value in (("TERM", "xterm"), ("NO_COLOR", "1")):
        monkeypatch.setenv(name, value)
    return monkeypatch


def in_window(patch: pytest.MonkeyPatch, sheet: Sheet, columns: int) -> str:
    """A sheet in a window of so many columns, without colours."""
    window = Window()
    patch.setenv("COLUMNS", str(columns))
    patch.setattr("sys.stdout", window)
    show_sheet(sheet)
    return re.sub(r"\x1b\[[0-9;]*m", "", window.getvalue())


def figures(text: str) -> "Counter[str]":
    return Counter(re.findall(r"\d[\d,.]*", text))


@pytest.mark.parametrize("columns", [40, 80, 100, 120])
def test_no_figure_and_no_wager_is_cut_off(terminal: pytest.MonkeyPatch, columns: int) -> None:
    sheet = par_sheet_page(par_sheet(game("tiger"), 8, 30))
    wide, narrow = (in_window(terminal, sheet, width) for width in (500, columns))
    assert "2,230,518,282,592,256" in narrow
    assert not figures(wide) - figures(narrow)
    assert narrow.count("Wager") == wide.count("Wager")


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_a_page_that_fits_stays_within_the_window(
    terminal: pytest.MonkeyPatch, columns: int
) -> None:
    page = in_window(terminal, rules_sheet(game("tiger"), odds_of(game("tiger")), 8), columns)
    assert max(map(len, page.splitlines())) <= columns


def test_only_a_word_longer_than_any_name_breaks(terminal: pytest.MonkeyPatch) -> None:
    table = sheet_table(
        (SheetColumn("Digest"), SheetColumn("Cents", CellFormat.FIGURE)), (("f" * 64, "1" * 30),)
    )
    lines = in_window(terminal, Sheet("Sheet", (table,)), 40).splitlines()
    assert [line.count("f") for line in lines if "f" in line] == [24, 24, 16]
    assert any("1" * 30 in line for line in lines)
