"""Format a tracked shoe, one line per card, with the return of every wager."""

from collections.abc import Sequence

from punto.core.rulebook import Rulebook, WagerRule
from punto.core.tableau import Ranks
from punto.odds.measures import WagerOdds
from punto.odds.shoe_tracker import ShoeTracker
from punto.pages import par_phrases, phrases
from punto.reports.games.explanation import describe_outcome
from punto.reports.games.odds import fraction

LAYOUT_WIDTH = 15
FIGURE_WIDTH = 9


def head(book: Rulebook, language: str = "en") -> str:
    """The line over all others."""
    words = [par_phrases.CARDS_LEFT, phrases.ROUND, par_phrases.LAYOUT]
    left, number, layout = (each.in_(language) for each in words)
    labels = [_right(wager.label.in_(language), _width(wager, language)) for wager in book.wagers]
    return f"{_right(left, 5)} {_right(number, 5)}  {_left(layout)} {' '.join(labels)}"


def row(followed: ShoeTracker, odds: Sequence[WagerOdds], language: str = "en") -> str:
    """A shoe and the return of one unit on each wager; a finished round tells its outcome."""
    figures = " ".join(
        f"{float(each.expected):+{_width(each.wager, language)}.5f}" for each in odds
    )
    outcome = ""
    if followed.is_between_rounds:
        outcome = f"  {describe_outcome(followed.tableau, language)}"
    layout = _left(_layout(followed))
    return f"{followed.unseen.cards:>5} {followed.rounds:>5}  {layout} {figures}{outcome}"


def record(followed: ShoeTracker, odds: Sequence[WagerOdds]) -> dict[str, object]:
    """The same for a program, every return exact."""
    return {
        "left": followed.unseen.cards,
        "round": followed.rounds,
        "layout": _layout(followed),
        "finished": followed.is_between_rounds,
        "returns": {each.wager.key: fraction(each.expected) for each in odds},
        "printed": {each.wager.key: float(each.expected) for each in odds},
    }


def _layout(followed: ShoeTracker) -> str:
    ranks = followed.tableau.ranks
    return f"{_hand(ranks.player)} / {_hand(ranks.banker)}".strip()


def _hand(ranks: Ranks) -> str:
    return " ".join("?" if rank is None else rank.letter for rank in ranks)


def _width(wager: WagerRule, language: str) -> int:
    return max(FIGURE_WIDTH, _wide(wager.label.in_(language)))


def _right(text: str, width: int) -> str:
    return " " * (width - _wide(text)) + text


def _left(text: str) -> str:
    return text + " " * (LAYOUT_WIDTH - _wide(text))


def _wide(text: str) -> int:
    """How many places a text takes in a terminal, where a Chinese character takes two."""
    return sum(2 if character > "\u2e7f" else 1 for character in text)
