from collections import Counter

import pytest

from punto.core.cards import deck
from punto.core.shoe import cards_of_decks
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER
from tests.clauses import clause


@clause("mbs-tiger-no-commission-2022", "2.1")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8, 9, 10])
def test_2_1_four_to_ten_decks_may_be_used(decks: int) -> None:
    assert decks in DOCUMENT.decks


@clause("mbs-tiger-no-commission-2022", "2.1")
@pytest.mark.parametrize("decks", [3, 11])
def test_2_1_fewer_than_four_or_more_than_ten_decks_may_not(decks: int) -> None:
    assert decks not in DOCUMENT.decks


@clause("mbs-tiger-no-commission-2022", "2.1")
def test_2_1_a_deck_has_52_different_cards_four_of_each_rank() -> None:
    cards = tuple(deck())
    assert len(cards) == len(set(cards)) == 52
    assert set(Counter(card.rank for card in cards).values()) == {4}


@clause("mbs-tiger-no-commission-2022", "2.1")
def test_2_1_ten_decks_hold_every_card_ten_times() -> None:
    copies = Counter(cards_of_decks(10))
    assert len(copies) == 52
    assert set(copies.values()) == {10}


@clause("mbs-tiger-no-commission-2022", "2.2")
@pytest.mark.parametrize(
    ("key", "fewest", "most"),
    [
        # The document leaves out the greatest number of layout A: the house sets it (R21).
        ("A", 1, None),
        ("B", 1, 8),
        ("C", 1, 8),
        ("D", 1, 9),
        ("E", 8, 16),
        ("F", 1, 6),
        ("G", 1, 6),
        ("H", 1, 8),
    ],
)
def test_2_2_each_layout_has_its_numbers_of_positions(
    key: str, fewest: int, most: int | None
) -> None:
    (cloth,) = [each for each in DOCUMENT.cloths if each.key == key]
    assert (cloth.minimum_positions, cloth.maximum_positions) == (fewest, most)


@clause("mbs-tiger-no-commission-2022", "2.2")
def test_2_2_there_are_eight_layouts() -> None:
    assert [each.key for each in DOCUMENT.cloths] == list("ABCDEFGH")


@clause(
    "mbs-tiger-no-commission-2022",
    "2.2.1",
    "2.2.2",
    "2.2.3",
    "2.2.4",
    "2.2.5",
    "2.2.6",
    "2.2.7",
    "2.2.8",
)
@pytest.mark.parametrize(
    "wager",
    ["player", "banker", "tie", "tiger", "big_tiger", "small_tiger", "tiger_pair", "tiger_tie"],
)
def test_2_2_1_to_2_2_8_every_wager_has_a_playing_area_of_its_own(wager: str) -> None:
    cells = [cell for row in TIGER.layout for cell in row if wager in cell.wagers]
    assert [cell.wagers for cell in cells] == [(wager,)]
