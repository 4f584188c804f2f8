"""List the sums that a round pays and collects, or returns if it is void."""

from collections.abc import Iterator
from typing import Literal

from punto.core import money
from punto.core.rulebook import Rulebook, Words
from punto.core.settlement import SettledWager
from punto.floor.dealer_console import views
from punto.floor.read_models.table_history import TableHistory
from punto.pages import phrases
from punto.pages.phrases import filled
from punto.reports.games.receipt import arithmetic, clause_of
from punto.table.actors import HOUSE_DEALER
from punto.table.card_handling import hidden_cards
from punto.table.commands.play import SettleRound
from punto.table.decide import decide
from punto.table.events.play import RoundReversed, RoundSettled, RoundVoided, WagerSettled
from punto.table.refusals import Refusal
from punto.table.stakes import position_of
from punto.table.state import IN_ROUND, Phase, Table

UNCOUNTED = Words("{figures}; {cents} outside the limits goes back", "{figures}；超限 {cents} 退回")
TO_CREDIT = Words("{cents} is back in credit", "{cents} 已退回账户")
TO_HAND_BACK = Words("hand back {cents} in chips", "退还筹码 {cents}")
CAGE_PAYS = Words("the cage pays {cents}", "由账房支付 {cents}")
CAGE_TAKES = Words("the cage takes {cents} back", "由账房收回 {cents}")
TO_TAKE_BACK = Words("take back {cents} in chips", "收回筹码 {cents}")
NOTHING_MOVES = Words("nothing goes back", "无须退还")


def payout_views(table: Table, history: TableHistory) -> tuple[views.PayoutView, ...]:
    """What every wager comes to, once no card is hidden any more and until the next round."""
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


def _of_last(book: Rulebook, history: TableHistory) -> Iterator[views.PayoutView]:
    """The last round of a table that has closed since, or what goes back of one without result."""
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


def _void(book: Rulebook, history: TableHistory, void: RoundVoided) -> Iterator[views.PayoutView]:
    assert history.last is not None, "a void round is the last"
    for returned in void.returned:
        words = TO_HAND_BACK if returned.seat < 0 else TO_CREDIT
        for own in history.last.wagers.get(returned.visit, ()):
            if own.result == "void":
                wager, back = own.stake.wager, own.stake.cents
                note = filled(words, cents=money.format_cents(back))
                yield _payout(book, returned.seat, wager, back, 0, back, note, void.source)


def _undone(book: Rulebook, each: WagerSettled, source: str) -> views.PayoutView:
    """A wager whose settlement is undone: chips at the table, a visit's claim at the cage."""
    owed, stake = each.stake.cents - each.returned_cents, each.stake
    chips = each.seat < 0
    if owed > 0:
        words = TO_HAND_BACK if chips else CAGE_PAYS
    else:
        words = NOTHING_MOVES if not owed else TO_TAKE_BACK if chips else CAGE_TAKES
    note = filled(words, cents=money.format_cents(abs(owed)))
    return _payout(book, each.seat, stake.wager, stake.cents, owed, 0, note, source)


def payout(book: Rulebook, each: WagerSettled) -> views.PayoutView:
    """One wager with its arithmetic and its clause."""
    rule = book.wager(each.stake.wager)
    line = rule.lines[each.line - 1] if each.line else None
    settled = SettledWager(rule, each.stake.cents - each.uncounted_cents, line)
    words = Words(*(arithmetic(settled, language) for language in phrases.LANGUAGES))
    if each.uncounted_cents:
        words = filled(UNCOUNTED, figures=words, cents=money.format_cents(each.uncounted_cents))
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
    words: Words,
    clause: str,
) -> views.PayoutView:
    kind: Literal["terminal", "chips"] = "chips" if seat < 0 else "terminal"
    return views.PayoutView(
        seat=position_of(seat),
        kind=kind,
        wager=wager,
        label=book.wager(wager).label,
        stake_cents=stake_cents,
        pays_cents=pays_cents,
        returned_cents=returned_cents,
        words=words,
        clause=clause,
    )
