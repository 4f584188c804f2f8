"""Count the deals of every pay line for many shoes on a GPU, exactly, with kernels per game.

The module needs CuPy, NumPy and a CUDA device. It does not need numba.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.engine import numpy_counts
from punto.odds.engine.gpu import why_unavailable
from punto.odds.engine.gpu_program import KINDS, SIZES, gpu_basis, gpu_program
from punto.odds.engine.plan import CountMethod, plan_count

Numbers: TypeAlias = npt.NDArray[np.int64]

MAX_CARDS_IN_DOUBLES = 458
"""As on a CPU: no number is larger than the number of deals, which doubles hold exactly."""

WORD_BYTES = 8
RESERVED_BYTES = 1024
"""What the driver keeps of shared memory for each block."""

WEIGH_THREADS = 64
THREADS_IN_WORDS = 256

SHOES_AT_ONCE = 1 << 22
"""So many that every multiprocessor is busy, and few enough for the memory of a device."""


@dataclass(frozen=True, slots=True)
class LaunchShape:
    """How many threads a block has, and for how many blocks on a multiprocessor it is compiled."""

    threads: int
    blocks: int


LAUNCHES = (
    LaunchShape(64, 5),
    LaunchShape(160, 2),
    LaunchShape(96, 3),
    LaunchShape(128, 2),
    LaunchShape(64, 3),
    LaunchShape(192, 1),
    LaunchShape(64, 2),
    LaunchShape(32, 1),
)
"""What may be tried; those that need more memory than the device has are left out."""


@lru_cache(maxsize=64)
def gpu_counter(book: Rulebook, tableau: Tableau) -> "GpuCounter":
    """What counts the lines of a game for what lies on the layout."""
    return GpuCounter(book, tableau)


class GpuCounter:
    """Counts shoes: tables on the device, and a kernel for each way of launching it."""

    def __init__(self, book: Rulebook, tableau: Tableau) -> None:
        if (why := why_unavailable()) is not None:
            raise ValueError(why)
        import cupy

        self._cupy = cupy
        self._attributes = cupy.cuda.Device().attributes
        self.plan = plan_count(book, tableau)
        self._program = gpu_program(self.plan)
        self._kernels: dict[tuple[str, LaunchShape, bool], Any] = {}
        self._columns = 1 + np.array(self.plan.lines_by(CountMethod.MULTISETS), dtype=np.int32)
        self._basis: tuple[Any, ...] = ()
        if len(self._columns):
            basis = numpy_counts.joint_basis(self.plan)
            found = gpu_basis(basis)
            self._basis = (
                cupy.asarray(found.steps),
                np.int32(len(found.steps)),
                cupy.asarray(found.terms),
                cupy.asarray(self._columns),
                np.int32(len(self._columns)),
                np.int32(basis.by_rank),
            )

    def count(self, shoes: Numbers) -> Numbers:
        """All deals of a round, then those in which each line holds: a row a shoe."""
        out = np.empty((len(shoes), 1 + len(self.plan.lines)), dtype=np.int64)
        for start in range(0, len(shoes), SHOES_AT_ONCE):
            some = slice(start, start + SHOES_AT_ONCE)
            on_device = self.load(shoes[some])
            in_doubles = int(on_device.sum(axis=0).max()) <= MAX_CARDS_IN_DOUBLES
            found = self.start(on_device, in_doubles, self.launches(in_doubles)[0])
            self._cupy.asnumpy(self._cupy.ascontiguousarray(found.T), out=out[some])
        numpy_counts.reference_counts(self.plan, shoes, out)
        return out

    def load(self, shoes: Numbers) -> Any:
        """The shoes on the device, rank by rank."""
        # Turned round on the device, which does it while a host would still be reading.
        return self._cupy.ascontiguousarray(self._cupy.asarray(shoes).T.astype(np.int32))

    def start(self, on_device: Any, in_doubles: bool, launch: LaunchShape) -> Any:
        """Starts the count of shoes on the device; the deals come line by line."""
        number = on_device.shape[1]
        out = self._cupy.empty((1 + len(self.plan.lines), number), dtype=np.int64)
        if not number:
            return out
        kernel = self.kernel("count_shoes", launch, in_doubles)
        kernel(
            (-(-number // launch.threads),),
            (launch.threads,),
            (on_device, np.int64(number), out),
            shared_mem=self.shared_bytes(launch),
        )
        if self._basis:
            self._weigh(on_device, out, launch, in_doubles)
        return out

    def launches(self, in_doubles: bool = True) -> tuple[LaunchShape, ...]:
        """The launches for which the device has shared memory enough, the best known first."""
        a_block = self._attributes["MaxSharedMemoryPerBlockOptin"]
        in_all = self._attributes["MaxSharedMemoryPerMultiprocessor"]
        fitting = [
            launch
            for launch in LAUNCHES
            if self.shared_bytes(launch) <= a_block
            and launch.blocks * (self.shared_bytes(launch) + RESERVED_BYTES) <= in_all
        ]
        if not in_doubles:
            # A 64-bit product takes registers; few threads have enough of them.
            fitting.sort(key=lambda launch: launch.threads * launch.blocks > THREADS_IN_WORDS)
        return tuple(fitting)

    def shared_bytes(self, launch: LaunchShape) -> int:
        """The shared memory that a block asks for."""
        return self._program.words_a_shoe * launch.threads * WORD_BYTES

    def kernel(self, name: str, launch: LaunchShape, in_doubles: bool) -> Any:
        """A kernel, compiled when it is first asked for."""
        key = name, launch, in_doubles
        if key not in self._kernels:
            source = self._program.source(in_doubles, launch.threads, launch.blocks)
            module = self._cupy.RawModule(code=source, options=("-std=c++17",))
            for each in ("count_shoes", "weigh_shoes"):
                self._kernels[each, launch, in_doubles] = module.get_function(each)
            count = self._kernels["count_shoes", launch, in_doubles]
            count.max_dynamic_shared_size_bytes = self.shared_bytes(launch)
        return self._kernels[key]

    def _weigh(self, on_device: Any, out: Any, launch: LaunchShape, in_doubles: bool) -> None:
        number, words = on_device.shape[1], KINDS + SIZES + len(self._columns)
        kernel = self.kernel("weigh_shoes", launch, in_doubles)
        shared = words * WEIGH_THREADS * WORD_BYTES
        kernel.max_dynamic_shared_size_bytes = shared
        kernel(
            (-(-number // WEIGH_THREADS),),
            (WEIGH_THREADS,),
            (on_device, np.int64(number), *self._basis, out),
            shared_mem=shared,
        )
