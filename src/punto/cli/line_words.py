"""Words of a line: seats, stakes and choices, read strictly."""

from punto.core import money
from punto.table.stakes import Stake


def one(words: list[str], what: str) -> str:
    """The first word, which must be there."""
    if not words:
        raise ValueError(f"something is missing; expected {what}")
    return words[0]


def choice(words: list[str], choices: tuple[str, ...]) -> str:
    """The first word, which must be one of some."""
    word = one(words, " or ".join(choices))
    if word not in choices:
        raise ValueError(f"{word!r}; expected {' or '.join(choices)}")
    return word


def seat(words: list[str]) -> int:
    """The number of a seat or a position."""
    word = one(words, "a seat")
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise ValueError(f"{word!r} is not a seat; expected a number")
    return int(word)


def stake(word: str) -> Stake:
    """A stake as in banker=100, or banker@5.2=20 on the second stack of position 5."""
    name, equals, amount = word.partition("=")
    wager, _, place = name.partition("@")
    if not equals:
        raise ValueError(f"{word!r} is not a stake; expected a wager and an amount, as in tie=5")
    if not place:
        return Stake(wager, money.cents(amount))
    position, _, stack = place.partition(".")
    return Stake(wager, money.cents(amount), seat([position]), seat([stack or "1"]))
