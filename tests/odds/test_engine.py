"""Check that all methods of the engine agree, and that it refuses impossible shoes."""

import random
import sys

import numpy as np
import pytest

from punto.core.cards import Rank
from punto.core.notation import parse_round
from punto.core.tableau import SEVEN_UP, STANDARD, DealOrder, Tableau
from punto.games.library import game
from punto.odds import engine
from punto.odds.composition import full
from punto.odds.engine import (
    count_pay_lines,
    count_pay_lines_batch,
    count_pay_lines_each,
    integer_counts,
    numba_counts,
    odds_of_composition,
)
from punto.odds.engine.plan import plan_count
from punto.odds.measures import odds_of_counts
from tests.odds.shoes import (
    EVERYTHING,
    ORDERS,
    WITHOUT_JOINT,
    by_reference,
    random_round,
    random_shoe,
    random_shoes,
    shoe_of,
)

TIGER = game("tiger")


@pytest.fixture
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "punto.odds.engine.numba_counts")
    monkeypatch.setattr(engine, "find_spec", lambda _: None)


def test_1500_random_shoes_of_7_up_have_the_counts_of_the_reference() -> None:
    shoes, tableau = list(random_shoes(4, 1500)), Tableau(SEVEN_UP)
    rows = count_pay_lines_batch(
        EVERYTHING["seven-up"], np.array([shoe.counts for shoe in shoes]), tableau
    )
    for shoe, (deals, *by_line) in zip(shoes, rows.tolist(), strict=True):
        expected = by_reference(shoe, tableau)
        assert (deals, tuple(by_line)) == (expected.deals, expected.by_line), shoe


@pytest.mark.usefixtures("without_kernels")
@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_partial_rounds_have_the_counts_of_the_reference(order: DealOrder) -> None:
    rng = random.Random(5)
    for _ in range(60):
        for tableau in random_round(rng, order):
            shoe = random_shoe(rng)
            if any(tableau.cards_in_order()) and (expected := by_reference(shoe, tableau)).deals:
                found = count_pay_lines(WITHOUT_JOINT[order.key], shoe, tableau)
                assert found.deals == expected.deals
                assert found.by_line == expected.by_line[: len(found.by_line)], (shoe, tableau)


@pytest.mark.usefixtures("without_kernels")
@pytest.mark.parametrize("line", ["7h / 7c", "7h 7d / 7c", "? 7d / 2c ?"])
def test_lines_that_need_the_reference_use_it(line: str) -> None:
    tableau, shoe = parse_round(line, STANDARD), full(1).less(Rank.SEVEN)
    found = count_pay_lines(EVERYTHING["standard"], shoe, tableau)
    assert found == by_reference(shoe, tableau)


@pytest.mark.usefixtures("without_kernels")
def test_counts_are_the_same_without_numba() -> None:
    assert engine.kernels() is None
    tableau, shoe = Tableau(TIGER.order), full(6).less(Rank.ACE)
    one = count_pay_lines(TIGER, shoe, tableau)
    (many,) = count_pay_lines_batch(TIGER, np.array([shoe.counts]), tableau).tolist()
    assert [one.deals, *one.by_line] == many == compiled_row(shoe.counts)


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_several_shoes_together_count_the_same_as_each_alone(
    order: DealOrder, request: pytest.FixtureRequest
) -> None:
    book, tableau = EVERYTHING[order.key], Tableau(order)
    shoes = list(random_shoes(6, 12, ranks=5))
    expected = [by_reference(shoe, tableau) for shoe in shoes]
    assert count_pay_lines_each(book, shoes, tableau) == expected
    request.getfixturevalue("without_kernels")
    assert count_pay_lines_each(book, shoes, tableau) == expected
    assert count_pay_lines_each(book, [], tableau) == []


def test_one_short_shoe_among_several_is_refused() -> None:
    with pytest.raises(ValueError, match="5 cards are left and the round may need 6"):
        count_pay_lines_each(TIGER, [full(8), shoe_of("TTTTT")], Tableau(STANDARD))
    with pytest.raises(ValueError, match="the cards left allow no round with these cards"):
        count_pay_lines_each(TIGER, [shoe_of("9" * 9)], parse_round("? ? 2d / Kc 6h", STANDARD))


def test_the_odds_of_a_shoe_follow_from_its_counts() -> None:
    counts = count_pay_lines(TIGER, full(6), Tableau(STANDARD))
    assert odds_of_composition(TIGER, full(6)) == odds_of_counts(TIGER, counts)


def compiled_row(counts: tuple[int, ...]) -> list[int]:
    return numba_counts.count_shoe(numba_counts.compile_game(TIGER, Tableau(TIGER.order)), counts)


def test_loaded_kernels_also_count_single_shoes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert engine.kernels() is numba_counts
    monkeypatch.setattr(
        integer_counts, "count_pay_lines", lambda *_: pytest.fail("the kernels were there")
    )
    assert count_pay_lines(TIGER, full(8), Tableau(STANDARD)).deals == 4_998_398_275_503_360


def test_a_shoe_too_large_for_64_bits_is_counted_with_python_integers() -> None:
    tableau, shoe = Tableau(STANDARD), full(40)
    assert engine.kernels() is numba_counts
    found = count_pay_lines(TIGER, shoe, tableau)
    assert (found.deals, found.by_line) == integer_counts.count_pay_lines(
        plan_count(TIGER, tableau), shoe
    )
    assert found.deals > 2**64


@pytest.mark.parametrize(
    ("order", "line", "cards", "needed"),
    [
        (STANDARD, "/", "", 6),
        (STANDARD, "/", "TTTTT", 6),
        (SEVEN_UP, "/", "TTTT", 5),
        (STANDARD, "9s / Kc", "TTT", 4),
        (STANDARD, "9s 4d / Kc 6h", "T", 2),
    ],
)
def test_a_shoe_with_too_few_cards_to_finish_is_refused(
    order: DealOrder, line: str, cards: str, needed: int
) -> None:
    message = f"{len(cards)} cards are left and the round may need {needed}"
    with pytest.raises(ValueError, match=message):
        count_pay_lines(EVERYTHING[order.key], shoe_of(cards), parse_round(line, order))


def test_a_layout_that_contradicts_the_cards_left_is_refused() -> None:
    # The Player hand drew, so it had 5 or less, which two nines cannot make.
    with pytest.raises(ValueError, match="the cards left allow no round with these cards"):
        count_pay_lines(TIGER, shoe_of("9" * 9), parse_round("? ? 2d / Kc 6h", STANDARD))
