"""Describe an unexpected error in one short line, for screens, /ready and logs."""

MAXIMUM_LENGTH = 160


def described(error: Exception) -> str:
    """The kind of an error and the first line of its message."""
    first = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {first}"[:MAXIMUM_LENGTH]
