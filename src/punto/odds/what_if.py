"""What if: a game with some of its pays changed."""

from collections.abc import Mapping
from dataclasses import replace

from punto.core.rulebook import Pays, Rulebook, WagerRule, to


def with_pays(book: Rulebook, pays: Mapping[str, Pays]) -> Rulebook:
    """The game with other pays, by wager key, or by key and number of the line: `tiger.2`."""
    for name, each in pays.items():
        key, _, number = name.partition(".")
        changed = _with_line_paying(book.wager(key), number, each)
        wagers = tuple(changed if wager.key == key else wager for wager in book.wagers)
        book = replace(book, wagers=wagers)
    return book


def pays(text: str) -> Pays:
    """Odds written as 45:1."""
    win, colon, per = text.partition(":")
    if not colon or not per.isascii() or not per.isdigit():
        raise ValueError(f"{text!r} are not odds; expected a win and a stake, as in 45:1")
    return to(win, int(per[:7]))


def _with_line_paying(wager: WagerRule, number: str, pays: Pays) -> WagerRule:
    choices = [f"{wager.key}.{place}" for place in range(1, len(wager.lines) + 1)]
    name = f"{wager.key}.{number}" if number else wager.key
    if not number and len(choices) == 1:
        name = choices[0]
    if name not in choices:
        raise ValueError(
            f"{name} names no one line of {wager.key}; expected {' or '.join(choices)}"
        )
    at = choices.index(name)
    lines = (*wager.lines[:at], replace(wager.lines[at], pays=pays), *wager.lines[at + 1 :])
    return replace(wager, lines=lines)
