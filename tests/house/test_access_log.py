"""Test that every access to the journal is recorded."""

from punto.house.access_log import (
    AccessKind,
    AccessLog,
    JournalAccessed,
    RecordAccess,
    decide,
    evolve,
)


def test_an_access_is_recorded_with_the_digest_of_its_bundle() -> None:
    (taken,) = decide(AccessLog(), RecordAccess(AccessKind.BUNDLE, "tiger-5", 58, 59, "ab" * 32))
    assert taken == JournalAccessed(AccessKind.BUNDLE, "tiger-5", 58, 59, "ab" * 32)
    assert evolve(AccessLog(), taken) == AccessLog(1)


def test_an_access_to_the_whole_chain_names_no_table_or_round() -> None:
    assert decide(AccessLog(), RecordAccess(AccessKind.CHAIN)) == (
        JournalAccessed(AccessKind.CHAIN, "", 0, 0, ""),
    )
