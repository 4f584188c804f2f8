"""Postings: the one place that turns what happened at a table into money that moves."""

from collections.abc import Iterable, Iterator

from punto.ledger.accounts import bank, owed, purse, stakes
from punto.ledger.transfers import BalanceCondition, Transfer, TransferReason
from punto.table.events.live import WagersRemoved
from punto.table.events.play import (
    Event,
    ParticipantsConfirmed,
    ReturnedStakes,
    RoundCorrected,
    RoundReversed,
    RoundSettled,
    RoundVoided,
    WagerSettled,
    WagersPlaced,
    WithdrawalAnswered,
)

AccountMove = tuple[str, str, int, TransferReason]
"""From, to, cents, and what for."""


def transfers_of(table: str, command: str, events: Iterable[Event]) -> tuple[Transfer, ...]:
    """The transfers of one command's events, numbered under its id."""
    moved = (each for event in events for each in _movements(table, event))
    return tuple(
        Transfer(f"{table}/{command}/{number}", source, target, cents, why)
        for number, (source, target, cents, why) in enumerate(moved, start=1)
        if cents
    )


def balance_conditions(table: str, events: Iterable[Event]) -> tuple[BalanceCondition, ...]:
    """What must be so after events: nobody has stakes left in a round that has ended."""
    ended = (event for event in events if isinstance(event, RoundSettled | RoundVoided))
    visits = {
        each.visit
        for event in ended
        for each in (event.wagers if isinstance(event, RoundSettled) else event.returned)
    }
    return tuple(BalanceCondition(stakes(visit, table), 0) for visit in sorted(visits))


def _movements(table: str, event: Event) -> Iterator[AccountMove]:
    match event:
        case WagersPlaced():
            held = stakes(event.visit, table)
            yield purse(event.visit, table), held, event.debited_cents, TransferReason.WAGER
            yield (
                held,
                purse(event.visit, table),
                event.returned_cents,
                TransferReason.WAGER_RETURNED,
            )
        case RoundSettled():
            yield from _settled(table, event)
        case ParticipantsConfirmed() | RoundVoided():
            for each in event.returned:
                yield _back(table, each, TransferReason.REFUND)
        case RoundReversed():
            yield from _reversed(table, event)
        case RoundCorrected():
            yield from _corrected(table, event)
        case WithdrawalAnswered():
            returned = ReturnedStakes(event.seat, event.visit, event.cents)
            yield _back(table, returned, TransferReason.WITHDRAWAL)
        case WagersRemoved():
            yield _back(
                table, ReturnedStakes(event.seat, event.visit, event.cents), TransferReason.REMOVAL
            )
        case _:
            return


def _settled(table: str, event: RoundSettled) -> Iterator[AccountMove]:
    """Two transfers a visit: its stakes to the bank, its returns from the bank."""
    for visit, (staked, returned) in _sums(event.wagers).items():
        yield stakes(visit, table), bank(table), staked, TransferReason.COLLECTED
        yield bank(table), purse(visit, table), returned, TransferReason.PAID


def _reversed(table: str, event: RoundReversed) -> Iterator[AccountMove]:
    """What was paid comes back and what was collected goes back, by way of the visit's claim."""
    for visit, (staked, returned) in _sums(event.wagers).items():
        yield owed(visit, table), bank(table), returned, TransferReason.TAKEN_BACK
        yield bank(table), owed(visit, table), staked, TransferReason.GIVEN_BACK


def _corrected(table: str, event: RoundCorrected) -> Iterator[AccountMove]:
    """The difference alone moves, by way of the visit's claim."""
    before = _sums(event.before)
    for visit, (_, returned) in _sums(event.wagers).items():
        more = returned - before[visit][1]
        if more > 0:
            yield bank(table), owed(visit, table), more, TransferReason.CORRECTED
        else:
            yield owed(visit, table), bank(table), -more, TransferReason.CORRECTED


def _sums(wagers: Iterable[WagerSettled]) -> dict[str, tuple[int, int]]:
    """What each visit had staked, and what came back to it."""
    sums: dict[str, tuple[int, int]] = {}
    for each in wagers:
        staked, returned = sums.get(each.visit, (0, 0))
        sums[each.visit] = staked + each.stake.cents, returned + each.returned_cents
    return sums


def _back(table: str, returned: ReturnedStakes, why: TransferReason) -> AccountMove:
    held, back = stakes(returned.visit, table), purse(returned.visit, table)
    return held, back, returned.cents, why
