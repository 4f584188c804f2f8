"""Compare the counts of the compiled kernels with the reference and with each other."""

import logging
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import perm
from threading import Event, Lock

import numpy as np
import pytest

from punto.core.cards import Rank
from punto.core.rulebook import Rulebook
from punto.core.sides import Side
from punto.core.tableau import STANDARD, DealOrder, Tableau
from punto.games.library import GAMES
from punto.odds.composition import Composition, full
from punto.odds.engine import MAX_CARDS_IN_WORDS, integer_counts, numba_counts
from punto.odds.engine.plan import plan_count
from tests.odds.shoes import (
    EVERYTHING,
    ORDERS,
    WITHOUT_JOINT,
    by_reference,
    everything,
    random_round,
    random_shoe,
    random_shoes,
)


def compare(book: Rulebook, shoes: list[Composition], tableau: Tableau) -> None:
    """Count shoes together and one by one, and compare each count with the reference."""
    compiled = numba_counts.compile_game(book, tableau)
    counted = numba_counts.count_shoes(
        compiled, np.array([shoe.counts for shoe in shoes]), threads=2
    )
    for shoe, (deals, *by_line) in zip(shoes, counted.tolist(), strict=True):
        expected = by_reference(shoe, tableau)
        assert deals == expected.deals
        assert tuple(by_line) == expected.by_line[: len(by_line)], (shoe, tableau)
        assert numba_counts.count_shoe(compiled, shoe.counts) == [deals, *by_line]


# The tests here, in test_engine.py and in test_golden.py compare about 5,000 shoes with the
# reference; `scripts/campaign odds` compares 100,000.


def test_60_random_shoes_have_the_counts_of_the_reference() -> None:
    compare(EVERYTHING["standard"], list(random_shoes(1, 60)), Tableau(STANDARD))


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_partial_rounds_have_the_counts_of_the_reference(order: DealOrder) -> None:
    rng = random.Random(2)
    for _ in range(4):
        for tableau in random_round(rng, order):
            if any(tableau.cards_in_order()):
                compare(WITHOUT_JOINT[order.key], [random_shoe(rng) for _ in range(8)], tableau)


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
@pytest.mark.parametrize("decks", [1, 4, 8, 9, 10, 27])
def test_full_shoes_of_every_game_have_exact_counts(book: Rulebook, decks: int) -> None:
    tableau = Tableau(book.order)
    deals, *by_line = numba_counts.count_shoe(
        numba_counts.compile_game(book, tableau), full(decks).counts
    )
    assert (deals, tuple(by_line)) == integer_counts.count_pay_lines(
        plan_count(book, tableau), full(decks)
    )


def test_a_printed_card_can_have_any_rank() -> None:
    for rank in (Rank.ACE, Rank.FIVE, Rank.KING):
        order = DealOrder(f"printed-{rank}", (Side.BANKER, Side.PLAYER, Side.BANKER), rank)
        book, shoe = everything(order), full(2).less(Rank.ACE, Rank.KING)
        tableau = Tableau(order)
        deals, *by_line = numba_counts.count_shoe(
            numba_counts.compile_game(book, tableau), shoe.counts
        )
        assert (deals, tuple(by_line)) == integer_counts.count_pay_lines(
            plan_count(book, tableau), shoe
        )


@pytest.mark.parametrize("shoes", [1, 63, 64, 65, 1000])
def test_threads_and_lanes_do_not_change_the_counts(shoes: int) -> None:
    compiled = numba_counts.compile_game(EVERYTHING["standard"], Tableau(STANDARD))
    some = np.array([shoe.counts for shoe in random_shoes(3, shoes)])
    alone = numba_counts.count_shoes(compiled, some, threads=1)
    assert (numba_counts.count_shoes(compiled, some, threads=3) == alone).all()
    assert (numba_counts.count_shoes(compiled, some[::-1].copy(), threads=2)[::-1] == alone).all()


def test_no_shoes_give_no_rows() -> None:
    compiled = numba_counts.compile_game(EVERYTHING["standard"], Tableau(STANDARD))
    rows = numba_counts.count_shoes(compiled, np.empty((0, 13), dtype=np.int64), threads=2)
    assert rows.shape == (0, len(compiled.plan.lines) + 1)


def test_the_limits_of_doubles_and_words_fit_the_number_of_deals() -> None:
    maximum = numba_counts.MAX_CARDS_IN_DOUBLES
    assert perm(maximum, 6) <= 2**53 < perm(maximum + 1, 6)
    assert perm(MAX_CARDS_IN_WORDS, 6) < 2**63 <= perm(MAX_CARDS_IN_WORDS + 1, 6)


@pytest.mark.parametrize("cards", [numba_counts.MAX_CARDS_IN_DOUBLES, MAX_CARDS_IN_WORDS])
@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_the_largest_shoes_have_exact_counts(order: DealOrder, cards: int) -> None:
    """This is true even if all or nearly all cards have one rank."""
    book, tableau = EVERYTHING[order.key], Tableau(order)
    compiled, planned = numba_counts.compile_game(book, tableau), plan_count(book, tableau)
    even = [cards // 13 + (at < cards % 13) for at in range(13)]
    sevens = [0] * 6 + [cards] + [0] * 6
    tens = [1] * 9 + [cards - 12] + [1] * 3
    for counts in (even, sevens, tens):
        deals, *by_line = numba_counts.count_shoe(compiled, counts)
        expected = integer_counts.count_pay_lines(planned, Composition(tuple(counts)))
        assert (deals, tuple(by_line)) == expected


class Listener(logging.Handler):
    """Records that the announcement reached the log, and calls a function for the first one."""

    def __init__(self, then: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.received, self.then = Event(), then

    def emit(self, _: logging.LogRecord) -> None:
        if not self.received.is_set():
            self.received.set()
            self.then()


@pytest.fixture
def _unannounced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba_counts, "SECONDS_OF_SILENCE", 0.0)
    monkeypatch.setattr(numba_counts, "_unannounced", Lock())


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    logging.getLogger("punto.odds").addHandler(listener)
    try:
        yield
    finally:
        logging.getLogger("punto.odds").removeHandler(listener)


@pytest.mark.usefixtures("_unannounced")
def test_a_wait_for_the_compiler_is_announced_once(caplog: pytest.LogCaptureFixture) -> None:
    listener, before = Listener(), set(threading.enumerate())
    with listening(listener):
        for _ in range(2):
            # This kernel runs until the announcement arrives.
            numba_counts._run(lambda: listener.received.wait(30), np.float64)
            assert set(threading.enumerate()) <= before, "the announcement is over"
    assert [record.message for record in caplog.records] == [numba_counts.ANNOUNCEMENT]


@pytest.mark.usefixtures("_unannounced")
def test_simultaneous_waits_are_announced_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    # The second announcement comes before the first has been written.
    with listening(Listener(numba_counts._announce)):
        numba_counts._announce()
    assert [record.message for record in caplog.records] == [numba_counts.ANNOUNCEMENT]
