"""Test the answers in memory for repeated commands."""

from unittest.mock import patch

from punto.floor.terminals.recent_answers import MAX_ANSWERS, RecentAnswers
from punto.floor.wire.terminal import CommandCompleted


def test_memory_holds_a_bounded_number_of_answers_and_terminals() -> None:
    answers = RecentAnswers(20)
    with patch("punto.floor.terminals.recent_answers.MAX_TERMINALS", 3):
        for terminal in ("a", "b", "c", "a", "d"):
            answers.add(terminal, CommandCompleted("1", 1))
    assert [bool(answers.find(each, "1")) for each in "abcd"] == [True, False, True, True]
    for number in range(MAX_ANSWERS + 1):
        answers.add("a", CommandCompleted(f"n{number}", number))
    assert answers.find("a", "n0") is None
    assert answers.find("a", "n1") == CommandCompleted("n1", 1)
