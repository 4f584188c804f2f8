"""PAR sheets as text, HTML, PDF, CSV and JSON, and the charts in them."""

import csv
import io
import json
import random
import re
from fractions import Fraction
from functools import cache
from xml.etree import ElementTree

import pytest

from punto.api import odds_before_each_round
from punto.games.library import GAMES, game
from punto.messages.message import message
from punto.odds.extreme_shoes import extreme_shoes
from punto.odds.measures import WagerOdds
from punto.odds.par_sheet import ParSheet, par_sheet
from punto.reports.descriptions.names import wager_message
from punto.reports.formats.charts import DIM, Box, Label, Stroke, draw_chart, format_tick, scale
from punto.reports.formats.html import page as html_page
from punto.reports.formats.pdf import sheet_pdf
from punto.reports.formats.sheet import Chart, Sheet
from punto.reports.games.par_charts import par_charts
from punto.reports.games.par_record import COLUMNS, par_csv, par_record
from punto.reports.games.par_sheet import par_sheet_page
from tests.texts import rows_of, text


@cache
def sheet_of(key: str, decks: int = 8) -> ParSheet:
    return par_sheet(game(key), decks, rounds=80)


@cache
def shoe_of(key: str) -> tuple[tuple[WagerOdds, ...], ...]:
    return tuple(odds_before_each_round(game(key), random.Random(1).randrange, 8))


@cache
def page_of(key: str) -> Sheet:
    return par_sheet_page(sheet_of(key), charts=charts_of(key))


@cache
def charts_of(key: str) -> tuple[Chart, ...]:
    return par_charts(sheet_of(key), shoe_of(key), 1)


def table(key: str, title: str) -> dict[str, tuple[str, ...]]:
    page = par_sheet_page(sheet_of(key))
    (found,) = [part for part in page.parts if title in text(part.title)]
    return {row[0]: row[1:] for row in rows_of(found)}


def test_the_sheet_prints_published_figures() -> None:
    wagers = table("tiger", "Every wager")
    assert wagers["Player"][4] == "1.2351%"
    assert wagers["Banker"][4] == "1.0579%"
    assert wagers["Big Tiger"][4:6] == ("15.2533%", "6.5194")
    assert table("tiger", "House edge by number")["Tie"][2] == "14.4382%"


def test_a_fair_pay_makes_the_wager_fair() -> None:
    sheet = sheet_of("tiger")
    for wager in sheet.wagers:
        for line in wager.lines:
            assert line.break_even is not None
            change = line.break_even - line.line.line.pays.ratio
            assert wager.odds.expected + change * line.line.chance == 0


def test_every_title_of_a_sheet_has_a_chinese_text() -> None:
    page = par_sheet_page(sheet_of("seven-up"), extreme_shoes(game("seven-up"), 8, 12))
    titles = [text(part.title, "zh") for part in page.parts if part.title]
    assert len(titles) == 7
    assert all(re.search(r"[\u4e00-\u9fff]", title) for title in titles)


def test_the_record_is_exact_and_is_json() -> None:
    found = json.loads(json.dumps(par_record(sheet_of("tiger"))))
    wager = found["wagers"]["tiger_tie"]
    assert Fraction(wager["return"]["exact"]) == sheet_of("tiger").wagers[6].odds.expected
    assert found["deals"] == "4998398275503360"
    assert wager["lines"][0]["deals"] == "96170001308416"
    assert wager["correlations"]["tiger_tie"] == pytest.approx(1)
    assert set(wager["effects_of_removal"]) == set("A23456789TJQK")


def test_csv_has_the_exact_figures_of_the_record() -> None:
    rows = list(csv.DictReader(io.StringIO(par_csv(sheet_of("tiger")))))
    assert tuple(rows[0]) == COLUMNS
    by = {(row["wager"], row["figure"], row["of"]): row for row in rows if not row["line"]}
    record = par_record(sheet_of("tiger"))
    wagers = record["wagers"]
    assert isinstance(wagers, dict)
    for key, wager in wagers.items():
        assert by[key, "return", ""]["exact"] == wager["return"]["exact"]
        assert (
            by[key, "effect_of_removal", "6"]["exact"] == wager["effects_of_removal"]["6"]["exact"]
        )
        assert float(by[key, "skewness", ""]["value"]) == wager["skewness"]
        assert (
            by[key, "house_edge_by_decks", "4"]["exact"]
            == (wager["house_edge_by_decks"]["4"]["exact"])
        )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("key", [book.key for book in GAMES])
def test_every_game_has_a_page_that_needs_nothing_else(key: str, language: str) -> None:
    page = html_page(page_of(key), language)
    assert page.count("<svg") == page.count("</svg>") == 4
    for image in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(image)
    assert "<script" not in page
    assert not re.search(r'(src|href)="|url\(|@import', page)
    for wager in game(key).wagers:
        name = text(wager_message(wager), language).replace("'", "&#39;")
        assert page.count(name) >= 8


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("key", ["tiger", "seven-up", "fortune-six"])
def test_a_par_sheet_is_a_pdf_in_its_language(key: str, language: str) -> None:
    content = sheet_pdf(page_of(key), language)
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    assert (b"STSong-Light" in content) == (language == "zh")


def test_the_pdf_of_a_par_sheet_is_always_the_same() -> None:
    page = par_sheet_page(
        sheet_of("tiger"), extreme_shoes(game("tiger"), 8, 12), charts_of("tiger")
    )
    assert sheet_pdf(page) == sheet_pdf(page)


def test_bars_of_removal_stand_on_zero_and_are_as_high_as_the_effect() -> None:
    chart = charts_of("tiger")[2]
    (panel,) = [each for each in chart.panels if each.title == message("wager.tiger")]
    drawing = draw_chart(Chart("", "", (panel,)), "en")
    boxes = [shape for shape in drawing.shapes if isinstance(shape, Box)]
    assert len(boxes) == 13
    (zero,) = {
        shape.points[0][1]
        for shape in drawing.shapes
        if isinstance(shape, Stroke) and shape.colour == DIM
    }
    per_unit = boxes[5].height / abs(panel.values[5])
    for box, value in zip(boxes, panel.values, strict=True):
        assert box.height == pytest.approx(per_unit * abs(value))
        assert (box.y if value < 0 else box.y + box.height) == pytest.approx(zero)


def test_all_results_are_in_the_chart_and_coloured_where_ahead() -> None:
    for wager, panel in zip(sheet_of("tiger").wagers, charts_of("tiger")[0].panels, strict=True):
        assert sum(panel.values) > 97
        ahead = sum(
            value for value, faint in zip(panel.values, panel.is_faint, strict=True) if not faint
        )
        betting = wager.flat_betting
        assert betting is not None
        assert ahead <= 100 * betting.ahead + 1e-9
        # Only what lies beyond the last bar is missing.
        assert ahead > 100 * betting.ahead - 3


def test_edges_through_a_shoe_begin_at_the_full_shoe() -> None:
    chart = charts_of("tiger")[1]
    sheet = sheet_of("tiger")
    for wager, panel in zip(sheet.wagers, chart.panels, strict=True):
        assert panel.values[0] == pytest.approx(100 * float(wager.odds.house_edge))
    assert 70 < len(chart.panels[0].values) < 90


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.0, 3.0, ["0", "1", "2", "3"]),
        (-0.12, 0.13, ["-0.2", "-0.1", "0.0", "0.1", "0.2"]),
        (14.31, 14.59, ["14.3", "14.4", "14.5", "14.6"]),
        (0.0, 0.0, ["-1", "0", "1"]),
    ],
)
def test_scales_have_round_numbers(low: float, high: float, expected: list[str]) -> None:
    ticks = scale(low, high)
    assert [format_tick(tick, ticks) for tick in ticks] == expected


def test_labels_name_every_panel() -> None:
    for chart in charts_of("tiger"):
        labels = {
            shape.text for shape in draw_chart(chart, "en").shapes if isinstance(shape, Label)
        }
        assert {wager.name for wager in game("tiger").wagers} <= labels
