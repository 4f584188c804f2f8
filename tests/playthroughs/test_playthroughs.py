"""Compare one readable playthrough per game with its reviewed text.

`punto playthrough FILE` prints a file again, from its lines that begin with `> `.
"""

from pathlib import Path

import pytest

from punto.cli.table.playthrough import transcript
from punto.games.library import GAMES
from punto.messages.catalogue import catalogue

FOLDER = Path(__file__).parent


@pytest.mark.parametrize(
    "key", [*(book.key for book in GAMES), "live-procedures", "irregularities"]
)
def test_a_playthrough_gives_the_same_output_again(key: str) -> None:
    lines = (FOLDER / f"{key}.txt").read_text(encoding="utf-8").splitlines()
    assert list("\n".join(transcript(lines, seed=1)).split("\n")) == lines


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_every_wager_on_offer_is_settled(book: object) -> None:
    text = (FOLDER / f"{book.key}.txt").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    for wager in book.wagers:  # type: ignore[attr-defined]
        name = catalogue("en").patterns[f"wager.{wager.key}"][0]
        offered = f" {name} $1 to " in text
        assert not offered or f", {name} $" in text.split("Settled: ", 1)[1], wager.key
