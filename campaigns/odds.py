"""Exact counts by the hundred thousand: every fast method against the plain one, and planted bugs.

Shoes have 6 to 520 cards, empty ranks among them. For each the compiled kernels, and for some also
NumPy and plain integers, must give the integers of the reference; so must rounds with cards on the
layout. Then a bug is planted in each method, and the comparison must fail.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy as np

from campaigns.asked_size import asked
from punto.core.tableau import STANDARD, DealOrder, Tableau
from punto.odds import arrays, compiled, factorised, plain
from punto.odds.composition import Composition
from punto.odds.plan import plan
from punto.odds.shown import shown
from tests.odds.shoes import EVERYTHING, ORDERS, by_reference, random_round, random_shoe

SHOES = {"small": 600, "full": 100_000}
SHOES_A_PART = 200
ROUNDS_A_PART = 2
PLAIN_A_PART = 10

Counted = Callable[[DealOrder, Tableau, list[Composition]], list[list[int]]]


class Differs(Exception):
    """Two methods count a shoe differently."""


def by_kernels(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """All deals, then those of every line, by the compiled kernels."""
    ready = compiled.prepared(EVERYTHING[order.key], tableau)
    rows: list[list[int]] = compiled.count_many(ready, _rows(shoes), threads=1).tolist()
    return rows


def one_by_one(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """The same, a call a shoe."""
    ready = compiled.prepared(EVERYTHING[order.key], tableau)
    return [compiled.count_one(ready, shoe.counts) for shoe in shoes]


def by_arrays(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """The same by NumPy."""
    planned = plan(EVERYTHING[order.key], tableau)
    rows: list[list[int]] = arrays.count_lines(planned, _rows(shoes)).tolist()
    return rows


def by_integers(order: DealOrder, tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """The same by Python's integers."""
    planned = plan(EVERYTHING[order.key], tableau)
    found = [plain.count_lines(planned, shoe) for shoe in shoes]
    return [[deals, *by_line] for deals, by_line in found]


def _rows(shoes: list[Composition]) -> Any:
    return arrays.rows(shoe.counts for shoe in shoes)


def part(seed: int, whole_rounds: int = SHOES_A_PART) -> Counter[str]:
    """Some shoes from a seed, before a round and in the middle of some."""
    rng, done = random.Random(seed), Counter[str]()
    for order in ORDERS:
        # Two of three shoes are for the order of nine of the ten games.
        share = whole_rounds * (2 if order is STANDARD else 1) // 3
        shoes = [random_shoe(rng) for _ in range(share)]
        tableau = Tableau(order)
        wanted = expected(tableau, shoes)
        compare(by_kernels, tableau, shoes, wanted)
        compare(one_by_one, tableau, shoes, wanted)
        for method in (by_arrays, by_integers):
            compare(method, tableau, shoes[:PLAIN_A_PART], wanted[:PLAIN_A_PART])
        done["shoes"] += len(shoes)
        done["empty ranks"] += sum(shoe.counts.count(0) > 0 for shoe in shoes)
        done["beyond doubles"] += sum(shoe.cards > 458 for shoe in shoes)
        for _ in range(ROUNDS_A_PART):
            for layout in random_round(rng, order):
                done["layouts"] += 1
                done["shoes with cards on the layout"] += partial_round(rng, layout)
    return done


def partial_round(rng: random.Random, layout: Tableau) -> int:
    """A few shoes with cards on the layout, by every method."""
    places = shown(layout).places
    shoes = [shoe for shoe in (random_shoe(rng) for _ in range(3)) if shoe.cards >= places]
    wanted = expected(layout, shoes)
    for method in (by_kernels, one_by_one, by_arrays, by_integers):
        compare(method, layout, shoes, wanted)
    return len(shoes)


def expected(tableau: Tableau, shoes: list[Composition]) -> list[list[int]]:
    """What the reference counts."""
    found = [by_reference(shoe, tableau) for shoe in shoes]
    return [[counts.deals, *counts.by_line] for counts in found]


def compare(
    method: Counted, tableau: Tableau, shoes: list[Composition], wanted: list[list[int]]
) -> None:
    """Raises at the first shoe that a method counts differently."""
    for shoe, row, right in zip(shoes, method(tableau.order, tableau, shoes), wanted, strict=True):
        if row != right:
            at = next(
                at for at, pair in enumerate(zip(row, right, strict=True)) if len(set(pair)) > 1
            )
            raise Differs(
                f"{method.__name__}, {shoe.counts}, column {at}: {row[at]:,} for {right[at]:,}"
            )


def run(shoes: int) -> None:
    """Compares shoes on all cores."""
    started, total = time.perf_counter(), Counter[str]()
    parts = -(-shoes // (SHOES_A_PART // 3 * 3))
    with ProcessPoolExecutor() as pool:
        for at, done in enumerate(pool.map(part, range(1, parts + 1)), start=1):
            total += done
            if at % 50 == 0:
                print(
                    f"  {total['shoes']:,} shoes, {time.perf_counter() - started:.0f} s", flush=True
                )
    counts = ", ".join(f"{number:,} {what}" for what, number in total.items())
    print(f"{counts}: 0 differences; {time.perf_counter() - started:.0f} s")


# Controls: bugs that a comparison must find


@contextmanager
def _one_more_card(method: str) -> Iterator[None]:
    """A method that is given another shoe: one six too many."""
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
    """Hands that may share a card: the term that takes such pairs off is left out."""

    def wrong(self: Any, player: int, banker: int) -> Any:
        return self._pairs[player] * self._pairs[banker]

    with patch.object(factorised._TwoHands, "_two_pairs", wrong):
        yield


@contextmanager
def _doubles_too_far() -> Iterator[None]:
    """Doubles used for shoes so large that they do not hold every whole number."""

    def large(rng: random.Random) -> Composition:
        return Composition(tuple(rng.randint(0, 3) * 35 + rng.randint(0, 3) for _ in range(13)))

    with (
        patch.object(compiled, "_word", lambda _: np.float64),
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
    """What a comparison says of a planted bug, empty if it does not see it."""
    with CONTROLS[name]():
        try:
            for seed in range(1, 4):
                part(seed, 60)
        except Differs as error:
            return str(error)
    return ""


def main(size: str) -> None:
    """Runs the comparison over as many shoes as a size or a number says, then the controls."""
    run(SHOES[size] if size in SHOES else int(size))
    for name in CONTROLS:
        said = found_by(name)
        print(f"control, {name}: {'found: ' + said if said else 'NOT FOUND'}", flush=True)
        assert said, name


if __name__ == "__main__":
    main(asked("odds", SHOES, or_number=True)[0])
