"""Compare simulated rounds with exact odds and published counts; bad sources must fail."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from campaigns.biased_sources import BAD_SOURCES, FRESH
from campaigns.requested_size import requested
from punto.core.conditions import All, Is
from punto.core.facts import Ending, Fact, Winner
from punto.core.rulebook import PayLine, Rulebook, WagerRule, to
from punto.core.shoe import cards_of_decks
from punto.devices.virtual_shoe import new_shoe
from punto.games.library import GAMES, game
from punto.simulation.card_counting import (
    best_linear_count,
    earnings,
    empty_results,
    run_counts,
    tags_by_value,
    true_count,
)
from punto.simulation.game_tables import GameTables, Integers, compile_tables, deals_by_ending
from punto.simulation.randomness.battery import (
    BatteryResult,
    orders_of_letters,
    run_battery,
    shoe_orders,
)
from punto.simulation.randomness.p_values import chi_square_tail
from punto.simulation.results import Results, compute_results
from punto.simulation.runs import run, thread_pool
from punto.simulation.shoe_dealing import CutRule, ShoeDealing, unbiased_rounds
from punto.simulation.shoe_play import (
    RoundRecords,
    ShoeTask,
    play_records,
    play_totals,
    rounds_at_offsets,
)
from punto.simulation.totals import Totals, empty_totals

SEED = 20261115
SIZES = {
    "small": {"rounds": 2e7, "cut_rounds": 2e7, "count_shoes": 40_000, "battery_shoes": 4_000},
    "full": {"rounds": 1e9, "cut_rounds": 3e9, "count_shoes": 5_000_000, "battery_shoes": 200_000},
}
PUBLISHED = ShoeDealing(burn=True, further_rounds=1, ends=CutRule.PUBLISHED)

DRAGON_7 = All(Is(Fact.WINNER, Winner.BANKER), Is(Fact.BANKER_TOTAL, 7), Is(Fact.BANKER_CARDS, 3))
PANDA_8 = All(Is(Fact.WINNER, Winner.PLAYER), Is(Fact.PLAYER_TOTAL, 8), Is(Fact.PLAYER_CARDS, 3))
EZ = Rulebook(
    key="ez",
    name="Dragon 7 and Panda 8",
    wagers=(
        WagerRule("dragon_7", "Dragon 7", (PayLine("", DRAGON_7, to(40, 1)),)),
        WagerRule("panda_8", "Panda 8", (PayLine("", PANDA_8, to(25, 1)),)),
    ),
)

#: Published counts: the game, the wager, tags A to 9 then T, the target; frequency and edge in per
#: cent, by Jacobson (Dragon 7, Big Tiger) and Shackleford (Panda 8).
COUNTS = (
    (EZ, "dragon_7", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0), 4, 9.16, 8.03),
    (EZ, "panda_8", (1, 1, -2, -2, -2, -1, -1, -2, 4, 1), 11, 4.61, 6.34),
    (game("tiger"), "big_tiger", (0, 0, -1, -1, -1, -2, 1, 2, 2, 0), 8, 3.536, 7.227),
)


def main(size: str) -> None:
    """Print one line per result."""
    sizes = SIZES[size]
    begun = time.perf_counter()
    _every_line(sizes["rounds"])
    _controls()
    _the_cut(sizes["cut_rounds"])
    _published_counts(int(sizes["count_shoes"]))
    _linear_counts(int(sizes["count_shoes"] / 10))
    _battery(int(sizes["battery_shoes"]))
    say(f"{time.perf_counter() - begun:.0f} s in all")


def _every_line(rounds: float) -> None:
    """Check every line of every game within 4 errors, and the number of large z-scores."""
    scores: list[float] = []
    for number, book in enumerate(GAMES):
        # Give every game its own shoes: the same shoes would repeat the same z-scores.
        dealing = ShoeDealing(rounds=unbiased_rounds(book, 8))
        results = _played(book, dealing, rounds, SEED + number)
        # Count lines that are true in the same rounds once, such as a tie that pushes.
        lines = [line.frequency for wager in results.wagers for line in wager.lines]
        once = {each.count: each.z for each in lines}
        scores += once.values()
        worst = max(abs(z) for z in results.z_scores)
        p = chi_square_tail(results.chi_square, results.degrees)
        say(
            f"{book.key}: {results.totals.rounds:.3e} rounds, {len(results.z_scores)} lines, "
            f"worst |z| {worst:.2f}; all {results.degrees + 1} endings p = {p:.4f}"
        )
    far = np.abs(np.array(scores))
    say(
        f"all games: {len(far)} different lines, worst |z| {far.max():.2f}; "
        f"above 1: {(far > 1).sum()} (expected {0.3173 * len(far):.0f}), "
        f"above 2: {(far > 2).sum()} (expected {0.0455 * len(far):.1f}), "
        f"above 3: {(far > 3).sum()} (expected {0.0027 * len(far):.1f}): "
        f"{'pass' if far.max() < 4 else 'FAIL'}"
    )


def _played(book: Rulebook, dealing: ShoeDealing, rounds: float, seed: int = SEED) -> Results:
    per_shoe = dealing.rounds or 80
    task = ShoeTask(book, dealing, seed)
    play_totals(task, 0, 1)
    crew = thread_pool()
    *_, totals = run(
        partial(play_totals, task),
        int(rounds / per_shoe) + 1,
        crew,
        empty_totals(compile_tables(book), dealing),
    )
    crew.workers.shutdown()
    return compute_results(book, dealing, seed, totals)


def _controls() -> None:
    """Run the same checks on a wrong rule and a wrong shuffle, which must fail."""
    book, dealing = game("tiger"), ShoeDealing(rounds=69)
    tables = compile_tables(book)
    thirds = tables.thirds.reshape(10, 10, 10, 10).copy()
    thirds[:6, 3, 8] = thirds[:6, 3, 9]
    wrong_rule = replace(tables, thirds=thirds.ravel())
    orders = np.concatenate([each.orders for each in _followed(book, 4_000)])
    say(_control("Banker draws on 3 against an 8", wrong_rule, orders, dealing))
    half_shuffled = BAD_SOURCES["half done"](4_000, SEED)
    say(_control("a shuffle that stops half-way", tables, half_shuffled, dealing))
    say(_control("the shoes as they should be", tables, orders, dealing))


def _control(name: str, tables: GameTables, orders: Integers, dealing: ShoeDealing) -> str:
    at, by_outcome = np.zeros(len(orders), np.int64), np.zeros(tables.outcomes, np.int64)
    for _ in range(dealing.rounds or 0):
        outcome, used = rounds_at_offsets(tables, orders, at)
        by_outcome += np.bincount(outcome, minlength=tables.outcomes)
        at += used
    empty = empty_totals(compile_tables(tables.book), dealing)
    totals = Totals(len(orders), by_outcome, empty.lengths)
    results = compute_results(tables.book, dealing, SEED, totals)
    p = chi_square_tail(results.chi_square, results.degrees)
    worst = max(abs(z) for z in results.z_scores)
    return f"control, {name}: {totals.rounds} rounds, worst |z| {worst:.1f}, endings p = {p:.2g}"


def _followed(book: Rulebook, shoes: int) -> Iterator[RoundRecords]:
    for first in range(0, shoes, 1_000):
        yield play_records(
            ShoeTask(book, ShoeDealing(cut_cards=6), SEED), first, min(1_000, shoes - first)
        )


def _the_cut(rounds: float) -> None:
    """Measure the bias of frequencies when shoes end at a cut of 14."""
    book = game("tiger")
    results = _played(book, ShoeDealing(), rounds)
    for line in leans(book, results.totals):
        say(f"cut 14, {results.totals.rounds:.2e} rounds: {line}")


def leans(book: Rulebook, totals: Totals) -> Iterator[str]:
    """The difference between some frequencies and the exact chances of a full shoe."""
    tables = compile_tables(book)
    by_ending = tables.by_ending(totals.by_outcome)
    events: dict[str, Callable[[Ending], bool]] = {
        "a natural": lambda end: bool(end.player_natural or end.banker_natural),
        "four cards": lambda end: bool(end.player_cards + end.banker_cards == 4),
        "six cards": lambda end: bool(end.player_cards + end.banker_cards == 6),
        "Banker wins": lambda end: bool(end.winner == Winner.BANKER),
        "Tie": lambda end: bool(end.winner == Winner.NEITHER),
    }
    for name, holds in events.items():
        mask = np.array([holds(end) for end in tables.endings])
        chance = float(_chance(book, mask))
        whole = int(by_ending.sum())
        lean = by_ending[mask].sum() / whole - chance
        error = (chance * (1 - chance) / whole) ** 0.5
        yield f"{name} leans by {lean:+.2e}, z {lean / error:+.1f}"


def _chance(book: Rulebook, mask: Integers) -> Fraction:
    deals = deals_by_ending(book, 8)
    return Fraction(sum(ways for ways, is_in in zip(deals, mask, strict=True) if is_in), sum(deals))


def _published_counts(shoes: int) -> None:
    for book, wager, tags, target, frequency, edge in COUNTS:
        whole, _ = tags_by_value(tuple(Fraction(tag) for tag in tags))
        counts = (true_count(wager, whole, Fraction(target)),)
        task = ShoeTask(book, PUBLISHED, SEED)
        crew = thread_pool(None, 1 << 13)
        *_, last = run(partial(run_counts, task, counts), shoes, crew, empty_results(counts))
        crew.workers.shutdown()
        (earned,) = earnings(book, counts, last)
        z = (earned.edge - edge / 100) / earned.edge_error
        off = 100 * earned.frequency - frequency
        fine = abs(z) < 3 and abs(off) < (0.02 if shoes >= 5_000_000 else 0.2)
        say(
            f"{wager}, {shoes:,} shoes: {100 * earned.frequency:.4f} % (published {frequency} %), "
            f"edge {100 * earned.edge:.3f} ± {100 * earned.edge_error:.3f} % (published {edge} %), "
            f"z {z:+.2f}, {earned.units_per_100_rounds:.5f} units in 100 rounds, "
            f"{earned.units_per_shoe:.5f} a shoe: {'pass' if fine else 'FAIL'}"
        )


def _linear_counts(shoes: int) -> None:
    """Measure the best linear count of every wager of two games, as a baseline for perfect play."""
    for key in ("tiger", "seven-up"):
        book = game(key)
        counts = tuple(best_linear_count(book, wager.key, 8) for wager in book.wagers)
        task = ShoeTask(book, PUBLISHED, SEED)
        crew = thread_pool(None, 1 << 12)
        *_, last = run(partial(run_counts, task, counts), shoes, crew, empty_results(counts))
        crew.workers.shutdown()
        for each in earnings(book, counts, last):
            say(
                f"{key} {each.count.wager}, best linear count, {shoes:,} shoes: "
                f"{100 * each.frequency:.4f} %, edge {100 * each.edge:.3f} ± "
                f"{100 * each.edge_error:.3f} %, "
                f"{each.units_per_100_rounds:.5f} units in 100 rounds"
            )


def _battery(shoes: int) -> None:
    book = game("tiger")

    def part(number: int) -> BatteryResult:
        chunks = (
            play_records(
                ShoeTask(book, ShoeDealing(cut_cards=6), SEED + number), first, 1_000
            ).orders
            for first in range(0, shoes // 2, 1_000)
        )
        return run_battery(chunks, book, ShoeDealing().fresh())

    with ThreadPoolExecutor(2) as both:
        for verdict in both.map(part, range(2)):
            say(
                f"battery, {verdict.shoes:,} simulated shoes: {len(verdict.findings)} tests, "
                f"{verdict.below_level} below 0.01 (expected {verdict.expected_below:.1f}, at most "
                f"{verdict.allowed_below}), least p {verdict.worst.p:.2g} ({verdict.worst.test}): "
                f"{'pass' if verdict.passes else 'FAIL'}"
            )
    say(_of_virtual_shoes(max(shoes // 10, 2_000)))
    for name, source in BAD_SOURCES.items():
        verdict = run_battery([source(2_000, SEED)], book, FRESH)
        say(
            f"battery, {name}: {verdict.below_level} of {len(verdict.findings)} below 0.01, least "
            f"p {verdict.worst.p:.1g} ({verdict.worst.test}): "
            f"{'NOT SEEN' if verdict.passes else 'fails, as it must'}"
        )


def _of_virtual_shoes(shoes: int) -> str:
    """Run the same tests on shoes that tables use, from the operating system's random numbers."""
    started_from = shoe_orders([cards_of_decks(8)])[0]
    chunks = (
        orders_of_letters(new_shoe(8).order for _ in range(min(1_000, shoes - first)))
        for first in range(0, shoes, 1_000)
    )
    verdict = run_battery(chunks, game("tiger"), started_from)
    return (
        f"battery, {verdict.shoes:,} virtual shoes of the table: {len(verdict.findings)} tests, "
        f"{verdict.below_level} below 0.01 (expected {verdict.expected_below:.1f}, at most "
        f"{verdict.allowed_below}), least p {verdict.worst.p:.2g} ({verdict.worst.test}): "
        f"{'pass' if verdict.passes else 'FAIL'}"
    )


def say(words: str) -> None:
    """Print a result at once."""
    print(words, flush=True)


if __name__ == "__main__":
    main(requested("simulation", SIZES)[0])
