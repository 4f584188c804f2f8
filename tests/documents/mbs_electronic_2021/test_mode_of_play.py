from collections import Counter

import pytest

from punto.core.cards import deck
from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.core.shoe import cards_of_decks, check_copies
from punto.games.mbs_electronic_2021 import (
    DOCUMENT,
    FORTUNE_SIX,
    NO_COMMISSION,
    SUPER_6,
    SUPER_SIX,
    TIGER,
    TIGER_NO_COMMISSION,
)
from tests.clauses import clause

GAMES = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION, TIGER, TIGER_NO_COMMISSION)


@clause("mbs-electronic-2021", "2.1")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8, 9, 10])
def test_2_1_four_to_ten_decks_may_be_used(decks: int) -> None:
    assert decks in DOCUMENT.decks


@clause("mbs-electronic-2021", "2.1")
@pytest.mark.parametrize("decks", [0, 1, 3, 11])
def test_2_1_fewer_than_four_or_more_than_ten_decks_may_not_be_used(decks: int) -> None:
    assert decks not in DOCUMENT.decks


@clause("mbs-electronic-2021", "2.1")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_2_1_every_game_takes_its_decks_from_this_clause(book: Rulebook) -> None:
    assert str(book.document.decks) == "4 to 10"
    assert book.cite(Rule.DECKS) == "E 2.1"


@clause("mbs-electronic-2021", "2.1")
def test_2_1_a_deck_has_52_different_cards_and_no_joker() -> None:
    written = {str(each) for each in deck()}
    assert written == {rank + suit for rank in "A23456789TJQK" for suit in "shdc"}
    assert len(list(deck())) == 52


@clause("mbs-electronic-2021", "2.1")
def test_2_1_eight_decks_hold_every_card_eight_times() -> None:
    cards = cards_of_decks(8)
    assert len(cards) == 416
    assert set(Counter(cards).values()) == {8}


@clause("mbs-electronic-2021", "2.1")
def test_2_1_a_card_cannot_come_more_often_than_there_are_decks() -> None:
    king = next(each for each in deck() if str(each) == "Kc")
    check_copies([king] * 4, 4)
    with pytest.raises(ValueError, match="5 copies of Kc"):
        check_copies([king] * 5, 4)


@clause("mbs-electronic-2021", "2.2")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_2_2_the_layout_has_one_area_for_each_wager_of_the_game(book: Rulebook) -> None:
    areas = [key for row in book.layout for cell in row for key in cell.wagers]
    assert sorted(areas) == sorted(wager.key for wager in book.wagers)


@clause("mbs-electronic-2021", "2.2")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_2_2_limits_are_displayed_and_enforced_by_this_clause(book: Rulebook) -> None:
    assert book.cite(Rule.LIMITS) == "E 2.2"
    assert book.cite(Rule.LAYOUT) == "E 2.2"
