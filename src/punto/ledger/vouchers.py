"""Vouchers: a random number and a check that only the house can make."""

import hmac
from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from collections.abc import Callable, Iterable
from typing import TypeAlias

NUMBER_BYTES = 16
CHECK_BYTES = 8

Mark: TypeAlias = Callable[[bytes], bytes]
"""What a version of the house's key makes of a text."""


def printed(number: bytes, mark: Mark) -> str:
    """What stands on a voucher: its number and its check, in groups of five letters."""
    letters = b32encode(number + _check(number, mark)).decode().rstrip("=")
    return "-".join(letters[at : at + 5] for at in range(0, len(letters), 5))


def number_of(text: str, marks: Iterable[Mark]) -> bytes:
    """The number of a voucher whose check is right by any version of the key."""
    letters = "".join(text.split()).replace("-", "").upper()
    try:
        both = b32decode(letters + "=" * (-len(letters) % 8))
    except (NotBase32, ValueError):
        both = b""
    number, check = both[:NUMBER_BYTES], both[NUMBER_BYTES:]
    # Encoding what was read anew refuses the spare bits that base 32 would overlook.
    is_whole = (
        len(both) == NUMBER_BYTES + CHECK_BYTES
        and b32encode(both).decode()[: len(letters)] == letters
    )
    # All are compared: how long it takes does not say which version is near.
    agree = [hmac.compare_digest(check, _check(number, mark)) for mark in marks]
    if not is_whole or not any(agree):
        raise ValueError("this is not a voucher of the house")
    return number


def _check(number: bytes, mark: Mark) -> bytes:
    return mark(number)[:CHECK_BYTES]
