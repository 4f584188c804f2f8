import pytest

from punto.core.cards import deck
from punto.core.rules import Rule
from punto.core.shoe import cards_of_decks
from punto.games.rws_super_six_plus_2019 import DOCUMENT, SUPER_SIX_PLUS
from tests.clauses import clause


@clause("rws-super-six-plus-2019", "2.1", "2.1.1")
def test_2_1_1_the_display_has_one_area_for_each_wager() -> None:
    areas = [key for row in SUPER_SIX_PLUS.layout for cell in row for key in cell.wagers]
    assert sorted(areas) == sorted(wager.key for wager in SUPER_SIX_PLUS.wagers)
    assert SUPER_SIX_PLUS.cite(Rule.LAYOUT) == "R 2.1.1"


@clause("rws-super-six-plus-2019", "2.2", "2.2.1")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_2_2_1_four_to_eight_decks_may_be_used(decks: int) -> None:
    assert decks in DOCUMENT.decks


@clause("rws-super-six-plus-2019", "2.2", "2.2.1")
@pytest.mark.parametrize("decks", [3, 9, 10])
def test_2_2_1_fewer_or_more_decks_may_not(decks: int) -> None:
    # The other documents go up to ten.
    assert decks not in DOCUMENT.decks


@clause("rws-super-six-plus-2019", "2.2", "2.2.1")
def test_2_2_1_a_deck_has_52_different_cards() -> None:
    assert len(set(deck())) == 52
    assert len(cards_of_decks(8)) == 416
