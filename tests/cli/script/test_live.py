"""Lines for a dealer's table: what they ask, and one clear line for what cannot be read."""

import pytest

from punto.cli.script.live import HELP, LIVE_LINES
from punto.cli.script.runner import HELP as ALL_HELP
from punto.cli.script.runner import LINES, ScriptRunner
from punto.journal.stores.memory import MemoryJournal
from punto.table.refusals import Refusal


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("chips", "something is missing; expected a seat"),
        ("chips 5 banker", "'banker' is not a stake"),
        ("chips five banker=5", "'five' is not a seat"),
        ("method D", "'D'; expected A or B or C"),
        ("pass player", "something is missing; expected a position"),
        ("pass tie 5", "'tie'; expected player or banker"),
        ("squeeze player 1", "something is missing; expected a seat"),
        ("expose", "something is missing; expected player or banker"),
        ("chip 5", "'chip' is not known"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_was_expected(line: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ScriptRunner(MemoryJournal()).run(line)


@pytest.mark.parametrize(
    "line",
    [
        "chips 5 banker=5",
        "withdraw-chips 5",
        "stay-chips 5",
        "lower",
        "remove",
        "offer",
        "method A",
        "allow-drawing 5",
        "device 5",
        "relinquish 5",
        "pass player 5",
        "refuse player 5",
        "handler player 5",
        "first banker",
        "squeeze player 1 5 a friend",
        "expose player",
        "expose player 5",
        "expose player error",
    ],
)
def test_a_table_that_is_not_open_does_nothing_of_it(line: str) -> None:
    (answer,) = ScriptRunner(MemoryJournal()).run(line)
    assert isinstance(answer, Refusal)
    assert answer.code == "table-closed"


def test_every_line_has_its_help_and_none_is_repeated() -> None:
    assert HELP in ALL_HELP
    assert all(word in HELP for word in LIVE_LINES)
    assert not set(LIVE_LINES) & set(LINES)
