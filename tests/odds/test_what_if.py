from fractions import Fraction

import pytest

from punto.api import odds_of
from punto.core.rulebook import PUSH, Rulebook, to
from punto.games.library import GAMES, game
from punto.odds.what_if import compare_wagers, parse_pays, sensitivities, with_pays

TIGER = game("tiger")


def test_changing_one_pay_changes_nothing_else() -> None:
    changed = with_pays(TIGER, {"tiger_tie": to(45, 1)})
    assert changed.wager("tiger_tie").lines[0].pays == to(45, 1)
    assert changed.wager("tiger_tie").lines[0].clause == "4.10"
    others = [wager for wager in changed.wagers if wager.key != "tiger_tie"]
    assert others == [wager for wager in TIGER.wagers if wager.key != "tiger_tie"]


def test_a_number_selects_the_line() -> None:
    changed = with_pays(TIGER, {"tiger.2": to(23, 1)})
    assert [line.pays.printed for line in changed.wager("tiger").lines] == ["12 to 1", "23 to 1"]


def test_a_tie_on_six_at_45_to_1_has_the_published_return() -> None:
    odds = odds_of(TIGER, pays={"tiger_tie": to(45, 1)})
    (tie,) = [wager for wager in odds if wager.wager.key == "tiger_tie"]
    assert round(float(tie.expected), 6) == -0.114952


@pytest.mark.parametrize("name", ["tiger", "tiger.0", "tiger.3", "tiger.x", "tiger."])
def test_a_name_without_exactly_one_line_is_refused(name: str) -> None:
    with pytest.raises(
        ValueError, match=r"does not name one line of tiger; expected tiger.1 or tiger.2"
    ):
        with_pays(TIGER, {name: to(23, 1)})


def test_an_unknown_wager_is_refused() -> None:
    with pytest.raises(ValueError, match="tiger has no wager 'super_six'"):
        with_pays(TIGER, {"super_six": to(15, 1)})


@pytest.mark.parametrize(
    ("text", "ratio"),
    [("45:1", Fraction(45)), ("0.95:1", Fraction(19, 20)), ("9:5", Fraction(9, 5))],
)
def test_a_text_is_parsed_as_odds(text: str, ratio: Fraction) -> None:
    assert parse_pays(text).ratio == ratio


@pytest.mark.parametrize("text", ["45", "45:", ":1", "a:1", "1:a", "-1:1", "1:0", "1:1:1", "1e3:1"])
def test_invalid_odds_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse_pays(text)


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_a_line_at_its_break_even_pay_makes_the_wager_fair(book: Rulebook) -> None:
    for odds in odds_of(book, decks=6):
        lines = sensitivities(odds)
        assert sum((line.part_of_return for line in lines), -odds.lose) == odds.expected
        for line in lines:
            if line.break_even is not None:
                increase = line.break_even - line.line.line.pays.ratio
                assert odds.expected + increase * line.line.chance == 0


def test_one_unit_more_adds_the_chance_of_the_line_to_the_return() -> None:
    (tie,) = [odds for odds in odds_of(TIGER) if odds.wager.key == "tie"]
    (nine,) = [odds for odds in odds_of(TIGER, pays={"tie": to(9, 1)}) if odds.wager.key == "tie"]
    assert nine.expected - tie.expected == sensitivities(tie)[0].line.chance == tie.win


def test_an_impossible_line_has_no_break_even_pay() -> None:
    (pair,) = [
        odds
        for odds in odds_of(game("super-six"), decks=1, dealt="9s 4d / Kc 6h")
        if odds.wager.key == "player_pair"
    ]
    assert sensitivities(pair)[0].break_even is None


def test_a_new_pay_for_tiger_tie_changes_only_tiger_tie() -> None:
    before, after = odds_of(TIGER), odds_of(TIGER, pays={"tiger_tie": to(45, 1)})
    found = {change.key: change.of_return for change in compare_wagers(before, after)}
    assert list(found) == [wager.key for wager in TIGER.wagers]
    assert {key for key, change in found.items() if change} == {"tiger_tie"}
    (tie,) = [odds for odds in before if odds.wager.key == "tiger_tie"]
    assert found["tiger_tie"] == 10 * tie.win


def test_two_games_are_compared_by_wager_key() -> None:
    other = game("super-six")
    changes = compare_wagers(odds_of(TIGER), odds_of(other))
    found = {change.key: change for change in changes}
    assert found["tie"].of_return == 0
    assert (found["tiger"].after, found["super_six"].before) == (None, None)
    assert found["tiger"].of_return is found["super_six"].of_return is None
    banker = found["banker"].of_return
    assert banker is not None
    assert round(float(banker), 6) == -0.004002


def test_a_wager_with_one_line_that_wins_needs_no_number() -> None:
    """These names were once refused, because Banker and Player also have a line for a push."""
    for key in ("banker", "player"):
        changed = with_pays(TIGER, {key: to(2, 1)})
        assert changed == with_pays(TIGER, {f"{key}.1": to(2, 1)})
        assert [line.pays for line in changed.wager(key).lines] == [to(2, 1), PUSH]
    with pytest.raises(ValueError, match=r"expected tiger.1 or tiger.2"):
        with_pays(TIGER, {"tiger": to(2, 1)})
