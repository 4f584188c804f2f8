"""Track a shoe card by card and compare its odds with the reference."""

import random
from fractions import Fraction

import pytest

from punto.core.cards import Rank, card
from punto.core.notation import format_round, parse_round
from punto.core.shoe import cards_of_decks, shuffle
from punto.core.tableau import Tableau
from punto.games.library import GAMES, game
from punto.odds.composition import full
from punto.odds.exact import count_endings
from punto.odds.measures import wager_odds
from punto.odds.shoe_tracker import ShoeTracker, odds_after_each_card, track_shoe

TIGER = game("tiger")


def after(shoe: ShoeTracker, cards: str) -> ShoeTracker:
    for word in cards.split():
        shoe = shoe.with_card(card(word))
    return shoe


@pytest.mark.parametrize("key", ["tiger", "seven-up"])
def test_the_odds_after_every_card_are_those_of_the_reference(key: str) -> None:
    book = game(key)
    tracker = track_shoe(book, 4)
    for next_card in shuffle(cards_of_decks(4), random.Random(8).randrange)[:24]:
        tracker = tracker.with_card(next_card)
        expected = wager_odds(book, count_endings(tracker.unseen, tracker.tableau))
        assert tracker.odds == expected, tracker.tableau


def test_the_next_card_after_a_finished_round_begins_another() -> None:
    tracker = after(track_shoe(TIGER, 8), "9s Kc 4d 6h 2h")
    assert tracker.is_between_rounds
    assert tracker.rounds == 1
    again = after(tracker, "Ac")
    assert again.rounds == 2
    assert again.tableau == Tableau(TIGER.order, (card("Ac"),))
    assert again.unseen.cards == 410


def test_a_card_burned_face_up_goes_to_neither_hand() -> None:
    tracker = track_shoe(TIGER, 8).without_card(card("5h"))
    assert tracker.unseen == full(8).less(card("5h").rank)
    assert tracker.tableau == Tableau(TIGER.order)
    between = after(track_shoe(TIGER, 8), "9s Kc 4d 6h 2h").without_card(card("5h"))
    assert not between.is_between_rounds
    assert between.rounds == 2


def test_a_card_that_is_not_left_is_refused() -> None:
    tracker = track_shoe(TIGER, 1)
    for _ in range(4):
        tracker = tracker.without_card(card("5h"))
    with pytest.raises(ValueError, match="too many cards of rank 5; expected at most 0"):
        tracker.with_card(card("5s"))


def test_a_round_that_cannot_be_finished_has_no_odds() -> None:
    tracker = track_shoe(TIGER, 1)
    for burned in cards_of_decks(1)[:47]:
        tracker = tracker.without_card(burned)
    with pytest.raises(ValueError, match="5 cards are left and the round may need 6"):
        _ = tracker.odds


def test_every_game_can_be_tracked() -> None:
    for book in GAMES:
        assert len(track_shoe(book, 8).odds) == len(book.wagers)


@pytest.mark.parametrize(
    ("key", "line", "layouts"),
    [
        (
            "tiger",
            "9s 4d 6h / Kc 6h 2d",
            ["/", "9s /", "9s / Kc", "9s 4d / Kc", "9s 4d / Kc 6h", "9s 4d 6h / Kc 6h"],
        ),
        ("seven-up", "7h Ks / Kc 2d 5d", ["/", "/ Kc", "7h / Kc", "7h / Kc 2d", "7h Ks / Kc 2d"]),
    ],
)
def test_one_call_returns_the_odds_after_every_card_of_a_round(
    key: str, line: str, layouts: list[str]
) -> None:
    book = game(key)
    steps = odds_after_each_card(book, full(8), parse_round(line, book.order))
    assert [format_round(step.tableau) for step in steps] == [*layouts, line]
    assert [step.unseen.cards for step in steps] == list(range(416, 416 - len(steps), -1))
    # After the last card every wager is decided.
    assert {line.chance for odds in steps[-1].odds for line in odds.lines} <= {0, 1}


def test_a_card_face_down_remains_unseen() -> None:
    book = game("tiger")
    steps = odds_after_each_card(book, full(8), parse_round("9s ? / Kc", book.order))
    assert [step.unseen.cards for step in steps] == [416, 415, 414, 414]
    assert steps[2].odds == steps[3].odds


def test_a_pair_becomes_more_likely_with_each_of_its_cards() -> None:
    book = game("super-six")
    steps = odds_after_each_card(book, full(8), parse_round("9s 9d / Kc", book.order))
    pair = [step.odds[3].win for step in steps]
    assert pair == [Fraction(31, 415), Fraction(31, 415), Fraction(31, 414), 1]
    assert steps[0].unseen.less(Rank.NINE) == steps[1].unseen
