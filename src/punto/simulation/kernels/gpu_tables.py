"""Lay out the lookup tables of a game in the form that `shoes.cu` reads.

A card is one byte. The cards of a round fill two words: the first card is the top byte of `head`,
the fifth card the top byte of `tail`. The deal order assigns each byte to a hand.
"""

from dataclasses import dataclass

import numpy as np

from punto.core.cards import Rank
from punto.core.facts import point_value
from punto.core.sides import Side
from punto.core.tableau import DealOrder
from punto.simulation.game_tables import MAX_KINDS, USED_BITS, GameTables, Integers
from punto.simulation.shoe_dealing import ShoeDealing

MARK = 0x80
SUMS = 19
"""Two cards count 0 to 18 before the right digit is taken."""

FIRST_BYTES, ENTRY_BYTES, CODES_BYTES = 4, 2, 16

NEVER_LIKE = (0x7E, 0x7D)
"""Two bytes that no card has, so that an unused comparison always fails."""


@dataclass(frozen=True, slots=True)
class GpuTables:
    """What the kernels are handed: arrays, and names to define when they are compiled."""

    fresh: Integers
    codes: Integers
    words: Integers
    """All tables, one after another."""

    defines: dict[str, int]


def gpu_tables(tables: GameTables, dealing: ShoeDealing) -> GpuTables:
    """Return the tables and definitions of a game and of its dealing."""
    codes = _codes(tables)
    fresh = codes[dealing.fresh()]
    # A cell counts four, as its tally does in bytes, where sixteen bits hold that.
    cell = 4 if 4 * tables.outcomes << USED_BITS <= 1 << 16 else 1
    used = tables.thirds & ((1 << USED_BITS) - 1)
    entries = (tables.thirds >> USED_BITS) * cell << USED_BITS | used
    # Groups are addresses of tallies, which a cell is added to; the codes come behind them.
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
    """The definitions as a compiler takes them; large ones must say that they have no sign."""
    return [f"-D{name}={value}{'u' if value >> 31 else ''}" for name, value in defines.items()]


def _counts_sevens(tables: GameTables) -> bool:
    return len({end.sevens for end in tables.endings}) > 1


def _codes(tables: GameTables) -> Integers:
    """The byte of each rank: its value, what tells it from others of that value, its mark."""
    codes, met = np.zeros(16, np.uint8), [0] * 10
    for rank in Rank:
        value = point_value(int(rank))
        mark = MARK if _counts_sevens(tables) and rank is Rank.SEVEN else 0
        codes[rank - 1] = value | met[value] << 4 | mark
        met[value] += 1
    return codes


def _thirds(entries: Integers) -> tuple[Integers, Integers]:
    """The entries of every two totals, and what to find them by: where they begin, in bytes, above
    what the second third card and the first add.

    Where no third card matters one entry is enough, and where only the first does, ten.
    """
    starts, stored, begin = np.zeros(len(entries), np.int64), [], 0
    for at, hundred in enumerate(entries):
        by_first = hundred.reshape(10, 10)
        if (hundred == hundred[0]).all():
            here, adds = hundred[:1], 0
        elif (by_first == by_first[:, :1]).all():
            here, adds = by_first[:, 0], ENTRY_BYTES << 8
        else:
            here, adds = hundred, ENTRY_BYTES | 10 * ENTRY_BYTES << 8
        starts[at] = begin << 16 | adds
        stored.append(here)
        begin += ENTRY_BYTES * len(here)
    return starts, np.concatenate(stored)


def _first(tables: GameTables, starts: Integers) -> Integers:
    """By the sums of both hands: what to find the entries for their third cards by."""
    printed = tables.book.order.permanent
    extra = 0 if printed is None else point_value(int(printed))
    sums = np.arange(SUMS)
    found: Integers = starts.reshape(10, 10)[(sums + extra)[None, :] % 10, sums[:, None] % 10]
    return found.ravel().astype(np.uint32)


def _groups(tables: GameTables, codes: Integers) -> Integers:
    """By which first cards are alike and how many are marked: what to add to a cell.

    Found by looking at every two hands, so that nothing here knows what a pair is worth.
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
    """Which bytes of `head` and `tail` are whose; byte 4 of a selection is the printed card."""
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
        # `tail` gives bytes 0 to 3 and `head` 4 to 7, so a card's byte is 7 less its place.
        "DRAWN_SELECT": drawn[0] | drawn[1] << 4,
        "LIKE_SELECT": sum(byte << 4 * at for at, byte in enumerate(like)),
        "UNLIKE_SELECT": sum(byte << 4 * at for at, byte in enumerate(unlike)),
        "PRINTED": (0 if printed is None else int(codes[printed - 1]))
        | NEVER_LIKE[0] << 8
        | NEVER_LIKE[1] << 16,
        "MARKS": marks if _counts_sevens(tables) else 0,
    }
