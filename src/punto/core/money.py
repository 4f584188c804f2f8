"""Parse and format amounts of whole cents as dollars and cents."""

import re

MAX_CENTS = 1_000_000_00
"""The largest stake, one million dollars."""

_AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]{1,2})?", re.ASCII)


def parse_cents(text: str) -> int:
    """Return the cents of an amount such as 20, 20.5 or 20.00."""
    if not _AMOUNT.fullmatch(text):
        raise ValueError(
            f"{text!r} is not an amount; expected dollars with at most two decimals, as in 20.00"
        )
    dollars, _, rest = text.partition(".")
    # The length is checked first, because `int` is slow for a number of a million digits.
    if (
        len(dollars.lstrip("0")) > len(str(MAX_CENTS // 100))
        or (amount := int(dollars) * 100 + int(rest.ljust(2, "0"))) > MAX_CENTS
    ):
        raise ValueError(
            f"{_short(text)} is more than the largest stake, {format_cents(MAX_CENTS)}"
        )
    return amount


def format_cents(amount_cents: int) -> str:
    """Return an amount in dollars and cents, as in 1,234.50 or -0.05."""
    dollars, rest = divmod(abs(amount_cents), 100)
    return f"{'-' if amount_cents < 0 else ''}{dollars:,}.{rest:02d}"


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:17]}..."
