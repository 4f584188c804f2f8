"""Check the rules for dealing a shoe, and that impossible ones are refused."""

from dataclasses import replace

import pytest

from punto.games.library import game
from punto.simulation.shoe_dealing import CutRule, ShoeDealing, check, unbiased_rounds

TIGER, SEVEN_UP = game("tiger"), game("seven-up")


@pytest.mark.parametrize(
    ("dealing", "words"),
    [
        (ShoeDealing(decks=3), "3 decks; tiger is played with 4 to 10 (E 2.1)"),
        (ShoeDealing(cut_cards=5), "5 cards behind the cutting card; expected 6 to 415"),
        (ShoeDealing(cut_cards=416), "416 cards behind the cutting card; expected 6 to 415"),
        (ShoeDealing(cut_cards=11, further_rounds=1), "expected 12 to 415"),
        (ShoeDealing(cut_cards=406, burn=True), "expected 6 to 404"),
        (ShoeDealing(further_rounds=-1), "-1 further rounds"),
        (ShoeDealing(further_rounds=100), "100 further rounds do not fit into 416 cards"),
        (
            ShoeDealing(further_rounds=69),
            "69 further rounds do not fit into 416 cards; expected at",
        ),
        (ShoeDealing(further_rounds=69, burn=True), "expected at most 66"),
        (ShoeDealing(further_rounds=68), "14 cards behind the cutting card; expected 414 to 415"),
        (ShoeDealing(further_rounds=67, burn=True), "expected at most 66"),
        (ShoeDealing(further_rounds=66, burn=True), "expected 402 to 404"),
        (ShoeDealing(rounds=70), "70 rounds per shoe; expected 1 to 69"),
        (ShoeDealing(rounds=0), "0 rounds per shoe"),
        (ShoeDealing(rounds=68, burn=True), "expected 1 to 67"),
    ],
)
def test_a_shoe_that_could_run_out_of_cards_is_refused(dealing: ShoeDealing, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("(", r"\(").replace(")", r"\)")):
        check(dealing, TIGER)


def test_published_shoes_allow_a_cut_one_card_deeper() -> None:
    check(ShoeDealing(cut_cards=11, further_rounds=1, ends=CutRule.PUBLISHED), TIGER)
    check(ShoeDealing(cut_cards=5), SEVEN_UP)
    check(ShoeDealing(cut_cards=413, further_rounds=68, ends=CutRule.PUBLISHED), TIGER)


def test_a_ten_burns_ten_cards_and_an_ace_one() -> None:
    begins = replace(ShoeDealing(), burn=True).begins()
    assert list(begins[:13]) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11, 11]
    assert not ShoeDealing().begins().any()


def test_unbiased_shoes_have_69_rounds_of_six_cards_and_83_of_five() -> None:
    assert unbiased_rounds(TIGER, 8) == 69
    assert unbiased_rounds(SEVEN_UP, 8) == 83
