"""Draw cards from a continuous shuffler, to which they return after each round (R35)."""

from collections import Counter
from collections.abc import Callable, Iterable

from punto.core.shoe import cards_of_decks


class ContinuousShuffler:
    """The cards of some decks, each in the device or out of it."""

    def __init__(self, decks: int, below: Callable[[int], int]) -> None:
        self._below = below
        self._inside = [str(card) for card in cards_of_decks(decks)]
        self._outside: Counter[str] = Counter()
        self.cards = len(self._inside)

    @property
    def cards_out(self) -> int:
        """The number of cards out of the device."""
        return self._outside.total()

    def draw(self) -> str:
        """Draw one of the cards inside at random; each is equally likely."""
        if not self._inside:
            raise ValueError("the shuffler is empty")
        picked = self._below(len(self._inside))
        self._inside[picked], self._inside[-1] = self._inside[-1], self._inside[picked]
        text = self._inside.pop()
        self._outside[text] += 1
        return text

    def give_back(self, cards: Iterable[str]) -> None:
        """Return the cards of a finished round; raise `ValueError` for a card that is not out."""
        returned = Counter(cards)
        if foreign := sorted((returned - self._outside).elements()):
            raise ValueError(f"{' '.join(foreign)} did not come out of this shuffler")
        self._outside -= returned
        self._inside.extend(returned.elements())
