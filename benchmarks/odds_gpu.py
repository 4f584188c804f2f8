"""Check exact odds on a GPU, and measure their speed.

Run `PYTHONPATH=src python3 benchmarks/odds_gpu.py [--seconds 120] [--json FILE]`. It needs CuPy and
NumPy.

For a few games the CPU also counts every shoe of the run, with the compiled kernels if numba is
installed and with NumPy otherwise, and every count must be equal. The output has the rate of the
GPU, with shoes and counts on the device and with both on the host, and its ratio to one core. The
last game has a wrong table, and its counts must differ.
"""

import argparse
import ctypes
import json
import os
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from punto.core.tableau import Tableau
from punto.games.library import game
from punto.odds import engine
from punto.odds.engine import numpy_counts
from punto.odds.engine.gpu import why_unavailable
from punto.odds.engine.gpu_counts import MAX_CARDS_IN_DOUBLES, GpuCounter, gpu_program
from punto.odds.engine.plan import plan_count

CASES = (("tiger", 8), ("fortune-six", 8), ("seven-up", 8), ("tiger", 10))
"""Games with the number of decks of their shoes. Above eight the GPU counts with 64-bit
integers."""

SHOES_A_LAUNCH = 1 << 22
SEED = 2026


def main() -> None:
    """Print the benchmark."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=120, help="about how long it may take")
    words.add_argument("--json", type=Path, help="write all figures here as well")
    options = words.parse_args()
    if (why := why_unavailable()) is not None:
        raise SystemExit(f"odds_gpu: {why}")
    begun = time.perf_counter()
    found: dict[str, Any] = {"device": device(), "cases": []}
    for key, decks in CASES:
        left = options.seconds - (time.perf_counter() - begun)
        share = max(3.0, left / 2 / (len(CASES) - len(found["cases"])))
        found["cases"].append(case(key, decks, share))
    found["control"] = control()
    found["seconds"] = time.perf_counter() - begun
    summary(found)
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


def device() -> dict[str, Any]:
    """The device and its properties."""
    import cupy

    properties = cupy.cuda.runtime.getDeviceProperties(0)
    found = {
        "name": properties["name"].decode(),
        "multiprocessors": properties["multiProcessorCount"],
        "runtime": cupy.cuda.runtime.runtimeGetVersion(),
        "driver": cupy.cuda.runtime.driverGetVersion(),
        "cupy": cupy.__version__,
        "cores": len(os.sched_getaffinity(0)),
        "cpu_method": "numba" if engine.kernels() else "NumPy",
    }
    say(" ".join(f"{name}={value}" for name, value in found.items()))
    return found


def shoes_of(decks: int, number: int) -> Any:
    """Shoes at many depths: random cards left of the decks, at least six."""
    rng = np.random.default_rng(SEED + decks)
    depths = np.array_split(np.arange(number), 200)
    parts = [
        rng.multivariate_hypergeometric([4 * decks] * 13, int(left), size=len(part))
        for part, left in zip(depths, rng.integers(6, 52 * decks + 1, len(depths)), strict=True)
    ]
    shoes = np.concatenate(parts)
    rng.shuffle(shoes)
    return shoes


def on_cpu(key: str, shoes: Any) -> Any:
    """The counts of shoes on one core."""
    book = game(key)
    tableau = Tableau(book.order)
    if compiled := engine.kernels():
        return compiled.count_shoes(compiled.compile_game(book, tableau), shoes, 1)
    return numpy_counts.count_pay_lines(plan_count(book, tableau), shoes)


def case(key: str, decks: int, seconds: float) -> dict[str, Any]:
    """Count every shoe of a game on both sides, then measure rates and the ratio to one core."""
    book = game(key)
    say(f"\n{key}, shoes out of {decks} decks")
    on_cpu(key, shoes_of(decks, 64))
    some = shoes_of(decks, 2048)
    a_shoe = best(lambda: on_cpu(key, some), 3) / len(some)
    cores = len(os.sched_getaffinity(0))
    number = int(min(1 << 19, max(2048, seconds * cores / 2 / a_shoe / 1.5)))
    shoes = shoes_of(decks, number)
    expected = on_all_cores(key, shoes, cores)
    counted = GpuCounter(book, Tableau(book.order))
    repeats = max(1, SHOES_A_LAUNCH // number)
    many = np.tile(shoes, (repeats, 1))
    in_doubles = 52 * decks <= MAX_CARDS_IN_DOUBLES
    launches = tried(counted, many, in_doubles)
    fastest = min(launches, key=lambda each: each["seconds"])
    unequal = sum(each["unequal"] for each in compared(counted, many, expected, in_doubles))
    end_to_end = best(lambda: counted.count(many), 3)
    found = {
        "game": key,
        "decks": decks,
        "lines": len(counted.plan.lines),
        "shoes_compared": number,
        "shoes_counted": len(many),
        "unequal": int(unequal),
        "launches": launches,
        "fastest": fastest["launch"],
        "gpu_rate": len(many) / fastest["seconds"],
        "gpu_rate_from_numpy": len(many) / end_to_end,
        "cpu_rate_one_core": 1 / a_shoe,
        "ratio": len(many) / fastest["seconds"] * a_shoe,
        "ratio_from_numpy": len(many) / end_to_end * a_shoe,
        "cpp_rate_one_core": by_cpp(key, some, in_doubles),
    }
    say(
        f"  {number:,} different shoes, {len(many):,} counted by every launch: {unequal} unequal\n"
        f"  GPU {found['gpu_rate']:.4g} shoes/s on the device, "
        f"{found['gpu_rate_from_numpy']:.4g} from NumPy and back\n"
        f"  one core {found['cpu_rate_one_core']:.4g}/s: {found['ratio']:.0f} x, "
        f"{found['ratio_from_numpy']:.0f} x from NumPy and back"
    )
    if found["cpp_rate_one_core"]:
        rate = found["cpp_rate_one_core"]
        say(
            f"  the kernels' source by g++, one core: {rate:.4g}/s: "
            f"{found['gpu_rate'] / rate:.0f} x"
        )
    return found


def on_all_cores(key: str, shoes: Any, cores: int) -> Any:
    """The counts of shoes on all cores, in separate processes."""
    parts = np.array_split(shoes, max(1, min(8 * cores, len(shoes) // 512)))
    # Start new processes: a fork would copy the open GPU context.
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        return np.concatenate(list(pool.map(on_cpu, [key] * len(parts), parts)))


def tried(counted: GpuCounter, shoes: Any, in_doubles: bool) -> list[dict[str, Any]]:
    """Every launch that fits, with its resources and its best time."""
    on_device, rows = counted.load(shoes), []
    for launch in counted.launches():
        try:
            kernel = counted.kernel("count_shoes", launch, in_doubles)
            seconds = best_on_device(counted, on_device, in_doubles, launch)
        except Exception as error:  # A launch that fails must not hide the others.
            say(f"  {launch}: {type(error).__name__}: {error}")
            continue
        row = {
            "launch": f"{launch.threads} threads x {launch.blocks} blocks",
            "registers": kernel.num_regs,
            "local_bytes": kernel.local_size_bytes,
            "shared_bytes": counted.shared_bytes(launch),
            "seconds": seconds,
        }
        rows.append(row)
        say(
            f"  {row['launch']}: {row['registers']} registers, {row['local_bytes']} local, "
            f"{row['shared_bytes']} shared, {len(shoes) / seconds:.4g} shoes/s"
        )
    return rows


def best_on_device(counted: GpuCounter, on_device: Any, in_doubles: bool, launch: Any) -> float:
    """The best of five times, by the clock of the device."""
    import cupy

    counted.start(on_device, in_doubles, launch)
    shortest = float("inf")
    for _ in range(5):
        begun, ended = cupy.cuda.Event(), cupy.cuda.Event()
        begun.record()
        counted.start(on_device, in_doubles, launch)
        ended.record()
        ended.synchronize()
        shortest = min(shortest, cupy.cuda.get_elapsed_time(begun, ended) / 1000)
    return shortest


def compared(
    counted: GpuCounter, shoes: Any, expected: Any, in_doubles: bool
) -> list[dict[str, Any]]:
    """The number of shoes that each launch counts differently from the CPU."""
    import cupy

    on_device, expected_rows = counted.load(shoes), cupy.asarray(expected.T)
    found = []
    for launch in counted.launches():
        counts = counted.start(on_device, in_doubles, launch)
        counts = counts.reshape(len(counts), -1, len(expected))
        unequal = (counts != expected_rows[:, None, :]).any(axis=0).sum()
        found.append({"launch": str(launch), "unequal": int(unequal)})
    return found


def by_cpp(key: str, shoes: Any, in_doubles: bool) -> float | None:
    """Shoes per second by the kernels' source, compiled for one core; None without a compiler."""
    compiler = shutil.which("g++")
    book = game(key)
    if compiler is None or key == "seven-up":
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "counts.cpp"), Path(folder, "counts.so")
        source.write_text(gpu_program(plan_count(book, Tableau(book.order))).source(in_doubles))
        command = [compiler, "-O3", "-march=native", "-w", "-shared", "-fPIC"]
        try:
            subprocess.run([*command, str(source), "-o", str(library)], check=True, timeout=60)
        except (subprocess.SubprocessError, OSError) as error:
            say(f"  no figure by g++: {error}")
            return None
        count = ctypes.CDLL(str(library)).count_on_host
        lines = 1 + sum(len(wager.lines) for wager in book.wagers)
        ranks = np.ascontiguousarray(shoes.T.astype(np.int32))
        out = np.empty((lines, len(shoes)), dtype=np.int64)
        at = [each.ctypes.data_as(ctypes.c_void_p) for each in (ranks, out)]
        seconds = best(lambda: count(at[0], ctypes.c_longlong(len(shoes)), at[1]), 3)
    return len(shoes) / seconds


def control() -> dict[str, Any]:
    """Count shoes with one card too many. Nearly all counts must differ."""
    book = game("tiger")
    counted = GpuCounter(book, Tableau(book.order))
    shoes = shoes_of(8, 1024)
    wrong = shoes.copy()
    wrong[:, 5] += 1
    unequal = int((counted.count(wrong) != on_cpu("tiger", shoes)).any(axis=1).sum())
    say(f"\ncontrol, one card too many: {unequal} of {len(shoes)} unequal (must be all)")
    return {"unequal": unequal, "fails": unequal == len(shoes)}


def best(work: Any, times: int) -> float:
    """The minimum time of several runs, in seconds."""
    shortest = float("inf")
    for _ in range(times):
        begun = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - begun)
    return shortest


def summary(found: dict[str, Any]) -> None:
    """The most important lines, for the end of the output."""
    say("\nsummary")
    for each in found["cases"]:
        say(
            f"  {each['game']:<12} {each['decks']:>2} decks: {each['unequal']} of "
            f"{each['shoes_counted']:,} unequal; {each['gpu_rate']:.4g}/s, {each['ratio']:.0f} x "
            f"one core ({found['device']['cpu_method']}), "
            f"{each['ratio_from_numpy']:.0f} x from NumPy and back; {each['fastest']}"
        )
    say(f"  control fails as it should: {found['control']['fails']}")
    say(f"  {found['seconds']:.0f} s in all")


def say(words: str) -> None:
    """Print at once, so that an interrupted run still shows its results."""
    print(words, flush=True)


if __name__ == "__main__":
    main()
