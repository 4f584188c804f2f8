"""Track a shoe card by card and compare its odds with the reference."""

import random

import pytest

from punto.core.cards import card
from punto.core.shoe import cards_of_decks, shuffle
from punto.core.tableau import Tableau
from punto.games.library import GAMES, game
from punto.odds.composition import full
from punto.odds.exact import count_endings
from punto.odds.measures import wager_odds
from punto.odds.shoe_tracker import ShoeTracker, track_shoe

TIGER = game("tiger")


def after(shoe: ShoeTracker, cards: str) -> ShoeTracker:
    for word in cards.split():
        shoe = shoe.with_card(card(word))
    return shoe


@pytest.mark.parametrize("key", ["tiger", "seven-up"])
def test_the_odds_after_every_card_are_those_of_the_reference(key: str) -> None:
    book = game(key)
    followed = track_shoe(book, 4)
    for each in shuffle(cards_of_decks(4), random.Random(8).randrange)[:24]:
        followed = followed.with_card(each)
        expected = wager_odds(book, count_endings(followed.unseen, followed.tableau))
        assert followed.odds == expected, followed.tableau


def test_the_next_card_after_a_finished_round_begins_another() -> None:
    followed = after(track_shoe(TIGER, 8), "9s Kc 4d 6h 2h")
    assert followed.is_between_rounds
    assert followed.rounds == 1
    again = after(followed, "Ac")
    assert again.rounds == 2
    assert again.tableau == Tableau(TIGER.order, (card("Ac"),))
    assert again.unseen.cards == 410


def test_a_card_burned_face_up_goes_to_neither_hand() -> None:
    followed = track_shoe(TIGER, 8).without_card(card("5h"))
    assert followed.unseen == full(8).less(card("5h").rank)
    assert followed.tableau == Tableau(TIGER.order)
    between = after(track_shoe(TIGER, 8), "9s Kc 4d 6h 2h").without_card(card("5h"))
    assert not between.is_between_rounds
    assert between.rounds == 2


def test_a_card_that_is_not_left_is_refused() -> None:
    followed = track_shoe(TIGER, 1)
    for _ in range(4):
        followed = followed.without_card(card("5h"))
    with pytest.raises(ValueError, match="too many cards of rank 5; expected at most 0"):
        followed.with_card(card("5s"))


def test_a_round_that_cannot_be_finished_has_no_odds() -> None:
    followed = track_shoe(TIGER, 1)
    for each in cards_of_decks(1)[:47]:
        followed = followed.without_card(each)
    with pytest.raises(ValueError, match="5 cards are left and the round may need 6"):
        _ = followed.odds


def test_every_game_can_be_tracked() -> None:
    for book in GAMES:
        assert len(track_shoe(book, 8).odds) == len(book.wagers)
