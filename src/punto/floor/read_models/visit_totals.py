"""Visits: what a patron brought, has played and gave up as commission, as of the last entry."""

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from punto.core.rulebook import Rulebook
from punto.core.settlement import SettledWager
from punto.table.stakes import Stake


class SettledStake(Protocol):
    """A stake and the line that it held."""

    @property
    def stake(self) -> Stake:
        """What was staked on what."""

    @property
    def line(self) -> int:
        """The number of the line, nought where none was held."""


class VisitTotals(Struct):
    """The money that a visit brought and staked, and its rounds."""

    terminal: str
    since: str
    """When its first credit came; before that, when the terminal was ready for it."""

    brought_cents: int = 0
    staked_cents: int = 0
    rounds: int = 0
    commission_cents: int = 0

    @property
    def played_since(self) -> str:
        """When its first credit came, empty while nobody has brought any."""
        return self.since if self.brought_cents else ""

    def add_credit(self, cents: int, at: str) -> None:
        """Takes down what a patron brings; with the first of it their time begins."""
        if not self.brought_cents:
            self.since = at
        self.brought_cents += cents

    def add_settlement(
        self, book: Rulebook, had: Iterable[SettledStake], wagers: Iterable[SettledStake]
    ) -> None:
        """Takes down what a round was settled by, in the place of what it was settled by before."""
        self.commission_cents += commission_cents(book, wagers) - commission_cents(book, had)


def commission_cents(book: Rulebook, wagers: Iterable[SettledStake]) -> int:
    """What some wagers of a round gave up as commission."""
    rules = [(book.wager(each.stake.wager), each) for each in wagers if each.line]
    settled = (SettledWager(rule, own.stake.cents, rule.lines[own.line - 1]) for rule, own in rules)
    return sum(each.commission_cents for each in settled)
