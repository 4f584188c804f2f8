import hmac
from base64 import b32decode

import pytest
from hypothesis import given
from hypothesis.strategies import SearchStrategy, binary, integers, text

from punto.ledger.vouchers import DEMO, Mac, format_voucher, is_demo, parse_voucher


def key(raw: bytes) -> Mac:
    return lambda text: hmac.digest(raw, text, "sha256")


KEY = key(b"k" * 32)
OLDER = key(b"o" * 32)


def numbers() -> SearchStrategy[str]:
    plain = binary(min_size=16, max_size=16).map(bytes.hex)
    return plain | plain.map(lambda number: DEMO + number)


@given(numbers())
def test_a_printed_voucher_is_parsed_back(number: str) -> None:
    assert parse_voucher(format_voucher(number, KEY), [KEY]) == number
    assert parse_voucher(format_voucher(number, KEY).lower().replace("-", " "), [KEY]) == number


@given(numbers(), integers(0, 38), integers(0, 31))
def test_a_voucher_with_one_letter_changed_is_refused(number: str, place: int, letter: int) -> None:
    letters = list(format_voucher(number, KEY).replace("-", ""))
    other = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[letter]
    if letters[place] != other:
        letters[place] = other
        with pytest.raises(ValueError, match="this is not a voucher of the house"):
            parse_voucher("".join(letters), [KEY, OLDER])


def test_changing_any_letter_of_a_voucher_is_refused() -> None:
    letters = format_voucher("6e" * 16, KEY).replace("-", "")
    for place, own in enumerate(letters):
        for other in set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") - {own}:
            with pytest.raises(ValueError, match="this is not a voucher of the house"):
                parse_voucher(letters[:place] + other + letters[place + 1 :], [KEY])


@given(text())
def test_text_that_is_not_a_voucher_is_refused(anything: str) -> None:
    with pytest.raises(ValueError, match="this is not a voucher of the house"):
        parse_voucher(anything, [KEY])


def test_a_voucher_of_another_house_is_refused() -> None:
    with pytest.raises(ValueError, match="this is not a voucher of the house"):
        parse_voucher(format_voucher("6e" * 16, key(b"other" * 7)), [KEY, OLDER])


def test_a_voucher_is_39_letters_in_groups() -> None:
    groups = format_voucher("6e" * 16, KEY).split("-")
    assert [len(group) for group in groups] == [5] * 7 + [4]


def test_a_demo_voucher_shows_its_prefix_and_is_invalid_without_it() -> None:
    shown = format_voucher(DEMO + "6e" * 16, KEY)
    assert shown.startswith("DEMO-")
    assert is_demo(parse_voucher(shown, [KEY]))
    plain = format_voucher("6e" * 16, KEY)
    assert not is_demo(parse_voucher(plain, [KEY]))
    for forged in (shown.removeprefix("DEMO-"), f"DEMO-{plain}", f"DEMO-{shown}"):
        with pytest.raises(ValueError, match="this is not a voucher of the house"):
            parse_voucher(forged, [KEY])


def test_an_ordinary_voucher_may_begin_with_the_letters_of_the_demo_prefix() -> None:
    raw = b32decode("DEMO" + "A" * 22 + "======")
    plain = format_voucher(raw.hex(), KEY)
    assert plain.startswith("DEMOA-")
    assert parse_voucher(plain, [KEY]) == raw.hex()


def test_a_voucher_of_an_older_key_is_valid_while_that_key_exists() -> None:
    before = format_voucher("6e" * 16, OLDER)
    assert parse_voucher(before, [KEY, OLDER]) == "6e" * 16
    with pytest.raises(ValueError, match="this is not a voucher of the house"):
        parse_voucher(before, [KEY])
