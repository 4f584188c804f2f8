"""Simulate the bankrolls of many patrons who follow a betting system.

Each patron plays at separate shoes. All money is in whole cents. Stakes are multiples of the game's
exact unit, as at a table.
"""

from dataclasses import dataclass, fields
from enum import IntEnum
from fractions import Fraction

import numpy as np

from punto.core import money
from punto.simulation.betting_systems import BettingContext, SystemChoice, betting_system
from punto.simulation.card_counting import CountingSystem, tags_before_rounds
from punto.simulation.game_tables import Integers, compile_tables, deals_by_ending
from punto.simulation.shoe_play import RoundRecords, ShoeTask, play_records

PATRONS_AT_ONCE = 512
PATHS_RETAINED = 40
"""The number of patrons whose bankrolls are stored after every round, for a chart."""

MAX_ROUNDS = 100_000


class ExitReason(IntEnum):
    """The reason why a patron stopped."""

    PLAYED_OUT = 0
    RUINED = 1
    """The patron could no longer place the minimum stake."""

    STOPPED_LOSS = 2
    STOPPED_WIN = 3


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """The plan of a patron: money, wagers, betting system, limits and the time to stop."""

    task: ShoeTask
    plan: SystemChoice
    wagers: tuple[tuple[str, int], ...]
    """Each wager, with its multiple of the stake that the betting system chooses."""

    bankroll_cents: int
    unit_cents: int
    rounds: int
    minimum_cents: int
    maximum_cents: int
    stop_loss_cents: int | None = None
    stop_win_cents: int | None = None
    count: CountingSystem | None = None
    """The count that gives the edge; for Kelly, the best linear count of the first wager."""

    def __post_init__(self) -> None:
        exact = self.task.book.unit_cents
        for name in ("unit_cents", "minimum_cents", "maximum_cents"):
            cents = getattr(self, name)
            if cents < 1 or cents % exact:
                raise ValueError(
                    f"{name.removesuffix('_cents')} {money.format_cents(cents)}; "
                    f"{self.task.book.key} takes stakes in units of {money.format_cents(exact)}"
                )
        if not self.wagers or min(parts for _, parts in self.wagers) < 1:
            raise ValueError("no wagers; expected at least one, as in banker or banker=1 tie=1")
        for key, _ in self.wagers:
            self.task.book.wager(key)
        if self.minimum_cents > self.maximum_cents:
            raise ValueError("the minimum is above the maximum; expected at most the maximum")
        if self.bankroll_cents < self.minimum_cents * self.parts:
            raise ValueError(
                f"a bankroll of {money.format_cents(self.bankroll_cents)} cannot place one stake; "
                f"expected at least {money.format_cents(self.minimum_cents * self.parts)}"
            )
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise ValueError(f"{self.rounds} rounds; expected 1 to {MAX_ROUNDS:,}")
        for stop in (self.stop_loss_cents, self.stop_win_cents):
            if stop is not None and stop < 1:
                raise ValueError(f"a stop at {money.format_cents(stop)}; expected more than 0.00")

    @property
    def parts(self) -> int:
        """The multiple of the betting system's stake that all wagers of a round add up to."""
        return sum(parts for _, parts in self.wagers)

    @property
    def shoes_each(self) -> int:
        """The maximum number of shoes that a patron needs."""
        dealing, order = self.task.dealing, self.task.book.order
        available_cards = dealing.last_start - int(dealing.begins().max())
        fewest = dealing.rounds or available_cards // order.max_cards + 1
        return -(-self.rounds // fewest)


@dataclass(frozen=True, slots=True, eq=False)
class BankrollResults:
    """The results of patrons, in the order of their numbers."""

    results: Integers
    """The cents that each patron won, negative for a loss."""

    staked: Integers
    drawdowns: Integers
    """The largest fall of each bankroll below its highest value so far, in cents."""

    rounds: Integers
    left: Integers
    paths: Integers
    """The bankrolls of the first patrons after every round."""

    @property
    def played(self) -> int:
        """The number of patrons who have played."""
        return len(self.results)

    def __add__(self, other: "BankrollResults") -> "BankrollResults":
        both = {
            field.name: np.concatenate([getattr(self, field.name), getattr(other, field.name)])
            for field in fields(self)
        }
        both["paths"] = both["paths"][:PATHS_RETAINED]
        return BankrollResults(**both)

    def share_that(self, left: ExitReason) -> float:
        """Return the share of patrons who stopped for a reason."""
        return float((self.left == left).mean())


def empty_results(session: SessionPlan) -> BankrollResults:
    """Return the results of no patrons."""
    empty = np.zeros(0, np.int64)
    paths = np.zeros((0, session.rounds + 1), np.int64)
    return BankrollResults(empty, empty, empty, empty, empty, paths)


def simulate_patrons(session: SessionPlan, first: int, patrons: int) -> BankrollResults:
    """Simulate a range of patrons; the number of a patron determines the shoes."""
    results = empty_results(session)
    for start in range(first, first + patrons, PATRONS_AT_ONCE):
        results += _simulate(session, start, min(PATRONS_AT_ONCE, first + patrons - start))
    return results


def expected_return(session: SessionPlan) -> Fraction:
    """Return the exact average win of one unit, spread over these wagers, in a full shoe."""
    nets, scale = _nets_by_ending(session)
    deals = deals_by_ending(session.task.book, session.task.dealing.decks)
    won = sum(int(net) * ways for net, ways in zip(nets, deals, strict=True))
    return Fraction(won, sum(deals) * scale * session.parts)


def _variance(session: SessionPlan) -> Fraction:
    """Return the exact variance of the win of one stake of the betting system in a full shoe."""
    nets, scale = _nets_by_ending(session)
    deals = deals_by_ending(session.task.book, session.task.dealing.decks)
    squares = sum(int(net) ** 2 * ways for net, ways in zip(nets, deals, strict=True))
    mean = expected_return(session) * session.parts
    return Fraction(squares, sum(deals) * scale**2) - mean**2


def _nets_by_ending(session: SessionPlan) -> tuple[Integers, int]:
    """Return the net result of one stake for each ending over all wagers, and its scale.

    The results are whole numbers; `scale` of them are one stake.
    """
    tables = compile_tables(session.task.book)
    scale = session.task.book.unit_cents
    nets = np.zeros(len(tables.endings), np.int64)
    for key, parts in session.wagers:
        at = tables.wager_at(key)
        nets += tables.nets[at] * parts * (scale // tables.units[at])
    return nets, scale


def _simulate(session: SessionPlan, first: int, patrons: int) -> BankrollResults:
    shoes = session.shoes_each
    records = play_records(session.task, first * shoes, patrons * shoes)
    played = records.outcomes.reshape(patrons, -1) >= 0
    # A stable sort moves the rounds of all shoes of a patron together, without the empty places.
    order = np.argsort(~played, axis=1, kind="stable")[:, : session.rounds]
    nets, scale = _nets_by_ending(session)
    tables = compile_tables(session.task.book)
    won = nets[tables.ending_at][records.outcomes].reshape(patrons, -1)
    edges = _edges(session, records).reshape(patrons, -1)
    return _play_rounds(
        session,
        np.take_along_axis(won, order, 1),
        np.take_along_axis(edges, order, 1),
        scale,
    )


def _edges(session: SessionPlan, records: RoundRecords) -> Integers:
    """Return the edge that the count estimates before every round."""
    count = session.count
    if count is None:
        return np.zeros(records.outcomes.shape)
    running_counts, cards = tags_before_rounds(
        count.tags, count.over, session.task.dealing, records
    )
    edges: Integers = (count.times * running_counts + count.per_card * cards) / (cards * count.part)
    return edges


def _play_rounds(
    session: SessionPlan, won: Integers, edges: Integers, scale: int
) -> BankrollResults:
    """Let all patrons stake round by round; `won` counts parts, of which `scale` are one stake."""
    patrons, rounds = won.shape
    plan = betting_system(session.plan, patrons, float(_variance(session)))
    bankroll = np.full(patrons, session.bankroll_cents, np.int64)
    highest, drawdown = bankroll.copy(), np.zeros(patrons, np.int64)
    staked, played = np.zeros(patrons, np.int64), np.zeros(patrons, np.int64)
    left = np.full(patrons, -1, np.int64)
    paths = np.zeros((min(patrons, PATHS_RETAINED), rounds + 1), np.int64)
    paths[:, 0] = session.bankroll_cents
    for number in range(rounds):
        now = BettingContext(bankroll / session.unit_cents, edges[:, number])
        stake = _stakes(session, plan.stakes(now), bankroll, left)
        result = stake // scale * won[:, number]
        bankroll += result
        staked += stake * session.parts
        played += left < 0
        plan.update(np.where(left < 0, result / session.unit_cents, 0.0))
        highest = np.maximum(highest, bankroll)
        drawdown = np.maximum(drawdown, highest - bankroll)
        paths[:, number + 1] = bankroll[: len(paths)]
        _leave(session, bankroll, left)
        if (left >= 0).all():
            paths[:, number + 1 :] = bankroll[: len(paths), None]
            break
    left[left < 0] = ExitReason.PLAYED_OUT
    return BankrollResults(bankroll - session.bankroll_cents, staked, drawdown, played, left, paths)


def _stakes(session: SessionPlan, units: Integers, bankroll: Integers, left: Integers) -> Integers:
    """Return the actual stakes, which fit the table's limits, the bankroll and the exact unit."""
    exact = session.task.book.unit_cents
    maximum = np.minimum(session.maximum_cents, bankroll // session.parts // exact * exact)
    limit = session.maximum_cents // session.unit_cents + 1
    requested = np.maximum(np.minimum(units, limit) * session.unit_cents, session.minimum_cents)
    return np.where((units > 0) & (left < 0), np.minimum(requested, maximum), 0)


def _leave(session: SessionPlan, bankroll: Integers, left: Integers) -> None:
    """Record the patrons who stop after this round, with the reason."""
    won = bankroll - session.bankroll_cents
    stops = (
        (bankroll < session.minimum_cents * session.parts, ExitReason.RUINED),
        (won <= -(session.stop_loss_cents or 10**18), ExitReason.STOPPED_LOSS),
        (won >= (session.stop_win_cents or 10**18), ExitReason.STOPPED_WIN),
    )
    for is_reached, reason in stops:
        left[(left < 0) & is_reached] = reason
