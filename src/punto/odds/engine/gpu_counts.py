"""Count the deals of every pay line for many shoes on a GPU, with kernels per game.

This module writes definitions and tables for a game in front of the source `counts.cu`, compiles
the text and runs it. Counting needs CuPy, NumPy and a CUDA device, but not numba.

Cells that belong to the same pay lines form one class. There are far fewer classes than cells,
few enough for a thread to store its sums in shared memory.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.engine import numpy_counts
from punto.odds.engine.gpu import why_unavailable
from punto.odds.engine.multisets import MultisetBasis
from punto.odds.engine.pairs import PAIR_PATTERNS
from punto.odds.engine.plan import CountMethod, CountPlan, plan_count
from punto.odds.engine.program import NO_CARD, Parts, rank_to_pair
from punto.odds.engine.third_cards import ThirdCards, TotalsCell, all_totals_cells, third_card_cases

Numbers: TypeAlias = npt.NDArray[np.int64]
Integers: TypeAlias = npt.NDArray[np.int32]

MAX_CARDS_IN_DOUBLES = 458
"""The largest shoe that doubles count exactly; `numba_counts` gives the reason."""

WORD_BYTES = 8
RESERVED_BYTES = 1024
"""The shared memory that the driver reserves for each block."""

WEIGH_THREADS = 64
THREADS_IN_WORDS = 256

SHOES_AT_ONCE = 1 << 22
"""Enough shoes to occupy every multiprocessor, and few enough for the memory of a device."""


@dataclass(frozen=True, slots=True)
class LaunchShape:
    """The number of threads per block, and of blocks per multiprocessor, to compile for."""

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
"""The launch shapes to try, the fastest known first; a device may lack memory for some."""


@lru_cache(maxsize=64)
def gpu_counter(book: Rulebook, tableau: Tableau) -> "GpuCounter":
    """Return the counter for the lines of a game, with these cards on the layout."""
    return GpuCounter(book, tableau)


class GpuCounter:
    """Counts shoes on the device, with a compiled kernel for each launch shape."""

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
            walk = gpu_basis(basis)
            self._basis = (
                cupy.asarray(walk.steps),
                np.int32(len(walk.steps)),
                cupy.asarray(walk.terms),
                cupy.asarray(self._columns),
                np.int32(len(self._columns)),
                np.int32(basis.by_rank),
            )

    def count(self, shoes: Numbers) -> Numbers:
        """Count all deals, then those in which each line holds: one row per shoe."""
        out = np.empty((len(shoes), 1 + len(self.plan.lines)), dtype=np.int64)
        for start in range(0, len(shoes), SHOES_AT_ONCE):
            some = slice(start, start + SHOES_AT_ONCE)
            on_device = self.load(shoes[some])
            in_doubles = int(on_device.sum(axis=0).max()) <= MAX_CARDS_IN_DOUBLES
            counts = self.start(on_device, in_doubles, self.launches(in_doubles)[0])
            self._cupy.asnumpy(self._cupy.ascontiguousarray(counts.T), out=out[some])
        numpy_counts.reference_counts(self.plan, shoes, out)
        return out

    def load(self, shoes: Numbers) -> Any:
        """Copy the shoes to the device, rank by rank."""
        # The device transposes the array, because it is much faster than the host.
        return self._cupy.ascontiguousarray(self._cupy.asarray(shoes).T.astype(np.int32))

    def start(self, on_device: Any, in_doubles: bool, launch: LaunchShape) -> Any:
        """Start the count of shoes on the device; the result has one row per line."""
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
        """Return the launch shapes that fit the device's shared memory, the fastest first."""
        per_block = self._attributes["MaxSharedMemoryPerBlockOptin"]
        in_total = self._attributes["MaxSharedMemoryPerMultiprocessor"]
        fitting = [
            launch
            for launch in LAUNCHES
            if self.shared_bytes(launch) <= per_block
            and launch.blocks * (self.shared_bytes(launch) + RESERVED_BYTES) <= in_total
        ]
        if not in_doubles:
            # A 64-bit product needs many registers, so shapes with fewer threads come first.
            fitting.sort(key=lambda launch: launch.threads * launch.blocks > THREADS_IN_WORDS)
        return tuple(fitting)

    def shared_bytes(self, launch: LaunchShape) -> int:
        """Return the shared memory that a block needs."""
        return self._program.words_per_shoe * launch.threads * WORD_BYTES

    def kernel(self, name: str, launch: LaunchShape, in_doubles: bool) -> Any:
        """Return a kernel, compiled on first use."""
        key = name, launch, in_doubles
        if key not in self._kernels:
            source = self._program.source(in_doubles, launch.threads, launch.blocks)
            module = self._cupy.RawModule(code=source, options=("-std=c++17",))
            for function in ("count_shoes", "weigh_shoes"):
                self._kernels[function, launch, in_doubles] = module.get_function(function)
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


LEFT_ROWS = 10
REACHES = (7, 8, 10)
"""The upper bounds of the totals that the hands of a third-card case can have."""

SIZES = 7
KINDS = 13


@dataclass(frozen=True, slots=True)
class GpuProgram:
    """The text in front of the kernels, and the words of shared memory that a shoe needs."""

    head: str
    words_per_shoe: int

    def source(self, in_doubles: bool, threads: int = 128, blocks: int = 1) -> str:
        """Return the whole source of the kernels, for one number type and launch shape."""
        word = "#define IN_DOUBLES\n" if in_doubles else ""
        launch = f"#define THREADS {threads}\n#define BLOCKS {blocks}\n"
        kernels = files("punto.odds.engine").joinpath("counts.cu").read_text(encoding="utf-8")
        return word + launch + self.head + kernels


def gpu_program(plan: CountPlan) -> GpuProgram:
    """Return the program that counts all deals, then the lines made up of cells or of pairs."""
    lines: tuple[Parts, ...] = (frozenset(all_totals_cells()), *(line.parts for line in plan.lines))
    layout, first_two = plan.layout, plan.known_cards
    asks_pairs = bool(plan.lines_by(CountMethod.PAIRS))
    is_symmetric = not layout.player and not layout.banker
    class_of = _classes(lines)
    classes = len(set(class_of.values())) + (len(PAIR_PATTERNS) if asks_pairs else 0)
    rows = _Rows(is_symmetric)
    take_table, groups, ends = _tables(
        third_card_cases(layout.player_third, layout.banker_third), class_of, rows
    )
    starts, of_lines = _classes_of(lines, class_of, classes)
    defines = {
        "PLAYER_SEEN": len(layout.player),
        "BANKER_SEEN": len(layout.banker),
        "PLAYER_TOTAL": sum(layout.player) % 10,
        "BANKER_TOTAL": sum(layout.banker) % 10,
        "PLACES": layout.open_places,
        "ASKS_PAIRS": int(asks_pairs),
        "PLAYER_RANK": rank_to_pair(first_two.player),
        "BANKER_RANK": rank_to_pair(first_two.banker),
        "NO_CARD": NO_CARD,
        "TAKE_COUNT": len(take_table) // 6,
        "LINE_COUNT": len(lines),
        "CLASSES": classes,
    }
    tables = {
        "unsigned short TAKES": take_table,
        "unsigned short GROUPS": groups,
        "unsigned int ENDS": ends,
        "unsigned short LINES": starts,
        "unsigned short CLASSES_OF": of_lines,
    }
    constant = (
        "#ifdef __CUDACC__\n#define TABLE __constant__\n#else\n#define TABLE static\n#endif\n"
    )
    text = "".join(f"#define {name} {value}\n" for name, value in defines.items()) + constant
    text += "".join(_table(name, numbers) for name, numbers in tables.items())
    return GpuProgram(text, rows.zero + 1 + classes)


@dataclass(frozen=True, slots=True)
class GpuBasis:
    """A basis of multisets in depth-first order, so that a thread stores one branch at a time."""

    steps: Integers
    """One row per multiset: size, last kind, copies in the parent, and where its terms end."""
    terms: Integers
    """One row per term: a line, and the orders of a multiset in which it holds."""


def gpu_basis(basis: MultisetBasis) -> GpuBasis:
    """Return the multisets of a basis in depth-first order."""
    children: list[list[int]] = [[] for _ in basis.parents]
    for child, parent in enumerate(basis.parents[1:].tolist(), start=1):
        children[parent].append(child)
    terms_of: dict[int, list[tuple[int, int]]] = {}
    for line, (start, stop) in enumerate(zip(basis.lines, basis.lines[1:], strict=False)):
        for member, orders in zip(
            basis.members[start:stop].tolist(), basis.orders[start:stop].tolist(), strict=True
        ):
            terms_of.setdefault(member, []).append((line, orders))
    steps: list[tuple[int, int, int, int]] = []
    terms: list[tuple[int, int]] = []
    stack = [(child, 1) for child in children[0][::-1]]
    while stack:
        at, size = stack.pop()
        terms += terms_of.get(at, [])
        steps.append((size, int(basis.kinds[at]), int(basis.copies[at]), len(terms)))
        stack += [(child, size + 1) for child in children[at][::-1]]
    return GpuBasis(
        np.array(steps, dtype=np.int32).reshape(-1, 4),
        np.array(terms, dtype=np.int32).reshape(-1, 2),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """The row of a thread's column that stores the number of hands with two totals."""

    is_symmetric: bool

    def hands(self, player: int, banker: int) -> int:
        low, high = sorted((player, banker))
        return LEFT_ROWS + (
            high * (high + 1) // 2 + low if self.is_symmetric else 10 * player + banker
        )

    @property
    def zero(self) -> int:
        return LEFT_ROWS + (55 if self.is_symmetric else 100)


def _classes(lines: Sequence[Parts]) -> dict[TotalsCell, int]:
    """Return the class of each cell; cells of one class belong to the same lines."""
    numbers: dict[tuple[int, ...], int] = {}
    return {
        cell: numbers.setdefault(
            tuple(at for at, line in enumerate(lines) if cell in line), len(numbers)
        )
        for cell in all_totals_cells()
    }


def _classes_of(
    lines: Sequence[Parts], class_of: dict[TotalsCell, int], classes: int
) -> tuple[list[int], list[int]]:
    """Return where the classes of each line start, and the classes; pairs have the last ones."""
    starts, of_lines = [0], list[int]()
    first_pair = classes - len(PAIR_PATTERNS)
    for line in lines:
        of_lines += sorted({class_of[part] for part in line if isinstance(part, TotalsCell)})
        of_lines += [first_pair + at for at, pair in enumerate(PAIR_PATTERNS) if pair in line]
        starts.append(len(of_lines))
    return starts, of_lines


def _tables(
    cases: Iterable[ThirdCards], class_of: dict[TotalsCell, int], rows: _Rows
) -> tuple[list[int], list[int], list[int]]:
    """Return three tables: third-card cases, groups of ends of one class, and ends.

    A case refers to its groups, and a group to its ends. A word holds four ends.
    """
    take_table, groups, ends = list[int](), list[int](), list[int]()
    for take in cases:
        by_class: dict[int, list[int]] = {}
        for end in take.ends:
            hands = rows.hands(end.player, end.banker)
            by_class.setdefault(class_of[end.cell], []).append(hands)
        first_group = len(groups) // 3
        for number, hands_of_class in sorted(by_class.items()):
            start = len(ends)
            ends += _in_fours(hands_of_class, rows.zero)
            groups += (number, start, len(ends))
        reach = next(reach for reach in REACHES if all(max(end[:2]) < reach for end in take.ends))
        values = (*take.values, NO_CARD, NO_CARD)[:2]
        take_table += (*values, take.places_left, reach, first_group, len(groups) // 3)
    return take_table, groups, ends


def _in_fours(rows: list[int], filler: int) -> list[int]:
    """Pack four rows into each word, and fill the last word up."""
    full = rows + [filler] * (-len(rows) % 4)
    return [
        full[at] | full[at + 1] << 8 | full[at + 2] << 16 | full[at + 3] << 24
        for at in range(0, len(full), 4)
    ]


def _table(name: str, numbers: Sequence[int]) -> str:
    return f"TABLE const {name}[] = {{{','.join(map(str, numbers or [0]))}}};\n"
