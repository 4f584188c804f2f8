"""Memory: what every terminal was answered lately, and how much it may still ask."""

from collections import OrderedDict
from typing import TypeAlias

from punto.floor.rate_limit import TokenBucket
from punto.floor.wire.terminal import CommandDone, CommandRefused

ANSWERS_KEPT = 128
BURST = 4
"""How many seconds' worth of messages may come at once."""

Outbound: TypeAlias = CommandDone | CommandRefused


class RecentAnswers:
    """What the floor keeps of its terminals beside their connections, by the name of each."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._budgets: dict[str, TokenBucket] = {}
        self._answers: dict[str, OrderedDict[str, Outbound]] = {}

    def budget(self, terminal: str, now: float) -> TokenBucket:
        """How much a terminal, by all its connections together, may still say."""
        budget = self._budgets.get(terminal)
        if budget is None:
            most = self._per_second * BURST
            budget = self._budgets[terminal] = TokenBucket.full(self._per_second, most, now)
        return budget

    def find(self, terminal: str, id_: str) -> Outbound | None:
        """What was answered under an id."""
        kept = self._answers.get(terminal)
        return None if kept is None else kept.get(id_)

    def add(self, terminal: str, answer: Outbound) -> None:
        """Keeps an answer that may be asked for again."""
        kept = self._answers.setdefault(terminal, OrderedDict())
        kept[answer.id] = answer
        while len(kept) > ANSWERS_KEPT:
            kept.popitem(last=False)
