"""Describe significant table events for the pit, with the values before and after."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from punto.core import money
from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy
from punto.core.rulebook import Words
from punto.journal.significant_events import LARGE_CENTS, is_for_pit, largest_win, staked_cents
from punto.pages import phrases
from punto.pages.phrases import SEMICOLON, filled, joined
from punto.reports.descriptions import table_state
from punto.reports.descriptions.settings import setting_changes
from punto.reports.descriptions.situations import REPORTED_BY_PEOPLE, answer_text
from punto.table.actors import Actor
from punto.table.events import irregularities as irregularity_events
from punto.table.events import live as live_events
from punto.table.events import play as events
from punto.table.settings import Settings
from punto.table.stakes import are_chips, position_of
from punto.table.state import Phase, Table
from punto.table.views import public_phase


class SignificantEventView(Struct, frozen=True):
    """Something the pit should know of."""

    at: str
    table: str
    words: Words
    before: Words
    after: Words
    by: str


OPENED = Words("Table opened", "开台")
CLOSED = Words("Table closed", "关台")
CHANGED = Words("Settings changed", "更改设置")
RAISED = Words("{what} · {source}", "{what} · {source}")
VOIDED = Words("Round void: {what} · {source}", "该局作废：{what} · {source}")
REVERSED = Words("Round reversed: {what} · {source}", "该局取消：{what} · {source}")
CORRECTED = Words("Round settled anew · {source}", "该局重新结算 · {source}")
RULED = Words("{position} ruled", "{position}裁定")
REFERRED = Words("{position} refers it upwards · {source}", "{position}呈上裁定 · {source}")
FACTS = Words("Facts told anew · {source}", "更正所见情况 · {source}")
BY_HAND = Words("Card entered by hand", "人工录入牌")
RESTRICTED = Words("Wagers an area · {source}", "每区注数 · {source}")
METHOD = Words("Method {method} · {source}", "方式 {method} · {source}")
REMOVED = Words("Wagers removed, seat {seat} · {source}", "{seat} 号座移除投注 · {source}")
REPLACED = Words("New cards before the next round · {source}", "下局前换新牌 · {source}")
LARGE_WAGER = Words("Large wager, seat {seat}", "大额投注，{seat} 号座")
LARGE = Words("Large win, {wager}", "大额赢注，{wager}")
SEAT_RULED = Words("Ruled on seat {seat}", "裁定 {seat} 号座")

NOTHING = Words("")
HELD = Words("Held", "暂停")
STAKES = Words("stakes {cents}", "投注 {cents}")
RETURNED = Words("returned", "已退还")
OPEN = Words("open", "未定")
TAKES_PART = Words("takes part", "参加该局")
LEFT_OUT = Words("left out", "不参加该局")
UNREAD = Words("unread", "未读")
CARD = Words("card {number}", "第 {number} 张牌")
AT_SEAT = Words("seat {seat}, {cents}", "{seat} 号座，{cents}")
CHIPS_AT_SEAT = Words("chips seat {seat}, {cents}", "{seat} 号座筹码，{cents}")
SETTING = Words("{label} {value}", "{label} {value}")


def significant_event_views(
    event: Any,
    before: Table,
    after: Table,
    at: str,
    table: str,
    by: Actor,
    large_cents: int = LARGE_CENTS,
) -> SignificantEventView | None:
    """What happened as a significant event, None where it is none."""
    if not is_for_pit(event, by, large_cents):
        return None
    words, was, became = _event_texts(event, before, after)
    return SignificantEventView(at, table, words, was, became, str(by))


EventTexts = tuple[Words, Words, Words]
"""The words, what was before and what is after."""


def _event_texts(event: Any, before: Table, after: Table) -> EventTexts:  # noqa: C901  one match
    phases = _phase(before), _phase(after)
    match event:
        case events.TableOpened():
            return OPENED, *phases
        case events.TableClosed():
            return CLOSED, *phases
        case events.SettingsChanged():
            return CHANGED, *_changed(before, event.settings)
        case events.IrregularityRaised():
            what = phrases.TRIGGERS[event.trigger]
            return filled(RAISED, what=what, source=event.source), phases[0], _after(event, *phases)
        case events.RoundVoided():
            what, back = phrases.TRIGGERS[event.trigger], sum(e.cents for e in event.returned)
            words = filled(VOIDED, what=what, source=event.source)
            return words, filled(STAKES, cents=money.format_cents(back)), RETURNED
        case events.RoundReversed():
            what = phrases.TRIGGERS[event.trigger]
            words = filled(REVERSED, what=what, source=event.source)
            return words, table_state.PHASES[Phase.SETTLED], table_state.PHASES[Phase.VOID]
        case events.RoundCorrected():
            was = sum(each.returned_cents for each in event.before)
            became = sum(each.returned_cents for each in event.wagers)
            words = filled(CORRECTED, source=event.source)
            return words, _sum(was), _sum(became)
        case events.RulingGiven():
            words = filled(RULED, position=phrases.POSITIONS[event.position])
            return words, HELD, table_state.RULINGS[event.outcome]
        case events.DecisionReferred():
            by, to = phrases.POSITIONS[event.position], phrases.POSITIONS[event.to]
            return filled(REFERRED, position=by, source=event.source), by, to
        case events.FactsCorrected():
            words, now = filled(FACTS, source=event.source), _facts(event.circumstances)
            return words, _facts(event.before), now
        case events.ParticipationDecided():
            words = filled(SEAT_RULED, seat=event.seat)
            return words, OPEN, TAKES_PART if event.takes_part else LEFT_OUT
        case events.CardDrawn() | irregularity_events.CardIdentified():
            # Which card it was stands in the journal: it may lie face down.
            return BY_HAND, UNREAD, filled(CARD, number=event.number)
        case irregularity_events.CardReplacementRequired():
            return filled(REPLACED, source=event.source), *phases
        case live_events.WagersRestricted():
            words = filled(RESTRICTED, source=event.source)
            return (
                words,
                Words(str(before.settings_in_force.wagers_per_area)),
                Words(str(event.per_area)),
            )
        case live_events.MethodChosen():
            words = filled(METHOD, method=str(event.method), source=event.source)
            return words, Words(str(before.settings_in_force.method)), Words(str(event.method))
        case live_events.WagersRemoved():
            words = filled(REMOVED, seat=position_of(event.seat), source=event.source)
            return words, _at_stake(before, event.seat), _at_stake(after, event.seat)
        case events.WagersPlaced():
            words = filled(LARGE_WAGER, seat=position_of(event.seat))
            return words, NOTHING, _sum(staked_cents(event))
        case events.RoundSettled():
            return _large_win(event, before)
        case _:
            raise AssertionError(f"{type(event).__name__} is for the pit, and nothing says how")


def _phase(table: Table) -> Words:
    return HELD if table.pending_steps else table_state.PHASES[public_phase(table)]


def _after(raised: events.IrregularityRaised, before: Words, after: Words) -> Words:
    """How the round stands once what needs nobody's word is done: it may never have been held."""
    first = next(iter(raised.steps), None)
    if first is None or first.position is not None:
        return after
    if first.remedy is Remedy.VOID:
        return table_state.PHASES[Phase.VOID]
    return before if first.remedy is Remedy.PLAY_ON and len(raised.steps) == 1 else after


def _sum(cents: int) -> Words:
    return Words(money.format_cents(cents))


def _at_stake(table: Table, seat: int) -> Words:
    placed = table.current.sets.get(seat)
    return _sum(sum(each.cents for each in placed.stakes) if placed else 0)


def _facts(circumstances: Iterable[When]) -> Words:
    """The facts that people told; what is established is nobody's to see."""
    return joined(answer_text(each) for each in circumstances if each in REPORTED_BY_PEOPLE)


def _changed(before: Table, after: Settings) -> tuple[Words, Words]:
    """The settings that differ, as they were and as they are."""
    found = setting_changes(before.game, before.settings_in_force, after)
    was = (filled(SETTING, label=each.label, value=each.before) for each in found)
    became = (filled(SETTING, label=each.label, value=each.after) for each in found)
    return joined(was, SEMICOLON), joined(became, SEMICOLON)


def _large_win(event: events.RoundSettled, before: Table) -> EventTexts:
    largest = largest_win(event)
    assert largest is not None, "a win is large, so there was one"
    label = before.game.wager(largest.stake.wager).label
    where = CHIPS_AT_SEAT if are_chips(largest.visit) else AT_SEAT
    staked = filled(
        where, seat=position_of(largest.seat), cents=money.format_cents(largest.stake.cents)
    )
    return filled(LARGE, wager=label), staked, _sum(largest.returned_cents)
