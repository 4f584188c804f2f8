"""Describe who a table waits for, and the lines of a script that answer."""

from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep
from punto.devices.manual_entry import unread_cards
from punto.messages.render import render
from punto.reports.descriptions.situations import who_is_awaited
from punto.table.decide.irregularities.rulings import needs_card_order
from punto.table.next_step import NextStep, next_step
from punto.table.state import PendingStep, Table


def awaited_lines(table: Table, language: str) -> str:
    """The person that a table waits for, the clause, and the lines that answer; "" if none."""
    if table.pending_steps:
        first = table.pending_steps[0]
        source = f" ({first.source})" if first.source else ""
        return f"{render(who_is_awaited(table, first), language)}{source}: {_answers(table, first)}"
    if table.book is not None and next_step(table) is NextStep.ENTER_CARD:
        return f"card {unread_cards(table)[0]} was not read: hand CARD"
    return ""


def _answers(table: Table, item: PendingStep) -> str:
    match item.step:
        case None:
            return "interrupt power, interrupt other"
        case RemedyStep(detail=RemedyDetail.MISSING_CARD):
            return "aside CARDS, then sorted CARDS, look CARDS, missing CARDS"
        case RemedyStep(detail=RemedyDetail.ORDER_OF_CARDS):
            return "rule continue cards=9s,4d REASON, refer REASON"
        case RemedyStep(remedy=Remedy.OFFER_WITHDRAWAL, position=None):
            return "withdraw SEAT, stay SEAT, time"
        case RemedyStep(remedy=Remedy.REOPEN_BETS, position=None):
            return "reopen"
        case _ if needs_card_order(table, item):
            return "rule continue cards=9s,4d REASON and so on, rule void REASON, refer REASON"
        case RemedyStep(remedy=Remedy.RULING) if not item.proposed:
            return "rule continue REASON, rule void REASON and so on, refer REASON"
        case _:
            return "rule as-proposed REASON, rule continue REASON and so on, refer REASON"
