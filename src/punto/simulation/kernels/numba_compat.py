"""Compile plain Python functions to machine code with numba, if numba is installed."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Literal, TypeVar

F = TypeVar("F", bound=Callable[..., object])

HAS_NUMBA = find_spec("numba") is not None


def kernel(function: F) -> F:
    """Compiles a function once and keeps the result on disk; without numba it stays as it is.

    Kernels index with unsigned numbers only, so that none is taken as counted from the end.
    """
    return _compiled(function, inline="never")


def inlined(function: F) -> F:
    """A part of kernels that is compiled into each of them."""
    return _compiled(function, inline="always")


def _compiled(function: F, inline: Literal["never", "always"]) -> F:
    if not HAS_NUMBA:
        return function
    from numba import njit

    compiled: object = njit(
        cache=True, nogil=True, boundscheck=False, error_model="numpy", inline=inline
    )(function)
    return compiled  # type: ignore[return-value]  # called as the function itself is


def plain(function: F) -> F:
    """The Python function behind a kernel, which also takes arrays where that takes numbers."""
    found: F = getattr(function, "py_func", function)
    return found
