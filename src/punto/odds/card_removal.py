"""Compute effects of removal and the betting correlation of a count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from punto.core.cards import Rank
from punto.core.rulebook import Rulebook, WagerRule
from punto.core.tableau import Tableau
from punto.odds.composition import Composition
from punto.odds.engine import count_pay_lines_each
from punto.odds.measures import odds_of_counts


@dataclass(frozen=True, slots=True)
class RemovalEffects:
    """The change in the return of a wager when one card of a rank is removed from the shoe."""

    wager: WagerRule
    by_rank: Mapping[Rank, Fraction]
    """The change for each rank that the shoe still has."""


def effects_of_removal(book: Rulebook, composition: Composition) -> tuple[RemovalEffects, ...]:
    """Compute the effect of each rank on each wager, for a round before its first card."""
    ranks = [rank for rank in Rank if composition[rank]]
    shoes = [composition, *(composition.less(rank) for rank in ranks)]
    counted = count_pay_lines_each(book, shoes, Tableau(book.order))
    whole, *without = (odds_of_counts(book, counts) for counts in counted)
    odds_without = dict(zip(ranks, without, strict=True))
    return tuple(
        RemovalEffects(
            odds.wager,
            {rank: wagers[at].expected - odds.expected for rank, wagers in odds_without.items()},
        )
        for at, odds in enumerate(whole)
    )


def betting_correlation(
    tags: Sequence[Fraction | int], effects: RemovalEffects, composition: Composition
) -> float:
    """Return how well a count with one tag per rank predicts a wager's return, from -1 to 1.

    This is the correlation of tags and effects over the cards of the shoe. It is 0 if no card has
    an effect, as for pairs in a full shoe, or if all cards have the same tag.
    """
    if len(tags) != len(Rank):
        raise ValueError(f"{len(tags)} tags; expected thirteen, one per rank, Ace first")
    cards = Fraction(composition.cards)
    tag = {rank: Fraction(tags[rank - 1]) for rank in effects.by_rank}

    def mean(values: Mapping[Rank, Fraction]) -> Fraction:
        weighted = (composition[rank] * value for rank, value in values.items())
        return sum(weighted, Fraction()) / cards

    def covariance(first: Mapping[Rank, Fraction], second: Mapping[Rank, Fraction]) -> Fraction:
        products = {rank: first[rank] * second[rank] for rank in first}
        return mean(products) - mean(first) * mean(second)

    spread = covariance(tag, tag) * covariance(effects.by_rank, effects.by_rank)
    return float(covariance(tag, effects.by_rank)) / sqrt(spread) if spread else 0.0
