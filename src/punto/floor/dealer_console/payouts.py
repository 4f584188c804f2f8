"""List the sums that a round pays and collects, or returns if it is void."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from punto.core.rulebook import Rulebook
from punto.core.settlement import SettledWager
from punto.floor.read_models.table_history import TableHistory
from punto.messages.message import Message, message
from punto.reports.descriptions.names import wager_message
from punto.reports.games.receipt import arithmetic, clause_of
from punto.table.actors import HOUSE_DEALER
from punto.table.card_handling import hidden_cards
from punto.table.commands import SettleRound
from punto.table.decide import decide
from punto.table.events import RoundReversed, RoundSettled, RoundVoided, WagerSettled
from punto.table.refusals import Refusal
from punto.table.stakes import position_of
from punto.table.state import IN_ROUND, Phase, Table


class PayoutView(Struct, frozen=True):
    """The sum that is paid at a seat, or collected if it is below zero."""

    seat: int
    kind: Literal["terminal", "chips"]
    wager: str
    label: Message
    stake_cents: int
    pays_cents: int
    returned_cents: int
    words: Message
    clause: str


def payout_views(table: Table, history: TableHistory) -> tuple[PayoutView, ...]:
    """The result of every wager, from the last exposed card until the next round."""
    if table.phase in IN_ROUND or table.phase is Phase.SETTLED:
        return tuple(payout(table.game, each) for each in _settled(table))
    book = history.last.book if history.last is not None else None
    return () if book is None else tuple(_of_last(book, history))


def _settled(table: Table) -> tuple[WagerSettled, ...]:
    if table.phase is Phase.SETTLED:
        return table.current.settled
    if table.phase is not Phase.COMPLETE or table.pending_steps or hidden_cards(table):
        return ()
    decision = decide(table, SettleRound(), HOUSE_DEALER)
    if isinstance(decision, Refusal):
        return ()
    return tuple(
        each for event in decision if isinstance(event, RoundSettled) for each in event.wagers
    )


def _of_last(book: Rulebook, history: TableHistory) -> Iterator[PayoutView]:
    """The results of the last round, or the stakes returned from a void or reversed one."""
    match history.ended:
        case None:
            return
        case RoundVoided() as void:
            yield from _void(book, history, void)
        case RoundReversed() as undone:
            for each in undone.wagers:
                yield _undone(book, each, undone.source)
        case settled:
            for each in settled.wagers:
                yield payout(book, each)


def _void(book: Rulebook, history: TableHistory, void: RoundVoided) -> Iterator[PayoutView]:
    assert history.last is not None, "a void round is the last"
    for returned in void.returned:
        for own in history.last.wagers.get(returned.visit, ()):
            if own.result == "void":
                wager, back = own.stake.wager, own.stake.cents
                note = (
                    message("payout.hand-back", cents=back)
                    if returned.seat < 0
                    else message("payout.to-credit", cents=back)
                )
                yield _payout(book, returned.seat, wager, back, 0, back, note, void.source)


def _undone(book: Rulebook, each: WagerSettled, source: str) -> PayoutView:
    """A wager whose settlement is reversed: chips at the table, or a claim at the cage."""
    owed, stake = each.stake.cents - each.returned_cents, each.stake
    note = _owed_note(owed, chips=each.seat < 0)
    return _payout(book, each.seat, stake.wager, stake.cents, owed, 0, note, source)


def _owed_note(cents: int, *, chips: bool) -> Message:
    """How a patron gets the cents that the house owes, or returns them if below zero."""
    if not cents:
        return message("payout.nothing")
    if cents > 0:
        return (
            message("payout.hand-back", cents=cents)
            if chips
            else message("payout.cage-pays", cents=cents)
        )
    return (
        message("payout.take-back", cents=-cents)
        if chips
        else message("payout.cage-takes", cents=-cents)
    )


def payout(book: Rulebook, each: WagerSettled) -> PayoutView:
    """One wager with its arithmetic and its clause."""
    rule = book.wager(each.stake.wager)
    line = rule.lines[each.line - 1] if each.line else None
    settled = SettledWager(rule, each.stake.cents - each.uncounted_cents, line)
    words = arithmetic(settled)
    if each.uncounted_cents:
        words = message("payout.uncounted", figures=words, cents=each.uncounted_cents)
    stake, back = each.stake.cents, each.returned_cents
    source = book.cite_clause(clause_of(settled))
    return _payout(book, each.seat, rule.key, stake, back - stake, back, words, source)


def _payout(
    book: Rulebook,
    seat: int,
    wager: str,
    stake_cents: int,
    pays_cents: int,
    returned_cents: int,
    words: Message,
    clause: str,
) -> PayoutView:
    kind: Literal["terminal", "chips"] = "chips" if seat < 0 else "terminal"
    return PayoutView(
        seat=position_of(seat),
        kind=kind,
        wager=wager,
        label=wager_message(book.wager(wager)),
        stake_cents=stake_cents,
        pays_cents=pays_cents,
        returned_cents=returned_cents,
        words=words,
        clause=clause,
    )
