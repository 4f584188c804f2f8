"""Whatever changes in a journal of 10,000 rows is seen, and no flipped bit changes a balance."""

from collections.abc import Callable

from campaigns.rot import FLIPS, changed_rows, flipped_files

Record = Callable[[str, object], None]


def test_every_changed_bit_and_every_row_deleted_doubled_swapped_or_cut_off_is_seen(
    record_property: Record,
) -> None:
    """All bits of 300 rows, every order of all of them, 40 lengths; the campaign takes each."""
    lines, is_seen = changed_rows("small", 1)
    for line in lines:
        record_property("figure", line)
    assert is_seen, "\n".join(lines)


def test_no_flipped_bit_in_the_file_gives_a_wrong_answer(record_property: Record) -> None:
    """With the control: the same flips on plain SQLite do give wrong answers."""
    lines, is_right = flipped_files(FLIPS["small"], 1)
    for line in lines:
        record_property("figure", line)
    assert is_right, "\n".join(lines)
