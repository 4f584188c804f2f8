"""Settle each wager of a finished round in whole cents."""

from collections.abc import Mapping
from dataclasses import dataclass

from punto.core.endings import paytable
from punto.core.money import MAX_CENTS, format_cents
from punto.core.rulebook import PayLine, Rulebook, WagerRule
from punto.core.tableau import Tableau, ending


@dataclass(frozen=True, slots=True)
class SettledWager:
    """A wager with its stake and the pay line that holds, None if the wager lost."""

    wager: WagerRule
    stake_cents: int
    line: PayLine | None

    @property
    def win_cents(self) -> int:
        """The amount that the house pays on top of the stake: 0 on a push, negative on a loss."""
        return win_cents(self.stake_cents, self.line)

    @property
    def return_cents(self) -> int:
        """The amount that the patron receives, the stake included."""
        return self.stake_cents + self.win_cents

    @property
    def commission_cents(self) -> int:
        """The commission on a winning wager: the difference between its win and even money."""
        if self.line is None or not self.line.pays.takes_commission:
            return 0
        return self.stake_cents - self.win_cents


def win_cents(stake_cents: int, line: PayLine | None) -> int:
    """Return the amount that the house pays on top of a stake; it is negative without a line."""
    if line is None:
        return -stake_cents
    cents, rest = divmod(stake_cents * line.pays.win, line.pays.per)
    assert rest == 0, "a stake in the exact unit wins whole cents"
    return cents


def settle(book: Rulebook, tableau: Tableau, stakes: Mapping[str, int]) -> tuple[SettledWager, ...]:
    """Settle stakes, in cents by wager key, on a finished round."""
    lines = paytable(book)[ending(tableau)]
    wagers = [book.wager(key) for key in stakes]
    for wager in wagers:
        check_stake(book, stakes[wager.key])
    return tuple(SettledWager(wager, stakes[wager.key], lines[wager.key]) for wager in wagers)


def check_stake(book: Rulebook, stake_cents: int) -> None:
    """Raise `ValueError` unless a stake is positive, at most the largest, and exact (R9)."""
    unit = book.unit_cents
    if not isinstance(stake_cents, int):
        raise ValueError(f"a stake of {stake_cents} cents; expected a whole number of cents")
    if not 0 < stake_cents <= MAX_CENTS:
        raise ValueError(
            f"a stake of {format_cents(stake_cents)}; expected more than 0.00 "
            f"and at most {format_cents(MAX_CENTS)}"
        )
    if stake_cents % unit:
        raise ValueError(
            f"a stake of {format_cents(stake_cents)} cannot be paid in whole cents; "
            f"{book.key} takes stakes in units of {format_cents(unit)}"
        )
