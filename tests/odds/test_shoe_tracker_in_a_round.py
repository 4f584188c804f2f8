from fractions import Fraction

import pytest

from punto.core.cards import Rank
from punto.core.notation import format_round, parse_round
from punto.games.library import game
from punto.odds.composition import full
from punto.odds.shoe_tracker import odds_after_each_card


@pytest.mark.parametrize(
    ("key", "line", "layouts"),
    [
        (
            "tiger",
            "9s 4d 6h / Kc 6h 2d",
            ["/", "9s /", "9s / Kc", "9s 4d / Kc", "9s 4d / Kc 6h", "9s 4d 6h / Kc 6h"],
        ),
        ("seven-up", "7h Ks / Kc 2d 5d", ["/", "/ Kc", "7h / Kc", "7h / Kc 2d", "7h Ks / Kc 2d"]),
    ],
)
def test_one_call_returns_the_odds_after_every_card_of_a_round(
    key: str, line: str, layouts: list[str]
) -> None:
    book = game(key)
    steps = odds_after_each_card(book, full(8), parse_round(line, book.order))
    assert [format_round(step.tableau) for step in steps] == [*layouts, line]
    assert [step.unseen.cards for step in steps] == list(range(416, 416 - len(steps), -1))
    # After the last card every wager is decided.
    assert {line.chance for odds in steps[-1].odds for line in odds.lines} <= {0, 1}


def test_a_card_face_down_remains_unseen() -> None:
    book = game("tiger")
    steps = odds_after_each_card(book, full(8), parse_round("9s ? / Kc", book.order))
    assert [step.unseen.cards for step in steps] == [416, 415, 414, 414]
    assert steps[2].odds == steps[3].odds


def test_a_pair_becomes_more_likely_with_each_of_its_cards() -> None:
    book = game("super-six")
    steps = odds_after_each_card(book, full(8), parse_round("9s 9d / Kc", book.order))
    pair = [step.odds[3].win for step in steps]
    assert pair == [Fraction(31, 415), Fraction(31, 415), Fraction(31, 414), 1]
    assert steps[0].unseen.less(Rank.NINE) == steps[1].unseen
