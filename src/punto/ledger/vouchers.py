"""Vouchers: a random number and a check that only the house can make."""

import hmac
from base64 import b32decode, b32encode
from binascii import Error as NotBase32

NUMBER_BYTES = 16
CHECK_BYTES = 8


def printed(number: bytes, key: bytes) -> str:
    """What stands on a voucher: its number and its check, in groups of five letters."""
    letters = b32encode(number + _check(number, key)).decode().rstrip("=")
    return "-".join(letters[at : at + 5] for at in range(0, len(letters), 5))


def number_of(text: str, key: bytes) -> bytes:
    """The number of a voucher whose check is right."""
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
    if not is_whole or not hmac.compare_digest(check, _check(number, key)):
        raise ValueError("this is not a voucher of the house")
    return number


def _check(number: bytes, key: bytes) -> bytes:
    return hmac.digest(key, number, "sha256")[:CHECK_BYTES]
