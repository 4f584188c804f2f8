"""The program of a count as the GPU reads it: definitions and tables in front of `counts.cu`.

Endings that belong to the same lines are one class: there are far fewer of them than cells, few
enough for a thread to keep its sums in shared memory.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from punto.odds.engine.multisets import MultisetBasis
from punto.odds.engine.plan import CountMethod, CountPlan
from punto.odds.engine.program import NO_CARD, PAIRED, Parts, rank_to_pair
from punto.odds.engine.third_cards import ThirdCards, TotalsCell, all_totals_cells, third_card_cases

Integers: TypeAlias = npt.NDArray[np.int32]

LEFT_ROWS = 10
REACHES = (7, 8, 10)
"""Totals that a take asks about are all below one of these."""

SIZES = 7
KINDS = 13


@dataclass(frozen=True, slots=True)
class GpuProgram:
    """The text in front of the kernels, and how many words a shoe needs beside them."""

    head: str
    words_a_shoe: int

    def source(self, in_doubles: bool, threads: int = 128, blocks: int = 1) -> str:
        """The whole text of the kernels, for one way of calculating and of launching them."""
        word = "#define IN_DOUBLES\n" if in_doubles else ""
        launch = f"#define THREADS {threads}\n#define BLOCKS {blocks}\n"
        kernels = files("punto.odds.engine").joinpath("counts.cu").read_text(encoding="utf-8")
        return word + launch + self.head + kernels


def gpu_program(plan: CountPlan) -> GpuProgram:
    """The program that counts the lines of a plan made up of cells or of pairs, all deals first."""
    lines: tuple[Parts, ...] = (frozenset(all_totals_cells()), *(line.parts for line in plan.lines))
    layout, first_two = plan.layout, plan.known_cards
    asks_pairs = bool(plan.lines_by(CountMethod.PAIRS))
    is_symmetric = not layout.player and not layout.banker
    class_of = _classes(lines)
    classes = len(set(class_of.values())) + (len(PAIRED) if asks_pairs else 0)
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
    """A basis of multisets, branch by branch, so that a thread keeps one branch at a time."""

    steps: Integers
    """A row a multiset: its size, its last kind, the copies before, and where its terms end."""
    terms: Integers
    """A row a term: a line, and the orders of a multiset in which it holds."""


def gpu_basis(basis: MultisetBasis) -> GpuBasis:
    """The multisets of a basis in the order in which branches are walked."""
    children: list[list[int]] = [[] for _ in basis.parents]
    for child, parent in enumerate(basis.parents[1:].tolist(), start=1):
        children[parent].append(child)
    held: dict[int, list[tuple[int, int]]] = {}
    for line, (start, stop) in enumerate(zip(basis.lines, basis.lines[1:], strict=False)):
        for member, orders in zip(
            basis.members[start:stop].tolist(), basis.orders[start:stop].tolist(), strict=True
        ):
            held.setdefault(member, []).append((line, orders))
    steps: list[tuple[int, int, int, int]] = []
    terms: list[tuple[int, int]] = []
    waiting = [(child, 1) for child in children[0][::-1]]
    while waiting:
        at, size = waiting.pop()
        terms += held.get(at, [])
        steps.append((size, int(basis.kinds[at]), int(basis.copies[at]), len(terms)))
        waiting += [(child, size + 1) for child in children[at][::-1]]
    return GpuBasis(
        np.array(steps, dtype=np.int32).reshape(-1, 4),
        np.array(terms, dtype=np.int32).reshape(-1, 2),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """Where a thread keeps the hands of two totals."""

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
    """The class of each cell; cells of one class belong to the same lines."""
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
    """Where the classes of each line begin, and the classes; those of pairs are the last."""
    starts, found = [0], list[int]()
    for line in lines:
        found += sorted({class_of[part] for part in line if isinstance(part, TotalsCell)})
        found += [classes - len(PAIRED) + at for at, paired in enumerate(PAIRED) if paired in line]
        starts.append(len(found))
    return starts, found


def _tables(
    every: Iterable[ThirdCards], class_of: dict[TotalsCell, int], rows: _Rows
) -> tuple[list[int], list[int], list[int]]:
    """Takes with their groups; groups of ends of one class; ends, four a word."""
    take_table, groups, ends = list[int](), list[int](), list[int]()
    for take in every:
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
    """Four rows a word, the last word filled up."""
    full = rows + [filler] * (-len(rows) % 4)
    return [
        full[at] | full[at + 1] << 8 | full[at + 2] << 16 | full[at + 3] << 24
        for at in range(0, len(full), 4)
    ]


def _table(name: str, numbers: Sequence[int]) -> str:
    return f"TABLE const {name}[] = {{{','.join(map(str, numbers or [0]))}}};\n"
