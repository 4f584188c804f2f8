"""What pages say, as values."""

from fractions import Fraction

import pytest

from punto.core.rulebook import Rulebook
from punto.core.settlement import settle
from punto.games.library import GAMES, game
from punto.odds.measures import wager_odds
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable
from punto.reports.formats.text import markdown
from punto.reports.games.explanation import describe_outcome, draw_reason
from punto.reports.games.odds import odds_record
from punto.reports.games.receipt import arithmetic, receipt
from punto.reports.games.rules import rules_sheet
from tests.games.golden import counts_of
from tests.rounds import played

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
def test_why_third_cards_came(book: Rulebook, line: str, sentences: list[str]) -> None:
    assert list(draw_reason(book, played(book, line), "en")) == sentences


def test_why_in_chinese() -> None:
    reasons = draw_reason(TIGER, played(TIGER, "9s 2d 4h / Kc 5h Ah"), "zh")
    assert reasons[1] == "庄 5 点，闲第三张为 4，补牌（5 点遇 4 至 7 补牌）。 (E 3.8)"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("9s Kd / Kc 6h", "Player wins, 9 to 6"),
        ("9s 4d 2h / Kc 6h", "Banker wins, 6 to 5"),
        ("9s Kd / 5c 4h", "Tie, 9 to 9"),
    ],
)
def test_who_won(line: str, words: str) -> None:
    assert describe_outcome(played(TIGER, line), "en") == words


def test_arithmetic_of_a_win_a_push_and_a_loss() -> None:
    won, lost = settle(LIVE, played(LIVE, "9s 4d 2h / Kc 6h"), {"banker": 20_00, "tie": 5_00})
    (pushed,) = settle(LIVE, played(LIVE, "9s Kd / 5c 4h"), {"banker": 20_00})
    assert arithmetic(won, "en") == "20.00 × 0.95 : 1 = 19.00, + 20.00"
    assert arithmetic(pushed, "en") == "stake comes back"
    assert arithmetic(lost, "en") == "lost"


def test_a_receipt_adds_up() -> None:
    settled = settle(LIVE, played(LIVE, "9s 4d 2h / Kc 6h"), {"banker": 20_00, "tie": 5_00})
    sheet = receipt(LIVE, played(LIVE, "9s 4d 2h / Kc 6h"), settled)
    table = sheet.parts[1]
    assert isinstance(table, SheetTable)
    assert table.rows[-1] == ("Total", "25.00", "", "", "", "39.00", "")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_the_rules_page_shows_every_line_with_its_clause(book: Rulebook, language: str) -> None:
    odds = wager_odds(book, counts_of(book.order, 8))
    page = rules_sheet(book, odds, 8, language)
    rows = {row for part in page.parts if isinstance(part, SheetTable) for row in part.rows}
    printed = {(row[1], row[2], row[-1]) for row in rows if len(row) == 5}
    for wager in book.wagers:
        for line in wager.lines:
            back = {"en": "Push", "zh": "退回"}[language]
            pays = back if line.pays.is_push else line.pays.printed
            assert (line.label.in_(language), pays, book.cite_clause(line.clause)) in printed


def test_the_rules_page_shows_every_irregularity_and_authority() -> None:
    book = game("tiger-no-commission-live")
    page = rules_sheet(book, wager_odds(book, counts_of(book.order, 8)), 8)
    titles = {part.title: part for part in page.parts if isinstance(part, SheetTable)}
    assert len(titles["When something goes wrong"].rows) == len(book.document.irregularities)
    assert len(titles["Who may do what"].rows) == len(book.document.authorities)


def test_the_pair_of_a_tiger_game_is_that_of_its_own_definition() -> None:
    page = rules_sheet(TIGER, wager_odds(TIGER, counts_of(TIGER.order, 8)), 8)
    lines = [line for part in page.parts if isinstance(part, Paragraph) for line in part.lines]
    assert any("(E 1.1.19; R1)" in line for line in lines)


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
            SheetTable(
                (SheetColumn("a|b"), SheetColumn("n", is_figure=True)), (("x*", "1"), ("y\nz", "2"))
            ),
        ),
    )
    assert markdown(sheet) == (
        "# Title\n\n## Lines\n\n- one\n- two\n\n"
        "| a\\|b | n |\n| --- | ---: |\n| x\\* | 1 |\n| y<br>z | 2 |\n"
    )
