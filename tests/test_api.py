import random
from fractions import Fraction
from typing import cast

import pytest

import punto
from punto.api import deal_shoe, odds_of, parse_round, settle
from punto.core.rules import Rule
from punto.core.shoe import Cut
from punto.games.library import GAMES, game

TIGER = game("tiger")


def test_every_exported_name_exists() -> None:
    assert all(hasattr(punto, name) for name in punto.__all__)


def test_a_wrong_card_is_refused_with_the_clause_of_the_document() -> None:
    with pytest.raises(punto.WrongCard, match=r"a natural ends the deal \(E 3\.8\)") as wrong:
        parse_round(TIGER, "9s Kd 2h / Kc 6h")
    assert wrong.value.rule is Rule.NATURAL
    with pytest.raises(punto.WrongCard, match=r"\(R 3\.6\)"):
        parse_round(game("super-six-plus"), "9s Kd 2h / Kc 6h")


def test_a_round_is_settled_from_text_or_from_a_tableau() -> None:
    line = "9s 4d 2h / Kc 6h"
    assert settle(TIGER, line, {"tie": 5_00}) == settle(
        TIGER, parse_round(TIGER, line), {"tie": 5_00}
    )


def test_more_copies_of_a_card_than_decks_are_refused() -> None:
    line = "As As 4s / As As As"
    assert settle(TIGER, line, {"tie": 5_00})
    with pytest.raises(ValueError, match="5 copies of As; 4 decks hold 4"):
        settle(TIGER, line, {"tie": 5_00}, decks=4)


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_a_shoe_is_dealt_to_its_cutting_card(book: punto.Rulebook) -> None:
    dealt = list(deal_shoe(book, random.Random(5).randrange, decks=4, cut=Cut(20)))
    *others, (_, last) = dealt
    assert last.is_cutting_card_out
    assert not any(shoe.is_cutting_card_out for _, shoe in others)
    assert all(tableau.is_finished for tableau, _ in dealt)
    cards = sum(tableau.cards_drawn for tableau, _ in dealt)
    assert cards + last.cards_left == 208


def test_a_cut_deeper_than_the_shoe_is_refused() -> None:
    with pytest.raises(ValueError, match="300 cards behind the cutting card; the shoe has 208"):
        next(deal_shoe(TIGER, random.Random(5).randrange, decks=4, cut=Cut(300)))


def test_the_library_computes_odds_for_one_deck_and_refuses_zero() -> None:
    assert odds_of(TIGER, decks=1)[0].wager.key == "player"
    with pytest.raises(ValueError, match="0 decks; expected at least one"):
        odds_of(TIGER, decks=0)
    with pytest.raises(ValueError, match=r"2.5 decks; expected a whole number$"):
        odds_of(TIGER, decks=cast("int", 2.5))


def test_a_stake_with_part_of_a_cent_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a stake of 20.5 cents; expected a whole number"):
        settle(TIGER, "9s 4d 2h / Kc 6h", {"banker": cast("int", 20.5)})


def test_odds_depend_on_the_cards_left_and_the_cards_dealt() -> None:
    odds = odds_of(game("super-six"), left={punto.Rank.NINE: 0}, dealt="9s / Kc")
    (pair,) = [wager_odds for wager_odds in odds if wager_odds.wager.key == "player_pair"]
    assert pair.win == Fraction(0)
