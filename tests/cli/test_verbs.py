"""Test the verbs about games and their help."""

import hashlib
import inspect
import json
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from punto.cli.main import VERBS
from punto.games.library import GAMES, game
from tests.cli.conftest import Run


def lines(text: str) -> list[str]:
    """The lines of a page with runs of spaces folded."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_help_names_every_verb(punto: Run) -> None:
    for words in ((), ("-h",), ("--help",)):
        answer = punto(*words)
        assert answer.returncode == 0
        assert all(f"  {verb} " in answer.stdout for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_examples(punto: Run, verb: str) -> None:
    answer = punto(verb, "--help")
    assert answer.returncode == 0
    assert f"punto {verb}" in answer.stdout.split("For example:")[1]


@pytest.mark.parametrize("verb", VERBS)
def test_the_paragraphs_of_help_fit_a_terminal_of_eighty_columns(verb: str) -> None:
    """A longer line wraps twice. The terminal wraps a paragraph of one line."""
    module, _ = VERBS[verb]
    found = import_module(f"punto.cli.{module}")
    help_ = inspect.getdoc(getattr(found, verb.replace("-", "_"))) or ""
    broken = [each for each in help_.split("\n\n") if "\n" in each and not each.startswith(" ")]
    assert [line for each in broken for line in each.splitlines() if len(line) > 80] == []


def test_the_version_is_printed(punto: Run) -> None:
    assert punto("--version").stdout.startswith("punto 0.")


def test_games_lists_all_ten(punto: Run) -> None:
    page = lines(punto("games").stdout)
    assert all(any(line.startswith(f"{book.key} ") for line in page) for book in GAMES)
    found = json.loads(punto("games", "--json").stdout)
    assert [each["key"] for each in found] == [book.key for book in GAMES]
    assert found[4]["digest"] == game("tiger").digest


def test_rules_show_pays_with_clauses_and_odds(punto: Run) -> None:
    page = lines(punto("rules", "tiger").stdout)
    assert "Banker Banker wins. 0.95 to 1 45.8597% E 4.7" in page
    twins = "Both hands have a pair in their first two cards, of the same rank."
    assert f"{twins} 100 to 1 0.0380% E 4.9" in page
    assert "5 4, 5, 6 or 7" in page
    assert "Cards dealt in a wrong order put the cards in order E 5.7" in page
    assert any(line.startswith("Stakes are multiples of $0.20") for line in page)


def test_rules_are_printed_in_chinese(punto: Run) -> None:
    page = punto("rules", "seven-up", "--lang", "zh").stdout
    assert punto("--language", "zh", "rules", "seven-up").stdout == page
    assert punto("--language=zh", "rules", "seven-up").stdout == page
    assert "7 Up 百家乐" in page
    assert "闲的第一张牌永远是印于台面的 7" in page
    assert "超级七" in page


def test_rules_are_printed_as_json(punto: Run) -> None:
    record = json.loads(punto("rules", "tiger", "--json").stdout)
    assert (record["key"], record["document"]) == ("tiger", "mbs-electronic-2021")
    assert record["digest"] == game("tiger").digest
    lines = record["odds"]["wagers"]["tie"]["lines"]
    assert [line["pays"] for line in lines] == ["8 to 1"]
    assert {"trigger", "steps", "source"} <= record["irregularities"][0].keys()
    assert record["authorities"][0].keys() == {"position", "may", "clause"}


def test_the_canonical_text_hashes_to_the_digest(punto: Run) -> None:
    text = punto("rules", "super-six", "--canonical").stdout
    assert hashlib.sha256(text.encode()).hexdigest() == game("super-six").digest


def test_settle_shows_line_arithmetic_and_clause(punto: Run) -> None:
    page = lines(
        punto("settle", "tiger", "9s 4d 2h / Kc 6h", "banker=20.00", "tiger=5", "tie=5").stdout
    )
    assert "Banker wins, 6 to 5" in page
    assert (
        "Banker 20.00 Banker wins. 0.95 to 1 $20.00 × 0.95 : 1 = $19.00, + $20.00 39.00 E 4.7"
        in page
    )
    assert "Tie 5.00 lost 0.00 E 4.7" in page
    assert "Total 30.00 104.00" in page


def test_settle_prints_json(punto: Run) -> None:
    answer = punto("settle", "seven-up", "7h Ks / Kc 2d 5d", "super_sevens=5.00", "--json")
    found = json.loads(answer.stdout)
    assert found["why"][-1].startswith("Banker has 2 and draws")
    assert found["wagers"] == [
        {
            "wager": "super_sevens",
            "stake_cents": 500,
            "line": 1,
            "pays": "2 to 1",
            "win_cents": 1000,
            "return_cents": 1500,
            "clause": "U 4.2",
        }
    ]
    assert (found["stake_cents"], found["return_cents"]) == (500, 1500)


def test_the_same_seed_deals_the_same_shoe(punto: Run) -> None:
    first = punto("deal", "tiger", "--seed", "7")
    assert first.stdout == punto("deal", "tiger", "--seed", "7").stdout
    assert first.stdout != punto("deal", "tiger", "--seed", "8").stdout
    assert "The cutting card is out: the shoe ends." in first.stdout


def test_a_transcript_gives_the_reason_of_third_cards(punto: Run) -> None:
    found = json.loads(punto("deal", "tiger", "--seed", "7", "--rounds", "30", "--json").stdout)
    assert (found["seed"], len(found["rounds"])) == (7, 30)
    reasons = " ".join(sentence for each in found["rounds"] for sentence in each["why"])
    for words in ("and draws", "and stands", "a natural", "draws against", "(E 3.8)"):
        assert words in reasons


def test_odds_as_json_are_exact(punto: Run) -> None:
    found = json.loads(punto("odds", "seven-up", "--decks", "6", "--json").stdout)
    assert (found["game"], found["decks"]) == ("seven-up", 6)
    player = found["wagers"]["player"]
    assert [line["deals"] for line in player["lines"]] == [
        "561338904384",
        "818970471360",
        "308245281984",
    ]
    assert Fraction(player["win"]) + Fraction(player["push"]) + Fraction(player["lose"]) == 1
    assert round(float(Fraction(player["return"])), 6) == -0.026049
    assert player["printed"]["return"] == float(Fraction(player["return"]))
    assert Fraction(player["lines"][0]["chance"]) == Fraction(561338904384, 2862766146240)


def test_whole_chances_are_fractions_too(punto: Run) -> None:
    found = json.loads(punto("odds", "tiger", "--json").stdout)
    assert found["wagers"]["tie"]["push"] == "0/1"


def test_odds_for_the_cards_left_and_the_cards_on_the_layout(punto: Run) -> None:
    found = json.loads(
        punto("odds", "super-six", "--left", "6=0,10=4,J=0", "--dealt", "9s / Kc", "--json").stdout
    )
    assert found["wagers"]["player_pair"]["win"] == f"{31}/{31 + 31 + 4 + 9 * 32 - 32}"


def test_odds_with_other_pays(punto: Run) -> None:
    page = lines(
        punto("odds", "tiger", "--pays", "tiger_tie=45:1", "--pays", "tiger.2=23:1").stdout
    )
    assert "Tiger Tie 1.9240% 0.0000% 98.0760% -0.114952 11.4952% 6.3189" in page
    assert "Changed pays, not those of the document: tiger_tie=45:1 tiger.2=23:1" in page
    assert any(line.startswith("Banker wins with 6 on three cards. 23 to 1") for line in page)


def test_standings_show_the_decided_wagers(punto: Run) -> None:
    page = lines(punto("standings", "tiger", "9s 9d / Kc").stdout)
    assert "Tiger Pair won" in page
    assert "Small Tiger lost" in page
    assert "Banker open" in page
    found = json.loads(punto("standings", "seven-up", "/ 7h", "--json").stdout)
    assert found["established"] is True
    assert found["wagers"]["super_sevens"] == "won"


def test_conformance_has_one_record_per_clause(punto: Run) -> None:
    found = json.loads(punto("conformance", "--json").stdout)
    assert len(found) == 324 + 17
    assert set(found[0]) >= {"document", "clause", "disposition", "where", "tests", "reading"}
    (pays,) = [
        row for row in found if row["document"] == "mbs-electronic-2021" and row["clause"] == "4.7"
    ]
    assert pays["disposition"] == "carried-out"
    assert "tiger banker" in pays["where"]
    assert any("test_4_7_" in test for test in pays["tests"])
    assert "R6" in pays["reading"]


def test_conformance_of_one_document(punto: Run) -> None:
    by_letter = punto("conformance", "R", "--json").stdout
    assert by_letter == punto("conformance", "rws-super-six-plus-2019", "--json").stdout
    assert len(json.loads(by_letter)) == 38


def test_a_closed_pipe_is_not_an_error() -> None:
    script = Path(sys.executable).parent / "punto"
    answer = subprocess.run(
        f"{script} deal tiger --seed 1 | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (answer.stdout, answer.stderr) == ("Tiger Baccarat\n", "")


def test_irregularities_prints_the_chapter_of_a_document_or_a_game(punto: Run) -> None:
    by_letter, by_game = punto("irregularities", "U"), punto("irregularities", "seven-up")
    assert by_letter.stdout == by_game.stdout
    assert "U 5.8.1" in by_letter.stdout
    assert "POLICY P13" in by_letter.stdout
    every = json.loads(punto("irregularities", "--json").stdout)
    assert {each["document"][:3] for each in every} == {"mbs", "rws"}


def test_ruling_previews_one_situation_under_all_documents(punto: Run) -> None:
    words = ("--state", "9s 4d / Kc", "--trigger", "interrupted", "--saw", "power-failure")
    answer = lines(punto("ruling", "tiger", *words, "--all").stdout)
    assert any(line.startswith("E tiger no void") for line in answer)
    assert any("T 5.17, 5.17.1" in line for line in answer)
    (only,) = json.loads(punto("ruling", "tiger", *words, "--json").stdout)
    assert (only["established"], only["source"]) == (False, "E 5.9, 5.9.1")


def test_ruling_knows_the_states_without_a_card_and_a_settled_round(punto: Run) -> None:
    trigger = ("--trigger", "wrong-number", "--saw", "cannot-be-reconstructed", "--json")
    settled = ("--state", "9s Kd / Kc 6h", "--settled", *trigger)
    (one,) = json.loads(punto("ruling", "super-six-plus", *settled).stdout)
    assert one["source"] == "R 5.1, 5.1.3"
    (other,) = json.loads(punto("ruling", "super-six-plus", "--state", "betting", *trigger).stdout)
    assert other["cannot"]
    (empty,) = json.loads(punto("ruling", "super-six-plus", "--state", "/", *trigger).stdout)
    assert empty["cannot"]
    (finished,) = json.loads(
        punto("ruling", "super-six-plus", "--state", "9s Kd / Kc 6h", *trigger).stdout
    )
    assert finished["source"] == "R 5.1, 5.1.3"


def test_odds_repeat_their_options(punto: Run) -> None:
    options = ("--left", "6=0", "--dealt", " 9s  /", "--pays", "tie=9:1")
    page = lines(punto("odds", "tiger", *options, "--lang", "zh").stdout)
    assert page[2:5] == ["未见的牌：6=0", "台面上的牌：9s /", "赔率已更改，并非文件所载：tie=9:1"]
    slip = ("--slip", "tie=5")
    assert "On the layout: 9s /" in lines(punto("odds", "tiger", *options, *slip).stdout)
    against = ("--against", "super-six")
    for more, extra in ((slip, {}), (against, {"against": "super-six"})):
        record = json.loads(punto("odds", "tiger", *options, *more, "--json").stdout)
        expected = {"left": {"6": 0}, "dealt": "9s /", "pays_changed": {"tie": "9:1"}, **extra}
        assert {name: record[name] for name in expected} == expected
