"""Print and parse vouchers, each a random number and a check that only the house can make.

The number of a demo voucher begins with a prefix that its check covers too.
"""

import hmac
from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from collections.abc import Callable, Iterable
from typing import TypeAlias

NUMBER_BYTES = 16
CHECK_BYTES = 8
LETTERS = 39
"""The number of base32 letters of number and check together."""

DEMO = "demo-"
"""The prefix of a demo voucher's number; printed in capitals."""

VOUCHER_DAYS = 180
"""The number of days for which a voucher can be redeemed."""

Mac: TypeAlias = Callable[[bytes], bytes]
"""A function that authenticates a text with one version of the house's key."""


def is_demo(number: str) -> bool:
    """Whether a number belongs to a demo voucher."""
    return number.startswith(DEMO)


def format_voucher(number: str, mark: Mac) -> str:
    """The printed text of a voucher: its number and its check, in groups of five letters."""
    kind = DEMO if is_demo(number) else ""
    plain = bytes.fromhex(number.removeprefix(kind))
    letters = b32encode(plain + _check(kind, plain, mark)).decode().rstrip("=")
    return kind.upper() + "-".join(letters[at : at + 5] for at in range(0, len(letters), 5))


def parse_voucher(text: str, marks: Iterable[Mac]) -> str:
    """The number of a voucher whose check matches any version of the key."""
    letters = "".join(text.split()).replace("-", "").upper()
    # Check the length, because the letters of another voucher may begin with these four by chance.
    kind = DEMO if letters.startswith(_DEMO_LETTERS) and len(letters) > LETTERS else ""
    letters = letters.removeprefix(_DEMO_LETTERS) if kind else letters
    try:
        both = b32decode(letters + "=" * (-len(letters) % 8))
    except (NotBase32, ValueError):
        both = b""
    number, check = both[:NUMBER_BYTES], both[NUMBER_BYTES:]
    # Encode the parsed bytes again, because base32 ignores spare bits.
    is_whole = (
        len(both) == NUMBER_BYTES + CHECK_BYTES
        and b32encode(both).decode()[: len(letters)] == letters
    )
    # Compare with every version, so that the time taken reveals nothing.
    agree = [hmac.compare_digest(check, _check(kind, number, mark)) for mark in marks]
    if not is_whole or not any(agree):
        raise ValueError("this is not a voucher of the house")
    return kind + number.hex()


_DEMO_LETTERS = DEMO.strip("-").upper()


def _check(kind: str, number: bytes, mark: Mac) -> bytes:
    return mark(kind.encode() + number)[:CHECK_BYTES]
