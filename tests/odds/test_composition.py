import pytest

from punto.core.cards import Rank
from punto.odds.composition import Composition, full, unseen


def test_a_full_shoe_has_four_cards_of_each_rank_per_deck() -> None:
    assert full(8).counts == (32,) * 13
    assert full(8).cards == 416


def test_removed_cards_leave_the_composition() -> None:
    left = full(1).less(Rank.ACE, Rank.ACE, Rank.KING)
    assert (left[Rank.ACE], left[Rank.KING], left[Rank.TWO], left.cards) == (2, 3, 4, 49)


def test_removing_a_missing_card_is_refused() -> None:
    with pytest.raises(ValueError, match="too many cards of rank A; expected at most 4"):
        full(1).less(*[Rank.ACE] * 5)


@pytest.mark.parametrize("counts", [(1, 2), (-1, *(4,) * 12)])
def test_a_composition_needs_thirteen_counts_of_zero_or_more(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected thirteen counts, none below zero"):
        Composition(counts)


def test_all_undealt_cards_are_left_of_a_rank_without_a_count() -> None:
    left = unseen(8, known=[Rank.NINE, Rank.NINE], left={Rank.ACE: 5})
    assert (left[Rank.ACE], left[Rank.NINE], left[Rank.KING]) == (5, 30, 32)


@pytest.mark.parametrize("count", [-1, 33])
def test_a_count_beyond_the_decks_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"A={count} cards left; expected 0 to 32 from 8 decks"):
        unseen(8, known=[], left={Rank.ACE: count})


def test_cards_on_the_layout_are_not_left_in_the_shoe() -> None:
    with pytest.raises(ValueError, match="A=32 cards left; expected 0 to 31 from 8 decks"):
        unseen(8, known=[Rank.ACE], left={Rank.ACE: 32})
