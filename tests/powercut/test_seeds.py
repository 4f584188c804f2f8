"""A seed gives the same journal in another process with another environment."""

from collections.abc import Callable

from campaigns.seeds import campaign
from tests.powercut.seeds import heads_of


def test_the_same_seed_gives_the_same_journal_hash_in_another_process(
    record_property: Callable[[str, object], None],
) -> None:
    lines, is_same = campaign("small", 1)
    record_property("figure", lines[0])
    assert is_same, "\n".join(lines)


def test_another_seed_gives_another_hash() -> None:
    """As a control, different seeds must give different hashes."""
    heads = [line.partition(" ")[2] for line in heads_of(1, 20)]
    assert len(set(heads)) == 20
