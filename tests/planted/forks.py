"""Run work in forks of this process, each with its own changes."""

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from tempfile import TemporaryFile
from typing import IO, TypeVar

T = TypeVar("T")

MEMORY = 6 * 2**30
"""The memory limit of a fork. A mutant that allocates without end then fails."""


def forked(
    work: Callable[[T, IO[str]], None], over: Iterable[T], workers: int = 1
) -> Iterator[tuple[T, list[str], bool]]:
    """The output of each piece of work, as it ends, and whether it used up its processor time.

    A fork that ends in any other way is an error.
    """
    running: dict[int, tuple[T, IO[str]]] = {}
    for each in over:
        if len(running) == workers:
            yield _ended(running)
        sys.stdout.flush()
        written = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        if pid := os.fork():
            running[pid] = each, written
        else:
            _work(work, each, written)
    while running:
        yield _ended(running)


def allow(seconds: float) -> None:
    """Extend the processor time of this process. The load of the machine does not count."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))


def _work(work: Callable[[T, IO[str]], None], each: T, written: IO[str]) -> None:
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        work(each, written)
        status = 0
    except BaseException:  # after any error this process may not continue as its parent
        traceback.print_exc(file=written)
    finally:
        written.flush()
        os._exit(status)


def _ended(running: dict[int, tuple[T, IO[str]]]) -> tuple[T, list[str], bool]:
    pid, status = os.wait()
    each, written = running.pop(pid)
    with written:
        written.seek(0)
        text = written.read()
    is_endless = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
    if status and not is_endless:
        raise RuntimeError(f"a fork ended with {status}:\n{text}")
    return each, text.splitlines(), is_endless
