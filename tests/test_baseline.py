"""Compare a sample of the results that no change of names or structure may alter."""

from campaigns.baseline import SAMPLE, Names, compare, control, parts, read


def test_a_sample_of_results_equals_the_recorded_ones() -> None:
    total, differing = compare("small")
    assert differing == []
    assert total > 100_000


def test_every_part_is_recorded() -> None:
    assert [name for name, _ in read()] == [name for name, _ in parts()]
    assert {name for name, _ in parts()} >= set(SAMPLE)


def test_one_cent_more_is_found() -> None:
    assert control()


def test_a_renamed_class_changes_nothing_and_a_swapped_one_does() -> None:
    before = [["Opened", 1], ["Closed", 2], ["Opened", "9s"]]
    renamed = [["Begun", 1], ["Ended", 2], ["Begun", "9s"]]
    swapped = [["Begun", 1], ["Ended", 2], ["Ended", "9s"]]
    other_card = [["Begun", 1], ["Ended", 2], ["Begun", "9h"]]
    texts = [Names().without(each) for each in (before, renamed, swapped, other_card)]
    assert texts[0] == texts[1]
    assert len({*texts}) == 3
