"""Play shoes on a GPU with kernels compiled for one game, in the fastest measured launch shape.

This module needs CuPy and a CUDA device, and otherwise only NumPy. The GPU has a separate stream
of random numbers (see `shoes.cu`). The same seed gives the same totals on any GPU and with any
launch shape, but other shoes than on a CPU.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from punto.odds.engine.gpu import why_unavailable
from punto.simulation.game_tables import compile_tables
from punto.simulation.kernels.gpu_tables import GpuTables, gpu_tables, options
from punto.simulation.shoe_play import ShoeTask
from punto.simulation.totals import Totals, empty_totals

GPU_STREAM = "philox and multiply-with-carry by run of 64 shoes, version 1"
SHOES_A_RUN = 64
KERNELS = ("shoes_in_columns", "shoes_from_counts")
ALIGNED_THREADS = 512
ROUNDS_A_LAUNCH = 1 << 30
"""A block's 32-bit tallies hold four times as many rounds as it is given in one launch."""


@dataclass(frozen=True, slots=True)
class LaunchShape:
    """A design of the kernel and how it is laid out on the device."""

    kernel: str
    threads: int
    blocks_a_multiprocessor: int

    def __str__(self) -> str:
        return f"{self.kernel} {self.threads} threads x {self.blocks_a_multiprocessor} blocks"


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
"""What is tried; the first calls of a game find out which is fastest on the device at hand."""


def play_totals_on_gpu(task: ShoeTask, first: int, shoes: int) -> Totals:
    """Plays a range of shoes, from a multiple of 64 on, and tallies them."""
    if first % SHOES_A_RUN:
        raise ValueError(f"shoes from {first} on; a share begins at a multiple of {SHOES_A_RUN}")
    player = _player(task)
    return player.play(player.fastest(), task.seed, first, shoes)


def shared_bytes(gpu: GpuTables, launch: LaunchShape) -> int:
    """How much shared memory a block takes: tables, what its design keeps, tallies."""
    size = 4 * (len(gpu.words) + gpu.defines["OUTCOMES"] + gpu.defines["LENGTHS"])
    if launch.kernel == "shoes_in_columns":
        size += gpu.defines["CARDS"] * launch.threads
        # Wherever the block's memory begins, the columns begin at a multiple of all their words.
        size += 4 * launch.threads - 4 if launch.threads == ALIGNED_THREADS else 0
    return int(size)


@cache
def _player(task: ShoeTask) -> "GpuShoeRunner":
    return GpuShoeRunner(task)


class GpuShoeRunner:
    """Plays a task's shoes: tables on the device, and a kernel for each way of launching it."""

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
            cupy.asarray(each) for each in (self._gpu.fresh, self._gpu.codes, self._gpu.words)
        )
        self._kernels: dict[LaunchShape, Any] = {}
        self._fastest: LaunchShape | None = None

    def play(self, launch: LaunchShape, seed: int, first: int, shoes: int) -> Totals:
        """Plays shoes from a number on, in launches short enough for the tallies of a block."""
        cupy = self._cupy
        by_outcome = cupy.zeros(self._tables.outcomes, np.uint64)
        by_length = cupy.zeros(len(self._empty.lengths), np.uint64)
        # Runs go round the blocks, so each block plays its even share of a launch.
        blocks = self._blocks(launch)
        shoes_per_launch = ROUNDS_A_LAUNCH * blocks // self._max_rounds // SHOES_A_RUN * SHOES_A_RUN
        for start in range(0, shoes, shoes_per_launch):
            here = min(shoes_per_launch, shoes - start)
            self.start(launch, by_outcome, by_length, seed, first + start, here)
        return Totals(
            shoes,
            cupy.asnumpy(by_outcome).astype(np.int64),
            cupy.asnumpy(by_length).astype(np.int64),
            self._empty.streaks.copy(),
        )

    def fresh_bytes(self) -> np.ndarray:
        """The cards of the shoe before it is shuffled, a byte each."""
        return self._gpu.fresh.view(np.uint8).copy()

    def use_fresh(self, cards: np.ndarray) -> None:
        """Plays with other cards than the game's, which a test must notice."""
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
        """Starts one launch, which adds to both tallies on the device."""
        self.kernel(launch)(
            (self._blocks(launch),),
            (launch.threads,),
            (
                *self._arrays,
                by_outcome,
                by_length,
                np.uint64(seed),
                np.uint64(first // SHOES_A_RUN),
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
                np.uint64(first // SHOES_A_RUN),
                np.uint64(shoes),
            ),
            shared_mem=self.shared_bytes(launch),
        )

    def fastest(self, among: Sequence[LaunchShape] = ()) -> LaunchShape:
        """The launch that plays most shoes in a second; found by trying, once a game."""
        if self._fastest is None:
            fitting = self.fitting()
            named = [launch for launch in among if launch in fitting]
            tried = {each: self.rate(each, 1) for each in named or fitting}
            self._fastest = max(tried, key=tried.__getitem__)
        return self._fastest

    def fitting(self) -> list[LaunchShape]:
        """The launches for which a multiprocessor has memory enough."""
        limit = self._device.attributes["MaxSharedMemoryPerMultiprocessor"]
        block_limit = self._device.attributes["MaxSharedMemoryPerBlockOptin"]
        # The driver keeps a kilobyte a block for itself.
        return [
            launch
            for launch in LAUNCHES
            if self.shared_bytes(launch) <= block_limit
            and launch.blocks_a_multiprocessor * (self.shared_bytes(launch) + 1024) <= limit
        ] or [LaunchShape("shoes_from_counts", 128, 1)]

    def even_shoes(self, launch: LaunchShape, runs: int) -> int:
        """Shoes of which every thread plays as many runs, so that none waits for the others."""
        return SHOES_A_RUN * runs * launch.threads * self._blocks(launch)

    def rate(self, launch: LaunchShape, runs: int, times: int = 2) -> float:
        """Shoes a second when every thread has as many runs to play."""
        shoes = self.even_shoes(launch, runs)
        return shoes / self.seconds(launch, shoes, times)

    def seconds(self, launch: LaunchShape, shoes: int, times: int = 2) -> float:
        """The least time that some shoes took, on the device's own clock."""
        cupy = self._cupy
        by_outcome = cupy.zeros(self._tables.outcomes, np.uint64)
        by_length = cupy.zeros(len(self._empty.lengths), np.uint64)
        self.start(launch, by_outcome, by_length, 0, 0, SHOES_A_RUN)
        best = float("inf")
        for _ in range(times):
            begun, ended = cupy.cuda.Event(), cupy.cuda.Event()
            begun.record()
            self.start(launch, by_outcome, by_length, 0, 0, shoes)
            ended.record()
            ended.synchronize()
            best = min(best, cupy.cuda.get_elapsed_time(begun, ended) / 1000)
        return best

    def with_defines(self, **defines: int) -> None:
        """Compiles the kernels anew with definitions of the caller's, as a benchmark asks."""
        self._kernels.clear()
        self._gpu = replace(self._gpu, defines={**self._gpu.defines, **defines})

    def kernel(self, launch: LaunchShape) -> Any:
        """The kernel of a launch, compiled when it is first asked for."""
        if launch not in self._kernels:
            defines = {
                **self._gpu.defines,
                "THREADS": launch.threads,
                "BLOCKS": launch.blocks_a_multiprocessor,
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
        """How much shared memory a block takes."""
        return shared_bytes(self._gpu, launch)

    def _blocks(self, launch: LaunchShape) -> int:
        return int(launch.blocks_a_multiprocessor * self._device.attributes["MultiProcessorCount"])
