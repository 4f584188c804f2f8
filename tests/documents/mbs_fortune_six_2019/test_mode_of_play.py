import pytest

from punto.core.cards import deck
from punto.core.shoe import cards_of_decks
from punto.games.mbs_fortune_six_2019 import DOCUMENT, FORTUNE_SIX_LIVE
from tests.clauses import clause

AREAS = [key for row in FORTUNE_SIX_LIVE.layout for cell in row for key in cell.wagers]


@clause("mbs-fortune-six-2019", "2.1")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8, 9, 10])
def test_2_1_four_to_ten_decks_may_be_used(decks: int) -> None:
    assert decks in DOCUMENT.decks


@clause("mbs-fortune-six-2019", "2.1")
@pytest.mark.parametrize("decks", [3, 11])
def test_2_1_fewer_or_more_decks_may_not(decks: int) -> None:
    assert decks not in DOCUMENT.decks


@clause("mbs-fortune-six-2019", "2.1")
def test_2_1_a_deck_has_52_different_cards_and_no_joker() -> None:
    assert len(set(deck())) == 52
    assert len(cards_of_decks(4)) == 208


@clause("mbs-fortune-six-2019", "2.2")
def test_2_2_the_layout_has_one_area_for_each_wager() -> None:
    assert sorted(AREAS) == sorted(wager.key for wager in FORTUNE_SIX_LIVE.wagers)


@clause("mbs-fortune-six-2019", "2.2.1")
def test_2_2_1_the_layout_has_an_area_for_banker() -> None:
    assert AREAS.count("banker") == 1


@clause("mbs-fortune-six-2019", "2.2.2")
def test_2_2_2_the_layout_has_an_area_for_player() -> None:
    assert AREAS.count("player") == 1


@clause("mbs-fortune-six-2019", "2.2.3")
def test_2_2_3_the_layout_has_an_area_for_tie() -> None:
    assert AREAS.count("tie") == 1


@clause("mbs-fortune-six-2019", "2.2.4")
def test_2_2_4_the_layout_has_an_area_for_each_pair() -> None:
    assert (AREAS.count("player_pair"), AREAS.count("banker_pair")) == (1, 1)


@clause("mbs-fortune-six-2019", "2.2.5")
def test_2_2_5_the_layout_has_an_area_for_fortune_six() -> None:
    assert AREAS.count("fortune_six") == 1
