import subprocess
import sys
from typing import Literal, cast

import numpy as np
import pytest

from punto import odds
from punto.core.cards import Rank
from punto.core.notation import parse_round
from punto.core.rulebook import Rulebook
from punto.core.tableau import STANDARD, Tableau
from punto.games.library import GAMES, game
from punto.odds.batch import batch_odds
from punto.odds.composition import Composition, full
from punto.odds.engine import count_pay_lines, gpu
from punto.odds.measures import odds_of_counts
from tests.odds.shoes import random_shoes

TIGER = game("tiger")


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_a_batch_has_the_odds_of_each_shoe(book: Rulebook) -> None:
    shoes = [full(8), *random_shoes(31, 5)]
    priced = batch_odds(book, np.array([shoe.counts for shoe in shoes]), Tableau(book.order))
    assert len(priced) == 6
    for at, shoe in enumerate(shoes):
        found = odds_of_counts(book, count_pay_lines(book, shoe, Tableau(book.order)))
        assert priced.odds(at) == found
        assert priced.returns[at] == pytest.approx([float(odds.expected) for odds in found])
        chances = [float(line.chance) for odds in found for line in odds.lines]
        assert priced.chances[at] == pytest.approx(chances)


def test_a_batch_uses_the_same_layout_for_every_shoe() -> None:
    tableau = parse_round("9s / Kc", STANDARD)
    shoes = np.array([full(8).less(Rank.NINE, Rank.KING).counts, full(4).counts])
    priced = batch_odds(TIGER, shoes, tableau)
    for at, shoe in enumerate(shoes.tolist()):
        counts = count_pay_lines(TIGER, Composition(tuple(shoe)), tableau)
        assert priced.odds(at) == odds_of_counts(TIGER, counts)


def test_lists_and_small_integers_are_accepted() -> None:
    assert batch_odds(TIGER, [[32] * 13], Tableau(STANDARD)).deals.tolist() == [
        4_998_398_275_503_360
    ]
    small = np.full((2, 13), 32, dtype=np.uint8)
    assert batch_odds(TIGER, small, Tableau(STANDARD), threads=1).deals[1] == 4_998_398_275_503_360


@pytest.mark.parametrize(
    ("shoes", "words"),
    [
        (np.full((2, 10), 32), r"shoes: int64 of shape \(2, 10\); expected whole numbers, one"),
        (np.full(13, 32), r"of shape \(13,\); expected"),
        (np.full((2, 13), 32.0), "shoes: float64 of shape"),
        ([[32] * 13, [-1] + [32] * 12], r"shoes\[1\]: \[-1, 32.*expected no count below zero"),
        ([[32] * 13, [5] + [0] * 12], r"shoes\[1\]: 5 cards are left and the round may need 6"),
        ([[0] * 13], r"shoes\[0\]: 0 cards are left"),
        ([[400] * 13], r"shoes\[0\] has 5200 cards; expected at most 1450"),
    ],
)
def test_an_invalid_shoe_is_refused_with_its_row(shoes: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        batch_odds(TIGER, np.asarray(shoes), Tableau(STANDARD))


def test_a_shoe_that_contradicts_the_layout_is_refused_with_its_row() -> None:
    nines = [0] * 8 + [9] + [0] * 4
    with pytest.raises(ValueError, match=r"shoes\[1\] allows no round with these cards"):
        batch_odds(TIGER, [[32] * 13, nines], parse_round("? ? 2d / Kc 6h", STANDARD))


def test_a_device_other_than_cpu_or_gpu_is_refused() -> None:
    with pytest.raises(ValueError, match="on='tpu'; expected cpu or gpu"):
        batch_odds(TIGER, [full(8).counts], on=cast("Literal['cpu']", "tpu"))


def test_a_request_for_a_missing_gpu_is_refused() -> None:
    if gpu.why_unavailable() is None:
        pytest.skip("this machine has a GPU")
    with pytest.raises(ValueError, match="no GPU: "):
        batch_odds(TIGER, [full(8).counts], on="gpu")


def test_the_package_has_all_its_names_and_loads_numpy_only_on_use() -> None:
    program = (
        "import sys, punto.odds as odds;"
        "assert all(name in dir(odds) for name in odds.__all__);"
        "print('numpy' in sys.modules, odds.batch_odds.__name__, 'numpy' in sys.modules)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert answer.stdout == "False batch_odds True\n"
    with pytest.raises(AttributeError, match="no attribute 'prize'"):
        odds.prize  # noqa: B018
