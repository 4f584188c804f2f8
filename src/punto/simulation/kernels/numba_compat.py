"""Compile plain Python functions to machine code with numba, if numba is installed."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Literal, TypeVar

F = TypeVar("F", bound=Callable[..., object])

HAS_NUMBA = find_spec("numba") is not None


def kernel(function: F) -> F:
    """Compile a function once and store the result on disk; without numba, return it unchanged.

    Kernels use unsigned indexes only, because a negative index would count from the end.
    """
    return _compiled(function, inline="never")


def inlined(function: F) -> F:
    """Compile a function into each kernel that calls it."""
    return _compiled(function, inline="always")


def _compiled(function: F, inline: Literal["never", "always"]) -> F:
    if not HAS_NUMBA:
        return function
    from numba import njit

    compiled: object = njit(
        cache=True, nogil=True, boundscheck=False, error_model="numpy", inline=inline
    )(function)
    return compiled  # type: ignore[return-value]  # the compiled function has the same signature


def plain(function: F) -> F:
    """Return the Python function of a kernel, which accepts arrays instead of numbers."""
    original: F = getattr(function, "py_func", function)
    return original
