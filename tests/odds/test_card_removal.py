"""Effects of removal: they even out over the shoe, and betting correlations of known counts."""

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
def test_the_effects_of_all_cards_even_out(book: Rulebook, shoe: Composition) -> None:
    for effects in effects_of_removal(book, shoe):
        assert sum(shoe[rank] * effect for rank, effect in effects.by_rank.items()) == 0
        assert set(effects.by_rank) == {rank for rank in Rank if shoe[rank]}


def test_on_a_full_shoe_no_card_changes_a_pair_wager() -> None:
    for effects in effects_of_removal(game("super-six"), full(6)):
        if effects.wager.key.endswith("pair"):
            assert set(effects.by_rank.values()) == {0}


def effects_on(wager: str) -> RemovalEffects:
    (found,) = [each for each in effects_of_removal(REFERENCE, full(8)) if each.wager.key == wager]
    return found


def test_a_published_effect() -> None:
    """Lucky 6 loses 0.005386 with a six and gains 0.003907 with a seven (wizardofodds.com)."""
    effects = effects_on("lucky_6").by_rank
    assert (round(float(effects[Rank.SIX]), 6), round(float(effects[Rank.SEVEN]), 6)) == (
        -0.005386,
        0.003907,
    )


def by_value(tags: str) -> list[int]:
    """Tags in the order A to 9 and T, which all cards without points share."""
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
def test_counts_that_people_use_follow_their_wager_closely(wager: str, tags: str) -> None:
    effects = effects_on(wager)
    followed = betting_correlation(by_value(tags), effects, full(8))
    assert 0.9 < followed < 1
    assert betting_correlation([-tag for tag in by_value(tags)], effects, full(8)) == -followed


def test_the_effects_themselves_are_the_best_tags() -> None:
    effects = effects_on("dragon_7")
    tags = [effects.by_rank[rank] for rank in Rank]
    assert betting_correlation(tags, effects, full(8)) == pytest.approx(1)
    # What all cards share counts nothing.
    shifted = [tag + Fraction(3) for tag in tags]
    assert betting_correlation(shifted, effects, full(8)) == pytest.approx(1)


def test_nothing_follows_a_wager_that_no_card_changes() -> None:
    assert betting_correlation(by_value("1 1 1 1 1 1 1 1 1 -1"), effects_on("pair"), full(8)) == 0
    assert betting_correlation([1] * 13, effects_on("dragon_7"), full(8)) == 0


def test_a_count_has_a_tag_for_every_rank() -> None:
    with pytest.raises(ValueError, match="10 tags; expected thirteen"):
        betting_correlation([0] * 10, effects_on("pair"), full(8))
