"""Test `punto par` and `punto odds --watch` in a process."""

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest

from punto.api import odds_of
from punto.cli.games.par import par, tags_of
from punto.cli.options import PageOptions
from punto.games.library import game
from tests.cli.conftest import Output, Run
from tests.cli.test_mistakes import RULEBOOK

ALL_BUT_FIVE = " ".join(f"-{rank} " * 16 for rank in "A23456789TJQ") + " -K" * 11
"""Of four decks."""


def test_par_prints_text(punto: Run) -> None:
    page = punto("par", "tiger")
    assert page.returncode == 0
    assert "4,998,398,275,503,360 ordered deals, 4.9388 cards per round" in page.stdout
    assert "Correlation of results in one round" in page.stdout


def test_par_writes_every_format_to_a_file(punto: Run, tmp_path: Path) -> None:
    for name in ("text", "html", "pdf", "csv", "json"):
        form = ("--json",) if name == "json" else ("--format", name)
        answer = punto("par", "seven-up", "--decks", "6", *form, "-o", f"par.{name}")
        assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")
    assert (tmp_path / "par.html").read_text().startswith("<!doctype html>")
    assert (tmp_path / "par.pdf").read_bytes().startswith(b"%PDF-")
    assert (tmp_path / "par.text").read_text().startswith("# 7 Up Baccarat")
    record = json.loads((tmp_path / "par.json").read_text())
    expected = odds_of(game("seven-up"), 6)[0].expected
    assert Fraction(record["wagers"]["player"]["return"]["exact"]) == expected
    with (tmp_path / "par.csv").open() as file:
        assert {row["decks"] for row in csv.DictReader(file)} == {"6"}


def test_par_accepts_changed_pays_a_count_and_extremes(punto: Run) -> None:
    tags = "0 0 -1 -1 -1 -2 1 2 2 0"
    answer = punto("par", "tiger", "--pays", "tiger_tie=45:1", "--count", tags, "--extremes", "12")
    assert answer.returncode == 0
    assert "11.4952%" in answer.stdout
    assert tags in answer.stdout
    assert "A=" in answer.stdout


@pytest.mark.parametrize("form", ["text", "html", "csv", "json"])
def test_a_sheet_names_its_changed_pays(punto: Run, form: str) -> None:
    page = punto("par", "tiger", "--pays", "tiger_tie=45:1", "--format", form).stdout
    assert "pays_changed" in page or "Changed pays, not those of the document: " in page
    assert "tiger_tie=45:1" in page or '"tiger_tie": "45:1"' in page


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--decks", "3"], "3 decks; tiger is played with 4 to 10"),
        (["--format", "doc"], "doc"),
        (["--count", "1 2 3"], "there are 3 tags; expected ten"),
        (["--rounds", "1001"], "1001 rounds; expected 1 to 1,000"),
        (["--count", f"0 0 0 0 0 0 0 0 0 {10**400}"], "expected tags of at most 1,000,000"),
        (["--count", "a b"], "'a b' are not tags"),
        (["--extremes", "5"], "5 cards left; expected 6 to 416"),
        (["--rounds", "0"], "0 rounds; expected 1 to 1,000"),
        (
            ["--json", "--format", "html", "--output", "y.html"],
            "--json and --format html contradict each other; expected",
        ),
        (["--pays", "tie=x"], "expected a win and a stake"),
        (
            ["--format", "csv", "--output", "no/such/folder.csv"],
            "the folder no/such does not exist",
        ),
    ],
)
def test_invalid_options_of_par_print_one_line(run: Output, words: list[str], answer: str) -> None:
    assert answer in run("par", "tiger", *words, fails=True)


def test_progress_is_printed_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A rulebook with one wager takes the shortest time."""
    (tmp_path / "mine.py").write_text(RULEBOOK, encoding="utf-8")
    book, page = str(tmp_path / "mine.py"), PageOptions(as_json=True)
    par(book, rounds=3, extremes=7, page=page)
    on_paper = capsys.readouterr()
    monkeypatch.setenv("FORCE_COLOR", "1")
    par(book, rounds=3, extremes=7, page=page)
    on_terminal = capsys.readouterr()
    assert on_paper.err == ""
    assert "mine, 3 rounds of flat betting" in on_terminal.err
    assert "mine, best and worst shoes of 7 cards" in on_terminal.err
    assert "100 %" in on_terminal.err
    assert on_terminal.out == on_paper.out


def test_ten_tags_are_thirteen() -> None:
    assert tags_of("1 2 3 4 5 6 7 8 9 -1") == (1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -1, -1, -1)


def test_odds_follow_a_shoe_card_by_card(punto: Run) -> None:
    answer = punto(
        "odds", "tiger", "--watch", typed="9s Kc 4d 6h # third\n2h -5h 7\nundo new quit 9s"
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    lines = [" ".join(line.split()) for line in answer.stdout.splitlines()]
    assert lines[0].startswith("Left Round Layout Player Banker Tie")
    assert lines[1].startswith("416 1 / -0.01235 -0.01058")
    assert lines[6].endswith("Banker wins, 6 to 5")
    assert [line.split()[0] for line in lines[1:]] == [
        "416", "415", "414", "413", "412", "411", "411", "410", "409", "410", "416",
    ]  # fmt: skip


def test_odds_of_a_followed_shoe_are_exact_in_json(punto: Run) -> None:
    answer = punto("odds", "seven-up", "--watch", "--json", "--decks", "6", typed="2 3")
    first, *_, last = (json.loads(line) for line in answer.stdout.splitlines())
    expected = odds_of(game("seven-up"), 6)
    assert Fraction(first["returns"]["player"]) == expected[0].expected
    assert last["layout"] == "7 3 / 2"
    assert last["left"] == 310


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("9s xx", "line 1: 'xx' is not a card"),
        ("\n" + "-5 " * 17, "line 2: too many cards of rank 5"),
        ("9s -9s 9 9h\nnew 9s 9s\n9s undo 9s 9s 9s", "line 3: 5 copies of 9s; 4 decks hold 4"),
        ("undo", "line 1: there is no card to undo"),
        (ALL_BUT_FIVE, "line 1: 5 cards are left and the round may need 6"),
    ],
    ids=["no card", "too many", "a card too often", "there is no card to undo", "too few"],
)
def test_an_impossible_card_of_a_followed_shoe_is_refused(
    run: Output, text: str, answer: str
) -> None:
    assert answer in run(
        "odds", "tiger", "--watch", "--decks", "4", typed=text, fails=True, has_output=True
    )


def test_a_followed_shoe_begins_full(punto: Run) -> None:
    answer = punto("odds", "tiger", "--watch", "--left", "A=3")
    assert answer.returncode == 2
    assert "--watch starts with a full shoe" in answer.stderr


def test_changed_pays_are_printed_with_their_effects(punto: Run) -> None:
    page = " ".join(punto("odds", "tiger", "--pays", "tiger_tie=45:1").stdout.split())
    assert "Tiger Tie -0.307354 -0.114952 +0.192402 11.4952%" in page
    found = json.loads(punto("odds", "tiger", "--against", "fortune-six", "--json").stdout)
    assert found["changes"]["tiger"]["after"] is None
    assert found["changes"]["fortune_six"]["before"] is None
    assert Fraction(found["changes"]["player"]["change"]) == 0


def test_a_game_to_compare_with_must_allow_the_decks(punto: Run) -> None:
    answer = punto("odds", "tiger", "--decks", "10", "--against", "super-six-plus")
    assert answer.returncode == 2
    assert "10 decks; super-six-plus is played with 4 to 8" in answer.stderr


def test_a_slip_prices_several_wagers_together(punto: Run) -> None:
    page = " ".join(
        punto("odds", "tiger", "--slip", "banker=100", "--slip", "tie=10").stdout.split()
    )
    assert "Placed together: Banker $100.00, Tie $10.00 Expected result -2.4939; " in page
    assert "the house keeps 2.2672% of all stakes" in page
    assert "-110.00 44.6247% 2,230,518,282,592,256" in page
    found = json.loads(punto("odds", "tiger", "--slip", "tie=5", "--json").stdout)
    assert Fraction(found["house_edge"]) == odds_of(game("tiger"))[2].house_edge
    assert sum(int(each["deals"]) for each in found["results"]) == int(found["deals"])


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("bank=5", "tiger has no wager 'bank'"),
        ("tie=0", "a stake of 0 on tie; expected more than 0"),
        ("tie", "is not a wager; expected each wager once"),
    ],
)
def test_an_invalid_slip_is_refused(run: Output, word: str, answer: str) -> None:
    assert answer in run("odds", "tiger", "--slip", word, fails=True)
