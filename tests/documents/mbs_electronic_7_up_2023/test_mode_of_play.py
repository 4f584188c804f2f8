import pytest

from punto.core.cards import deck
from punto.core.rules import Rule
from punto.core.shoe import cards_of_decks
from punto.games.mbs_electronic_7_up_2023 import DOCUMENT, SEVEN_UP
from tests.clauses import clause


@clause("mbs-electronic-7-up-2023", "2.1")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8, 9, 10])
def test_2_1_four_to_ten_decks_may_be_used(decks: int) -> None:
    assert decks in DOCUMENT.decks


@clause("mbs-electronic-7-up-2023", "2.1")
@pytest.mark.parametrize("decks", [3, 11])
def test_2_1_fewer_or_more_decks_may_not(decks: int) -> None:
    assert decks not in DOCUMENT.decks


@clause("mbs-electronic-7-up-2023", "2.1")
def test_2_1_a_deck_has_52_different_cards_and_no_joker() -> None:
    assert len(set(deck())) == 52
    assert len(cards_of_decks(10)) == 520


@clause("mbs-electronic-7-up-2023", "2.2")
def test_2_2_the_layout_has_one_area_for_each_wager() -> None:
    areas = [key for row in SEVEN_UP.layout for cell in row for key in cell.wagers]
    assert sorted(areas) == sorted(wager.key for wager in SEVEN_UP.wagers)


@clause("mbs-electronic-7-up-2023", "2.2")
def test_2_2_limits_and_wagers_cite_this_clause() -> None:
    assert SEVEN_UP.cite(Rule.LAYOUT) == "U 2.2"
    assert SEVEN_UP.cite(Rule.LIMITS) == "U 2.2"
