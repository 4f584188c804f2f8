"""Read the whole numbers in URLs, within bounds."""

import re
from collections.abc import Mapping

LARGEST = 2**53
"""The largest number of a URL: browsers are exact up to it, and SQLite can store it."""

DIGITS = re.compile("[0-9]{1,16}")


class NotANumber(ValueError):
    """A parameter that is not a whole number within its bounds."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} must be a whole number from 0 to {LARGEST}")
        self.name = name


def whole_number(text: str, maximum: int = LARGEST) -> int | None:
    """The number in ASCII digits, None if the text is not a number or exceeds the maximum."""
    # The pattern limits the length first: int() is slow on 4,000 digits and raises on 5,000.
    number = int(text) if DIGITS.fullmatch(text) else None
    return None if number is None or number > maximum else number


def query_number(query: Mapping[str, str], name: str) -> int | None:
    """The number of a query parameter, None if the query does not have it."""
    if name not in query:
        return None
    number = whole_number(query[name])
    if number is None:
        raise NotANumber(name)
    return number
