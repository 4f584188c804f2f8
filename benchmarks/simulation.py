"""Compare rounds per second on the CPU with a plain loop, NumPy, a C-style numba loop, and npm.

Run `python -m benchmarks.simulation`. It measures all of them in one run, takes the best of several
tries, and prints ratios. Rates use processor time, so other programs on the machine hardly change
them. The exception is the figure for two cores, which needs an idle machine. If npm is installed,
the benchmark installs the package `baccarat-engine` into a temporary folder. Otherwise it prints
why that row is missing.
"""

import json
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from punto.api import deal_shoe
from punto.core.shoe import Cut
from punto.games.library import game
from punto.simulation.game_tables import Integers
from punto.simulation.kernels.numba_compat import kernel
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.shoe_play import ShoeTask, play_totals

BOOK = game("tiger")
TASK = ShoeTask(BOOK, ShoeDealing(), 1)
TIMES = 5
PEER = "baccarat-engine@1.1.5"


def main() -> None:
    """Print the benchmark."""
    play_totals(TASK, 0, 8)
    product = best(lambda: play_totals(TASK, 0, 60_000).rounds)
    rows = {
        "this project, one core, every ending tallied": product,
        "NumPy, many shoes at once (our own, without numba)": best(_numpy, 2),
        "C-style loop compiled by numba": best(_c_style),
        "plain Python, this project's core": best(_plain_python, 1),
        "plain Python, bare loop": best(_bare_python, 2),
    }
    peer = _npm()
    if isinstance(peer, float):
        rows[f"npm {PEER}"] = peer
    print(f"{BOOK.key}, 8 decks, cut 14, rounds a second of one core's time, best of several")
    for name, rate in rows.items():
        print(f"  {name:<52} {rate / 1e6:10.3f} M/s   product is {product / rate:10.1f} times")
    if not isinstance(peer, float):
        print(f"  npm {PEER}: left out, {peer}")
    one, two = best_by_the_clock(lambda: _cores(1)), best_by_the_clock(lambda: _cores(2))
    busy = os.getloadavg()[0] - 1
    print(
        f"two cores: {two / 1e6:.1f} M/s by the clock, {two / one:.2f} times one core's "
        f"{one / 1e6:.1f} M/s; {os.cpu_count()} cores, {max(busy, 0):.1f} of them busy with others"
    )
    print("aims: 100 M/s a core, or 8 times the C-style loop; two cores 1.8 times one")


def best(work: Callable[[], int], times: int = TIMES) -> float:
    """The best rate of several tries. `work` returns the number of rounds that it played."""
    return _best(work, times, time.process_time)


def best_by_the_clock(work: Callable[[], int], times: int = TIMES) -> float:
    """The best rate by wall-clock time."""
    return _best(work, times, time.perf_counter)


def _best(work: Callable[[], int], times: int, clock: Callable[[], float]) -> float:
    rates = []
    for _ in range(times):
        begun = clock()
        rates.append(work() / (clock() - begun))
    return max(rates)


def _cores(count: int) -> int:
    from functools import partial

    from punto.simulation.game_tables import compile_tables
    from punto.simulation.runs import run, thread_pool
    from punto.simulation.totals import empty_totals

    crew = thread_pool(count, 1 << 14)
    *_, last = run(
        partial(play_totals, TASK),
        1 << 18,
        crew,
        empty_totals(compile_tables(BOOK), TASK.dealing),
    )
    crew.workers.shutdown()
    return last.rounds


def _numpy() -> int:
    return play_totals(TASK, 0, 8_192, with_numba=False).rounds


def _plain_python() -> int:
    below = random.Random(1).randrange
    return sum(1 for _ in range(20) for _ in deal_shoe(BOOK, below, 8, Cut(14)))


def _bare_python() -> int:
    """A simple loop in plain Python: shuffle a list of values, deal, count three outcomes."""
    values = [min(rank, 10) % 10 for rank in range(1, 14)] * 32
    outcomes, played = [0, 0, 0], 0
    for _ in range(100):
        random.shuffle(values)
        at = 0
        while len(values) - at >= 14:
            player, banker = (
                (values[at] + values[at + 2]) % 10,
                (values[at + 1] + values[at + 3]) % 10,
            )
            at += 4
            if player < 8 and banker < 8:
                third = -1
                if player <= 5:
                    third = values[at]
                    player, at = (player + third) % 10, at + 1
                draws_to = 5 if third < 0 else (3, 3, 4, 4, 5, 5, 6, 6, 2, 3)[third]
                if banker <= draws_to:
                    banker, at = (banker + values[at]) % 10, at + 1
            outcomes[(player > banker) + 2 * (banker > player)] += 1
            played += 1
    return played


_STATE = np.array([88172645463325252], np.uint64)


def _c_style() -> int:
    tally = np.zeros(3, np.int64)
    return int(c_style_shoes(4_000, _STATE, tally))


@kernel
def c_style_shoes(shoes: int, state: Integers, tally: Integers) -> int:
    """A loop in the style of C: values in an array, a shuffle, branches, three counters."""
    values = np.empty(416, np.int64)
    for at in range(416):
        rank = at % 13 + 1
        values[at] = rank if rank < 10 else 0
    draws_to = np.array([3, 3, 4, 4, 5, 5, 6, 6, 2, 3])
    x = state[0]
    played = 0
    for _ in range(shoes):
        for last in range(415, 0, -1):
            x ^= x << np.uint64(13)
            x ^= x >> np.uint64(7)
            x ^= x << np.uint64(17)
            to = np.int64(x % np.uint64(last + 1))
            values[last], values[to] = values[to], values[last]
        at = 0
        while 416 - at >= 14:
            player = (values[at] + values[at + 2]) % 10
            banker = (values[at + 1] + values[at + 3]) % 10
            at += 4
            if player < 8 and banker < 8:
                limit = 5
                if player <= 5:
                    limit = draws_to[values[at]]
                    player = (player + values[at]) % 10
                    at += 1
                if banker <= limit:
                    banker = (banker + values[at]) % 10
                    at += 1
            tally[0 if player > banker else 1 if banker > player else 2] += 1
            played += 1
    state[0] = x
    return played


PROGRAM = """
const engine = require('baccarat-engine');
const Engine = engine.BaccaratGameEngine || engine.default || engine;
let best = 0;
for (let time = 0; time < 3; time++) {
  const begun = process.hrtime.bigint(), used = process.cpuUsage();
  let rounds = 0;
  for (let shoe = 0; shoe < 300; shoe++) {
    const game = new Engine();
    game.shoe.createDecks();
    game.shoe.shuffle();
    game.burnCards();
    while (!game.isBurnNeeded) { game.dealGame(); rounds++; }
  }
  const spent = process.cpuUsage(used), wall = Number(process.hrtime.bigint() - begun) / 1e9;
  best = Math.max(best, rounds / Math.min(wall, (spent.user + spent.system) / 1e6));
}
console.log(JSON.stringify(best));
"""


def _npm() -> float | str:
    """The rate of the npm package in this run, or the reason why there is none."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return "npm or node is not on this machine"
    with tempfile.TemporaryDirectory() as folder:
        install = subprocess.run(
            [npm, "install", "--silent", "--no-audit", "--no-fund", PEER],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if install.returncode:
            return f"npm install failed: {(install.stderr.splitlines() or ['?'])[0]:.80}"
        script = Path(folder) / "peer.js"
        script.write_text(PROGRAM, encoding="utf-8")
        answer = subprocess.run(
            [node, str(script)], cwd=folder, capture_output=True, text=True, check=False
        )
        if answer.returncode:
            return f"it does not run: {(answer.stderr.strip().splitlines() or ['?'])[-1]:.80}"
        return float(json.loads(answer.stdout))


if __name__ == "__main__":
    main()
