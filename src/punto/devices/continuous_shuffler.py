"""Draw cards from a continuous shuffler, to which they return after each round (R35)."""

from collections import Counter
from collections.abc import Callable, Iterable

from punto.core.shoe import cards_of_decks


class ContinuousShuffler:
    """The cards of some decks, each in the device or out of it."""

    def __init__(self, decks: int, below: Callable[[int], int]) -> None:
        self._below = below
        self._inside = [str(each) for each in cards_of_decks(decks)]
        self._outside: Counter[str] = Counter()
        self.cards = len(self._inside)

    @property
    def cards_out(self) -> int:
        """How many cards lie on the table."""
        return self._outside.total()

    def draw(self) -> str:
        """A card out of those inside, each as likely as another."""
        if not self._inside:
            raise ValueError("the shuffler is empty")
        picked = self._below(len(self._inside))
        self._inside[picked], self._inside[-1] = self._inside[-1], self._inside[picked]
        text = self._inside.pop()
        self._outside[text] += 1
        return text

    def give_back(self, cards: Iterable[str]) -> None:
        """Cards of a finished round go back; one that never came out is refused."""
        back = Counter(cards)
        if strange := sorted((back - self._outside).elements()):
            raise ValueError(f"{' '.join(strange)} did not come out of this shuffler")
        self._outside -= back
        self._inside.extend(back.elements())
