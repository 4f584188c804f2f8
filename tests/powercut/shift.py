"""Play a shift at a table and the cage from a seed, starting from the state of a journal.

The commands depend only on the seed and on the state of the stream owners. So a shift can begin on
an empty journal or after any crash, and the same seed sends the same commands.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from punto.core.rulebook import Rulebook
from punto.floor.streams.aggregates import CAGE, cage_aggregate, table_aggregate
from punto.floor.streams.owner import CommandAnswer, CommandRequest, StreamOwner
from punto.games.library import GAMES, game
from punto.journal.protocol import AppendResult, Journal
from punto.ledger.cage import Cage
from punto.table.actors import HOUSE_DEALER
from punto.table.refusals import Refusal
from punto.table.state import Table
from tests.powercut.people import at_cage, at_table

TABLE = "t1"

PLAYED = (*GAMES, *([game("tiger-no-commission-live")] * 5))
"""Every game; most often the one whose document offers withdrawal after a power failure."""


class Ask(NamedTuple):
    """Commands for one stream owner, which answers them together."""

    stream: str
    asked: tuple[CommandRequest, ...]


Asks = tuple[Ask, ...]
"""The commands that are decided and committed in one transaction."""


def label() -> str:
    """A constant in place of the wall-clock time, which never gives an order."""
    return "on shift"


class Shift:
    """Two stream owners on a journal, with the people who send them commands."""

    def __init__(
        self,
        journal: Journal,
        random: Random,
        name: str,
        book: Rulebook,
        before: Callable[[Asks], None] = lambda _asks: None,
    ) -> None:
        self.journal, self.random, self.name, self.book = journal, random, name, book
        self.before = before
        self.cage: StreamOwner[Cage] = StreamOwner(journal, CAGE, cage_aggregate(), label)
        self.table: StreamOwner[Table] = StreamOwner(journal, TABLE, table_aggregate(TABLE), label)
        self.serial = 0
        self.repeats = 0
        self.refused = 0

    def turn(self) -> None:
        """Send the next command, sometimes several at once, sometimes one twice."""
        roll = self.random.random()
        if len(self.cage.state.visits) < 2 or roll < 0.12:
            self.ask((Ask(CAGE, self._at_cage()),))
        elif roll < 0.20:
            self.ask((Ask(TABLE, self._at_table(2)), Ask(CAGE, self._at_cage())))
        else:
            self.ask((Ask(TABLE, self._at_table(3 if roll < 0.40 else 1)),))

    def ask(self, asks: Asks) -> None:
        """Send commands to one stream owner, or to both with one commit."""
        self.before(asks)
        if len(asks) == 1:
            answers = self.desk(asks[0].stream).handle(*asks[0].asked)
        else:
            answers = self._together(asks)
        for answer in answers:
            if isinstance(answer, Refusal):
                self.refused += 1
            else:
                self.repeats += answer.is_repeat

    def desk(self, stream: str) -> StreamOwner[Any]:
        """The owner of a stream."""
        return self.cage if stream == CAGE else self.table

    def _together(self, asks: Asks) -> list[CommandAnswer]:
        posting = self.journal.posting()
        decided = [
            (desk, desk.decide(requested, posting))
            for name, requested in asks
            for desk in [self.desk(name)]
        ]
        batches = [desk.batch(batch) for desk, batch in decided if batch.entries]
        results = iter(self.journal.append(*batches))
        return [
            answer
            for desk, batch in decided
            for answer in desk.confirm(batch, next(results) if batch.entries else AppendResult(0))
        ]

    def _at_cage(self) -> tuple[CommandRequest, ...]:
        balances = self.journal.balances()
        command = at_cage(self.cage.state, balances, self.cage.state.events, self.random)
        return (CommandRequest(self._id(), HOUSE_DEALER, command),)

    def _at_table(self, most: int) -> tuple[CommandRequest, ...]:
        requested: list[CommandRequest] = []
        for _ in range(self.random.randint(1, most)):
            command, by = at_table(self.table.state, self.cage.state, self.book, self.random)
            requested.append(CommandRequest(self._id(), by, command))
        if self.random.random() < 0.05:
            requested.append(requested[0])
        return tuple(requested)

    def _id(self) -> str:
        self.serial += 1
        return f"{self.name}-{self.serial}"


def play(journal: Journal, seed: int, turns: int) -> Shift:
    """Play a whole shift: the seed decides on the game, the patrons and the cards."""
    random = Random(seed)
    shift = Shift(journal, random, "a", random.choice(PLAYED))
    for _ in range(turns):
        shift.turn()
    return shift


def heads(journal: Journal, streams: Sequence[str] = (CAGE, TABLE)) -> str:
    """The heads of the streams in one line; they are equal only if all entries are."""
    known = journal.streams()
    return " ".join(known[stream][1].hex() for stream in streams)
