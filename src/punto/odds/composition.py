"""Define a composition, which is the number of unseen cards of each rank."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from punto.core.cards import Rank

COPIES_IN_DECK = 4


@dataclass(frozen=True, slots=True)
class Composition:
    """The number of unseen cards of each rank, Ace first: in the shoe, burned or face down."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(Rank) or min(self.counts) < 0:
            raise ValueError(f"{self.counts}; expected thirteen counts, none below zero")

    @property
    def cards(self) -> int:
        """The number of cards."""
        return sum(self.counts)

    @property
    def by_value(self) -> tuple[int, ...]:
        """The number of cards of each value, from 0 to 9."""
        return (sum(self.counts[9:]), *self.counts[:9])

    def __getitem__(self, rank: Rank) -> int:
        return self.counts[rank - 1]

    def less(self, *ranks: Rank) -> "Composition":
        """Return the composition without one card of each of these ranks."""
        counts = list(self.counts)
        for rank in ranks:
            counts[rank - 1] -= 1
            if counts[rank - 1] < 0:
                raise ValueError(
                    f"too many cards of rank {rank.letter}; expected at most {self[rank]}"
                )
        return Composition(tuple(counts))


def check_enough(cards: int, places: int) -> None:
    """Raise `ValueError` if a round with this many open places could run out of cards."""
    if cards < places:
        raise ValueError(
            f"{cards} cards are left and the round may need {places}; "
            "odds need enough cards to finish the round"
        )


def full(decks: int) -> Composition:
    """Return all cards of a number of decks."""
    return Composition((COPIES_IN_DECK * decks,) * len(Rank))


def unseen(decks: int, known: Iterable[Rank], left: Mapping[Rank, int]) -> Composition:
    """Return the unseen cards: the counts of `left`, and all copies of the ranks it leaves out.

    The known cards on the layout are not included.
    """
    whole = full(decks).less(*known)
    for rank, count in left.items():
        if not 0 <= count <= whole[rank]:
            raise ValueError(
                f"{rank.letter}={count} cards left; expected 0 to {whole[rank]} from {decks} decks"
            )
    return Composition(tuple(left.get(rank, whole[rank]) for rank in Rank))
