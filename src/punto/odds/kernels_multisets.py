"""Kernels for multisets: the ways of each multiset and the deals of each line, compiled."""

from typing import Any

from numba import njit, uintp

WEIGHED_AT_ONCE = 16

# All numbers are whole and exact, so multiplying and adding in one instruction is the same.
_compiled = njit(nogil=True, cache=True, fastmath={"contract"})
_inlined = njit(forceinline=True, fastmath={"contract"})


@_compiled
def weigh(shoes: Any, basis: Any, left: Any, ways: Any, columns: Any, out: Any) -> None:
    """Counts the deals of every line for many shoes, thirteen counts each: a lane is a shoe."""
    lanes = WEIGHED_AT_ONCE
    for start in range(0, len(shoes), lanes):
        for lane in range(lanes):
            # The last lanes may have no shoe of their own and repeat another.
            shoe = min(start + lane, len(shoes) - 1)
            _load_kinds(shoes[shoe], basis.by_rank, left, lanes, lane)
            ways[lane] = 1
        for grown in range(1, len(basis.parents)):
            row, copies = uintp(grown * lanes), basis.copies[grown]
            parent, kind = uintp(basis.parents[grown] * lanes), uintp(basis.kinds[grown] * lanes)
            for lane in range(lanes):
                last = left[kind + uintp(lane)] - copies
                ways[row + uintp(lane)] = ways[parent + uintp(lane)] * last
        for line in range(len(columns)):
            for lane in range(lanes):
                left[lane] = 0
            for place in range(basis.lines[line], basis.lines[line + 1]):
                row, orders = uintp(basis.members[place] * lanes), basis.orders[place]
                for lane in range(lanes):
                    left[lane] += orders * ways[row + uintp(lane)]
            for lane in range(min(lanes, len(shoes) - start)):
                out[start + lane, columns[line]] = left[lane]


@_compiled
def weigh_one(shoe: Any, basis: Any, left: Any, ways: Any, columns: Any, out: Any) -> None:
    """Counts the deals of every line for one shoe of thirteen counts."""
    _load_kinds(shoe, basis.by_rank, left, 1, 0)
    ways[0] = 1
    for grown in range(1, len(basis.parents)):
        last = left[uintp(basis.kinds[grown])] - basis.copies[grown]
        ways[uintp(grown)] = ways[uintp(basis.parents[grown])] * last
    for line in range(len(columns)):
        deals = ways[0] - ways[0]
        for place in range(basis.lines[line], basis.lines[line + 1]):
            deals += basis.orders[place] * ways[uintp(basis.members[place])]
        out[columns[line]] = deals


@_inlined
def _load_kinds(shoe: Any, by_rank: int, left: Any, lanes: int, lane: int) -> None:
    """Fills in the cards left by kind: thirteen ranks, or ten values from 0."""
    if by_rank:
        for rank in range(13):
            left[rank * lanes + lane] = shoe[rank]
    else:
        left[lane] = shoe[9] + shoe[10] + shoe[11] + shoe[12]
        for value in range(1, 10):
            left[value * lanes + lane] = shoe[value - 1]
