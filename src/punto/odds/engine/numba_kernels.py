"""Count the deals of pay lines in kernels that numba compiles, for many shoes at once.

The kernels repeat the steps of `factorised` and `pairs` with machine words instead of Python's
integers. They contain no rules. A `KernelProgram` defines which third cards are possible, which
hands draw them and which ends make up a line. A "take" is one choice of third cards (`ThirdCards`)
and its "ends" are the pairs of two-card totals that draw exactly these cards.

The work space has rows of lanes: one row per value, total or pair of totals, one lane per shoe.
Every function is compiled into its caller, so that loops over lanes have a constant length and
rows have constant distances. Only then can the compiler use one instruction for eight shoes.

docs/explanation/exact-odds.md defines the letters: c cards left, p pairs, s pairs by their first
card, h pairs of pairs with a card in common, n hands, w ways.
"""

from typing import Any

from numba import njit, uintp

from punto.odds.engine.program import ANY_RANK, HIGH, LOW, NO_CARD, SEVEN

SHOES_AT_ONCE, TAKES_AT_ONCE = 64, 16

# The rows of the work space. The first ten hold the cards left by value.
WAYS = 10  # the ways to draw the third cards and to fill the places that they leave empty
PAIRS, HANDS = 11, 21
FILLED = 121  # the ways to fill zero, one or two empty places
CARDS, RANKS, SUM, ROWS = 124, 125, 138, 139

# All numbers are whole and exact, so a fused multiply-add gives the same result.
_compiled = njit(nogil=True, cache=True, fastmath={"contract"})
_inlined = njit(forceinline=True, fastmath={"contract"})


@_compiled
def price(shoes: Any, program: Any, work: Any, slots: Any, out: Any) -> None:
    """Count the deals of every line for many shoes of thirteen counts; a lane is a shoe."""
    lanes, takes, runs = SHOES_AT_ONCE, program.takes, program.runs
    known = program.player_known, program.banker_known, program.player_total, program.banker_total
    for start in range(0, len(shoes), lanes):
        for lane in range(lanes):
            shoe = min(start + lane, len(shoes) - 1)  # the last lanes may repeat a shoe
            for rank in range(13):
                work[(RANKS + rank) * lanes + lane] = shoes[shoe, rank]
        _load(work, lanes, program.places)
        slots[:] = 0
        for take in range(len(takes)):
            _take(work, lanes, takes, take)
            _count_hands(work, lanes, takes[take, 3], known)
            for run in range(takes[take, 4], takes[take, 5]):
                _add(work, lanes, slots, runs, run)
            _put_back(work, lanes, takes, take)
        if program.asks_pairs:
            for lane in range(lanes):
                _count_pairs(work, lanes, lane, program, slots, lanes)
        _sum_lines(work, lanes, slots, program, out, start)


@_compiled
def price_one(shoe: Any, program: Any, work: Any, slots: Any, out: Any) -> None:
    """Count the deals of every line for one shoe; a lane is a take."""
    lanes, takes, runs = TAKES_AT_ONCE, program.takes, program.runs
    known = program.player_known, program.banker_known, program.player_total, program.banker_total
    slots[:] = 0
    for rank in range(13):
        for lane in range(lanes):
            work[(RANKS + rank) * lanes + lane] = shoe[rank]
    for start in range(0, len(takes), lanes):
        _load(work, lanes, program.places)
        reach = 0
        for lane in range(lanes):
            take = min(start + lane, len(takes) - 1)
            reach = max(reach, takes[take, 3])
            _take_in(work, lanes, lane, takes, take)
        _count_hands(work, lanes, reach, known)
        for lane in range(min(lanes, len(takes) - start)):
            for run in range(takes[start + lane, 4], takes[start + lane, 5]):
                _add_from(work, lanes, lane, slots, runs, run)
    if program.asks_pairs:
        _count_pairs(work, lanes, 0, program, slots, 1)
    for line in range(len(out)):
        deals = slots[0] - slots[0]
        for at in range(program.lines[line], program.lines[line + 1]):
            deals += slots[uintp(program.slots[at])]
        out[line] = deals


@_inlined
def _load(work: Any, lanes: int, places: int) -> None:
    """Fill the rows of cards by value, and of ways to fill the places of third cards."""
    for lane in range(lanes):
        tens = work[(RANKS + 9) * lanes + lane] + work[(RANKS + 10) * lanes + lane]
        courts = work[(RANKS + 11) * lanes + lane] + work[(RANKS + 12) * lanes + lane]
        work[lane] = work[CARDS * lanes + lane] = tens + courts
    for value in range(1, 10):
        for lane in range(lanes):
            work[value * lanes + lane] = work[(RANKS + value - 1) * lanes + lane]
            work[CARDS * lanes + lane] += work[value * lanes + lane]
    for lane in range(lanes):
        over = work[CARDS * lanes + lane] - places
        work[FILLED * lanes + lane] = 1
        work[(FILLED + 1) * lanes + lane] = over + 1
        work[(FILLED + 2) * lanes + lane] = (over + 1) * (over + 2)


@_inlined
def _take(work: Any, lanes: int, takes: Any, take: int) -> None:
    """Remove the third cards from the shoe of every lane."""
    filled = uintp((FILLED + takes[take, 2]) * lanes)
    for lane in range(lanes):
        work[WAYS * lanes + lane] = work[filled + uintp(lane)]
    for value in (takes[take, 0], takes[take, 1]):
        if value != NO_CARD:
            row = uintp(value * lanes)
            for lane in range(lanes):
                work[WAYS * lanes + lane] *= work[row + uintp(lane)]
                work[row + uintp(lane)] -= 1


@_inlined
def _put_back(work: Any, lanes: int, takes: Any, take: int) -> None:
    for value in (takes[take, 0], takes[take, 1]):
        if value != NO_CARD:
            row = uintp(value * lanes)
            for lane in range(lanes):
                work[row + uintp(lane)] += 1


@_inlined
def _take_in(work: Any, lanes: int, lane: int, takes: Any, take: int) -> None:
    """Remove the third cards from the shoe of one lane."""
    ways = work[(FILLED + takes[take, 2]) * lanes + lane]
    for value in (takes[take, 0], takes[take, 1]):
        if value != NO_CARD:
            ways *= work[value * lanes + lane]
            work[value * lanes + lane] -= 1
    work[WAYS * lanes + lane] = ways


@_inlined
def _add(work: Any, lanes: int, slots: Any, runs: Any, run: int) -> None:
    """Add neighbouring hands to neighbouring slots."""
    row, to = uintp((HANDS + runs[run, 0]) * lanes), uintp(runs[run, 1] * lanes)
    for at in range(uintp(runs[run, 2] * lanes)):
        slots[to + at] += work[row + at]


@_inlined
def _add_from(work: Any, lanes: int, lane: int, slots: Any, runs: Any, run: int) -> None:
    """Add neighbouring hands of one lane to neighbouring slots."""
    row, to = uintp((HANDS + runs[run, 0]) * lanes + lane), uintp(runs[run, 1])
    for at in range(uintp(runs[run, 2])):
        slots[to + at] += work[row + uintp(lanes) * at]


@_inlined
def _sum_lines(work: Any, lanes: int, slots: Any, program: Any, out: Any, start: int) -> None:
    for line in range(out.shape[1]):
        for lane in range(lanes):
            work[SUM * lanes + lane] = 0
        for at in range(program.lines[line], program.lines[line + 1]):
            row = uintp(program.slots[at] * lanes)
            for lane in range(lanes):
                work[SUM * lanes + lane] += slots[row + uintp(lane)]
        for lane in range(min(lanes, len(out) - start)):
            out[start + lane, line] = work[SUM * lanes + lane]


@_inlined
def _count_pairs(work: Any, lanes: int, lane: int, program: Any, slots: Any, apart: int) -> None:
    """Count the deals of each pair pattern, in the order of `pairs.PAIR_PATTERNS`."""
    cards, places = work[CARDS * lanes + lane], program.places
    for_player, for_banker = 2 - program.player_known, 2 - program.banker_known
    drawn = for_player + for_banker
    players = bankers = common = same = cards - cards
    for rank in range(13):
        left = work[(RANKS + rank) * lanes + lane]
        own = other = cards - cards
        if program.player_rank == ANY_RANK or program.player_rank == rank:
            own += _falling(left, for_player)
        if program.banker_rank == ANY_RANK or program.banker_rank == rank:
            other += _falling(left, for_banker)
        if own > 0 and other > 0:
            same += _falling(left, drawn)
        players += own
        bankers += other
        common += own * other
    rest = _falling(cards - drawn, places - drawn)
    unlike, alike = (players * bankers - common) * rest, same * rest
    players *= _falling(cards - for_player, places - for_player)
    bankers *= _falling(cards - for_banker, places - for_banker)
    both = unlike + alike
    at = program.ends * apart + lane
    slots[at], slots[at + apart] = alike, unlike
    slots[at + 2 * apart], slots[at + 3 * apart] = players - both, bankers - both
    slots[at + 4 * apart] = _falling(cards, places) - players - bankers + both


@_inlined
def _falling(cards: Any, places: int) -> Any:
    ways = cards - cards + 1
    for filled in range(places):
        ways *= cards - filled
    return ways


@_inlined
def _count_hands(work: Any, lanes: int, reach: int, known: Any) -> None:
    """Count the hands with each pair of totals that a take needs."""
    if known[0] == 0 and known[1] == 0:
        _low(work, lanes)
        if reach >= SEVEN:
            _seven(work, lanes)
        if reach == HIGH:
            _high(work, lanes)
        return
    _pairs_by_total(work, lanes)
    for i in range(reach):
        for j in range(max(reach, LOW + 1)):
            _partly_known(work, lanes, known, i, j)


@_inlined
def _partly_known(work: Any, lanes: int, known: Any, i: int, j: int) -> None:
    """Count hands with some known cards; x and y are the points missing to their totals."""
    player, banker, x, y = known[0], known[1], (i - known[2]) % 10, (j - known[3]) % 10
    hands = uintp((HANDS + 10 * i + j) * lanes)
    if (player == 2 and x != 0) or (banker == 2 and y != 0):
        for lane in range(lanes):
            work[hands + uintp(lane)] = 0
    elif player == 2 and banker == 2:
        for lane in range(lanes):
            work[hands + uintp(lane)] = work[WAYS * lanes + lane]
    elif player == 2 or banker == 2:
        # The other hand needs a pair, or one card.
        total, card = (i, x) if banker == 2 else (j, y)
        row = uintp((card if player + banker == 3 else PAIRS + total) * lanes)
        for lane in range(lanes):
            work[hands + uintp(lane)] = work[WAYS * lanes + lane] * work[row + uintp(lane)]
    elif player == 1 and banker == 1:
        first, second, same = uintp(x * lanes), uintp(y * lanes), int(x == y)
        for lane in range(lanes):
            ways = work[first + uintp(lane)] * (work[second + uintp(lane)] - same)
            work[hands + uintp(lane)] = work[WAYS * lanes + lane] * ways
    else:
        card, total = (x, j) if player == 1 else (y, i)
        partner = (total - card) % 10
        first, second = uintp(card * lanes), uintp(partner * lanes)
        pairs, itself = uintp((PAIRS + total) * lanes), int(card == partner)
        for lane in range(lanes):
            without = work[pairs + uintp(lane)] - 2 * (work[second + uintp(lane)] - itself)
            ways = work[first + uintp(lane)] * without
            work[hands + uintp(lane)] = work[WAYS * lanes + lane] * ways


@_inlined
def _pairs_by_total(work: Any, lanes: int) -> None:
    for lane in range(lanes):
        p = _pairs(_left(work, lanes, lane))
        _put(work, lanes, lane, PAIRS, p[:7])
        _put(work, lanes, lane, PAIRS + 3, p[3:])


# Hands without known cards, written out so that a lane's numbers stay in registers. Each row of ten
# terms is the cards of values 0 to 9 times the partners that make one total. A card is not a
# partner of itself.
# fmt: off


@_inlined
def _low(k: Any, lanes: int) -> None:
    """Count hands of totals below 6 with hands of totals up to 6, and the reverse."""
    for lane in range(lanes):
        c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 = c = _left(k, lanes, lane)
        p = _pairs(c)
        w = k[WAYS * lanes + lane]
        n00, n01, n02, n03, n04, n05, n06, _, _, _ = _hands(w, 0, p[0], p, _common(c,
            c0*(c0-1), c1*c9, c2*c8, c3*c7, c4*c6, c5*(c5-1), c6*c4, c7*c3, c8*c2, c9*c1))
        _, n11, n12, n13, n14, n15, n16, _, _, _ = _hands(w, 1, p[1], p, _common(c,
            c0*c1, c1*c0, c2*c9, c3*c8, c4*c7, c5*c6, c6*c5, c7*c4, c8*c3, c9*c2))
        _, _, n22, n23, n24, n25, n26, _, _, _ = _hands(w, 2, p[2], p, _common(c,
            c0*c2, c1*(c1-1), c2*c0, c3*c9, c4*c8, c5*c7, c6*(c6-1), c7*c5, c8*c4, c9*c3))
        _, _, _, n33, n34, n35, n36, _, _, _ = _hands(w, 3, p[3], p, _common(c,
            c0*c3, c1*c2, c2*c1, c3*c0, c4*c9, c5*c8, c6*c7, c7*c6, c8*c5, c9*c4))
        _, _, _, _, n44, n45, n46, _, _, _ = _hands(w, 4, p[4], p, _common(c,
            c0*c4, c1*c3, c2*(c2-1), c3*c1, c4*c0, c5*c9, c6*c8, c7*(c7-1), c8*c6, c9*c5))
        _, _, _, _, _, n55, n56, _, _, _ = _hands(w, 5, p[5], p, _common(c,
            c0*c5, c1*c4, c2*c3, c3*c2, c4*c1, c5*c0, c6*c9, c7*c8, c8*c7, c9*c6))
        _put(k, lanes, lane, HANDS, (n00, n01, n02, n03, n04, n05, n06))
        _put(k, lanes, lane, HANDS + 10, (n01, n11, n12, n13, n14, n15, n16))
        _put(k, lanes, lane, HANDS + 20, (n02, n12, n22, n23, n24, n25, n26))
        _put(k, lanes, lane, HANDS + 30, (n03, n13, n23, n33, n34, n35, n36))
        _put(k, lanes, lane, HANDS + 40, (n04, n14, n24, n34, n44, n45, n46))
        _put(k, lanes, lane, HANDS + 50, (n05, n15, n25, n35, n45, n55, n56))
        # `_high` fills in the last of this row, because only its takes need it.
        _put(k, lanes, lane, HANDS + 60, (n06, n16, n26, n36, n46, n56, w))


@_inlined
def _seven(k: Any, lanes: int) -> None:
    """Count hands of total 7 with hands of totals up to 7, and the reverse."""
    for lane in range(lanes):
        c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 = c = _left(k, lanes, lane)
        p = _pairs(c)
        w = k[WAYS * lanes + lane]
        n0, n1, n2, n3, n4, n5, n6, n7, _, _ = _hands(w, 7, p[7], p, _common(c,
            c0*c7, c1*c6, c2*c5, c3*c4, c4*c3, c5*c2, c6*c1, c7*c0, c8*c9, c9*c8))
        _put(k, lanes, lane, HANDS + 70, (n0, n1, n2, n3, n4, n5, n6))
        _put_across(k, lanes, lane, 7, (n0, n1, n2, n3, n4, n5, n6, n7))


@_inlined
def _high(k: Any, lanes: int) -> None:
    """Count hands of totals 8 and 9 with all hands, and two hands of total 6."""
    for lane in range(lanes):
        c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 = c = _left(k, lanes, lane)
        p = _pairs(c)
        w = k[WAYS * lanes + lane]
        _, _, _, _, _, _, n66, _, _, _ = _hands(w, 6, p[6], p, _common(c,
            c0*c6, c1*c5, c2*c4, c3*(c3-1), c4*c2, c5*c1, c6*c0, c7*c9, c8*(c8-1), c9*c7))
        k[(HANDS + 66) * lanes + lane] = n66
        n0, n1, n2, n3, n4, n5, n6, n7, n88, n89 = _hands(w, 8, p[8], p, _common(c,
            c0*c8, c1*c7, c2*c6, c3*c5, c4*(c4-1), c5*c3, c6*c2, c7*c1, c8*c0, c9*(c9-1)))
        _put(k, lanes, lane, HANDS + 80, (n0, n1, n2, n3, n4, n5, n6))
        _put(k, lanes, lane, HANDS + 83, (n3, n4, n5, n6, n7, n88, n89))
        _put_across(k, lanes, lane, 8, (n0, n1, n2, n3, n4, n5, n6, n7))
        n0, n1, n2, n3, n4, n5, n6, n7, n98, n99 = _hands(w, 9, p[9], p, _common(c,
            c0*c9, c1*c8, c2*c7, c3*c6, c4*c5, c5*c4, c6*c3, c7*c2, c8*c1, c9*c0))
        _put(k, lanes, lane, HANDS + 90, (n0, n1, n2, n3, n4, n5, n6))
        _put(k, lanes, lane, HANDS + 93, (n3, n4, n5, n6, n7, n98, n99))
        _put_across(k, lanes, lane, 9, (n0, n1, n2, n3, n4, n5, n6, n7))


@_inlined
def _hands(w: Any, i: int, pi: Any, p: Any, h: Any) -> Any:
    """Return w times the hands of total i with hands of each total that share no card."""
    return (
        w * (pi * (p[0] + 2 * (i == 0)) - 4 * h[0]), w * (pi * (p[1] + 2 * (i == 1)) - 4 * h[1]),
        w * (pi * (p[2] + 2 * (i == 2)) - 4 * h[2]), w * (pi * (p[3] + 2 * (i == 3)) - 4 * h[3]),
        w * (pi * (p[4] + 2 * (i == 4)) - 4 * h[4]), w * (pi * (p[5] + 2 * (i == 5)) - 4 * h[5]),
        w * (pi * (p[6] + 2 * (i == 6)) - 4 * h[6]), w * (pi * (p[7] + 2 * (i == 7)) - 4 * h[7]),
        w * (pi * (p[8] + 2 * (i == 8)) - 4 * h[8]), w * (pi * (p[9] + 2 * (i == 9)) - 4 * h[9]),
    )


@_inlined
def _common(c: Any, s0: Any, s1: Any, s2: Any, s3: Any, s4: Any, s5: Any, s6: Any, s7: Any,
            s8: Any, s9: Any) -> Any:
    """Return the pairs by their first card, times that card's partners, for each total."""
    c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 = c
    return (
        s0*(c0-1) + s1*c9 + s2*c8 + s3*c7 + s4*c6 + s5*(c5-1) + s6*c4 + s7*c3 + s8*c2 + s9*c1,
        s0*c1 + s1*c0 + s2*c9 + s3*c8 + s4*c7 + s5*c6 + s6*c5 + s7*c4 + s8*c3 + s9*c2,
        s0*c2 + s1*(c1-1) + s2*c0 + s3*c9 + s4*c8 + s5*c7 + s6*(c6-1) + s7*c5 + s8*c4 + s9*c3,
        s0*c3 + s1*c2 + s2*c1 + s3*c0 + s4*c9 + s5*c8 + s6*c7 + s7*c6 + s8*c5 + s9*c4,
        s0*c4 + s1*c3 + s2*(c2-1) + s3*c1 + s4*c0 + s5*c9 + s6*c8 + s7*(c7-1) + s8*c6 + s9*c5,
        s0*c5 + s1*c4 + s2*c3 + s3*c2 + s4*c1 + s5*c0 + s6*c9 + s7*c8 + s8*c7 + s9*c6,
        s0*c6 + s1*c5 + s2*c4 + s3*(c3-1) + s4*c2 + s5*c1 + s6*c0 + s7*c9 + s8*(c8-1) + s9*c7,
        s0*c7 + s1*c6 + s2*c5 + s3*c4 + s4*c3 + s5*c2 + s6*c1 + s7*c0 + s8*c9 + s9*c8,
        s0*c8 + s1*c7 + s2*c6 + s3*c5 + s4*(c4-1) + s5*c3 + s6*c2 + s7*c1 + s8*c0 + s9*(c9-1),
        s0*c9 + s1*c8 + s2*c7 + s3*c6 + s4*c5 + s5*c4 + s6*c3 + s7*c2 + s8*c1 + s9*c0,
    )


@_inlined
def _pairs(c: Any) -> Any:
    """Return the number of ordered pairs of cards, by total."""
    c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 = c
    return (
        c0*(c0-1) + c5*(c5-1) + 2*(c1*c9 + c2*c8 + c3*c7 + c4*c6),
        2*(c0*c1 + c2*c9 + c3*c8 + c4*c7 + c5*c6),
        c1*(c1-1) + c6*(c6-1) + 2*(c0*c2 + c3*c9 + c4*c8 + c5*c7),
        2*(c0*c3 + c1*c2 + c4*c9 + c5*c8 + c6*c7),
        c2*(c2-1) + c7*(c7-1) + 2*(c0*c4 + c1*c3 + c5*c9 + c6*c8),
        2*(c0*c5 + c1*c4 + c2*c3 + c6*c9 + c7*c8),
        c3*(c3-1) + c8*(c8-1) + 2*(c0*c6 + c1*c5 + c2*c4 + c7*c9),
        2*(c0*c7 + c1*c6 + c2*c5 + c3*c4 + c8*c9),
        c4*(c4-1) + c9*(c9-1) + 2*(c0*c8 + c1*c7 + c2*c6 + c3*c5),
        2*(c0*c9 + c1*c8 + c2*c7 + c3*c6 + c4*c5),
    )


# fmt: on


@_inlined
def _left(k: Any, lanes: int, lane: int) -> Any:
    low = k[lane], k[lanes + lane], k[2 * lanes + lane], k[3 * lanes + lane], k[4 * lanes + lane]
    high = k[5 * lanes + lane], k[6 * lanes + lane], k[7 * lanes + lane], k[8 * lanes + lane]
    return *low, *high, k[9 * lanes + lane]


@_inlined
def _put(k: Any, lanes: int, lane: int, row: int, seven: Any) -> None:
    """Fill seven consecutive rows."""
    at = row * lanes + lane
    k[at], k[at + lanes], k[at + 2 * lanes], k[at + 3 * lanes] = seven[:4]
    k[at + 4 * lanes], k[at + 5 * lanes], k[at + 6 * lanes] = seven[4:]


@_inlined
def _put_across(k: Any, lanes: int, lane: int, j: int, eight: Any) -> None:
    """Fill the rows of hands of totals 0 to 7 with hands of total j."""
    at, apart = (HANDS + j) * lanes + lane, 10 * lanes
    k[at], k[at + apart], k[at + 2 * apart], k[at + 3 * apart] = eight[:4]
    k[at + 4 * apart], k[at + 5 * apart], k[at + 6 * apart], k[at + 7 * apart] = eight[4:]


WEIGHED_AT_ONCE = 16


@_compiled
def weigh(shoes: Any, basis: Any, left: Any, ways: Any, columns: Any, out: Any) -> None:
    """Count by multisets the deals of lines for many shoes; a lane is a shoe."""
    lanes = WEIGHED_AT_ONCE
    for start in range(0, len(shoes), lanes):
        for lane in range(lanes):
            # In the last set, lanes without a shoe repeat the last shoe.
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
    """Count by multisets the deals of lines for one shoe of thirteen counts."""
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
    """Fill in the cards left by kind: thirteen ranks, or ten values from 0."""
    if by_rank:
        for rank in range(13):
            left[rank * lanes + lane] = shoe[rank]
    else:
        left[lane] = shoe[9] + shoe[10] + shoe[11] + shoe[12]
        for value in range(1, 10):
            left[value * lanes + lane] = shoe[value - 1]
