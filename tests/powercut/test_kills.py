"""A shift on a real file is killed before and after its writes, its syncs and its answers."""

from collections.abc import Callable
from pathlib import Path

from campaigns.kills import campaign, own_hand
from tests.powercut.holding import Tally
from tests.powercut.kills import kill_at
from tests.powercut.workers import spread


def test_no_kill_loses_what_was_answered_or_leaves_half_a_move(
    record_property: Callable[[str, object], None],
) -> None:
    """kill -9 at one point in nine, until the shift ends by itself; the campaign takes each."""
    lines, is_clean = campaign("small", 1)
    record_property("figure", lines[0])
    assert is_clean, "\n".join(lines)


def test_kills_find_a_shift_that_answers_too_early() -> None:
    """The control: somebody was told more than the journal had promised."""
    [tally] = spread(kill_one_that_boasts, [1])
    assert tally.cuts
    assert tally.acknowledged_lost > 0
    assert tally.failed[0].startswith("seed 1, point ")


class Boasting:
    """A killed shift that had answered once more than it was promised."""

    def __init__(self) -> None:
        self.killer = own_hand()

    def kill(self, folder: Path, seed: int, point: int) -> tuple[int, bool]:
        told, is_over = self.killer.kill(folder, seed, point)
        return told + (not is_over), is_over


def kill_one_that_boasts(seed: int) -> Tally:
    return kill_at(Boasting(), seed, range(30, 300, 30))
