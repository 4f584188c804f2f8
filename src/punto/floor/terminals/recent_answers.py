"""Memory: what every terminal was answered lately, and how much it may still ask."""

from collections import OrderedDict
from typing import TypeAlias

from punto.floor.rate_limit import Budget
from punto.floor.wire.terminal import Answered, Refused

ANSWERS_KEPT = 128
BURST = 4
"""How many seconds' worth of messages may come at once."""

Told: TypeAlias = Answered | Refused


class Memory:
    """What the floor keeps of its terminals beside their connections, by the name of each."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._budgets: dict[str, Budget] = {}
        self._answers: dict[str, OrderedDict[str, Told]] = {}

    def budget(self, terminal: str, now: float) -> Budget:
        """How much a terminal, by all its connections together, may still say."""
        budget = self._budgets.get(terminal)
        if budget is None:
            most = self._per_second * BURST
            budget = self._budgets[terminal] = Budget.full(self._per_second, most, now)
        return budget

    def answered(self, terminal: str, id_: str) -> Told | None:
        """What was answered under an id."""
        kept = self._answers.get(terminal)
        return None if kept is None else kept.get(id_)

    def keep(self, terminal: str, answer: Told) -> None:
        """Keeps an answer that may be asked for again."""
        kept = self._answers.setdefault(terminal, OrderedDict())
        kept[answer.id] = answer
        while len(kept) > ANSWERS_KEPT:
            kept.popitem(last=False)
