"""Define a composition, which is the number of unseen cards of each rank."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from punto.core.cards import Rank

COPIES_IN_DECK = 4


@dataclass(frozen=True, slots=True)
class Composition:
    """The cards not seen, by rank, Ace first: in the shoe, burned or face down."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(Rank) or min(self.counts) < 0:
            raise ValueError(f"{self.counts}; expected thirteen counts, none below zero")

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(self.counts)

    @property
    def by_value(self) -> tuple[int, ...]:
        """How many cards there are of each value, from 0 to 9."""
        return (sum(self.counts[9:]), *self.counts[:9])

    def __getitem__(self, rank: Rank) -> int:
        return self.counts[rank - 1]

    def less(self, *ranks: Rank) -> "Composition":
        """The composition without these cards."""
        counts = list(self.counts)
        for rank in ranks:
            counts[rank - 1] -= 1
            if counts[rank - 1] < 0:
                raise ValueError(f"too many cards of rank {rank.letter}: there are {self[rank]}")
        return Composition(tuple(counts))


def check_enough(cards: int, places: int) -> None:
    """Raises unless so many cards can finish a round that may need so many."""
    if cards < places:
        raise ValueError(
            f"{cards} cards are left and the round may need {places}; "
            "odds are stated for rounds that can be finished"
        )


def full(decks: int) -> Composition:
    """All cards of some decks."""
    return Composition((COPIES_IN_DECK * decks,) * len(Rank))


def unseen(decks: int, known: Iterable[Rank], left: Mapping[Rank, int]) -> Composition:
    """Return the unseen cards: the counts of `left`, and all copies of its missing ranks.

    The known cards on the layout are not among them.
    """
    whole = full(decks).less(*known)
    for rank, count in left.items():
        if not 0 <= count <= whole[rank]:
            raise ValueError(
                f"{rank.letter}={count} cards left; expected 0 to {whole[rank]} from {decks} decks"
            )
    return Composition(tuple(left.get(rank, whole[rank]) for rank in Rank))
