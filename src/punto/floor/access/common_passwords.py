"""Refuse common passwords by rules and by lists.

Words of the trade, personal habits, keyboard walks, years and repeats are predictable. A password
with fewer than six other characters is refused. So is each password of at least six characters
in zxcvbn's list of 30,000 leaked ones, also with digits and signs around it. A house may add its
own list as a file.
"""

import string
from functools import cache
from pathlib import Path

from punto.games.library import load_error

OWN_CHARACTERS = 6
"""The number of characters that a password must have besides predictable ones."""

CASINO_WORDS = (
    *("baccarat", "banker", "bet", "bets", "cage", "card", "cards", "casino", "cashier", "chip"),
    *("chips", "commission", "dealer", "dragon", "floor", "fortune", "gaming", "house", "jackpot"),
    *("lucky", "manager", "pair", "pit", "player", "poker", "punto", "banco", "roulette", "round"),
    *("seven", "shift", "shoe", "squeeze", "staff", "super", "supervisor", "table", "terminal"),
    *("tie", "tiger", "voucher", "winner", "auditor", "administrator", "sands", "resorts"),
)
"""Casino words, which an attacker who knows the house would try."""

HABITS = (
    *("abc", "access", "admin", "angel", "baby", "change", "changeme", "default", "demo", "enter"),
    *("football", "forever", "god", "guest", "hello", "iloveyou", "letmein", "login", "love"),
    *("master", "me", "mine", "monkey", "my", "new", "open", "pass", "passphrase", "passwd"),
    *("password", "please", "princess", "qwerty", "root", "secret", "security", "singapore"),
    *("summer", "sunshine", "superuser", "system", "temp", "test", "the", "this", "user"),
    *("welcome", "winter", "spring", "autumn", "word", "work", "is", "in", "to", "let"),
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday"),
    *("saturday", "sunday", "one", "two", "three", "four", "five", "six", "eight", "nine", "ten"),
)
"""Words that are common in passwords."""

KEYBOARD_WALKS = (
    "1234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "abcdefghijklmnopqrstuvwxyz",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "qazwsxedcrfvtgbyhnujm",
    "147258369",
    "!@#$%^&*()",
)
"""Rows and columns of a keyboard, typed in either direction from any key."""

MIN_WALK = 3
MIN_BREACHED = 6
"""Shorter leaked passwords say little about a password of twelve characters."""

_MEANT = str.maketrans("@$!|+", "asiit")
_AROUND = string.digits + string.punctuation + string.whitespace
_DIGITS_MEANT = str.maketrans("01345789", "oieastbg")


class CommonPasswords:
    """The refused passwords: by rules, by leaks, and by the list of the house."""

    def __init__(self, path: Path | None = None) -> None:
        self._listed = frozenset[str]() if path is None else _read(path)

    def refuse(self, password: str, *names: str) -> bool:
        """Whether a password is easy to guess for an attacker who knows the owner's names."""
        return (
            password.casefold() in self._listed
            or distinct_characters(password, *names) < OWN_CHARACTERS
            or is_breached(password)
        )


def is_breached(password: str) -> bool:
    """Whether a password was leaked, also without the digits and signs around it."""
    typed = password.casefold()
    return typed in _breached() or typed.strip(_AROUND) in _breached()


def distinct_characters(password: str, *names: str) -> int:
    """The minimum number of characters that no rule predicts."""
    typed = password.casefold()
    own = frozenset(part for name in names for part in _parts(name))
    # A word with digits in place of letters is the same word.
    return min(
        _distinct_count(typed, own),
        _distinct_count(typed.translate(_MEANT).translate(_DIGITS_MEANT), own),
    )


def _distinct_count(text: str, own: frozenset[str]) -> int:
    counts = list(range(len(text) + 1))
    for end in range(1, len(text) + 1):
        counts[end] = counts[end - 1] + 1
        for start in range(end):
            if counts[start] < counts[end] and _is_foretold(text[start:end], text[:start], own):
                counts[end] = counts[start]
    return counts[-1]


def _is_foretold(piece: str, before: str, own: frozenset[str]) -> bool:
    """Whether a piece of a password is predictable, perhaps from the text before it."""
    return (
        (len(piece) == 1 and not piece.isalnum())
        or piece in own
        or piece in _words()
        or (len(piece) >= MIN_WALK and (piece in _walked() or piece in before))
        or piece == before[-1:]
        or (len(piece) == 4 and piece[:2] in ("19", "20") and piece.isdigit())
    )


@cache
def _words() -> frozenset[str]:
    return frozenset((*CASINO_WORDS, *HABITS))


@cache
def _breached() -> frozenset[str]:
    # The import takes a tenth of a second and some megabytes: do it for a new password only.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(each for each in FREQUENCY_LISTS["passwords"] if len(each) >= MIN_BREACHED)


@cache
def _walked() -> frozenset[str]:
    """Every part of every walk, in both directions."""
    both = [walk for each in KEYBOARD_WALKS for walk in (each, each[::-1])]
    return frozenset(
        walk[start:end]
        for walk in both
        for start in range(len(walk))
        for end in range(start + MIN_WALK, len(walk) + 1)
    )


def _parts(name: str) -> tuple[str, ...]:
    plain = name.casefold()
    return tuple(each for each in (plain, *plain.replace("-", " ").split()) if len(each) > 1)


def _read(path: Path) -> frozenset[str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read: {load_error(error)}") from None
    return frozenset(line.strip().casefold() for line in lines if line.strip())
