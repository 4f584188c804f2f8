"""Power cuts: a shift is played on the disk once, and then cut wherever something was being done.

A program does not know beforehand that it will be cut off, so a shift that ran to its end holds
every shorter one: its log of acts, followed up to a place, gives what the medium held just then.
After each cut the real journal opens what is left and the real desks go on; that life is cut too.
"""

from collections.abc import Sequence
from random import Random

import tests.powercut.once  # noqa: F401
from punto.journal.errors import JournalError
from punto.journal.stores.sqlite import SqliteJournal
from tests.powercut.disk import Disk, Platter
from tests.powercut.holding import State, Tally, held, judge
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

#: How many cuts come in a row at each place of the first life.
DEPTHS = (1, 2, 3, 2, 2) * 10
assert sum(DEPTHS) == CUTS_A_SEED


def cut(vfs: DiskVfs, seed: int, synchronous: str = "FULL") -> Tally:
    """A hundred power cuts of the shift that a seed plays."""
    return Cutter(vfs, seed, synchronous).run()


class Cutter:
    """Plays a shift and cuts it."""

    def __init__(self, vfs: DiskVfs, seed: int, synchronous: str) -> None:
        self.vfs, self.seed, self.random = vfs, seed, Random(seed)
        self.book = self.random.choice(PLAYED)
        self.way = Way.chosen(self.random, synchronous)
        self.tally = Tally()
        self.lives = 0

    def run(self) -> Tally:
        """A hundred cuts, in the shift's first life and in those that follow."""
        life = Life(Platter(), (State(),))
        self._live(life, [self.random.choice((10, 14, 18, 26, 40)), self.random.randint(2, 10)])
        depths = self.random.sample(DEPTHS, len(DEPTHS))
        places = self._places(life, len(depths))
        for moment, depth in zip(moments(life, places), depths, strict=True):
            self._cut(moment, depth)
        return self.tally

    def _cut(self, moment: Moment, depth: int, number: int = 1) -> None:
        """Cuts the power, looks at what is left, goes on, and cuts again."""
        self.tally.cuts += 1
        self.tally.kinds[moment.kind] += 1
        self.tally.kinds[f"cut {number} in a row"] += 1
        left = moment.platter.after_power_cut(self.random)
        life = self._reborn(moment, left, goes_on=depth > 1 or self.random.random() < 0.3)
        if depth == 1 or not life.states:
            return
        after = self._some_moment(life)
        if self.random.random() < 0.2:
            # Killed, not cut: the next life sees what is not synced, and may still lose it.
            self.tally.kinds["killed before the cut"] += 1
            life = self._reborn(after, after.platter.copy(), goes_on=True)
            life.may_be = after.may_be
            after = self._some_moment(life)
        self._cut(after, depth - 1, number + 1)

    def _reborn(self, moment: Moment, platter: Platter, *, goes_on: bool) -> Life:
        """A life on what is left: it must hold what was promised, and may go on from there."""
        life = Life(platter, moment.may_be, moment.unanswered, moment.past)
        faults = self.tally.faults
        self._live(life, [self.random.choice((0, 0, 0, 0, 1, 2, 4))] if goes_on else [])
        if self.tally.faults > faults:
            self.tally.failed.append(f"seed {self.seed}, cut {self.tally.cuts}: {moment.kind}")
        return life

    def _live(self, life: Life, sessions: Sequence[int]) -> None:
        """Opens the journal, judges what it holds, asks again what was not answered, and plays."""
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
            found = held(journal)
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
        """Places to cut, half of them anywhere, half so that rare kinds of acts come as often."""
        by_kind: dict[str, list[int]] = {}
        for place, kind in enumerate(kinds(life)):
            if kind:
                by_kind.setdefault(kind, []).append(place)
        groups = list(by_kind.values())
        everywhere = [place for group in groups for place in group]
        choose = self.random.choice
        return sorted(choose(choose((everywhere, choose(groups)))) for _ in range(wanted))
