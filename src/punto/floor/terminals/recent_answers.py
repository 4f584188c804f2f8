"""Store the recent answers of each terminal, to repeat them, and limit its rate."""

from collections import OrderedDict
from typing import TypeAlias

from punto.floor.rate_limit import TokenBucket, TokenBuckets
from punto.floor.wire.terminal import CommandCompleted, CommandRefused

MAX_ANSWERS = 128
MAX_TERMINALS = 5_000
"""The number of terminals with answers in memory. The journal has the ids of older commands."""

BURST = 4
"""The messages of so many seconds may arrive at once."""

Outbound: TypeAlias = CommandCompleted | CommandRefused


class RecentAnswers:
    """The answers and the rate of each terminal, across all its connections."""

    def __init__(self, per_second: int) -> None:
        self._budgets = TokenBuckets(per_second, per_second * BURST)
        self._answers: OrderedDict[str, OrderedDict[str, Outbound]] = OrderedDict()

    def budget(self, terminal: str, now: float) -> TokenBucket:
        """The messages that a terminal may still send on all its connections."""
        return self._budgets.of(terminal, now)

    def find(self, terminal: str, id_: str) -> Outbound | None:
        """The answer to the command with an id."""
        answers = self._answers.get(terminal)
        return None if answers is None else answers.get(id_)

    def add(self, terminal: str, answer: Outbound) -> None:
        """Store an answer for repeats of its command; drop the oldest ones."""
        answers = self._answers.setdefault(terminal, OrderedDict())
        self._answers.move_to_end(terminal)
        if len(self._answers) > MAX_TERMINALS:
            self._answers.popitem(last=False)
        answers[answer.id] = answer
        while len(answers) > MAX_ANSWERS:
            answers.popitem(last=False)
