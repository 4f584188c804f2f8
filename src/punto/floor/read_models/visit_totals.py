"""The money that a visit brought and staked, and its commission, after the entries so far."""

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from punto.core.rulebook import Rulebook
from punto.core.settlement import SettledWager
from punto.table.stakes import Stake


class SettledStake(Protocol):
    """A stake and the pay line that settled it."""

    @property
    def stake(self) -> Stake:
        """The stake."""

    @property
    def line(self) -> int:
        """The number of the pay line, zero if the stake was lost."""


class VisitTotals(Struct):
    """The money that a visit brought and staked, and its rounds."""

    terminal: str
    since: str
    """The time of the first credit; before it, the start of the visit."""

    brought_cents: int = 0
    staked_cents: int = 0
    rounds: int = 0
    commission_cents: int = 0

    @property
    def played_since(self) -> str:
        """The time of the first credit, empty before it."""
        return self.since if self.brought_cents else ""

    def add_credit(self, cents: int, at: str) -> None:
        """Add the credit that a patron brings. The first credit starts their playing time."""
        if not self.brought_cents:
            self.since = at
        self.brought_cents += cents

    def add_settlement(
        self, book: Rulebook, had: Iterable[SettledStake], wagers: Iterable[SettledStake]
    ) -> None:
        """Add the commission of a settlement, and subtract that of the one it replaces."""
        self.commission_cents += commission_cents(book, wagers) - commission_cents(book, had)


def commission_cents(book: Rulebook, wagers: Iterable[SettledStake]) -> int:
    """Return the commission of some wagers of a round."""
    rules = [(book.wager(each.stake.wager), each) for each in wagers if each.line]
    settled = (SettledWager(rule, own.stake.cents, rule.lines[own.line - 1]) for rule, own in rules)
    return sum(each.commission_cents for each in settled)
