"""Format a tracked shoe, one line per card, with the return of every wager."""

from collections.abc import Sequence

from punto.core.rulebook import Rulebook, WagerRule
from punto.core.tableau import Ranks
from punto.messages.message import message
from punto.messages.render import render
from punto.odds.measures import WagerOdds
from punto.odds.shoe_tracker import ShoeTracker
from punto.reports.descriptions.names import wager_message
from punto.reports.games.explanation import describe_outcome
from punto.reports.games.odds import fraction

LAYOUT_WIDTH = 15
FIGURE_WIDTH = 9


def head(book: Rulebook, language: str = "en") -> str:
    """The head line of the table."""
    titles = (message("column.cards-left"), message("column.round"), message("column.layout"))
    left, number, layout = (render(title, language) for title in titles)
    labels = [
        _right(render(wager_message(wager), language), _width(wager, language))
        for wager in book.wagers
    ]
    return f"{_right(left, 5)} {_right(number, 5)}  {_left(layout)} {' '.join(labels)}"


def row(followed: ShoeTracker, odds: Sequence[WagerOdds], language: str = "en") -> str:
    """A shoe and the return of one unit on each wager, and the outcome of a finished round."""
    figures = " ".join(
        f"{float(each.expected):+{_width(each.wager, language)}.5f}" for each in odds
    )
    outcome = ""
    if followed.is_between_rounds:
        outcome = f"  {render(describe_outcome(followed.tableau), language)}"
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
    return max(FIGURE_WIDTH, _wide(render(wager_message(wager), language)))


def _right(text: str, width: int) -> str:
    return " " * (width - _wide(text)) + text


def _left(text: str) -> str:
    return text + " " * (LAYOUT_WIDTH - _wide(text))


def _wide(text: str) -> int:
    """The width of a text in a terminal, where a Chinese character takes two places."""
    return sum(2 if character > "\u2e7f" else 1 for character in text)
