"""Check relations between wagers that hold for any shoe, and figures computed by hand."""

from fractions import Fraction

import pytest

from punto.core.tableau import Tableau
from punto.games.library import game
from punto.odds.composition import full
from punto.odds.exact import count_endings
from punto.odds.measures import WagerOdds, wager_odds


def by_key(key: str, decks: int) -> dict[str, WagerOdds]:
    book = game(key)
    counts = count_endings(full(decks), Tableau(book.order))
    return {odds.wager.key: odds for odds in wager_odds(book, counts)}


@pytest.mark.parametrize("decks", [4, 7, 10])
def test_the_returns_of_wagers_are_related(decks: int) -> None:
    fortune, tiger = by_key("fortune-six", decks), by_key("tiger", decks)
    player, banker = fortune["player"], fortune["banker"]
    on_six = banker.lines[0].chance
    assert player.expected == player.win - banker.win
    assert banker.expected == -player.expected - on_six / 2
    assert tiger["banker"].expected == banker.win * Fraction(19, 20) - player.win
    assert fortune["fortune_six"].win == on_six
    small, big = tiger["small_tiger"].win, tiger["big_tiger"].win
    assert small + big == tiger["tiger"].win == on_six
    assert tiger["tiger"].expected == 13 * small + 21 * big - 1
    naturals = [fortune[f"{side}_dragon_bonus"].lines[6].chance for side in ("player", "banker")]
    assert naturals[0] == naturals[1]


@pytest.mark.parametrize("decks", [1, 4, 8])
def test_a_pair_has_the_chance_of_a_second_card_of_its_rank(decks: int) -> None:
    odds = by_key("super-six", decks)["player_pair"]
    assert odds.win == Fraction(4 * decks - 1, 52 * decks - 1)
    assert odds.expected == 12 * odds.win - 1


def test_the_variance_of_an_even_bet_is_that_of_a_coin_with_pushes() -> None:
    odds = by_key("super-six", 8)["player"]
    assert odds.variance == odds.win + odds.lose - odds.expected**2


def test_the_house_edge_counts_rounds_that_push() -> None:
    odds = by_key("tiger", 8)["banker"]
    assert odds.house_edge == -odds.expected == odds.lose - odds.win * Fraction(19, 20)
    assert odds.push > 0


def test_every_line_counts_in_the_unit_of_all_deals() -> None:
    for odds in by_key("seven-up", 6).values():
        for line in odds.lines:
            assert line.chance == Fraction(line.deals, 2_862_766_146_240)


@pytest.mark.parametrize("key", ["tiger", "fortune-six", "seven-up"])
def test_the_moments_of_a_wager_follow_from_its_results(key: str) -> None:
    for odds in by_key(key, 8).values():
        mean = sum(result * chance for result, chance in odds.results)
        assert sum(chance for _, chance in odds.results) == 1
        assert mean == odds.expected
        for power, moment in ((2, odds.variance), (3, odds.third_moment)):
            assert moment == sum(
                chance * (result - mean) ** power for result, chance in odds.results
            )


def test_equal_results_of_several_lines_are_merged() -> None:
    bonus = by_key("fortune-six", 8)["player_dragon_bonus"]
    even_money = [line.chance for line in bonus.lines if line.line.pays.ratio == 1]
    assert len(even_money) == 2
    assert dict(bonus.results)[Fraction(1)] == sum(even_money)


def test_rare_large_wins_are_skewed_to_the_right() -> None:
    tiger = by_key("tiger", 8)
    assert tiger["tiger_pair"].third_moment > tiger["tie"].third_moment > 0
