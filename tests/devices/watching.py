"""Produce shoes with bad shuffles, and millions of honest shoes, for the monitor."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numba import njit

from punto.core.shoe import cards_of_decks
from punto.devices.shoe_monitor import ALL_CARDS, ShoeMonitor

NEW = tuple(str(card) for card in cards_of_decks(8))

Order = list[str]
Make = Callable[[Random, Order], Order]
"""Returns a shoe, given random numbers and the last shoe."""


def honest(chance: Random) -> Order:
    """A shoe in random order."""
    return chance.sample(NEW, len(NEW))


def riffled(chance: Random, order: Order) -> Order:
    """Cut near the middle and riffle; a packet drops a card in proportion to its size."""
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


def riffles(count: int) -> Make:
    """A new shoe that is riffled `count` times and then cut."""

    def make(chance: Random, _: Order) -> Order:
        order = list(NEW)
        for _riffle in range(count):
            order = riffled(chance, order)
        return cut(chance, order)

    return make


def slug(count: int) -> Make:
    """A shoe with an unshuffled run of `count` cards from the last shoe."""

    def make(chance: Random, previous: Order) -> Order:
        first = chance.randrange(len(previous) - count)
        unshuffled = previous[first : first + count]
        rest = list(previous[:first] + previous[first + count :])
        chance.shuffle(rest)
        at = chance.randrange(len(rest) - count)
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
    **{f"riffled {count} times": riffles(count) for count in range(3, 8)},
    **{f"an unshuffled slug of {count} cards": slug(count) for count in (10, 20, 40)},
}


def flagged_by(order: Order, previous: Order) -> int | None:
    """The number of the card that raises an alarm, None if no card does."""
    monitor = ShoeMonitor(8, previous)
    for text in order:
        for alert in monitor.observe(text):
            return alert.number
    return None


def flagged(make: Make, shoes: int, seed: int) -> list[int | None]:
    """The number of the card that raises the alarm, for several shoes of one kind."""
    chance = Random(seed)
    found = []
    for _ in range(shoes):
        previous = honest(chance)
        found.append(flagged_by(make(chance, previous), previous))
    return found


def stakes_by_both(shoes: int, seed: int) -> list[tuple[float, float]]:
    """The highest stake of honest shoes, by the monitor and by the kernel below."""
    chance, found = Random(seed), []
    for _ in range(shoes):
        previous, order = honest(chance), honest(chance)
        monitor, highest = ShoeMonitor(8, previous), 0.0
        for text in order:
            monitor.observe(text)
            highest = max(highest, monitor.stake)
        found.append((highest, float(HIGHEST(_codes(order), _codes(previous)))))
    return found


def highest_stakes(shoes: int, seed: int) -> Any:
    """The highest stakes of honest shoes, each after another honest shoe."""
    return MANY(shoes, seed)


def _codes(order: Order) -> Any:
    return np.array([ALL_CARDS.index(text) for text in order], dtype=np.int64)


def _beside(order: Any, at: int, step: int, back: int, left: Any, marks: Any) -> Any:
    """The number of remaining cards that are guessed, and whether the next one is."""
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
    for start in places[order[at - 1]] if at else places[0, :0]:
        count = 0
        while count < min(at, 8) and order[at - 1 - count] == previous[(start - count) % cards]:
            count += 1
        if count > longest:
            longest, place = count, start
    if longest < 2:
        return 0, False
    guessed = previous[(place + 1) % cards]
    return left[guessed], guessed == order[at]


BESIDE, AS_BEFORE = njit(_beside), njit(_as_before)


def _highest(order: Any, previous: Any) -> Any:
    """Compute the highest stake in a second, faster way."""
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
