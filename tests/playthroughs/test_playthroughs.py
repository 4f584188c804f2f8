"""One readable table of every game: what each line brings about is what was reviewed by eye.

`punto playthrough FILE` prints a file anew, from the lines in it that begin with `> `.
"""

from pathlib import Path

import pytest

from punto.cli.table.playthrough import transcript
from punto.games.library import GAMES

FOLDER = Path(__file__).parent


@pytest.mark.parametrize(
    "key", [*(book.key for book in GAMES), "live-procedures", "irregularities"]
)
def test_a_playthrough_tells_the_same_again(key: str) -> None:
    lines = (FOLDER / f"{key}.txt").read_text(encoding="utf-8").splitlines()
    assert list("\n".join(transcript(lines, seed=1)).split("\n")) == lines


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_every_line_of_the_paytable_that_can_be_told_is_told(book: object) -> None:
    text = (FOLDER / f"{book.key}.txt").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    for wager in book.wagers:  # type: ignore[attr-defined]
        offered = f" {wager.key} 1.00-" in text
        assert not offered or f" {wager.key} " in text.split("RoundSettled", 1)[1], wager.key
