"""Convert the events of a table into transfers of money; no other module does so."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from punto.ledger.accounts import bank, owed, purse, stakes
from punto.ledger.transfers import BalanceCondition, Transfer, TransferReason
from punto.table.events import (
    Event,
    ParticipantsConfirmed,
    ReturnedStakes,
    RoundCorrected,
    RoundReversed,
    RoundSettled,
    RoundVoided,
    WagerSettled,
    WagersPlaced,
    WagersRemoved,
    WithdrawalAnswered,
)

AccountMove = tuple[str, str, int, TransferReason]
"""A move of money: source, target, cents and reason."""


def transfers_of(table: str, command: str, events: Iterable[Event]) -> tuple[Transfer, ...]:
    """Return the transfers of one command's events, numbered under its id."""
    moves = [
        move
        for event in events
        if (moves_of := _MOVES.get(type(event))) is not None
        for move in moves_of(table, event)
    ]
    if not moves:
        return ()
    return tuple(
        Transfer(f"{table}/{command}/{number}", source, target, cents, reason)
        for number, (source, target, cents, reason) in enumerate(moves, start=1)
        if cents
    )


def balance_conditions(table: str, events: Iterable[Event]) -> tuple[BalanceCondition, ...]:
    """Return a condition for each visit of a round that has ended: it has no stakes left in it."""
    visits = {
        each.visit
        for event in events
        if (stakes_in := _ENDED.get(type(event))) is not None
        for each in stakes_in(event)
    }
    return tuple(BalanceCondition(stakes(visit, table), 0) for visit in sorted(visits))


def _placed(table: str, event: WagersPlaced) -> Iterator[AccountMove]:
    held, own = stakes(event.visit, table), purse(event.visit, table)
    yield own, held, event.debited_cents, TransferReason.WAGER
    yield held, own, event.returned_cents, TransferReason.WAGER_RETURNED


def _refunded(table: str, event: ParticipantsConfirmed | RoundVoided) -> Iterator[AccountMove]:
    for each in event.returned:
        yield _back(table, each.visit, each.cents, TransferReason.REFUND)


def _withdrawn(table: str, event: WithdrawalAnswered) -> Iterator[AccountMove]:
    yield _back(table, event.visit, event.cents, TransferReason.WITHDRAWAL)


def _removed(table: str, event: WagersRemoved) -> Iterator[AccountMove]:
    yield _back(table, event.visit, event.cents, TransferReason.REMOVAL)


def _settled(table: str, event: RoundSettled) -> Iterator[AccountMove]:
    """Make two transfers per visit: its stakes to the bank, its returns from the bank."""
    for visit, (staked, returned) in _sums(event.wagers).items():
        yield stakes(visit, table), bank(table), staked, TransferReason.COLLECTED
        yield bank(table), purse(visit, table), returned, TransferReason.PAID


def _reversed(table: str, event: RoundReversed) -> Iterator[AccountMove]:
    """Transfer returns back to the bank and stakes back from it, through the visit's claim."""
    for visit, (staked, returned) in _sums(event.wagers).items():
        yield owed(visit, table), bank(table), returned, TransferReason.RECLAIMED
        yield bank(table), owed(visit, table), staked, TransferReason.RESTORED


def _corrected(table: str, event: RoundCorrected) -> Iterator[AccountMove]:
    """Transfer only the difference, through the visit's claim."""
    before = _sums(event.before)
    for visit, (_, returned) in _sums(event.wagers).items():
        more = returned - before[visit][1]
        if more > 0:
            yield bank(table), owed(visit, table), more, TransferReason.CORRECTED
        else:
            yield owed(visit, table), bank(table), -more, TransferReason.CORRECTED


def _sums(wagers: Iterable[WagerSettled]) -> dict[str, tuple[int, int]]:
    """The stakes and the returns of each visit."""
    sums: dict[str, tuple[int, int]] = {}
    for each in wagers:
        staked, returned = sums.get(each.visit, (0, 0))
        sums[each.visit] = staked + each.stake.cents, returned + each.returned_cents
    return sums


def _back(table: str, visit: str, cents: int, reason: TransferReason) -> AccountMove:
    return stakes(visit, table), purse(visit, table), cents, reason


_MOVES: Mapping[type[Event], Callable[[str, Any], Iterator[AccountMove]]] = {
    WagersPlaced: _placed,
    RoundSettled: _settled,
    ParticipantsConfirmed: _refunded,
    RoundVoided: _refunded,
    RoundReversed: _reversed,
    RoundCorrected: _corrected,
    WithdrawalAnswered: _withdrawn,
    WagersRemoved: _removed,
}
"""The events that move money, each with a function that lists its moves."""

_ENDED: Mapping[type[Event], Callable[[Any], Iterable[WagerSettled | ReturnedStakes]]] = {
    RoundSettled: attrgetter("wagers"),
    RoundVoided: attrgetter("returned"),
}
"""The events that end a round, each with a function that lists the stakes it had."""
