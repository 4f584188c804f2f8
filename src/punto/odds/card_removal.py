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
    """By how much the return of a wager changes when one card of a rank leaves the shoe."""

    wager: WagerRule
    by_rank: Mapping[Rank, Fraction]
    """Without the ranks of which there is no card."""


def effects_of_removal(book: Rulebook, composition: Composition) -> tuple[RemovalEffects, ...]:
    """The effects of each rank on each wager, in a round about to begin."""
    ranks = [rank for rank in Rank if composition[rank]]
    shoes = [composition, *(composition.less(rank) for rank in ranks)]
    counted = count_pay_lines_each(book, shoes, Tableau(book.order))
    whole, *without = (odds_of_counts(book, counts) for counts in counted)
    less = dict(zip(ranks, without, strict=True))
    return tuple(
        RemovalEffects(
            odds.wager,
            {rank: found[at].expected - odds.expected for rank, found in less.items()},
        )
        for at, odds in enumerate(whole)
    )


def betting_correlation(
    tags: Sequence[Fraction | int], effects: RemovalEffects, composition: Composition
) -> float:
    """How well a count with a tag a rank follows the return of a wager, from -1 to 1.

    It is the correlation of tags and effects over the cards of the shoe. Where no card has an
    effect, as with pairs in a full shoe, or all have the same tag, nothing follows anything: 0.
    """
    if len(tags) != len(Rank):
        raise ValueError(f"{len(tags)} tags; expected thirteen, one a rank, Ace first")
    cards = Fraction(composition.cards)
    tag = {rank: Fraction(tags[rank - 1]) for rank in effects.by_rank}

    def mean(of: Mapping[Rank, Fraction]) -> Fraction:
        return sum((composition[rank] * value for rank, value in of.items()), Fraction()) / cards

    def covariance(first: Mapping[Rank, Fraction], second: Mapping[Rank, Fraction]) -> Fraction:
        products = {rank: first[rank] * second[rank] for rank in first}
        return mean(products) - mean(first) * mean(second)

    spread = covariance(tag, tag) * covariance(effects.by_rank, effects.by_rank)
    return float(covariance(tag, effects.by_rank)) / sqrt(spread) if spread else 0.0
