from pathlib import Path

import pytest

from punto.games.library import DOCUMENTS, GAMES, document, game, load_rulebook

RULEBOOK = """
from punto import Fact, Is, PayLine, Rulebook, WagerRule, Winner, to

WINS = Is(Fact.WINNER, Winner.PLAYER)
LINE = PayLine("", WINS, to(1, 1))
GAME = Rulebook("mine", "Mine", (WagerRule("player", "Player", (LINE,)),))
"""


@pytest.mark.parametrize("key", [book.key for book in GAMES])
def test_a_game_is_found_by_its_key(key: str) -> None:
    assert game(key).key == key


@pytest.mark.parametrize(
    ("name", "near"), [("tigr", "tiger"), ("super6", "super-6"), ("seven_up", "seven-up")]
)
def test_the_error_for_an_unknown_game_suggests_the_nearest_name(name: str, near: str) -> None:
    with pytest.raises(ValueError, match=f"there is no game '{name}'; did you mean .*{near}"):
        game(name)


def test_the_error_for_a_name_without_a_near_match_lists_all_games() -> None:
    with pytest.raises(
        ValueError, match=r"no game 'zzzz'; expected one of super-six, .*, super-six-plus"
    ):
        game("zzzz")


@pytest.mark.parametrize("each", DOCUMENTS, ids=lambda each: each.key)
def test_a_document_is_found_by_key_and_by_letter(each: object) -> None:
    assert isinstance(each, type(DOCUMENTS[0]))
    assert document(each.key) is each
    assert document(each.letter) is each


def test_a_rulebook_in_a_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(RULEBOOK, encoding="utf-8")
    assert game(str(path)) == load_rulebook(path)
    assert game(str(path)).key == "mine"


def test_a_rulebook_file_is_read_again_each_time(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(RULEBOOK, encoding="utf-8")
    first = load_rulebook(path)
    path.write_text(RULEBOOK.replace("to(1, 1)", "to(2, 1)"), encoding="utf-8")
    assert load_rulebook(path) != first


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "makes 0 rulebooks; expected one"),
        (RULEBOOK + "OTHER = Rulebook('b', 'B', GAME.wagers)", "makes 2 rulebooks"),
        ("import nothing_of_the_kind", "line 1: ModuleNotFoundError"),
        ("raise SystemError('x')", "line 1: SystemError: x"),
        ("def (", "line 1: invalid syntax"),
        (
            RULEBOOK.replace("WINS, to", "'wins', to"),
            r"line 6: rulebook.wagers\[0\].lines\[0\].when",
        ),
    ],
)
def test_an_error_in_a_file_names_its_line(tmp_path: Path, source: str, words: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source, encoding="utf-8")
    with pytest.raises(ValueError, match=words):
        load_rulebook(path)


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match=r"mine.py cannot be read"):
        load_rulebook(path)
