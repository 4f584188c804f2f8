"""Parse the size of a campaign; an unknown one prints one line and exits with 2."""

import sys
from collections.abc import Collection
from typing import NoReturn

DEFAULT = ("full", "small", "one")


def requested(name: str, sizes: Collection[str] = DEFAULT) -> tuple[str, int]:
    """The size and the first seed of `python -m campaigns.NAME [SIZE] [SEED]`."""
    words = sys.argv[1:]
    size, seed = [*words, *("full", "1")[len(words) :]][:2]
    known(name, size, sizes)
    if not _is_number(seed):
        _stop(name, f"unknown seed {seed!r}; expected a number")
    if len(words) > 2:
        _stop(name, f"{words[2]!r} is unexpected; expected only a size and a seed")
    return size, int(seed)


def known(name: str, size: str, sizes: Collection[str], *, or_number: bool = False) -> str:
    """Check that a campaign knows a size, by its name or, if allowed, as a number."""
    if size not in sizes and not (or_number and _is_number(size)):
        number = ", or a number" if or_number else ""
        _stop(name, f"unknown size {size!r}; expected {' or '.join(sizes)}{number}")
    return size


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _stop(name: str, words: str) -> NoReturn:
    print(f"campaigns.{name}: {words}", file=sys.stderr)
    sys.exit(2)
