"""Workers: processes of their own, one a core, that do a campaign's work seed by seed."""

import atexit
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import cache
from multiprocessing import get_context
from typing import TypeVar

from tests.powercut.vfs import DiskVfs, mounted

T = TypeVar("T")
S = TypeVar("S")

CORES = min(len(os.sched_getaffinity(0)), 8)


def spread(
    work: Callable[[S], T], over: Iterable[S], at_once: int = 1, workers: int = CORES
) -> Iterator[T]:
    """What some work comes to for each thing, in order, from processes that begin with nothing.

    The VFS of a process can be stacked once, so the one that runs the tests is left alone.
    """
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, over, chunksize=at_once)


@cache
def own_vfs() -> DiskVfs:
    """The VFS of this process, until it ends."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(mounted())
