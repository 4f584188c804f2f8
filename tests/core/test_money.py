import re

import pytest
from hypothesis import given
from hypothesis.strategies import integers, text

from punto.core.money import MAX_CENTS, format_cents, parse_cents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20", 2000),
        ("20.5", 2050),
        ("20.05", 2005),
        ("0.01", 1),
        ("007", 700),
        ("1000000", 100_000_000),
    ],
)
def test_an_amount_is_parsed(text: str, expected: int) -> None:
    assert parse_cents(text) == expected


@given(integers(0, MAX_CENTS))
def test_every_formatted_amount_parses_to_the_same_cents(amount_cents: int) -> None:
    assert parse_cents(format_cents(amount_cents).replace(",", "")) == amount_cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-5",
        "+5",
        "1e3",
        "5.",
        ".5",
        "5.001",
        "1,000",
        " 5",
        "5 ",
        "NaN",
        "inf",
        "0x10",
        "٣",
        "½",
        "5_0",
        "five",
    ],
)
def test_a_text_that_is_not_an_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount; expected dollars"):
        parse_cents(text)


@pytest.mark.parametrize("text", ["1000000.01", "99999999999", "9" * 5000])
def test_a_huge_amount_is_refused_with_a_short_message(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"is more than the largest stake, 1,000,000\.00"
    ) as refused:
        parse_cents(text)
    assert len(str(refused.value)) < 80


@pytest.mark.parametrize(("text", "quoted"), [("9" * 20, "9" * 20), ("9" * 21, "9" * 17 + "...")])
def test_a_message_quotes_at_most_twenty_characters(text: str, quoted: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(quoted)} is more"):
        parse_cents(text)


@given(text())
def test_any_text_is_an_amount_or_is_refused(anything: str) -> None:
    try:
        amount_cents = parse_cents(anything)
    except ValueError:
        return
    assert 0 <= amount_cents <= MAX_CENTS


@pytest.mark.parametrize(
    ("amount_cents", "expected"),
    [(0, "0.00"), (5, "0.05"), (-5, "-0.05"), (123_456_78, "123,456.78")],
)
def test_an_amount_is_formatted(amount_cents: int, expected: str) -> None:
    assert format_cents(amount_cents) == expected
