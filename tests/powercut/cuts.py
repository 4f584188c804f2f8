"""Play a shift on a simulated disk once, then cut the power at many of its writes and syncs.

A program does not know beforehand that the power will fail, so a complete shift contains every
shorter one: its log up to a place gives the content of the medium at that moment. After each cut
the real journal opens the remaining files, and the real stream owners continue. That run is cut
as well.
"""

from collections.abc import Sequence
from random import Random

import tests.powercut.once  # noqa: F401
from punto.journal.errors import JournalError
from punto.journal.stores.sqlite import SqliteJournal
from tests.powercut.disk import Disk, Platter
from tests.powercut.holding import State, Tally, judge, read_contents
from tests.powercut.life import (
    ANSWERED,
    ASKED,
    CLOSING,
    KEPT,
    Life,
    Moment,
    Watched,
    Way,
    kinds,
    moments,
)
from tests.powercut.shift import PLAYED, Asks, Shift
from tests.powercut.vfs import DiskVfs

CUTS_A_SEED = 100

DEPTHS = (1, 2, 3, 2, 2) * 10
"""The number of successive cuts at each place of the first run."""
assert sum(DEPTHS) == CUTS_A_SEED


def cut(vfs: DiskVfs, seed: int, synchronous: str = "FULL") -> Tally:
    """Cut the power a hundred times in the shift of a seed."""
    return Cutter(vfs, seed, synchronous).run()


class Cutter:
    """Plays the shift of a seed and cuts its power."""

    def __init__(self, vfs: DiskVfs, seed: int, synchronous: str) -> None:
        self.vfs, self.seed, self.random = vfs, seed, Random(seed)
        self.book = self.random.choice(PLAYED)
        self.way = Way.chosen(self.random, synchronous)
        self.tally = Tally()
        self.lives = 0

    def run(self) -> Tally:
        """Cut the power a hundred times, in the first run of the shift and in later ones."""
        life = Life(Platter(), (State(),))
        self._live(life, [self.random.choice((10, 14, 18, 26, 40)), self.random.randint(2, 10)])
        depths = self.random.sample(DEPTHS, len(DEPTHS))
        places = self._places(life, len(depths))
        for moment, depth in zip(moments(life, places), depths, strict=True):
            self._cut(moment, depth)
        return self.tally

    def _cut(self, moment: Moment, depth: int, number: int = 1) -> None:
        """Cut the power, check the remaining files, continue the shift, and cut again."""
        self.tally.cuts += 1
        self.tally.kinds[moment.kind] += 1
        self.tally.kinds[f"cut {number} in a row"] += 1
        left = moment.platter.after_power_cut(self.random)
        life = self._reborn(moment, left, continues=depth > 1 or self.random.random() < 0.3)
        if depth == 1 or not life.states:
            return
        after = self._some_moment(life)
        if self.random.random() < 0.2:
            # After a kill the next run sees unsynced bytes, but a power cut may still lose them.
            self.tally.kinds["killed before the cut"] += 1
            life = self._reborn(after, after.platter.copy(), continues=True)
            life.may_be = after.may_be
            after = self._some_moment(life)
        self._cut(after, depth - 1, number + 1)

    def _reborn(self, moment: Moment, platter: Platter, *, continues: bool) -> Life:
        """Start a run on the remaining files, check the journal, and perhaps continue the shift."""
        life = Life(platter, moment.may_be, moment.unanswered, moment.past)
        faults = self.tally.faults
        self._live(life, [self.random.choice((0, 0, 0, 0, 1, 2, 4))] if continues else [])
        if self.tally.faults > faults:
            self.tally.failed.append(f"seed {self.seed}, cut {self.tally.cuts}: {moment.kind}")
        return life

    def _live(self, life: Life, sessions: Sequence[int]) -> None:
        """Open and judge the journal, repeat the unanswered commands, and play."""
        self.lives += 1
        disk = self.vfs.disk = Disk(life.start)
        life.acts = disk.acts
        faults = self.tally.faults
        try:
            journal = self.way.opened(self.vfs)
        except JournalError:
            self.tally.unreadable += 1
            return
        try:
            found = read_contents(journal)
        except JournalError:
            self.tally.unreadable += 1
            journal.close()
            return
        judge(found, life.may_be, life.past, self.tally)
        life.may_be, life.epochs = (found.state,), dict(found.state.epochs)
        if self.tally.faults > faults:
            sessions = ()
        for number, turns in enumerate(sessions):
            if number:
                journal = self.way.opened(self.vfs)
            self._play(life, journal, f"{self.lives}.{number}", turns)
        if not sessions:
            journal.close()

    def _play(self, life: Life, journal: SqliteJournal, name: str, turns: int) -> None:
        disk = self.vfs.disk

        def promised(state: State) -> None:
            disk.mark(KEPT, len(life.states))
            life.states.append(state)

        def before(asks: Asks) -> None:
            disk.mark(ASKED, len(life.asks))
            life.asks.append(asks)

        watched = Watched(journal, life.epochs, promised)
        shift = Shift(watched, self.random, name, self.book, before)
        for ask in life.carried:
            shift.ask((ask,))
            disk.mark(ANSWERED)
        for _ in range(turns):
            shift.turn()
            disk.mark(ANSWERED)
        disk.mark(CLOSING)
        journal.close()

    def _some_moment(self, life: Life) -> Moment:
        [moment] = moments(life, self._places(life, 1))
        return moment

    def _places(self, life: Life, wanted: int) -> list[int]:
        """Places to cut: half of them anywhere, half spread evenly over the kinds of acts."""
        by_kind: dict[str, list[int]] = {}
        for place, kind in enumerate(kinds(life)):
            if kind:
                by_kind.setdefault(kind, []).append(place)
        groups = list(by_kind.values())
        everywhere = [place for group in groups for place in group]
        choose = self.random.choice
        return sorted(choose(choose((everywhere, choose(groups)))) for _ in range(wanted))
