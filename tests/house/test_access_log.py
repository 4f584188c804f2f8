"""Looks into the journal are kept like all else."""

from punto.house.access_log import (
    AccessKind,
    AccessLog,
    JournalAccessed,
    RecordAccess,
    decide,
    evolve,
)


def test_a_look_is_taken_down_with_what_left_the_house() -> None:
    (taken,) = decide(AccessLog(), RecordAccess(AccessKind.BUNDLE, "tiger-5", 58, 59, "ab" * 32))
    assert taken == JournalAccessed(AccessKind.BUNDLE, "tiger-5", 58, 59, "ab" * 32)
    assert evolve(AccessLog(), taken) == AccessLog(1)


def test_a_look_at_the_whole_is_at_no_table_and_at_no_round() -> None:
    assert decide(AccessLog(), RecordAccess(AccessKind.CHAIN)) == (
        JournalAccessed(AccessKind.CHAIN, "", 0, 0, ""),
    )
