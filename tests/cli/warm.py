"""Run the command line in forks of a process that has loaded it.

Started once for each worker of a test run. A request is a line of JSON on standard input (words,
folder, folder for what is typed and said); the answer is the exit code on a line. Starting `punto`
from nothing is tried by the tests of a served floor, of Ctrl-C and of a missing library.
"""

import importlib
import json
import os
import pkgutil
import signal
import sys
import traceback
from functools import cache
from typing import NoReturn

import punto.cli

SECONDS = 240


def load() -> None:
    """Load the modules of all verbs. No module may start a thread, because forks lose threads."""
    for name in ("numba", "punto.floor.floor", "punto.floor.web.server"):
        importlib.import_module(name)
    for module in pkgutil.walk_packages(punto.cli.__path__, "punto.cli."):
        importlib.import_module(module.name)


@cache
def load_kernels() -> None:
    """Play one shoe, so that every fork has the compiled kernels."""
    from punto.games.library import game
    from punto.simulation.shoe_dealing import ShoeDealing
    from punto.simulation.shoe_play import ShoeTask, play_totals

    for with_streaks in (False, True):
        play_totals(ShoeTask(game("tiger"), ShoeDealing(8, 14), 1, with_streaks), 0, 1)


def run(words: list[str], folder: str, streams: str) -> NoReturn:
    """Run `punto` with some words, and exit with its code."""
    signal.alarm(SECONDS)
    os.chdir(folder)
    os.dup2(os.open(f"{streams}/in", os.O_RDONLY), 0)
    for at, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{streams}/{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), at)
    sys.argv = ["punto", *words]
    code = 0
    try:
        importlib.import_module("punto.cli.main").main()
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main() -> None:
    load()
    for line in sys.stdin:
        if json.loads(line)["words"][:1] == ["simulate"]:
            load_kernels()
        child = os.fork()
        if not child:
            run(**json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
