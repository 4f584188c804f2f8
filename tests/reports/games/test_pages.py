"""Test the contents of pages about games."""

from fractions import Fraction

import pytest

from punto.core.rulebook import Rulebook
from punto.core.settlement import settle
from punto.games.library import GAMES, game
from punto.messages.message import message
from punto.odds.measures import wager_odds
from punto.reports.descriptions.conditions import condition_message
from punto.reports.formats.sheet import (
    CellFormat,
    Paragraph,
    Sheet,
    SheetColumn,
    SheetTable,
    pays_message,
    percent,
    sheet_table,
)
from punto.reports.formats.text import markdown
from punto.reports.games.explanation import describe_outcome, draw_reasons, reasons_in_english
from punto.reports.games.odds import odds_record
from punto.reports.games.receipt import arithmetic, receipt
from punto.reports.games.rules import rules_sheet
from tests.games.golden import counts_of
from tests.rounds import played
from tests.texts import rows_of, text

TIGER, SEVEN_UP, LIVE = game("tiger"), game("seven-up"), game("fortune-six-live")


@pytest.mark.parametrize(
    ("book", "line", "sentences"),
    [
        (TIGER, "9s Kd / Kc 6h", ["Player has a natural 9: neither hand draws. (E 3.8)"]),
        (TIGER, "9s 8d / 4c 4h", ["Banker has a natural 8: neither hand draws. (E 3.8)"]),
        (
            LIVE,
            "9s 8d / Kc 5h 2c",
            ["Player has 7 and stands. (F 3.9.2)", "Banker has 5 and draws. (F 3.9.3)"],
        ),
        (
            TIGER,
            "9s 2d 4h / Kc 5h Ah",
            [
                "Player has 1 and draws. (E 3.8)",
                (
                    "Banker has 5 and draws: the third card of the Player hand counts 4 "
                    "(5 draws against 4 to 7). (E 3.8)"
                ),
            ],
        ),
        (
            LIVE,
            "9s 2d 8h / Kc 3h",
            [
                "Player has 1 and draws. (F 3.9.2)",
                (
                    "Banker has 3 and stands: the third card of the Player hand counts 8 "
                    "(3 draws against 0 to 7 or 9). (F 3.9.4)"
                ),
            ],
        ),
        (
            SEVEN_UP,
            "5h Ks / Kc 2d 5d",
            ["Player has 2 and draws. (U 3.7)", "Banker has 2 and draws. (U 3.7)"],
        ),
        (
            TIGER,
            "9s 2d 8h / Kc 7h",
            ["Player has 1 and draws. (E 3.8)", "Banker has 7 and stands. (E 3.8)"],
        ),
        (TIGER, "9s 2d / Kc", []),
    ],
)
def test_a_reason_explains_each_third_card(book: Rulebook, line: str, sentences: list[str]) -> None:
    assert reasons_in_english(book, played(book, line)) == sentences


def test_reasons_are_also_in_chinese() -> None:
    found = draw_reasons(TIGER, played(TIGER, "9s 2d 4h / Kc 5h Ah"))
    reasons = [text(reason.with_clause(), "zh") for reason in found]
    assert reasons[1] == "庄 5 点，闲第三张为 4，补牌（5 点遇 4 至 7 补牌）。（E 3.8）"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("9s Kd / Kc 6h", "Player wins, 9 to 6"),
        ("9s 4d 2h / Kc 6h", "Banker wins, 6 to 5"),
        ("9s Kd / 5c 4h", "Tie, 9 to 9"),
    ],
)
def test_the_outcome_names_the_winner_and_both_totals(line: str, words: str) -> None:
    assert text(describe_outcome(played(TIGER, line))) == words


def test_arithmetic_of_a_win_a_push_and_a_loss() -> None:
    won, lost = settle(LIVE, played(LIVE, "9s 4d 2h / Kc 6h"), {"banker": 20_00, "tie": 5_00})
    (pushed,) = settle(LIVE, played(LIVE, "9s Kd / 5c 4h"), {"banker": 20_00})
    assert text(arithmetic(won)) == "$20.00 × 0.95 : 1 = $19.00, + $20.00"
    assert arithmetic(pushed) == message("settlement.stake-returned")
    assert arithmetic(lost) == message("settlement.lost")


def test_a_receipt_adds_up() -> None:
    settled = settle(LIVE, played(LIVE, "9s 4d 2h / Kc 6h"), {"banker": 20_00, "tie": 5_00})
    sheet = receipt(LIVE, played(LIVE, "9s 4d 2h / Kc 6h"), settled)
    assert rows_of(sheet.parts[1])[-1] == ("Total", "25.00", "", "", "", "39.00", "")


def test_pays_and_shares_are_written_as_the_language_writes_them() -> None:
    pays = TIGER.wager("tiger").lines[0].pays
    assert [text(pays_message(pays), language) for language in ("en", "zh")] == [
        "12 to 1",
        "12 比 1",
    ]
    assert [text(percent(Fraction(1, 8)), language) for language in ("en", "zh")] == [
        "12.5000%"
    ] * 2


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_the_rules_page_shows_every_line_with_its_clause(book: Rulebook, language: str) -> None:
    odds = wager_odds(book, counts_of(book.order, 8))
    tables = [part for part in rules_sheet(book, odds, 8).parts if isinstance(part, SheetTable)]
    rows = {row for table in tables for row in rows_of(table, language)}
    printed = {(row[1], row[2], row[-1]) for row in rows if len(row) == 5}
    for wager in book.wagers:
        for line in wager.lines:
            back = {"en": "Push", "zh": "退回"}[language]
            pays = back if line.pays.is_push else text(pays_message(line.pays), language)
            when = text(condition_message(line.when), language)
            assert (when, pays, book.cite_clause(line.clause)) in printed


def test_the_rules_page_shows_every_irregularity_and_authority() -> None:
    book = game("tiger-no-commission-live")
    page = rules_sheet(book, wager_odds(book, counts_of(book.order, 8)), 8)
    titles = {text(part.title): part for part in page.parts if isinstance(part, SheetTable)}
    assert len(titles["When something goes wrong"].rows) == len(book.document.irregularities)
    assert len(titles["Who may do what"].rows) == len(book.document.authorities)


def test_the_pair_of_a_tiger_game_is_that_of_its_own_definition() -> None:
    page = rules_sheet(TIGER, wager_odds(TIGER, counts_of(TIGER.order, 8)), 8)
    lines = [line for part in page.parts if isinstance(part, Paragraph) for line in part.lines]
    assert message("rules-page.pair", clause="E 1.1.19") in lines


def test_a_record_of_odds_is_exact_text() -> None:
    record = odds_record(TIGER, wager_odds(TIGER, counts_of(TIGER.order, 8)), 8)
    wagers = record["wagers"]
    assert isinstance(wagers, dict)
    assert wagers["tie"]["lines"][0]["deals"] == "475627426473216"
    assert Fraction(wagers["tie"]["win"]) == Fraction(475627426473216, 4998398275503360)


def test_a_sheet_becomes_markdown() -> None:
    sheet = Sheet(
        "Title",
        (
            Paragraph(("one", "two"), "Lines"),
            sheet_table(
                (SheetColumn("a|b"), SheetColumn("n", CellFormat.FIGURE)),
                (("x*", "1"), ("y\nz", "2")),
            ),
        ),
    )
    assert markdown(sheet) == (
        "# Title\n\n## Lines\n\n- one\n- two\n\n"
        "| a\\|b | n |\n| --- | ---: |\n| x\\* | 1 |\n| y<br>z | 2 |\n"
    )
