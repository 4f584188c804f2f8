"""Compare every fast counting method with the reference on random shoes, and find planted bugs.

Shoes have 6 to 520 cards, and some have no cards of a rank. For each shoe the compiled kernels must
give the same integers as the reference. So must the kernels of a GPU, if there is one, and for some
shoes NumPy and plain integers. Rounds with cards on the layout must agree too. Then the campaign
plants a bug in each method, and the comparison must fail.

The reference takes about an hour for the full size. `golden.txt` stores the digest of all its
integers, part by part. `python -m campaigns.odds golden` therefore compares the kernels with all of
them in one or two minutes; `full` writes a new file of digests.
"""

import hashlib
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from campaigns.requested_size import known
from punto.core.tableau import STANDARD, DealOrder, Tableau
from punto.odds import engine
from punto.odds.composition import Composition
from punto.odds.engine import factorised, gpu, gpu_counts, integer_counts, numpy_counts
from punto.odds.engine.known_cards import known_cards
from punto.odds.engine.plan import plan_count
from tests.odds.shoes import EVERYTHING, ORDERS, by_reference, random_round, random_shoe

SHOES = {"small": 600, "full": 100_000}
SHOES_A_PART = 198
ROUNDS_A_PART = 2
SHOES_A_LAYOUT = 3
PLAIN_A_PART = 10
GOLDEN = Path(__file__).parent / "golden.txt"

Counted = Callable[[DealOrder, Tableau, list[Composition]], list[list[int]]]


class Differs(Exception):
    """Raised if two methods count a shoe differently."""


# The methods


def by_kernels(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """Count all deals, then those of every line, by the compiled kernels."""
    compiled = _compiled()
    ready = compiled.compile_game(EVERYTHING[order.key], tableau)
    rows: list[list[int]] = compiled.count_shoes(ready, _rows(shoes), threads=1).tolist()
    return rows


def one_by_one(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """Count the same with one call per shoe."""
    compiled = _compiled()
    ready = compiled.compile_game(EVERYTHING[order.key], tableau)
    return [compiled.count_shoe(ready, shoe.counts) for shoe in shoes]


def by_arrays(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """Count the same by NumPy."""
    planned = plan_count(EVERYTHING[order.key], tableau)
    rows: list[list[int]] = numpy_counts.count_pay_lines(planned, _rows(shoes)).tolist()
    return rows


def by_integers(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """Count the same by Python's integers."""
    planned = plan_count(EVERYTHING[order.key], tableau)
    found = [integer_counts.count_pay_lines(planned, shoe) for shoe in shoes]
    return [[deals, *by_line] for deals, by_line in found]


def by_gpu(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """Count the same on a GPU."""
    counter = gpu_counts.gpu_counter(EVERYTHING[order.key], tableau)
    rows: list[list[int]] = counter.count(_rows(shoes)).tolist()
    return rows


def the_reference(_order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """Count the same by the plain enumeration of all endings."""
    found = [by_reference(shoe, tableau) for shoe in shoes]
    return [[counts.deals, *counts.by_line] for counts in found]


def _rows(shoes: list[Composition]) -> Any:
    return numpy_counts.rows(shoe.counts for shoe in shoes)


@cache
def _compiled() -> Any:
    return engine.kernels()


# The cases


@dataclass(frozen=True)
class Case:
    """Shoes, and the cards on the layout before they are dealt from."""

    tableau: Tableau
    shoes: list[Composition]


def whole_rounds(seed: int, number: int = SHOES_A_PART) -> list[Case]:
    """Shoes before a round. Two of three use the order of nine of the ten games."""
    rng = random.Random(seed)
    shares = {order: number * (2 if order is STANDARD else 1) // 3 for order in ORDERS}
    return [
        Case(Tableau(order), [random_shoe(rng) for _ in range(share)])
        for order, share in shares.items()
    ]


def partial_rounds(seed: int) -> list[Case]:
    """A few shoes for every layout of some rounds."""
    rng = random.Random(f"{seed} partial")
    layouts = [
        layout
        for order in ORDERS
        for _ in range(ROUNDS_A_PART)
        for layout in random_round(rng, order)
    ]
    return [Case(layout, list(_enough(rng, layout))) for layout in layouts]


def _enough(rng: random.Random, layout: Tableau) -> Iterator[Composition]:
    """The shoes with a card for every place that is not known yet."""
    for _ in range(SHOES_A_LAYOUT):
        shoe = random_shoe(rng)
        if shoe.cards >= known_cards(layout).open_places:
            yield shoe


@dataclass
class Part:
    """The result of one seed: the number of comparisons, and digests of the reference counts."""

    seed: int
    whole: str = ""
    layouts: str = ""
    compared: Counter[str] = field(default_factory=Counter)


def part(seed: int, number: int = SHOES_A_PART) -> Part:
    """Compare every method on some shoes of a seed, before and during rounds."""
    found, digests = Part(seed), []
    kernels = (by_kernels, one_by_one) if _compiled() else ()
    for case in whole_rounds(seed, number):
        expected = the_reference(case.tableau.order, case.tableau, case.shoes)
        digests.append(digest(case, expected))
        for method in kernels:
            compare(method, case, expected)
        few = Case(case.tableau, case.shoes[:PLAIN_A_PART])
        for method in (by_arrays, by_integers):
            compare(method, few, expected[:PLAIN_A_PART])
        found.compared["shoes"] += len(case.shoes)
        found.compared["empty ranks"] += sum(shoe.counts.count(0) > 0 for shoe in case.shoes)
        found.compared["beyond doubles"] += sum(shoe.cards > 458 for shoe in case.shoes)
    found.whole, digests = _joined(digests), []
    for case in partial_rounds(seed):
        expected = the_reference(case.tableau.order, case.tableau, case.shoes)
        digests.append(digest(case, expected))
        for method in (*kernels, by_arrays, by_integers):
            compare(method, case, expected)
        found.compared["layouts"] += 1
        found.compared["shoes with cards on the layout"] += len(case.shoes)
    found.layouts = _joined(digests)
    return found


def compare(method: Counted, case: Case, expected: list[list[int]]) -> None:
    """Raise at the first shoe that a method counts differently."""
    rows = method(case.tableau.order, case.tableau, case.shoes)
    for shoe, row, right in zip(case.shoes, rows, expected, strict=True):
        if row != right:
            at = next(
                at for at, pair in enumerate(zip(row, right, strict=True)) if len(set(pair)) > 1
            )
            raise Differs(
                f"{method.__name__}, {shoe.counts}, column {at}: {row[at]:,} for {right[at]:,}"
            )


def digest(case: Case, rows: list[list[int]]) -> str:
    """One digest for shoes and all their counts."""
    content = [[shoe.counts for shoe in case.shoes], rows]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _joined(digests: list[str]) -> str:
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()


def digests_by(method: Counted, givens: list[Case]) -> str:
    """The digest of a method's counts of some shoes."""
    rows = (method(each.tableau.order, each.tableau, each.shoes) for each in givens)
    return _joined([digest(each, counted) for each, counted in zip(givens, rows, strict=True)])


def shoe_by_shoe(method: Counted, givens: list[Case]) -> None:
    """Find the shoe that a method counts differently from the reference."""
    for case in givens:
        for shoe in case.shoes:
            alone = replace(case, shoes=[shoe])
            compare(method, alone, the_reference(case.tableau.order, case.tableau, [shoe]))


# Runs


def run(shoes: int, write: Path | None = None) -> None:
    """Compare shoes on all cores, and on a GPU if there is one."""
    started, total, digests = time.perf_counter(), Counter[str](), []
    parts = -(-shoes // SHOES_A_PART)
    # Start new processes: a fork would copy an open GPU context.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for at, found in enumerate(pool.map(part, range(1, parts + 1)), start=1):
            total += found.compared
            digests.append(f"{found.seed} {found.whole} {found.layouts}")
            if at % 50 == 0:
                print(
                    f"  {total['shoes']:,} shoes, {time.perf_counter() - started:.0f} s", flush=True
                )
    methods = "kernels, NumPy, integers" if _compiled() else "NumPy, integers (numba is not here)"
    if gpu.why_unavailable() is None:
        methods += f"; GPU on {on_gpu(digests):,} of the shoes"
    counts = ", ".join(f"{number:,} {what}" for what, number in total.items())
    print(f"{counts}: 0 differences; {methods}; {time.perf_counter() - started:.0f} s")
    if write is not None:
        write.write_text("\n".join(digests) + "\n", encoding="utf-8")


def on_gpu(digests: list[str]) -> int:
    """Compare the GPU with the reference's counts of whole rounds, part by part."""
    counted = 0
    for line in digests:
        seed, whole, _ = line.split()
        givens = whole_rounds(int(seed))
        if digests_by(by_gpu, givens) != whole:
            shoe_by_shoe(by_gpu, givens)
            raise Differs(f"by_gpu, part {seed}")
        counted += sum(len(case.shoes) for case in givens)
    return counted


def golden(parts: int | None = None) -> int:
    """Compare the kernels with the stored digests, and return the number of shoes."""
    counted = 0
    for line in GOLDEN.read_text(encoding="utf-8").splitlines()[:parts]:
        seed, whole, layouts = line.split()
        for givens, expected in (
            (whole_rounds(int(seed)), whole),
            (partial_rounds(int(seed)), layouts),
        ):
            if digests_by(by_kernels, givens) != expected:
                shoe_by_shoe(by_kernels, givens)
                raise Differs(f"part {seed}: {GOLDEN.name} has another digest than the reference")
            counted += sum(len(case.shoes) for case in givens)
    return counted


# Controls: bugs that a comparison must find


@contextmanager
def _one_more_card(method: str) -> Iterator[None]:
    """Plant a bug: the method gets a shoe with one six too many."""
    right = globals()[method]

    def wrong(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
        more = [replace(shoe, counts=(*shoe.counts[:5], shoe.counts[5] + 1, *shoe.counts[6:]))
                for shoe in shoes]  # fmt: skip
        found: list[list[int]] = right(order, tableau, more)
        return found

    wrong.__name__ = method
    with patch.dict(globals(), {method: wrong}):
        yield


@contextmanager
def _no_common_cards() -> Iterator[None]:
    """Plant a bug: omit the term that removes pairs of hands with a common card."""

    def wrong(self: Any, player: int, banker: int) -> Any:
        return self._pairs[player] * self._pairs[banker]

    with patch.object(factorised._TwoHands, "_two_pairs", wrong):
        yield


@contextmanager
def _doubles_too_far() -> Iterator[None]:
    """Plant a bug: use doubles for shoes whose counts exceed their integer range."""

    def large(rng: random.Random) -> Composition:
        return Composition(tuple(rng.randint(0, 3) * 35 + rng.randint(0, 3) for _ in range(13)))

    with (
        patch.object(_compiled(), "_word", lambda _: np.float64),
        patch.dict(globals(), {"random_shoe": large}),
    ):
        yield


CONTROLS: dict[str, Callable[[], Any]] = {
    "one card too many for the kernels": partial(_one_more_card, "by_kernels"),
    "one card too many for single calls": partial(_one_more_card, "one_by_one"),
    "one card too many for NumPy": partial(_one_more_card, "by_arrays"),
    "one card too many for plain integers": partial(_one_more_card, "by_integers"),
    "hands that share a card": _no_common_cards,
    "doubles for shoes of 700 cards": _doubles_too_far,
}


def found_by(name: str) -> str:
    """The difference that a comparison reports for a planted bug, empty if it misses the bug."""
    with CONTROLS[name]():
        try:
            for seed in range(1, 4):
                part(seed, 60)
        except Differs as error:
            return str(error)
    return ""


def main(size: str, write: Path | None = None) -> None:
    """Compare as many shoes as the size says, then run the controls."""
    if size == "golden":
        started = time.perf_counter()
        print(f"{golden():,} shoes by the kernels: 0 differences from the reference's digests; "
              f"{time.perf_counter() - started:.0f} s")  # fmt: skip
        return
    run(SHOES[size] if size in SHOES else int(size), write)
    for name in CONTROLS if _compiled() else ():
        found = found_by(name)
        print(f"control, {name}: {'found: ' + found if found else 'NOT FOUND'}", flush=True)
        assert found, name


if __name__ == "__main__":
    words = sys.argv[1:] or ["full"]
    main(known("odds", words[0], SHOES, or_number=True), *map(Path, words[1:2]))
