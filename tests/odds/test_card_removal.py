"""Check effects of removal, and the betting correlations of published counts."""

from fractions import Fraction

import pytest

from punto.core.cards import Rank
from punto.core.rulebook import Rulebook
from punto.games.library import GAMES, game
from punto.odds.card_removal import RemovalEffects, betting_correlation, effects_of_removal
from punto.odds.composition import Composition, full
from tests.odds.reference_wagers import REFERENCE
from tests.odds.shoes import shoe_of


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
@pytest.mark.parametrize("shoe", [full(8), shoe_of("AAA7777KKKKKQQ4")], ids=["full", "small"])
def test_the_effects_of_all_cards_add_up_to_zero(book: Rulebook, shoe: Composition) -> None:
    for effects in effects_of_removal(book, shoe):
        assert sum(shoe[rank] * effect for rank, effect in effects.by_rank.items()) == 0
        assert set(effects.by_rank) == {rank for rank in Rank if shoe[rank]}


def test_one_card_less_in_a_full_shoe_never_changes_a_pair_wager() -> None:
    for effects in effects_of_removal(game("super-six"), full(6)):
        if effects.wager.key.endswith("pair"):
            assert set(effects.by_rank.values()) == {0}


def effects_on(wager: str) -> RemovalEffects:
    by_key = {effects.wager.key: effects for effects in effects_of_removal(REFERENCE, full(8))}
    return by_key[wager]


def test_the_effects_on_lucky_6_are_those_published() -> None:
    """Source: wizardofodds.com, for one six and for one seven less in the shoe."""
    effects = effects_on("lucky_6").by_rank
    assert (round(float(effects[Rank.SIX]), 6), round(float(effects[Rank.SEVEN]), 6)) == (
        -0.005386,
        0.003907,
    )


def by_value(tags: str) -> list[int]:
    """Return thirteen tags from ten, where the last is for all cards without points."""
    *others, ten = map(int, tags.split())
    return [*others, *[ten] * 4]


@pytest.mark.parametrize(
    ("wager", "tags"),
    [
        ("dragon_7", "0 0 0 -1 -1 -1 -1 2 2 0"),
        ("panda_8", "1 1 -2 -2 -2 -1 -1 -2 4 1"),
        ("big_tiger", "0 0 -1 -1 -1 -2 1 2 2 0"),
    ],
)
def test_published_counts_correlate_closely_with_their_wagers(wager: str, tags: str) -> None:
    effects = effects_on(wager)
    correlation = betting_correlation(by_value(tags), effects, full(8))
    assert 0.9 < correlation < 1
    assert betting_correlation([-tag for tag in by_value(tags)], effects, full(8)) == -correlation


def test_the_effects_themselves_are_the_best_tags() -> None:
    effects = effects_on("dragon_7")
    tags = [effects.by_rank[rank] for rank in Rank]
    assert betting_correlation(tags, effects, full(8)) == pytest.approx(1)
    # Adding the same number to every tag does not change the correlation.
    shifted = [tag + Fraction(3) for tag in tags]
    assert betting_correlation(shifted, effects, full(8)) == pytest.approx(1)


def test_a_correlation_without_variation_is_zero() -> None:
    assert betting_correlation(by_value("1 1 1 1 1 1 1 1 1 -1"), effects_on("pair"), full(8)) == 0
    assert betting_correlation([1] * 13, effects_on("dragon_7"), full(8)) == 0


def test_a_count_needs_a_tag_for_every_rank() -> None:
    with pytest.raises(ValueError, match="10 tags; expected thirteen"):
        betting_correlation([0] * 10, effects_on("pair"), full(8))
