from fractions import Fraction

import pytest

from punto.core.rulebook import to
from punto.library import game
from punto.odds.what_if import pays, with_pays
from punto.questions import odds_of

TIGER = game("tiger")


def test_one_pay_is_changed_and_nothing_else() -> None:
    changed = with_pays(TIGER, {"tiger_tie": to(45, 1)})
    assert changed.wager("tiger_tie").lines[0].pays == to(45, 1)
    assert changed.wager("tiger_tie").lines[0].clause == "4.10"
    others = [wager for wager in changed.wagers if wager.key != "tiger_tie"]
    assert others == [wager for wager in TIGER.wagers if wager.key != "tiger_tie"]


def test_a_line_is_named_by_its_number() -> None:
    changed = with_pays(TIGER, {"tiger.2": to(23, 1)})
    assert [line.pays.printed for line in changed.wager("tiger").lines] == ["12 to 1", "23 to 1"]


def test_tie_on_six_at_45_to_1_returns_what_is_published() -> None:
    odds = odds_of(TIGER, pays={"tiger_tie": to(45, 1)})
    (tie,) = [each for each in odds if each.wager.key == "tiger_tie"]
    assert round(float(tie.expected), 6) == -0.114952


@pytest.mark.parametrize("name", ["tiger", "tiger.0", "tiger.3", "tiger.x", "tiger."])
def test_a_name_that_is_no_one_line_is_refused(name: str) -> None:
    with pytest.raises(
        ValueError, match=r"names no one line of tiger; expected tiger.1 or tiger.2"
    ):
        with_pays(TIGER, {name: to(23, 1)})


def test_an_unknown_wager_is_refused() -> None:
    with pytest.raises(ValueError, match="tiger has no wager 'super_six'"):
        with_pays(TIGER, {"super_six": to(15, 1)})


@pytest.mark.parametrize(
    ("text", "ratio"),
    [("45:1", Fraction(45)), ("0.95:1", Fraction(19, 20)), ("9:5", Fraction(9, 5))],
)
def test_odds_are_read(text: str, ratio: Fraction) -> None:
    assert pays(text).ratio == ratio


@pytest.mark.parametrize("text", ["45", "45:", ":1", "a:1", "1:a", "-1:1", "1:0", "1:1:1", "1e3:1"])
def test_what_are_no_odds_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        pays(text)
