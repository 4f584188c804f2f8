"""Significant events of a floor: what the pit should know of, with what was before and after."""

from typing import Any

from msgspec import Struct

from punto.core import money
from punto.core.irregularity import Remedy
from punto.core.rulebook import Words
from punto.journal.significance import (
    LARGE_CENTS,
    is_for_pit,
    largest_win,
    staked_cents,
)
from punto.pages import captions, phrases
from punto.pages.phrases import filled
from punto.pages.settings_told import changed
from punto.pages.situations import told_by_people
from punto.table import conducted, incidents
from punto.table import events as told
from punto.table.roles import Actor
from punto.table.settings import Settings
from punto.table.stakes import are_chips, position_of
from punto.table.state import Phase, Table
from punto.table.views import phase_seen


class Significant(Struct, frozen=True):
    """Something the pit should know of."""

    at: str
    table: str
    words: Words
    before: str
    after: str
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


def significant(
    event: Any,
    before: Table,
    after: Table,
    at: str,
    table: str,
    by: Actor,
    large_cents: int = LARGE_CENTS,
) -> Significant | None:
    """What happened as a significant event, None where it is none."""
    if not is_for_pit(event, by, large_cents):
        return None
    words, was, became = _told(event, before, after)
    return Significant(at, table, words, was, became, str(by))


Told = tuple[Words, str, str]
"""The words, what was before and what is after."""


def _told(event: Any, before: Table, after: Table) -> Told:  # noqa: C901  one match
    phases = _phase(before), _phase(after)
    match event:
        case told.TableOpened():
            return OPENED, *phases
        case told.TableClosed():
            return CLOSED, *phases
        case told.SettingsChanged():
            return CHANGED, *_changed(before, event.settings)
        case told.IrregularityRaised():
            what = phrases.TRIGGERS[event.trigger]
            return filled(RAISED, what=what, source=event.source), phases[0], _after(event, *phases)
        case told.RoundVoided():
            what, back = phrases.TRIGGERS[event.trigger], sum(e.cents for e in event.returned)
            words = filled(VOIDED, what=what, source=event.source)
            return words, f"stakes {money.written(back)}", "returned"
        case told.RoundReversed():
            what = phrases.TRIGGERS[event.trigger]
            return filled(REVERSED, what=what, source=event.source), "settled", "void"
        case told.RoundCorrected():
            was = sum(each.returned_cents for each in event.before)
            became = sum(each.returned_cents for each in event.wagers)
            words = filled(CORRECTED, source=event.source)
            return words, money.written(was), money.written(became)
        case told.RulingGiven():
            words = filled(RULED, position=phrases.POSITIONS[event.position])
            return words, "held", str(event.ruled)
        case told.DecisionReferred():
            by = phrases.POSITIONS[event.position]
            words = filled(REFERRED, position=by, source=event.source)
            return words, str(event.position), str(event.to)
        case told.FactsChanged():
            words, now = filled(FACTS, source=event.source), told_by_people(event.circumstances)
            return words, told_by_people(event.before), now
        case told.SeatRuledOn():
            words = filled(SEAT_RULED, seat=event.seat)
            return words, "open", "takes part" if event.takes_part else "left out"
        case told.CardDrawn() | incidents.CardIdentified():
            # Which card it was stands in the journal: it may lie face down.
            return BY_HAND, "unread", f"card {event.number}"
        case incidents.CardsToBeReplaced():
            return filled(REPLACED, source=event.source), *phases
        case conducted.WagersRestricted():
            words = filled(RESTRICTED, source=event.source)
            return words, str(before.chosen.wagers_per_area), str(event.per_area)
        case conducted.MethodChosen():
            words = filled(METHOD, method=str(event.method), source=event.source)
            return words, str(before.chosen.method), str(event.method)
        case conducted.WagersRemoved():
            words = filled(REMOVED, seat=position_of(event.seat), source=event.source)
            return words, _at_stake(before, event.seat), _at_stake(after, event.seat)
        case told.WagersPlaced():
            words = filled(LARGE_WAGER, seat=position_of(event.seat))
            return words, "", money.written(staked_cents(event))
        case told.RoundSettled():
            return _large_win(event, before)
        case _:
            raise AssertionError(f"{type(event).__name__} is for the pit, and nothing says how")


def _phase(table: Table) -> str:
    return "Held" if table.agenda else captions.PHASES[phase_seen(table)].en


def _after(raised: told.IrregularityRaised, before: str, after: str) -> str:
    """How the round stands once what needs nobody's word is done: it may never have been held."""
    first = next(iter(raised.steps), None)
    if first is None or first.position is not None:
        return after
    if first.remedy is Remedy.VOID:
        return captions.PHASES[Phase.VOID].en
    return before if first.remedy is Remedy.PLAY_ON and len(raised.steps) == 1 else after


def _at_stake(table: Table, seat: int) -> str:
    placed = table.current.sets.get(seat)
    return money.written(sum(each.cents for each in placed.stakes) if placed else 0)


def _changed(before: Table, after: Settings) -> tuple[str, str]:
    """The settings that differ, as they were and as they are."""
    found = changed(before.game, before.chosen, after)
    was = "; ".join(f"{each.label.en} {each.before}" for each in found)
    return was, "; ".join(f"{each.label.en} {each.after}" for each in found)


def _large_win(event: told.RoundSettled, before: Table) -> Told:
    most = largest_win(event)
    assert most is not None, "a win is large, so there was one"
    label = before.game.wager(most.stake.wager).label
    kind = "chips " if are_chips(most.visit) else ""
    where = f"{kind}seat {position_of(most.seat)}, {money.written(most.stake.cents)}"
    return filled(LARGE, wager=label), where, money.written(most.returned_cents)
