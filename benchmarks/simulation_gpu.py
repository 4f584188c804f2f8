"""Check simulated shoes on a GPU, and measure their speed.

Run `PYTHONPATH=src python3 -m benchmarks.simulation_gpu [--rounds 2e9] [--long 1e12] [--perfect]`.
It needs CuPy and NumPy.

For one game it prints every design and launch with registers, occupancy and rate. For all ten games
it prints the z-score of every line against exact odds, over at least 1e9 rounds with a fixed number
of rounds per shoe. It also prints the best of several rates for that, and for shoes that end at a
cut of 14. The last game has a wrong table and must fail.
"""

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from campaigns.simulation import leans
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.games.library import GAMES, game
from punto.odds.engine import count_pay_lines_batch
from punto.odds.engine.gpu import why_unavailable
from punto.simulation.card_counting import earnings
from punto.simulation.kernels.gpu_shoes import LAUNCHES, GpuShoeRunner, LaunchShape
from punto.simulation.perfect_play import WORTH, PerfectPlayer, perfect_counts, unseen_on_host
from punto.simulation.randomness.p_values import chi_square_tail
from punto.simulation.results import compute_results
from punto.simulation.shoe_dealing import CutRule, ShoeDealing, unbiased_rounds
from punto.simulation.shoe_play import ShoeTask

SEED = 2026
TUNING_RUNS = 2
RATE_RUNS = 8
PERFECT_SHOES = 1 << 17


def main() -> None:
    """Print the benchmark."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--rounds", type=float, default=2e9, help="rounds a game to check")
    words.add_argument("--json", type=Path, help="write all figures here as well")
    words.add_argument("--long", type=float, help="so many rounds of one game, nothing else")
    words.add_argument("--perfect", action="store_true", help="perfect play, nothing else")
    words.add_argument(
        "--quick", action="store_true", help="one tiny launch of every kind, no more"
    )
    options = words.parse_args()
    if (why := why_unavailable()) is not None:
        raise SystemExit(f"simulation_gpu: {why}")
    if options.quick or options.long or options.perfect:
        if options.quick:
            quick()
        if options.long:
            long(options.long)
        if options.perfect:
            perfect()
        return
    begun = time.perf_counter()
    found: dict[str, Any] = {"device": device(), "launches": launches(game("tiger"))}
    best = best_launches(found["launches"])
    found["parts"] = parts(game("tiger"), best[0])
    found["games"] = [
        checked(book, options.rounds, best, SEED + number) for number, book in enumerate(GAMES)
    ]
    found["control"] = control(options.rounds / 4)
    found["splits_agree"] = splits_agree()
    found["seconds"] = time.perf_counter() - begun
    summary(found)
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


def quick() -> None:
    """Run one tiny launch of every kind for two games, short enough for a memory checker."""
    for key in ("tiger", "seven-up"):
        for dealing in (ShoeDealing(), ShoeDealing(rounds=unbiased_rounds(game(key), 8))):
            player = GpuShoeRunner(ShoeTask(game(key), dealing, SEED))
            for launch in player.fitting():
                totals = player.play(launch, SEED, 0, 64 * 40)
                say(f"{key} {launch}: {totals.rounds} rounds, {hash(totals.by_outcome.tobytes())}")


def long(rounds: float) -> None:
    """Play very many rounds of one game, to test the random numbers."""
    book = game("fortune-six")
    dealing = ShoeDealing(rounds=unbiased_rounds(book, 8))
    player = GpuShoeRunner(ShoeTask(book, dealing, SEED))
    launch = player.fastest(LAUNCHES[:2])
    begun = time.perf_counter()
    totals = player.play(launch, SEED, 0, int(rounds / 69) // 64 * 64)
    seconds = time.perf_counter() - begun
    results = compute_results(book, dealing, SEED, totals)
    for wager in results.wagers:
        for line in wager.lines:
            say(f"  {wager.wager.key} {line.line.pays.printed}: z {line.frequency.z:+.2f}")
    z = np.abs(np.array(results.z_scores))
    say(
        f"{book.key}, {totals.rounds:.4e} rounds in {seconds:.1f} s "
        f"({totals.rounds / seconds / 1e9:.1f} G/s): worst |z| {z.max():.2f} of {len(z)} lines; "
        f"{results.degrees + 1} endings, chi-square {results.chi_square:.1f}, "
        f"p = {chi_square_tail(results.chi_square, results.degrees):.4f}"
    )
    to_cut = GpuShoeRunner(ShoeTask(book, ShoeDealing(), SEED))
    totals = to_cut.play(to_cut.fastest(LAUNCHES[:2]), SEED, 0, int(rounds / 81) // 64 * 64)
    for words in leans(book, totals):
        say(f"cut 14, {totals.rounds:.2e} rounds: {words}")


def perfect() -> None:
    """Run perfect play: exact odds of every wager before every round, entirely on the device."""
    for key in ("tiger", "fortune-six", "seven-up"):
        book = game(key)
        task = ShoeTask(
            book, ShoeDealing(burn=True, further_rounds=1, ends=CutRule.PUBLISHED), SEED
        )
        player = PerfectPlayer(task)
        unseen, _ = player.unseen(0, 256)
        counts = player.counts(unseen).get().T
        known = count_pay_lines_batch(book, unseen_on_host(unseen), Tableau(book.order))
        unequal = int((counts != known).any(axis=1).sum())
        say(f"{key}: {len(known)} rounds counted on the CPU too, {unequal} unequal")
        player.play(0, PERFECT_SHOES, PERFECT_SHOES)
        begun = time.perf_counter()
        found = player.play(0, 4 * PERFECT_SHOES, PERFECT_SHOES)
        seconds = time.perf_counter() - begun
        begun = time.perf_counter()
        rounds = sum(len(player.unseen(0, PERFECT_SHOES)[1]) for _ in range(4))
        shoes_only = time.perf_counter() - begun
        say(
            f"{key}: perfect play of {found.each[0].rounds:.3e} rounds in {seconds:.2f} s, "
            f"{found.each[0].rounds / seconds / 1e6:.1f} M rounds/s with all wagers; the shoes "
            f"alone {rounds / shoes_only / 1e6:.1f} M rounds/s"
        )
        earned = earnings(book, perfect_counts([each.key for each in book.wagers]), found, WORTH)
        for each in earned:
            say(
                f"  {each.count.wager}: bets {100 * each.frequency:.4f} %, edge "
                f"{100 * each.edge:.3f} ± {100 * each.edge_error:.3f} %, "
                f"{each.units_per_100_rounds:.5f} units in 100 rounds"
            )


def device() -> dict[str, Any]:
    """The device and its properties."""
    import cupy

    properties = cupy.cuda.runtime.getDeviceProperties(0)
    attributes = cupy.cuda.Device().attributes
    found = {
        "name": properties["name"].decode(),
        "multiprocessors": attributes["MultiProcessorCount"],
        "clock_mhz": attributes.get("ClockRate", 0) / 1000,
        "shared_bytes": attributes["MaxSharedMemoryPerMultiprocessor"],
        "runtime": cupy.cuda.runtime.runtimeGetVersion(),
        "driver": cupy.cuda.runtime.driverGetVersion(),
        "cupy": cupy.__version__,
    }
    say(" ".join(f"{name}={value}" for name, value in found.items()))
    return found


def launches(book: Rulebook) -> list[dict[str, Any]]:
    """Try every launch of both designs for shoes that end at a cut of 14, the fastest first."""
    import cupy

    say(f"\n{book.key}, 8 decks, cut 14: registers, shared bytes, blocks that fit, G rounds/s")
    player = GpuShoeRunner(ShoeTask(book, ShoeDealing(), SEED))
    fitting, rows = player.fitting(), []
    clock = cupy.cuda.Device().attributes.get("ClockRate", 1_980_000) * 1000
    lanes = cupy.cuda.Device().attributes["MultiProcessorCount"] * 32
    for launch in LAUNCHES:
        if launch not in fitting:
            say(f"  {launch}: does not fit")
            continue
        try:
            kernel, shared = player.kernel(launch), player.shared_bytes(launch)
            rates = [player.rate(launch, TUNING_RUNS, 3) for _ in range(2)]
            rate = player.play(launch, SEED, 0, 1 << 16).rounds / (1 << 16) * max(rates)
            fits = cupy.cuda.driver.occupancyMaxActiveBlocksPerMultiprocessor(
                kernel.kernel.ptr, launch.threads, shared
            )
        except Exception as error:
            # After a failed launch the device answers no further calls.
            raise SystemExit(f"simulation_gpu: {launch}: {error}") from None
        row = {
            "launch": str(launch),
            "tried": launch,
            "registers": kernel.num_regs,
            "local_bytes": kernel.local_size_bytes,
            "shared_bytes": shared,
            "blocks_that_fit": fits,
            "rounds_per_second": rate,
            "spread": max(rates) / min(rates),
            "cycles_a_warp_round": clock * lanes / rate,
        }
        rows.append(row)
        say(
            f"  {launch}: {row['registers']} registers, {row['local_bytes']} local, "
            f"{shared} shared, {fits} blocks, {rate / 1e9:.1f} G/s, "
            f"{row['cycles_a_warp_round']:.1f} cycles a round of a warp, spread {row['spread']:.3f}"
        )
    return rows


def best_launches(rows: list[dict[str, Any]]) -> list[LaunchShape]:
    """The fastest launches of one game; other games try only these, because compiling is slow."""
    rows = sorted(rows, key=lambda row: -row["rounds_per_second"])
    return [row.pop("tried") for row in rows][:3]


def parts(book: Rulebook, launch: LaunchShape) -> dict[str, float]:
    """Measure cycles per round of a warp without the shuffle or the play, to show their shares."""
    import cupy

    attributes = cupy.cuda.Device().attributes
    clock = attributes.get("ClockRate", 1_980_000) * 1000 * attributes["MultiProcessorCount"] * 32
    whole = GpuShoeRunner(ShoeTask(book, ShoeDealing(), SEED))
    rounds = whole.play(launch, SEED, 0, 1 << 16).rounds / (1 << 16)
    found = {}
    for name, bits in (("whole", 3), ("shuffle only", 1), ("play only", 2)):
        player = GpuShoeRunner(ShoeTask(book, ShoeDealing(), SEED))
        player.with_defines(PARTS=bits)
        cycles = clock / player.rate(launch, TUNING_RUNS, 3) / rounds
        found[name] = cycles
        say(f"  {name}, {launch}: {cycles:.1f} cycles a round of a warp")
    return found


def checked(book: Rulebook, rounds: float, best: list[LaunchShape], seed: int) -> dict[str, Any]:
    """The z-scores of a game over many rounds, and rates with fixed rounds and with the cut."""
    a_shoe = unbiased_rounds(book, 8)
    fixed = ShoeDealing(rounds=a_shoe)
    player = GpuShoeRunner(ShoeTask(book, fixed, seed))
    fastest = player.fastest(best)
    shoes = -(-int(rounds / a_shoe) // 64) * 64
    totals = player.play(fastest, seed, 0, shoes)
    results = compute_results(book, fixed, seed, totals)
    z = np.abs(np.array(results.z_scores))
    to_cut = GpuShoeRunner(ShoeTask(book, ShoeDealing(), seed))
    cut_launch = to_cut.fastest(best)
    per_shoe = to_cut.play(cut_launch, seed, 0, 1 << 16).rounds / (1 << 16)
    found: dict[str, Any] = {
        "game": book.key,
        "rounds": totals.rounds,
        "worst_z": float(z.max()),
        "share_above_2": float((z > 2).mean()),
        "lines": len(z),
        "z": results.z_scores,
        "returns_z": [each.z for each in results.wagers],
        "p_of_all_endings": chi_square_tail(results.chi_square, results.degrees),
        "launch": str(cut_launch),
        "rate_fixed": a_shoe * player.rate(fastest, RATE_RUNS, 3),
        "rate_to_cut": per_shoe * to_cut.rate(cut_launch, RATE_RUNS, 5),
    }
    say(
        f"{book.key}: {totals.rounds:.3e} rounds, worst |z| {found['worst_z']:.2f} of "
        f"{len(z)} lines, {100 * found['share_above_2']:.0f} % above 2, all endings p = "
        f"{found['p_of_all_endings']:.4f}; {found['rate_fixed'] / 1e9:.1f} G/s with "
        f"{a_shoe} rounds a shoe, {found['rate_to_cut'] / 1e9:.1f} G/s to the cut "
        f"({cut_launch})"
    )
    return found


def control(rounds: float) -> dict[str, Any]:
    """Play a shoe with one card exchanged. The check must detect it."""
    book = game("tiger")
    dealing = ShoeDealing(rounds=69)
    player = GpuShoeRunner(ShoeTask(book, dealing, SEED))
    fresh = player.fresh_bytes()
    fresh[0] = fresh[5]
    player.use_fresh(fresh)
    shoes = int(rounds / 69) // 64 * 64
    totals = player.play(LaunchShape("shoes_in_columns", 448, 1), SEED, 0, shoes)
    results = compute_results(book, dealing, SEED, totals)
    worst = max(abs(z) for z in results.z_scores)
    say(f"control, one card of 416 exchanged: worst |z| {worst:.1f} (must be far above 4)")
    return {"worst_z": worst, "fails": worst > 6}


def splits_agree() -> bool:
    """Whether totals are the same for every launch of a design, whole and in parts."""
    book = game("seven-up")
    player = GpuShoeRunner(ShoeTask(book, replace(ShoeDealing(), burn=True), SEED))
    for design in ("shoes_in_columns", "shoes_from_counts"):
        launched = [launch for launch in player.fitting() if launch.kernel == design]
        wholes = [player.play(launch, SEED, 0, 100_000) for launch in launched]
        parts = player.play(launched[-1], SEED, 0, 64_000) + player.play(
            launched[-1], SEED, 64_000, 36_000
        )
        if any(whole != parts for whole in wholes):
            say(f"totals differ between launches of {design}")
            return False
    say("totals are the same for every launch of a design, whole and in parts")
    return True


def summary(found: dict[str, Any]) -> None:
    """The most important lines, for the end of the output."""
    z = np.abs(np.concatenate([each["z"] for each in found["games"]]))
    rates = [each["rate_to_cut"] for each in found["games"]]
    fixed = [each["rate_fixed"] for each in found["games"]]
    say("\nsummary")
    say(
        f"  lines {len(z)}, worst |z| {z.max():.2f}, above 2: {(z > 2).sum()} "
        f"(expected {0.0455 * len(z):.1f}), above 3: {(z > 3).sum()} "
        f"(expected {0.0027 * len(z):.1f})"
    )
    say(f"  control fails as it should: {found['control']['fails']}")
    say(f"  splits agree: {found['splits_agree']}")
    say(
        f"  full shoes to the cut: {min(rates) / 1e9:.1f} to {max(rates) / 1e9:.1f} G rounds/s; "
        f"fixed rounds: {min(fixed) / 1e9:.1f} to {max(fixed) / 1e9:.1f}; "
        f"{sum(rate >= 1e11 for rate in rates)} of {len(rates)} games at 1.0e11 or more"
    )
    for row in sorted(found["launches"], key=lambda row: -row["rounds_per_second"])[:6]:
        say(f"  {row['rounds_per_second'] / 1e9:7.1f} G/s  {row['launch']}")
    say(f"  {found['seconds']:.0f} s in all")


def say(words: str) -> None:
    """Print at once, so that an interrupted run still shows its results."""
    print(words, flush=True)


if __name__ == "__main__":
    main()
