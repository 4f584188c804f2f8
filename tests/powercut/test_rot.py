"""Every change in a journal of 10,000 rows is found, and a flipped bit never changes a balance."""

from collections.abc import Callable

from campaigns.rot import FLIPS, changed_rows, flipped_files

Record = Callable[[str, object], None]


def test_every_changed_bit_and_every_deleted_repeated_or_swapped_row_is_found(
    record_property: Record,
) -> None:
    """All bits of 300 rows, changed orders of all rows, and 40 lengths; the campaign tries each."""
    lines, is_found = changed_rows("small", 1)
    for line in lines:
        record_property("figure", line)
    assert is_found, "\n".join(lines)


def test_a_flipped_bit_in_the_file_never_gives_a_wrong_answer(record_property: Record) -> None:
    """As a control, the same flips on plain SQLite do give wrong answers."""
    lines, is_right = flipped_files(FLIPS["small"], 1)
    for line in lines:
        record_property("figure", line)
    assert is_right, "\n".join(lines)
