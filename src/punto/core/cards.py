"""Define cards of thirteen ranks and four suits, and parse their notation."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Rank(IntEnum):
    """One of the thirteen ranks, from the Ace (1) to the King (13)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The rank in one character; a Ten is T."""
        return RANK_LETTERS[self - 1]


class Suit(StrEnum):
    """One of the four suits, by its letter."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"


RANK_LETTERS = "A23456789TJQK"


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card; copies of the same card from different decks are equal."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return RANK_LETTERS[self.rank - 1] + self.suit


def rank(text: str) -> Rank:
    """Return the rank that a text names: A, 2 to 9, T or 10, J, Q or K, in either case."""
    letter = "T" if text == "10" else text.upper()
    if len(letter) != 1 or letter not in RANK_LETTERS:
        raise ValueError(f"{text!r} is not a rank; expected A, 2 to 9, T or 10, J, Q or K")
    return Rank(RANK_LETTERS.index(letter) + 1)


def card(text: str) -> Card:
    """Return the card that a text names: a rank and the letter of a suit, as in 9s, 10d or Kc."""
    known = _CARDS.get(text)
    return _parsed(text) if known is None else known


def _parsed(text: str) -> Card:
    """Parse a card in an unusual spelling, such as 10d or kC."""
    try:
        return Card(rank(text[:-1]), Suit(text[-1:].lower()))
    except ValueError:
        raise ValueError(
            f"{text!r} is not a card; expected a rank and a suit, as in 9s, Th or Kc"
        ) from None


def is_card(text: str) -> bool:
    """Whether `card` can parse a text."""
    try:
        card(text)
    except ValueError:
        return False
    return True


CARDS_IN_A_DECK = 52


def deck() -> Iterator[Card]:
    """Yield the 52 cards of one deck, suit by suit, each from Ace to King."""
    for suit in Suit:
        for rank_ in Rank:
            yield Card(rank_, suit)


_CARDS = {str(known): known for known in deck()}
"""The 52 cards by their text, so that the usual spelling needs no parsing."""
