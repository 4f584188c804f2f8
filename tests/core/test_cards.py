import pytest

from punto.core.cards import Card, Rank, Suit, card, deck, rank


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As", Card(Rank.ACE, Suit.SPADES)),
        ("9d", Card(Rank.NINE, Suit.DIAMONDS)),
        ("Tc", Card(Rank.TEN, Suit.CLUBS)),
        ("10c", Card(Rank.TEN, Suit.CLUBS)),
        ("kH", Card(Rank.KING, Suit.HEARTS)),
    ],
)
def test_a_card_is_parsed_from_its_text(text: str, expected: Card) -> None:
    assert card(text) == expected


def test_every_card_is_parsed_from_the_text_that_it_prints() -> None:
    assert all(card(str(known)) == known for known in deck())


@pytest.mark.parametrize("text", ["", "s", "1s", "9", "9x", "11s", "9ss", "ß", "A s", "10", "?s"])
def test_a_text_that_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card; expected a rank and a suit"):
        card(text)


@pytest.mark.parametrize(("text", "expected"), [("A", 1), ("t", 10), ("10", 10), ("K", 13)])
def test_a_rank_is_parsed_from_its_text(text: str, expected: int) -> None:
    assert rank(text) == expected


@pytest.mark.parametrize("text", ["", "1", "0", "AA", "X", "14"])
def test_a_text_that_is_not_a_rank_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a rank; expected A, 2 to 9"):
        rank(text)


def test_a_deck_has_52_different_cards() -> None:
    assert len(list(deck())) == len(set(deck())) == 52
