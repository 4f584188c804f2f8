from dataclasses import dataclass

import pytest

from punto.core.field_types import check_fields
from punto.core.tableau import STANDARD


@dataclass(frozen=True)
class Range:
    """A record with a tuple of fixed length."""

    name: str
    ends: tuple[str, int, int | None]


def test_a_record_with_correct_types_passes() -> None:
    check_fields(Range("A", ("a", 1, None)), Range, "range")
    check_fields(STANDARD, type(STANDARD), "order")


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (Range("A", ("a", 1)), "range.ends has 2 parts; expected 3"),  # type: ignore[arg-type]
        (Range("A", ("a", "1", None)), r"range.ends\[1\] is '1'; expected int"),  # type: ignore[arg-type]
        (Range("A", ("a", 1, "2")), r"range.ends\[2\] is '2'; expected int or None"),  # type: ignore[arg-type]
        ("A", "range is 'A'; expected Range"),
        (Range, "range is <class .*; expected Range"),
    ],
)
def test_a_wrong_type_is_reported_with_its_field(record: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        check_fields(record, Range, "range")
