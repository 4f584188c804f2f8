"""Test that numbers in URLs have ASCII digits and a maximum."""

import pytest

from punto.floor.network.numbers import LARGEST, NotANumber, query_number, whole_number
from tests.floor.playing import ODD_NUMBERS


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), (str(LARGEST), LARGEST)])
def test_digits_within_the_bound_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number
    assert query_number({"before": text}, "before") == number


@pytest.mark.parametrize("text", [*ODD_NUMBERS, "", " 1", "+1", "1_0", "1\n", "0" * 17])
def test_other_text_is_not_a_number(text: str) -> None:
    assert whole_number(text) is None
    with pytest.raises(
        NotANumber, match="before must be a whole number from 0 to 9007199254740992"
    ):
        query_number({"before": text}, "before")


def test_a_number_above_the_given_bound_is_refused() -> None:
    assert whole_number("65535", maximum=65_535) == 65_535
    assert whole_number("65536", maximum=65_535) is None


def test_an_absent_parameter_has_no_number() -> None:
    assert query_number({"limit": "1"}, "before") is None
