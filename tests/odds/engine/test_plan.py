import pytest

from punto.core.notation import parse_round
from punto.core.rulebook import Rulebook
from punto.core.tableau import STANDARD, Tableau
from punto.games.library import game
from punto.odds.engine.plan import CountMethod, PayLinePlan, plan_count
from punto.odds.engine.third_cards import all_totals_cells
from tests.odds.shoes import EVERYTHING


def planned(book: Rulebook, line: str, wager: str) -> list[PayLinePlan]:
    """How the lines of one wager are counted."""
    lines = plan_count(book, parse_round(line, book.order)).lines
    wagers = [each.key for each in book.wagers for _ in each.lines]
    return [line for of, line in zip(wagers, lines, strict=True) if of == wager]


@pytest.mark.parametrize(
    ("line", "wager", "method"),
    [
        ("/", "totals", CountMethod.FACTORISED),
        ("/", "naturals", CountMethod.FACTORISED),
        ("/", "pairs", CountMethod.PAIRS),
        ("/", "sevens", CountMethod.MULTISETS),
        ("/", "joint", CountMethod.MULTISETS),
        ("9s / Kc", "totals", CountMethod.FACTORISED),
        ("9s / Kc", "pairs", CountMethod.PAIRS),
        ("9s / Kc", "sevens", CountMethod.REFERENCE),
        ("9s / Kc", "joint", CountMethod.REFERENCE),
        # A third card tells of hands that are not seen, and nothing of hands that are.
        ("? ? 2d / Kc 6h", "totals", CountMethod.FACTORISED),
        ("? ? 2d / Kc 6h", "pairs", CountMethod.REFERENCE),
        ("9s 4d 2d / Kc 6h", "pairs", CountMethod.FACTORISED),
    ],
)
def test_how_a_line_is_counted(line: str, wager: str, method: CountMethod) -> None:
    assert {each.method for each in planned(EVERYTHING["standard"], line, wager)} == {method}


def test_pairs_on_the_layout_hold_in_every_deal_or_in_none() -> None:
    (player,) = planned(game("super-six"), "2s 2d 5h / Kc 6h", "player_pair")
    (banker,) = planned(game("super-six"), "2s 2d 5h / Kc 6h", "banker_pair")
    assert player.parts == frozenset(all_totals_cells())
    assert banker.parts == frozenset()


def test_a_plan_is_computed_once() -> None:
    book = game("tiger")
    assert plan_count(book, Tableau(STANDARD)) is plan_count(book, Tableau(STANDARD))
