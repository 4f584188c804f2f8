"""Check the source of the GPU kernels on the host, and the kernels themselves on a GPU.

The count of a shoe is plain C++ inside `counts.cu`. Compiled for the host it must give the same
integers as the reference.
"""

import ctypes
import random
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from punto.core.rulebook import Rulebook
from punto.core.tableau import STANDARD, DealOrder, Tableau
from punto.games.library import GAMES, game
from punto.odds.composition import full
from punto.odds.engine import gpu, gpu_counts, numpy_counts
from punto.odds.engine.gpu_counts import gpu_basis, gpu_program
from punto.odds.engine.plan import CountMethod, plan_count
from tests.odds.shoes import (
    EVERYTHING,
    ORDERS,
    WITHOUT_JOINT,
    by_reference,
    random_round,
    random_shoe,
    random_shoes,
)

OnHost = Callable[..., Any]


def _at(array: Any) -> ctypes.c_void_p:
    place: ctypes.c_void_p = array.ctypes.data_as(ctypes.c_void_p)
    return place


@pytest.fixture(scope="module")
def on_host(tmp_path_factory: pytest.TempPathFactory) -> OnHost:
    """Compile the GPU's source for this machine and return a function that counts shoes with it."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no g++ to compile the kernels' source for this machine")

    def count(book: Rulebook, tableau: Tableau, shoes: Any, in_doubles: bool = True) -> Any:
        planned = plan_count(book, tableau)
        folder = tmp_path_factory.mktemp("counts")
        (folder / "counts.cpp").write_text(gpu_program(planned).source(in_doubles))
        library = folder / "counts.so"
        command = [compiler, "-O0", "-Wall", "-Wno-unknown-pragmas", "-shared", "-fPIC"]
        subprocess.run([*command, str(folder / "counts.cpp"), "-o", str(library)], check=True)
        loaded = ctypes.CDLL(str(library))
        ranks = np.ascontiguousarray(shoes.T.astype(np.int32))
        number = ctypes.c_longlong(len(shoes))
        out = np.empty((1 + len(planned.lines), len(shoes)), dtype=np.int64)
        loaded.count_on_host(_at(ranks), number, _at(out))
        if columns := planned.lines_by(CountMethod.MULTISETS):
            basis = numpy_counts.joint_basis(planned)
            walk, lines = gpu_basis(basis), 1 + np.array(columns, dtype=np.int32)
            steps, terms = walk.steps, walk.terms
            loaded.weigh_on_host(
                _at(ranks), number, _at(steps), len(steps), _at(terms), _at(lines), len(lines),
                basis.by_rank, _at(out),
            )  # fmt: skip
        rows = np.ascontiguousarray(out.T)
        numpy_counts.reference_counts(planned, shoes, rows)
        return rows

    return count


def _compare(on_host: OnHost, order: DealOrder, tableau: Tableau, shoes: Any) -> None:
    book = (WITHOUT_JOINT if tableau.cards_drawn else EVERYTHING)[order.key]
    for in_doubles in (True, False):
        some = [shoe for shoe in shoes if not in_doubles or shoe.cards <= 458]
        found = on_host(book, tableau, np.array([shoe.counts for shoe in some]), in_doubles)
        for shoe, (deals, *by_line) in zip(some, found.tolist(), strict=True):
            expected = by_reference(shoe, tableau)
            assert deals == expected.deals
            assert tuple(by_line) == expected.by_line[: len(by_line)], (shoe, tableau)


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_the_kernel_source_has_the_counts_of_the_reference(
    on_host: OnHost, order: DealOrder
) -> None:
    _compare(on_host, order, Tableau(order), list(random_shoes(31, 60)))


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_the_kernel_source_counts_partial_rounds(on_host: OnHost, order: DealOrder) -> None:
    rng = random.Random(32)
    for tableau in random_round(rng, order):
        if tableau.cards_drawn:
            _compare(on_host, order, tableau, [random_shoe(rng) for _ in range(6)])


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_the_kernel_source_counts_full_shoes_of_every_game(on_host: OnHost, book: Rulebook) -> None:
    shoes = np.array([full(decks).counts for decks in range(1, 9)])
    expected = numpy_counts.count_pay_lines(plan_count(book, Tableau(book.order)), shoes)
    assert (on_host(book, Tableau(book.order), shoes) == expected).all()


def test_a_missing_gpu_is_reported_in_one_line() -> None:
    why = gpu.why_unavailable()
    if why is None:
        pytest.skip("this machine has a GPU")
    assert why.startswith("no GPU: ")
    assert "\n" not in why
    with pytest.raises(ValueError, match="no GPU"):
        gpu_counts.gpu_counter(game("tiger"), Tableau(STANDARD))


@pytest.mark.skipif(gpu.why_unavailable() is not None, reason=gpu.why_unavailable() or "")
@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_a_gpu_has_the_counts_of_the_reference(order: DealOrder) -> None:
    shoes = list(random_shoes(33, 300))
    tableau = Tableau(order)
    counted = gpu_counts.gpu_counter(EVERYTHING[order.key], tableau)
    found = counted.count(np.array([shoe.counts for shoe in shoes]))
    for shoe, (deals, *by_line) in zip(shoes, found.tolist(), strict=True):
        expected = by_reference(shoe, tableau)
        assert (deals, tuple(by_line)) == (expected.deals, expected.by_line)
