"""Compute the exact theoretical return of the placed wagers, and its deviation bands.

Each round counts as dealt from full decks. Wagers of one round depend on each other, so the
variance of a round covers all its stakes together: sums of products of stakes, times exact
covariances.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt

from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.composition import full
from punto.odds.exact import count_endings
from punto.odds.measures import WagerOdds, wager_odds
from punto.odds.slip import covariances
from punto.reports.formats.sheet import Band


@dataclass(frozen=True, slots=True)
class Theory:
    """The exact odds of a game with some decks."""

    odds: Mapping[str, WagerOdds]
    covariances: Mapping[tuple[str, str], Fraction]

    def expected_cents(self, staked: Mapping[str, int]) -> Fraction:
        """The average payment on stakes by wager, the stakes included."""
        return sum(
            (cents * (1 + self.odds[key].expected) for key, cents in staked.items()), Fraction()
        )

    def variance(self, products: Mapping[tuple[str, str], int]) -> Fraction:
        """The variance of the payment, from sums of products of two wagers' stakes."""
        return sum((cents * self.covariances[pair] for pair, cents in products.items()), Fraction())


@cache
def theory_of(book: Rulebook, decks: int) -> Theory:
    """The theory of a game dealt from full decks."""
    counts = count_endings(full(decks), Tableau(book.order))
    found = wager_odds(book, counts)
    return Theory({each.wager.key: each for each in found}, covariances(book, counts))


def products_of(staked: Mapping[str, int]) -> dict[tuple[str, str], int]:
    """The products of every two stakes of one round, by wager."""
    return {
        (one, other): cents * beside
        for one, cents in staked.items()
        for other, beside in staked.items()
    }


def band(returned_cents: int, expected: Fraction, variance: Fraction) -> Band | None:
    """The deviation of a return from theory; None if there was no variance."""
    if variance <= 0:
        return None
    return Band(float(returned_cents - expected) / sqrt(variance))
