"""Define faulty shuffles and generators that look correct, which the test battery must fail.

A battery that never fails proves nothing. Every source returns arrays of shoes, one row of ranks
per shoe, as a correct source does.
"""

from collections.abc import Callable, Mapping

import numpy as np

from punto.simulation.game_tables import Integers
from punto.simulation.shoe_dealing import ShoeDealing

Source = Callable[[int, int], Integers]
"""A function that returns a number of shoes for a seed."""

FRESH = np.sort(ShoeDealing().fresh())
"""All Aces first, the Kings last, so that cards near their old places are noticeable."""

CARDS = len(FRESH)


def modulo_bias(shoes: int, seed: int) -> Integers:
    """Take the remainder of eleven random bits, which favours low places."""
    rng = np.random.default_rng(seed)
    return _shuffled(shoes, lambda left: rng.integers(0, 2048, shoes) % left)


def short_generator(shoes: int, seed: int) -> Integers:
    """Use the low bits of a 31-bit linear congruential generator."""
    state = np.arange(shoes, dtype=np.int64) * 7919 + seed

    def picks(left: int) -> Integers:
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) % 2**31
        return state % left

    return _shuffled(shoes, picks)


def naive_swap(shoes: int, seed: int) -> Integers:
    """Swap each card with any other, including those that are already in place."""
    rng = np.random.default_rng(seed)
    orders, row = _fresh(shoes), np.arange(shoes)
    for at in range(CARDS):
        _swap(orders, row, at, rng.integers(0, CARDS, shoes))
    return orders


def never_stays(shoes: int, seed: int) -> Integers:
    """Swap each card with a later one, never with itself, so only full cycles occur."""
    rng = np.random.default_rng(seed)
    orders, row = _numbered(shoes), np.arange(shoes)
    for at in range(CARDS - 1):
        _swap(orders, row, at, at + 1 + rng.integers(0, CARDS - 1 - at, shoes))
    return FRESH[orders]


def unshuffled(shoes: int, seed: int) -> Integers:
    """Cut new decks at a random place without shuffling them (Golden Nugget, 2012)."""
    cuts = np.random.default_rng(seed).integers(0, CARDS, shoes)
    return np.stack([np.roll(ShoeDealing().fresh(), int(cut)) for cut in cuts])


def unshuffled_slug(shoes: int, seed: int) -> Integers:
    """Shuffle well, except that forty cards of each shoe stay together in the next."""
    rng = np.random.default_rng(seed)
    orders = np.stack([rng.permutation(FRESH) for _ in range(shoes)])
    for at in range(1, shoes):
        start = int(rng.integers(0, CARDS - 40))
        slug = orders[at - 1, start : start + 40]
        rest = _without(FRESH, slug)
        rng.shuffle(rest)
        place = int(rng.integers(0, len(rest) + 1))
        orders[at] = np.concatenate([rest[:place], slug, rest[place:]])
    return orders


def one_riffle(shoes: int, seed: int) -> Integers:
    """Riffle the last shoe three times."""
    rng = np.random.default_rng(seed)
    orders = np.empty((shoes, CARDS), np.uint8)
    order = FRESH.copy()
    for at in range(shoes):
        for _ in range(3):
            from_left = rng.random(CARDS) < 0.5
            size = int(from_left.sum())
            merged = np.empty_like(order)
            merged[from_left], merged[~from_left] = order[:size], order[size:]
            order = merged
        orders[at] = order
    return orders


def repeated_seed(shoes: int, seed: int) -> Integers:
    """Shuffle well with few different seeds, such as the minute, so shoes repeat."""
    distinct = max(shoes // 100, 1)
    rng = np.random.default_rng(seed)
    orders = np.stack([rng.permutation(FRESH) for _ in range(distinct)])
    return np.repeat(orders, -(-shoes // distinct), axis=0)[:shoes]


def stuck_bit(shoes: int, seed: int) -> Integers:
    """Shuffle with a generator of which one bit is always zero."""
    rng = np.random.default_rng(seed)
    return _shuffled(
        shoes, lambda left: ((rng.integers(0, 2**16, shoes) & ~(1 << 12)) * left) >> 16
    )


def coarse_keys(shoes: int, seed: int) -> Integers:
    """Sort by a random key of eight bits, so cards with equal keys stay in order."""
    keys = np.random.default_rng(seed).integers(0, 256, (shoes, CARDS), dtype=np.uint8)
    return FRESH[np.argsort(keys, axis=1, kind="stable")]


def known_mersenne(shoes: int, seed: int) -> Integers:
    """Shuffle with a Mersenne Twister and a small seed, which an attacker can guess."""
    return np.stack(
        [np.random.RandomState((seed + at) % 1000).permutation(FRESH) for at in range(shoes)]
    )


def half_shuffled(shoes: int, seed: int) -> Integers:
    """Stop the shuffle half-way."""
    rng = np.random.default_rng(seed)
    orders, row = _fresh(shoes), np.arange(shoes)
    for at in range(CARDS // 2):
        _swap(orders, row, at, at + rng.integers(0, CARDS // 2, shoes))
    return orders


BAD_SOURCES: Mapping[str, Source] = {
    source.__name__.replace("_", " "): source
    for source in (
        modulo_bias,
        short_generator,
        naive_swap,
        never_stays,
        unshuffled,
        unshuffled_slug,
        one_riffle,
        repeated_seed,
        stuck_bit,
        coarse_keys,
        known_mersenne,
        half_shuffled,
    )
}


def _fresh(shoes: int) -> Integers:
    return np.tile(FRESH, (shoes, 1))


def _numbered(shoes: int) -> Integers:
    return np.tile(np.arange(CARDS), (shoes, 1))


def _shuffled(shoes: int, picks: Callable[[int], Integers]) -> Integers:
    """Shuffle correctly with the given random numbers."""
    orders, row = _fresh(shoes), np.arange(shoes)
    for at in range(CARDS - 1):
        _swap(orders, row, at, at + picks(CARDS - at))
    return orders


def _swap(orders: Integers, row: Integers, at: int, to: Integers) -> None:
    moved = orders[row, to]
    orders[row, to] = orders[:, at]
    orders[:, at] = moved


def _without(cards: Integers, removed: Integers) -> Integers:
    left = np.bincount(cards, minlength=13) - np.bincount(removed, minlength=13)
    return np.repeat(np.arange(13, dtype=np.uint8), left)
