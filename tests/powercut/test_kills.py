"""A shift on a real file is killed before and after its writes, syncs and answers."""

from collections.abc import Callable
from pathlib import Path

from campaigns.kills import campaign, own_hand
from tests.powercut.holding import Tally
from tests.powercut.kills import kill_at
from tests.powercut.workers import spread


def test_a_kill_loses_no_answered_command_and_leaves_no_half_move(
    record_property: Callable[[str, object], None],
) -> None:
    """`kill -9` at one point in nine, until the shift ends by itself; the campaign tries each."""
    lines, is_clean = campaign("small", 1)
    record_property("figure", lines[0])
    assert is_clean, "\n".join(lines)


def test_kills_find_a_shift_that_answers_too_early() -> None:
    """As a control, a shift reports one state more than the journal acknowledged."""
    [tally] = spread(kill_over_reporting_shift, [1])
    assert tally.cuts
    assert tally.acknowledged_lost > 0
    assert tally.failed[0].startswith("seed 1, point ")


class OverReporting:
    """A killed shift that reports one state more than the journal acknowledged."""

    def __init__(self) -> None:
        self.killer = own_hand()

    def kill(self, folder: Path, seed: int, point: int) -> tuple[int, bool]:
        reported, is_over = self.killer.kill(folder, seed, point)
        return reported + (not is_over), is_over


def kill_over_reporting_shift(seed: int) -> Tally:
    return kill_at(OverReporting(), seed, range(30, 300, 30))
