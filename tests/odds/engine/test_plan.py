import pytest

from punto.core.notation import read
from punto.core.rulebook import Rulebook
from punto.core.tableau import STANDARD, Tableau
from punto.games.library import game
from punto.odds.engine.plan import Method, PlannedLine, plan
from punto.odds.engine.third_cards import every_cell
from tests.odds.shoes import EVERYTHING


def planned(book: Rulebook, line: str, wager: str) -> list[PlannedLine]:
    """How the lines of one wager are counted."""
    lines = plan(book, read(line, book.order)).lines
    wagers = [each.key for each in book.wagers for _ in each.lines]
    return [line for of, line in zip(wagers, lines, strict=True) if of == wager]


@pytest.mark.parametrize(
    ("line", "wager", "method"),
    [
        ("/", "totals", Method.FACTORISED),
        ("/", "naturals", Method.FACTORISED),
        ("/", "pairs", Method.PAIRS),
        ("/", "sevens", Method.MULTISETS),
        ("/", "joint", Method.MULTISETS),
        ("9s / Kc", "totals", Method.FACTORISED),
        ("9s / Kc", "pairs", Method.PAIRS),
        ("9s / Kc", "sevens", Method.REFERENCE),
        ("9s / Kc", "joint", Method.REFERENCE),
        # A third card tells of hands that are not seen, and nothing of hands that are.
        ("? ? 2d / Kc 6h", "totals", Method.FACTORISED),
        ("? ? 2d / Kc 6h", "pairs", Method.REFERENCE),
        ("9s 4d 2d / Kc 6h", "pairs", Method.FACTORISED),
    ],
)
def test_how_a_line_is_counted(line: str, wager: str, method: Method) -> None:
    assert {each.method for each in planned(EVERYTHING["standard"], line, wager)} == {method}


def test_pairs_that_are_seen_hold_in_every_deal_or_in_none() -> None:
    (player,) = planned(game("super-six"), "2s 2d 5h / Kc 6h", "player_pair")
    (banker,) = planned(game("super-six"), "2s 2d 5h / Kc 6h", "banker_pair")
    assert player.parts == frozenset(every_cell())
    assert banker.parts == frozenset()


def test_a_plan_is_made_once() -> None:
    book = game("tiger")
    assert plan(book, Tableau(STANDARD)) is plan(book, Tableau(STANDARD))
