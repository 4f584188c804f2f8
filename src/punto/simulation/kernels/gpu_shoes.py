"""Play shoes on a GPU with kernels compiled for one game, in the fastest measured launch shape.

This module needs CuPy and a CUDA device, and otherwise only NumPy. The GPU has a separate stream
of random numbers (see `shoes.cu`). The same seed gives the same totals on any GPU and with any
launch shape, but other shoes than on a CPU.

The second half of the module lays out the tables of a game in the form that `shoes.cu` reads. A
card is one byte. The cards of a round fill two words: the first card is the top byte of `head`, the
fifth card the top byte of `tail`. The deal order assigns each byte to a hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from punto.core.cards import Rank
from punto.core.facts import point_value
from punto.core.sides import Side
from punto.core.tableau import DealOrder
from punto.odds.engine.gpu import why_unavailable
from punto.simulation.game_tables import (
    MAX_KINDS,
    USED_BITS,
    GameTables,
    Integers,
    compile_tables,
)
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.shoe_play import ShoeTask
from punto.simulation.totals import Totals, empty_totals

GPU_STREAM = "philox and multiply-with-carry by run of 64 shoes, version 1"
SHOES_PER_RUN = 64

ALIGNED_THREADS = 512
ROUNDS_PER_LAUNCH = 1 << 30
"""The maximum number of rounds per block and launch, a quarter of what a 32-bit tally holds."""


@dataclass(frozen=True, slots=True)
class LaunchShape:
    """A kernel, and the numbers of threads and blocks with which it runs."""

    kernel: str
    threads: int
    blocks_per_multiprocessor: int

    def __str__(self) -> str:
        return f"{self.kernel} {self.threads} threads x {self.blocks_per_multiprocessor} blocks"


LAUNCHES = (
    *(
        LaunchShape("shoes_in_columns", threads, blocks)
        for threads, blocks in ((512, 1), (480, 1), (448, 1), (224, 2), (320, 1), (192, 1), (96, 2))
    ),
    *(
        LaunchShape("shoes_from_counts", threads, blocks)
        for threads, blocks in ((512, 2), (256, 4))
    ),
)
"""The launch shapes to try; the first call for a game measures which is fastest."""


def play_totals_on_gpu(task: ShoeTask, first: int, shoes: int) -> Totals:
    """Play a range of shoes and count their outcomes; `first` must be a multiple of 64."""
    if first % SHOES_PER_RUN:
        raise ValueError(f"first shoe {first}; expected a multiple of {SHOES_PER_RUN}")
    runner = _runner(task)
    return runner.play(runner.fastest(), task.seed, first, shoes)


def shared_bytes(gpu: "GpuTables", launch: LaunchShape) -> int:
    """Return the shared memory of a block: tables, the columns of shoes if any, and tallies."""
    size = 4 * (len(gpu.words) + gpu.defines["OUTCOMES"] + gpu.defines["LENGTHS"])
    if launch.kernel == "shoes_in_columns":
        size += gpu.defines["CARDS"] * launch.threads
        # The columns must begin at a multiple of their width, wherever the block's memory begins.
        size += 4 * launch.threads - 4 if launch.threads == ALIGNED_THREADS else 0
    return int(size)


@cache
def _runner(task: ShoeTask) -> "GpuShoeRunner":
    return GpuShoeRunner(task)


class GpuShoeRunner:
    """Plays the shoes of a task on the device, with a compiled kernel for each launch shape."""

    def __init__(self, task: ShoeTask) -> None:
        if (why := why_unavailable()) is not None:
            raise ValueError(why)
        import cupy

        self._cupy = cupy
        self._tables = compile_tables(task.book)
        self._empty = empty_totals(self._tables, task.dealing)
        self._gpu: GpuTables = gpu_tables(self._tables, task.dealing)
        self._max_rounds = task.dealing.max_rounds(len(task.book.order.initial))
        self._device = cupy.cuda.Device()
        self._arrays = tuple(
            cupy.asarray(array) for array in (self._gpu.fresh, self._gpu.codes, self._gpu.words)
        )
        self._kernels: dict[LaunchShape, Any] = {}
        self._fastest: LaunchShape | None = None

    def play(self, launch: LaunchShape, seed: int, first: int, shoes: int) -> Totals:
        """Play shoes from a number on, in launches that do not overflow the tallies of a block."""
        cupy = self._cupy
        by_outcome = cupy.zeros(self._tables.outcomes, np.uint64)
        by_length = cupy.zeros(len(self._empty.lengths), np.uint64)
        # The blocks take runs in turn, so each block plays an equal share of a launch.
        blocks = self._blocks(launch)
        shoes_per_launch = (
            ROUNDS_PER_LAUNCH * blocks // self._max_rounds // SHOES_PER_RUN * SHOES_PER_RUN
        )
        for start in range(0, shoes, shoes_per_launch):
            count = min(shoes_per_launch, shoes - start)
            self.start(launch, by_outcome, by_length, seed, first + start, count)
        return Totals(
            shoes,
            cupy.asnumpy(by_outcome).astype(np.int64),
            cupy.asnumpy(by_length).astype(np.int64),
            self._empty.streaks.copy(),
        )

    def fresh_bytes(self) -> np.ndarray:
        """Return the cards of the shoe before the shuffle, one byte per card."""
        return self._gpu.fresh.view(np.uint8).copy()

    def use_fresh(self, cards: np.ndarray) -> None:
        """Replace the cards of the shoe, so that a benchmark can plant a wrong shoe."""
        self._arrays = (self._cupy.asarray(cards.view(np.uint32)), *self._arrays[1:])

    def start(
        self,
        launch: LaunchShape,
        by_outcome: Any,
        by_length: Any,
        seed: int,
        first: int,
        shoes: int,
    ) -> None:
        """Start one launch, which adds to both tallies on the device."""
        self.kernel(launch)(
            (self._blocks(launch),),
            (launch.threads,),
            (
                *self._arrays,
                by_outcome,
                by_length,
                np.uint64(seed),
                np.uint64(first // SHOES_PER_RUN),
                np.uint64(shoes),
            ),
            shared_mem=self.shared_bytes(launch),
        )

    def record_unseen(
        self,
        launch: LaunchShape,
        by_rank: Any,
        shoe_of: Any,
        recorded: Any,
        seed: int,
        first: int,
        shoes: int,
    ) -> None:
        """Record the unseen cards before every round, and count the recorded rounds."""
        self.kernel(launch)(
            (self._blocks(launch),),
            (launch.threads,),
            (
                *self._arrays[1:],
                by_rank,
                shoe_of,
                np.uint64(by_rank.shape[1]),
                recorded,
                np.uint64(seed),
                np.uint64(first // SHOES_PER_RUN),
                np.uint64(shoes),
            ),
            shared_mem=self.shared_bytes(launch),
        )

    def fastest(self, among: Sequence[LaunchShape] = ()) -> LaunchShape:
        """Return the launch shape that plays the most shoes per second, measured on first use."""
        if self._fastest is None:
            fitting = self.fitting()
            named = [launch for launch in among if launch in fitting]
            rates = {launch: self.rate(launch, 1) for launch in named or fitting}
            self._fastest = max(rates, key=rates.__getitem__)
        return self._fastest

    def fitting(self) -> list[LaunchShape]:
        """Return the launch shapes that fit the memory of a multiprocessor."""
        limit = self._device.attributes["MaxSharedMemoryPerMultiprocessor"]
        block_limit = self._device.attributes["MaxSharedMemoryPerBlockOptin"]
        # The driver reserves a kilobyte per block.
        return [
            launch
            for launch in LAUNCHES
            if self.shared_bytes(launch) <= block_limit
            and launch.blocks_per_multiprocessor * (self.shared_bytes(launch) + 1024) <= limit
        ] or [LaunchShape("shoes_from_counts", 128, 1)]

    def even_shoes(self, launch: LaunchShape, runs: int) -> int:
        """Return the number of shoes for which every thread plays the same number of runs."""
        return SHOES_PER_RUN * runs * launch.threads * self._blocks(launch)

    def rate(self, launch: LaunchShape, runs: int, times: int = 2) -> float:
        """Return the shoes per second if every thread plays the same number of runs."""
        shoes = self.even_shoes(launch, runs)
        return shoes / self.seconds(launch, shoes, times)

    def seconds(self, launch: LaunchShape, shoes: int, times: int = 2) -> float:
        """Return the shortest time for a number of shoes, measured by the device."""
        cupy = self._cupy
        by_outcome = cupy.zeros(self._tables.outcomes, np.uint64)
        by_length = cupy.zeros(len(self._empty.lengths), np.uint64)
        self.start(launch, by_outcome, by_length, 0, 0, SHOES_PER_RUN)
        best = float("inf")
        for _ in range(times):
            start, end = cupy.cuda.Event(), cupy.cuda.Event()
            start.record()
            self.start(launch, by_outcome, by_length, 0, 0, shoes)
            end.record()
            end.synchronize()
            best = min(best, cupy.cuda.get_elapsed_time(start, end) / 1000)
        return best

    def with_defines(self, **defines: int) -> None:
        """Compile the kernels again with other definitions, for a benchmark."""
        self._kernels.clear()
        self._gpu = replace(self._gpu, defines={**self._gpu.defines, **defines})

    def kernel(self, launch: LaunchShape) -> Any:
        """Return the kernel of a launch shape, compiled on first use."""
        if launch not in self._kernels:
            defines = {
                **self._gpu.defines,
                "THREADS": launch.threads,
                "BLOCKS": launch.blocks_per_multiprocessor,
            }
            module = self._cupy.RawModule(
                code=Path(__file__).with_name("shoes.cu").read_text(encoding="utf-8"),
                options=("-std=c++17", *options(defines)),
            )
            function = module.get_function(launch.kernel)
            function.max_dynamic_shared_size_bytes = self.shared_bytes(launch)
            self._kernels[launch] = function
        return self._kernels[launch]

    def shared_bytes(self, launch: LaunchShape) -> int:
        """Return the shared memory of a block."""
        return shared_bytes(self._gpu, launch)

    def _blocks(self, launch: LaunchShape) -> int:
        return int(
            launch.blocks_per_multiprocessor * self._device.attributes["MultiProcessorCount"]
        )


MARK = 0x80
SUMS = 19
"""The number of possible sums of two point values, 0 to 18, before the last digit is taken."""

FIRST_BYTES, ENTRY_BYTES, CODES_BYTES = 4, 2, 16

NEVER_LIKE = (0x7E, 0x7D)
"""Two bytes that no card has, so that an unused comparison always finds a difference."""


@dataclass(frozen=True, slots=True)
class GpuTables:
    """The arrays that the kernels read, and the definitions to compile them with."""

    fresh: Integers
    codes: Integers
    words: Integers
    """All tables, one after the other."""

    defines: dict[str, int]


def gpu_tables(tables: GameTables, dealing: ShoeDealing) -> GpuTables:
    """Return the tables and definitions of a game and its dealing."""
    codes = _codes(tables)
    fresh = codes[dealing.fresh()]
    # A cell is stored as the offset of its tally in bytes (times 4), if 16 bits can hold that.
    cell = 4 if 4 * tables.outcomes << USED_BITS <= 1 << 16 else 1
    used = tables.thirds & ((1 << USED_BITS) - 1)
    entries = (tables.thirds >> USED_BITS) * cell << USED_BITS | used
    # Groups are addresses of tallies, to which a cell is added. The codes follow them.
    starts, thirds = _thirds(entries.reshape(100, 100))
    groups = _groups(tables, codes) * 4
    small = np.concatenate([thirds, groups, [0] * (CODES_BYTES // 2)]).astype(np.uint16)
    words = [_first(tables, starts), np.resize(small, -(-len(small) // 2) * 2).view(np.uint32)]
    return GpuTables(
        np.ascontiguousarray(fresh).view(np.uint32),
        codes,
        np.concatenate(words),
        {
            **_dealing_defines(tables, dealing),
            **_order_defines(tables.book.order, tables, codes),
            "THIRDS": len(thirds),
            "CELL": cell,
        },
    )


def options(defines: dict[str, int]) -> list[str]:
    """Return compiler options for definitions; large numbers are marked as unsigned."""
    return [f"-D{name}={value}{'u' if value >> 31 else ''}" for name, value in defines.items()]


def _counts_sevens(tables: GameTables) -> bool:
    return len({end.sevens for end in tables.endings}) > 1


def _codes(tables: GameTables) -> Integers:
    """Return the byte of each rank: value, number among the ranks of that value, and mark."""
    codes, used = np.zeros(16, np.uint8), [0] * 10
    for rank in Rank:
        value = point_value(int(rank))
        mark = MARK if _counts_sevens(tables) and rank is Rank.SEVEN else 0
        codes[rank - 1] = value | used[value] << 4 | mark
        used[value] += 1
    return codes


def _thirds(entries: Integers) -> tuple[Integers, Integers]:
    """Return how to find the entries of every two totals, and the entries.

    A number to find them by holds the start in bytes, and below it the bytes to add per point of
    the second and of the first third card. If no third card matters, one entry is enough; if only
    the first matters, ten.
    """
    starts, stored, begin = np.zeros(len(entries), np.int64), [], 0
    for at, hundred in enumerate(entries):
        by_first = hundred.reshape(10, 10)
        if (hundred == hundred[0]).all():
            needed, adds = hundred[:1], 0
        elif (by_first == by_first[:, :1]).all():
            needed, adds = by_first[:, 0], ENTRY_BYTES << 8
        else:
            needed, adds = hundred, ENTRY_BYTES | 10 * ENTRY_BYTES << 8
        starts[at] = begin << 16 | adds
        stored.append(needed)
        begin += ENTRY_BYTES * len(needed)
    return starts, np.concatenate(stored)


def _first(tables: GameTables, starts: Integers) -> Integers:
    """Return the numbers that find the entries for third cards, by the sums of both hands."""
    printed = tables.book.order.permanent
    extra = 0 if printed is None else point_value(int(printed))
    sums = np.arange(SUMS)
    by_sums: Integers = starts.reshape(10, 10)[(sums + extra)[None, :] % 10, sums[:, None] % 10]
    return by_sums.ravel().astype(np.uint32)


def _groups(tables: GameTables, codes: Integers) -> Integers:
    """Return the number to add to a cell, by equal first cards and the number of marked ones.

    The function tries all pairs of hands, so it needs no rule about pairs.
    """
    order = tables.book.order
    table = np.zeros(40, np.int64)
    ranks = range(len(Rank))
    firsts = ranks if order.permanent is None else [order.permanent - 1]
    for p1 in firsts:
        for p2 in ranks:
            at = p1 | p2 << 4 if order.permanent is None else p2 | p2 << 4
            player = int(tables.player_hand[at] >> 16)
            for b1 in ranks:
                for b2 in ranks:
                    banker = int(tables.banker_hand[b1 | b2 << 4] >> 16)
                    drawn = (p1, p2, b1, b2) if order.permanent is None else (p2, b1, b2)
                    marks = sum(bool(codes[rank] & MARK) for rank in drawn)
                    pattern = (p1 == p2) | (b1 == b2) << 1 | (p1 == b1) << 2 | marks << 3
                    group = tables.groups[player * MAX_KINDS + banker]
                    table[pattern] = group
    return table


def _dealing_defines(tables: GameTables, dealing: ShoeDealing) -> dict[str, int]:
    max_cards = tables.max_cards
    dealt = dealing.last_start + max_cards * (1 + dealing.further_rounds)
    if dealing.rounds is not None:
        dealt = int(dealing.begins().max()) + max_cards * dealing.rounds
    return {
        "CARDS": dealing.cards,
        "DEALT": min(-(-dealt // 4) * 4, dealing.cards),
        "LAST_START": dealing.last_start,
        "FURTHER": dealing.further_rounds,
        "FIXED": dealing.rounds or 0,
        "BURN": int(dealing.burn),
        "OUTCOMES": tables.outcomes,
        "LENGTHS": dealing.max_rounds(len(tables.book.order.initial)) + 1,
    }


def _order_defines(order: DealOrder, tables: GameTables, codes: Integers) -> dict[str, int]:
    """Return the bytes of `head` and `tail` that belong to each hand; byte 4 is a printed card."""
    a1, a2, b1, b2, c1 = (int(place) for place in tables.places)
    printed = order.permanent
    first = 3 - a1 if printed is None else 4
    coefs = [0, 0, 0, 0]
    for place, side in enumerate(order.initial):
        coefs[3 - place] = FIRST_BYTES * (1 if side is Side.PLAYER else SUMS)
    like = (first, 3 - b1, first, 5)
    unlike = (3 - a2, 3 - b2, 3 - b1, 6)
    drawn = (6 - c1, 7 - c1)
    marks = sum(MARK << 8 * (3 - place) for place in range(len(order.initial)))
    return {
        "FIRST_CARDS": len(order.initial),
        "HEAD_COEFS": sum(coef << 8 * at for at, coef in enumerate(coefs)),
        # `tail` is bytes 0 to 3 and `head` bytes 4 to 7, so the byte of a card is 7 - its place.
        "DRAWN_SELECT": drawn[0] | drawn[1] << 4,
        "LIKE_SELECT": sum(byte << 4 * at for at, byte in enumerate(like)),
        "UNLIKE_SELECT": sum(byte << 4 * at for at, byte in enumerate(unlike)),
        "PRINTED": (0 if printed is None else int(codes[printed - 1]))
        | NEVER_LIKE[0] << 8
        | NEVER_LIKE[1] << 16,
        "MARKS": marks if _counts_sevens(tables) else 0,
    }
