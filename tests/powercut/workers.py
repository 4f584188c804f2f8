"""Spread the seeds of a campaign over worker processes, one per core."""

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
    """Yield the result of the work for each item, in order, from fresh processes.

    A process can install the VFS only once, so the process of the tests itself does not.
    """
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, over, chunksize=at_once)


@cache
def own_vfs() -> DiskVfs:
    """The VFS of this process, installed on first use."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(mounted())
