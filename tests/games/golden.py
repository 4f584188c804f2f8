"""Golden counts: every line of every game at every number of decks, as text to review by eye.

`python -m tests.games.golden` writes the files anew.
"""

from functools import cache
from pathlib import Path

from punto.core.rulebook import Rulebook
from punto.core.tableau import DealOrder, Tableau
from punto.games.library import GAMES
from punto.odds.composition import full
from punto.odds.exact import EndingCounts, count_endings
from punto.odds.measures import wager_odds

FOLDER = Path(__file__).parent / "golden"


@cache
def counts_of(order: DealOrder, decks: int) -> EndingCounts:
    return count_endings(full(decks), Tableau(order))


def golden(book: Rulebook) -> str:
    """All counts of a game."""
    decks = book.document.decks
    parts = [f"{book.key}: ordered deals in which each line holds, and the house edge\n"]
    for number in range(decks.minimum, decks.maximum + 1):
        counts = counts_of(book.order, number)
        parts.append(f"\n{number} decks, {counts.deals:,} deals\n")
        for odds in wager_odds(book, counts):
            parts.append(f"  {odds.wager.key:<20} edge {float(odds.house_edge):>13.10f}\n")
            parts += [
                f"    {line.line.when!s:<60} {line.line.pays.printed:>9} {line.deals:>27,}\n"
                for line in odds.lines
            ]
    return "".join(parts)


def path_of(book: Rulebook) -> Path:
    return FOLDER / f"{book.key}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        path_of(each).write_text(golden(each), encoding="utf-8")
