"""Test that invalid input prints one line with the expected value, and exits with code 2."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App

from punto.certification.authority_matrix import authority_sheet
from punto.cli.main import app_of_verbs
from punto.cli.options import whole_number
from punto.games.library import game
from tests.cli.conftest import Output, Run

ROUND = "9s 4d 2h / Kc 6h"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["rules", "tigr"], "there is no game 'tigr'; did you mean tiger"),
        (["rules", "xyz"], "there is no game 'xyz'; expected one of super-six, "),
        (["frobnicate"], "Unknown command"),
        (["--language", "zh"], "expected for example punto --language zh games"),
        (["--language", "fr", "games"], '"fr" for --language'),
        (
            ["irregularities", "X"],
            "super-six-plus (documents: mbs-electronic-2021 (E), mbs-fortune-six-2019",
        ),
        (["irregularities", "tigr"], "there is no game 'tigr'; did you mean tiger? (documents:"),
        (["irregularities", "no.py"], "no.py cannot be read: No such file or directory\n"),
        (["ruling", "tiger", "--state", "nowhere", "--trigger", "face-up"], "or idle or betting"),
        (["odds", "tiger", "extra", "more"], "'extra more' is not expected here; --help shows"),
        (
            ["settle", "seven-up", "7h Ks Ad / Kc 2d 5d", "tie=5"],
            "too many cards for the Player hand: three are the maximum, the printed 7 included (U",
        ),
        (
            ["settle", "seven-up", "7h Ks / Kc 2d 5d 4h", "tie=5"],
            "too many cards for the Banker hand: three are the maximum (U",
        ),
        (["ruling", "tiger", "--state", "idle", "--trigger", "fire"], "fire"),
        (["ruling", "tiger", "--trigger", "face-up"], "--state"),
        (["ruling", "tiger", "--state", "9s", "--trigger", "face-up"], "'9s' is not a round"),
        (
            ["ruling", "tiger", "--state", "9s /", "--trigger", "face-up", "--settled"],
            "is not a finished round; leave --settled out",
        ),
        (["odds"], "requires an argument"),
        (["odds", "tiger", "--frobnicate"], "Unknown option"),
        (["odds", "tiger", "--decks", "three"], "three"),
        (["odds", "tiger", "--decks", "3"], "3 decks; tiger is played with 4 to 10 (E 2.1)"),
        (["odds", "tiger", "--decks", "11"], "11 decks; tiger is played with 4 to 10"),
        (
            ["odds", "super-six-plus", "--decks", "9"],
            "9 decks; super-six-plus is played with 4 to 8",
        ),
        (
            ["deal", "super-six-plus", "--decks", "9"],
            "9 decks; super-six-plus is played with 4 to 8",
        ),
        (["rules", "super-six-plus", "--decks", "9"], "9 decks; super-six-plus is played with"),
        (["rules", "tiger", "--lang", "fr"], "fr"),
        (["odds", "tiger", "--left", "A=-1"], "'A=-1' is not a count of cards"),
        (["odds", "tiger", "--left", "A=33"], "A=33 cards left; expected 0 to 32 from 8 decks"),
        (
            ["odds", "tiger", "--left", "A=32", "--dealt", "As /"],
            "A=32 cards left; expected 0 to 31",
        ),
        (["odds", "tiger", "--left", "Z=3"], "'Z' is not a rank"),
        (["odds", "tiger", "--left", "A=1.5"], "'A=1.5' is not a count of cards"),
        (["odds", "tiger", "--left", "A"], "'A' is not a count of cards"),
        (["odds", "tiger", "--left", "A=1,A=2"], "rank A has two counts"),
        (["odds", "tiger", "--left", f"A={'9' * 5000}"], "is not a count of cards"),
        (["odds", "tiger", "--pays", "tiger=23:1"], "tiger does not name one line of tiger"),
        (["odds", "tiger", "--slip", "tie=5", "--against", "super-six"], "--slip excludes --watch"),
        (["odds", "tiger", "--slip", "tie=5", "--watch"], "--slip excludes --watch and --against"),
        (["odds", "tiger", "--pays", "tie"], "expected each wager once, as in tie=9:1"),
        (["odds", "tiger", "--pays", "tie=9"], "'9' are not odds; expected"),
        (["odds", "tiger", "--pays", "nine=9:1"], "tiger has no wager 'nine'"),
        (
            ["odds", "tiger", "--decks", "4", "--dealt", "As As 4s / As As As"],
            "5 copies of As; 4 decks hold 4",
        ),
        (["odds", "tiger", "--dealt", "9s"], "'9s' is not a round"),
        (["settle", "tiger", "9s 4x / Kc 6h", "tie=5"], "'4x' is not a card"),
        (["settle", "tiger", "9s 4d / Kc 6h", "tie=5"], "the round is not finished"),
        (["settle", "tiger", "9s 4d 2h / Kc", "tie=5"], "too few cards for the Banker hand"),
        (["settle", "tiger", "9s 4d 2h 3c / Kc 6h", "tie=5"], "too many cards for the Player hand"),
        (
            ["settle", "tiger", "9s Kd 2h / Kc 6h", "tie=5"],
            "third card 2h is not called for: a natural ends the deal (E 3.8)",
        ),
        (
            ["settle", "fortune-six-live", "9s 8d / Kc 6h 2h", "tie=5"],
            "third card 2h is not called for: the Banker hand stands on 6 (F 3.9.3)",
        ),
        (
            ["settle", "tiger", "As As 4s / As As As", "tie=5", "--decks", "4"],
            "5 copies of As; 4 decks hold 4",
        ),
        (["settle", "tiger", ROUND], "a wager is missing; expected at least one"),
        (["settle", "tiger", ROUND, "tie"], "'tie' is not a wager; expected each wager once"),
        (["settle", "tiger", ROUND, "tie=5", "tie=5"], "expected each wager once"),
        (["settle", "tiger", ROUND, "tie=-5"], "'-5' is not an amount"),
        (["settle", "tiger", ROUND, "tie=5.005"], "'5.005' is not an amount"),
        (["settle", "tiger", ROUND, "tie=0"], "expected more than 0.00"),
        (["settle", "tiger", ROUND, "tie=1e9"], "'1e9' is not an amount"),
        (["settle", "tiger", ROUND, f"tie={'9' * 5000}"], "is more than the largest stake"),
        (["settle", "tiger", ROUND, "tie=five"], "'five' is not an amount"),
        (["settle", "tiger", ROUND, "banker=0.50"], "tiger takes stakes in units of 0.20"),
        (["settle", "super-six", ROUND, "tiger=5"], "super-six has no wager 'tiger'"),
        (["standings", "tiger", "9s 4d 2h 3c / Kc 6h"], "too many cards"),
        (["deal", "tiger", "--rounds", "0"], "0 rounds are too few; expected at least one"),
        (["deal", "tiger", "--cut", "5"], "a round may need six cards; the cut leaves 5"),
        (["deal", "tiger", "--cut", "5000"], "cards behind the cutting card"),
        (["conformance", "mbs"], "there is no document 'mbs'; expected mbs-electronic-2021 (E)"),
        (["rules", "missing.py"], "missing.py cannot be read: No such file or directory"),
        (["playthrough", "missing.txt"], "missing.txt cannot be read: No such file"),
        (["bankroll", "tiger", "banker", "--plan", "no.py"], "no.py cannot be read: No such file"),
        (["simulate", "tiger", "--checkpoint", "/"], "/ cannot be written: Is a directory"),
        (["journal", "verify", "."], ". is a folder; expected a journal, as in floor.db"),
        (["audit", "."], ". is a folder; expected a journal, as in floor.db"),
        (["backup", "x.db"], "there is no journal data/floor.db"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_invalid_input_prints_one_line(run: Output, words: list[str], answer: str) -> None:
    assert answer in run(*words, fails=True)


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["odds", "tiger", "--decks", "7.6"], "--decks: '7.6'"),
        (["deal", "tiger", "--rounds", "0.6"], "--rounds: '0.6'"),
        (["deal", "tiger", "--seed", "1.0"], "--seed: '1.0'"),
        (["simulate", "tiger", "--shoes", "1.5"], "--shoes: '1.5'"),
        (["keys", "retire", "house", "1.6"], "'1.6'"),
    ],
)
def test_a_fraction_is_not_a_whole_number(run: Output, words: list[str], option: str) -> None:
    assert f"{option} is not a whole number; expected one, as in 8 or 1_000" in run(
        *words, fails=True
    )


def test_every_verb_refuses_fractions_for_whole_numbers() -> None:
    found = 0
    for verb in verbs_of(app_of_verbs()):
        for argument in verb.assemble_argument_collection():
            if argument.hint is int or argument.hint == int | None:
                found += 1
                assert argument.parameter.converter is whole_number, (verb.name, argument.name)
    assert found > 40


def verbs_of(app: App) -> Iterator[App]:
    """Every verb, and every verb of a verb."""
    for name in app:
        if name.startswith("-"):
            continue
        verb = app[name]
        if verb.default_command is not None:
            yield verb
        yield from verbs_of(verb)


RULEBOOK = """
from punto import Fact, Is, PayLine, Rulebook, WagerRule, Winner, to

NINE = Is(Fact.PLAYER_TOTAL, 9)
WINS = Is(Fact.WINNER, Winner.PLAYER)
GAME = Rulebook(
    key="mine",
    name="My game",
    wagers=(
        WagerRule("player", "Player", (PayLine("", WINS, to(1, 1)),)),
    ),
)
"""


def test_verbs_accept_a_custom_rulebook_as_a_game(punto: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RULEBOOK, encoding="utf-8")
    for words in (
        ["rules", "mine.py"],
        ["odds", "./mine.py", "--decks", "1", "--json"],
        ["settle", "mine.py", ROUND, "player=1"],
        ["standings", "mine.py", "9s 9d / Kc"],
        ["deal", "mine.py", "--rounds", "3"],
    ):
        answer = punto(*words)
        assert (answer.returncode, answer.stderr) == (0, ""), words


def test_a_custom_rulebook_is_dealt_described_and_packed(punto: Run, tmp_path: Path) -> None:
    """A custom rulebook lacks version, date, Banker and Tie."""
    (tmp_path / "mine.py").write_text(RULEBOOK, encoding="utf-8")
    script = "open ./mine.py\ncredit 1 500\nsit 1\nshoe\nbets\n"
    (tmp_path / "script.txt").write_text(script, encoding="utf-8")
    for words in (["playthrough", "script.txt"], ["emulate", "mine.py"]):
        answer = punto(*words)
        assert (answer.returncode, answer.stderr) == (0, ""), words
        assert re.search("Shoe shoe-[12], mine ", answer.stdout)
    answer = punto("day", "--game", "mine.py", "--rounds", "5", "--journal", "day.db")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "Round 1: bets opened." in punto("journal", "replay", "day.db").stdout
    # The pack has this sheet of positions.
    assert len(authority_sheet((game(str(tmp_path / "mine.py")),)).parts) == 2


def test_a_pack_of_a_game_that_no_table_can_open_is_refused(run: Output, tmp_path: Path) -> None:
    odd = RULEBOOK.replace("to(1, 1)", "to(1, 7)")
    (tmp_path / "mine.py").write_text(odd, encoding="utf-8")
    assert "expected a multiple of 7" in run(
        "pack", "-o", "mine.zip", "--game", "mine.py", fails=True
    )
    assert not (tmp_path / "mine.zip").exists()


@pytest.mark.parametrize(
    ("before", "after", "answer"),
    [
        ("to(1, 1)", '"1 to 1"', "mine.py, line 6: rulebook.wagers[0].lines[0].pays is '1 to 1'"),
        (
            '"My game"',
            "7",
            "mine.py, line 6: rulebook.name is 7; expected str",
        ),
        ('key="mine"', 'kye="mine"', "unexpected keyword argument 'kye'"),
        ("Winner.PLAYER)", "Winner.PLAYER", "mine.py, line 5: '(' was never closed"),
        ("Winner.PLAYER)", "Winner.GAMBLER)", "mine.py, line 5: AttributeError: GAMBLER"),
        (
            "WINS, to(1, 1)),",
            'WINS, to(1, 1)), PayLine("", NINE, to(2, 1)),',
            "player: line 1 (WINNER is PLAYER) and line 2 (PLAYER_TOTAL is 9) hold at once",
        ),
        ("PLAYER_TOTAL, 9", "PLAYER_TOTAL, 9\nGAME = None\n#", "never closed"),
        ("GAME = Rulebook(", "OTHER = 1\n1 / 0\nGAME = Rulebook(", "line 7: ZeroDivisionError"),
    ],
)
def test_an_error_in_a_custom_rulebook_is_named(
    run: Output, tmp_path: Path, before: str, after: str, answer: str
) -> None:
    assert before in RULEBOOK
    (tmp_path / "mine.py").write_text(RULEBOOK.replace(before, after), encoding="utf-8")
    assert answer in run("odds", "mine.py", fails=True)


def test_a_file_without_a_rulebook_is_refused(punto: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("X = 1\n", encoding="utf-8")
    assert "mine.py makes 0 rulebooks; expected one" in punto("odds", "mine.py").stderr
