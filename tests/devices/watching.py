"""Shoes that were shuffled badly or not at all, and honest ones by the million."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numba import njit

from punto.core.shoe import cards_of_decks
from punto.devices.shoe_monitor import ALL_CARDS, ShoeMonitor

NEW = tuple(str(each) for each in cards_of_decks(8))

Order = list[str]
Make = Callable[[Random, Order], Order]
"""From chance and the last shoe to a shoe."""


def honest(chance: Random) -> Order:
    """A shoe in an order that nobody chose."""
    return chance.sample(NEW, len(NEW))


def riffled(chance: Random, order: Order) -> Order:
    """Cut about the middle and riffled: each card falls from a packet by its share of the rest."""
    cut = sum(chance.random() < 0.5 for _ in order)
    packets = [order[:cut][::-1], order[cut:][::-1]]
    found = []
    while packets[0] or packets[1]:
        from_first = chance.random() * (len(packets[0]) + len(packets[1])) < len(packets[0])
        found.append(packets[0 if from_first else 1].pop())
    return found


def cut(chance: Random, order: Order) -> Order:
    at = chance.randrange(len(order))
    return order[at:] + order[:at]


def riffles(many: int) -> Make:
    """A new shoe riffled some times, then cut."""

    def make(chance: Random, _: Order) -> Order:
        order = list(NEW)
        for _each in range(many):
            order = riffled(chance, order)
        return cut(chance, order)

    return make


def slug(many: int) -> Make:
    """A shoe in which a stretch of the last one was kept together."""

    def make(chance: Random, previous: Order) -> Order:
        first = chance.randrange(len(previous) - many)
        unshuffled = previous[first : first + many]
        rest = list(previous[:first] + previous[first + many :])
        chance.shuffle(rest)
        at = chance.randrange(len(rest) - many)
        return rest[:at] + unshuffled + rest[at:]

    return make


UNSHUFFLED: dict[str, Make] = {
    "new-deck order": lambda _, __: list(NEW),
    "new-deck order, downwards": lambda chance, _: cut(chance, list(NEW[::-1])),
    "cut only": lambda chance, _: cut(chance, list(NEW)),
    "riffled once": riffles(1),
    "riffled twice": riffles(2),
    "the last shoe again": lambda _, previous: previous,
    "the last shoe, cut": cut,
}

HALF_SHUFFLED: dict[str, Make] = {
    **{f"riffled {many} times": riffles(many) for many in range(3, 8)},
    **{f"a slug of {many} cards kept": slug(many) for many in (10, 20, 40)},
}


def flagged_by(order: Order, previous: Order) -> int | None:
    """The card by which a shoe is flagged, None where it never is."""
    watch = ShoeMonitor(8, previous)
    for text in order:
        for found in watch.observe(text):
            return found.number
    return None


def flagged(make: Make, shoes: int, seed: int) -> list[int | None]:
    """The cards by which many shoes of a kind are flagged."""
    chance = Random(seed)
    found = []
    for _ in range(shoes):
        previous = honest(chance)
        found.append(flagged_by(make(chance, previous), previous))
    return found


def stakes_by_both(shoes: int, seed: int) -> list[tuple[float, float]]:
    """The highest stake of honest shoes, by the watch and by the kernel below."""
    chance, found = Random(seed), []
    for _ in range(shoes):
        previous, order = honest(chance), honest(chance)
        watch, highest = ShoeMonitor(8, previous), 0.0
        for text in order:
            watch.observe(text)
            highest = max(highest, watch.stake)
        found.append((highest, float(HIGHEST(_codes(order), _codes(previous)))))
    return found


def highest_stakes(shoes: int, seed: int) -> Any:
    """The highest stakes of many honest shoes, each after another honest one."""
    return MANY(shoes, seed)


def _codes(order: Order) -> Any:
    return np.array([ALL_CARDS.index(text) for text in order], dtype=np.int64)


def _beside(order: Any, at: int, step: int, back: int, left: Any, marks: Any) -> Any:
    """How many cards still to come are guessed, and whether this one is."""
    total, hit = 0, False
    marks[:] = False
    for before in range(1, min(back, at) + 1):
        code = order[at - before]
        if 0 <= code % 13 + step < 13 and not marks[code + step]:
            marks[code + step] = True
            total += left[code + step]
            hit = hit or code + step == order[at]
    return total, hit


def _as_before(order: Any, at: int, previous: Any, places: Any, left: Any) -> Any:
    longest, place, cards = 0, 0, len(previous)
    for each in places[order[at - 1]] if at else places[0, :0]:
        many = 0
        while many < min(at, 8) and order[at - 1 - many] == previous[(each - many) % cards]:
            many += 1
        if many > longest:
            longest, place = many, each
    if longest < 2:
        return 0, False
    guessed = previous[(place + 1) % cards]
    return left[guessed], guessed == order[at]


BESIDE, AS_BEFORE = njit(_beside), njit(_as_before)


def _highest(order: Any, previous: Any) -> Any:
    """A second way to the same figure, written for speed."""
    cards = len(order)
    left = np.full(52, cards // 52)
    places, filled = np.zeros((52, cards // 52), dtype=np.int64), np.zeros(52, dtype=np.int64)
    for at in range(cards):
        places[previous[at], filled[previous[at]]] = at
        filled[previous[at]] += 1
    marks = np.zeros(52, dtype=np.bool_)
    played, waiting, highest = np.full(5, 0.5), 0.5, 0.0
    for at in range(cards):
        waiting = max(0.0, waiting - 0.5 / cards)
        for which in range(5):
            played[which] += 0.5 / cards
            if which < 4:
                step, back = 1 - 2 * (which % 2), 1 if which < 2 else 6
                total, hit = BESIDE(order, at, step, back, left, marks)
                share = 0.85 if which < 2 else 0.75
            else:
                total, hit = AS_BEFORE(order, at, previous, places, left)
                share = 0.9
            chance = total / (cards - at)
            if 0 < chance < 1:
                played[which] *= share / chance if hit else (1 - share) / (1 - chance)
        left[order[at]] -= 1
        highest = max(highest, played.sum() / 5 + waiting)
    return highest


HIGHEST = njit(_highest)


def _many(shoes: int, seed: int) -> Any:
    np.random.seed(seed)
    found = np.empty(shoes)
    previous, order = np.arange(416) % 52, np.arange(416) % 52
    np.random.shuffle(previous)
    for at in range(shoes):
        np.random.shuffle(order)
        found[at] = HIGHEST(order, previous)
        previous, order = order, previous
    return found


MANY = njit(_many, nogil=True)
