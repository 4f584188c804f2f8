"""What happened among the staff, in words for the pit, with what was before and after."""

import msgspec

from punto.core.rulebook import Words
from punto.ledger import staff_events as told
from punto.ledger.staff_events import StaffEvent
from punto.pages import phrases
from punto.pages.entered import called
from punto.pages.phrases import filled

FAILED = Words("Wrong password", "密码错误")
LOCKED = Words("Locked out", "已锁定")
ENROLLED = Words("New member of staff", "新员工")
CHANGED = Words("Member of staff changed", "员工资料更改")
DISABLED = Words("Member of staff disabled", "员工停用")
ENABLED = Words("Member of staff enabled", "员工启用")
CODE = Words("New code for one use", "新的一次性代码")
FACTOR = Words("Second factor set", "已设第二验证")
NO_FACTOR = Words("Second factor removed", "已移除第二验证")
KEPT = Words("Waits for the end of the round: {command}", "待本局结束：{command}")
TAKEN = Words("Asked between rounds", "局间已提出")
REFUSED = Words("Asked for what is not theirs to do: {what}", "越权请求：{what}")
LENT = Words("Position lent to {name}", "{name} 获授予职位")
ACTS = Words("{name} acts in a position", "{name} 代行职位")
ENTERED = Words("Entered for a second person: {command}", "待第二人确认：{command}")
ANSWERED = Words("Entry {entry}", "条目 {entry}")
STOPPED = Words("No new bets: {reason}", "停止新投注：{reason}")
DISPLAY = Words("A public display showed something else", "公共显示屏显示有误")
GOES_ON = Words("In use again: {reason}", "恢复使用：{reason}")

Told = tuple[Words | None, str, str, str]
"""The words, the table or terminal, what was before and what is after."""


def staff_words(event: StaffEvent) -> Told:  # noqa: C901  one match
    """An event of the staff's stream in words; no words where others tell of it."""
    match event:
        case told.SignInFailed():
            return FAILED, "", "", event.name or "unknown name"
        case told.LockedOut():
            return LOCKED, "", event.name, "locked out"
        case told.PersonEnrolled():
            return ENROLLED, "", "", f"{event.name} {_position(event.position)}".rstrip()
        case told.PersonChanged():
            is_ = " ".join((event.shown, _position(event.position), *event.duties))
            return CHANGED, "", event.before, is_
        case told.PersonDisabled():
            return DISABLED, "", event.name, "disabled"
        case told.PersonEnabled():
            return ENABLED, "", event.name, "enabled"
        case told.PasswordSet() if event.is_code:
            return CODE, "", "", event.name
        case told.FactorSet():
            return FACTOR, "", "", event.name
        case told.FactorRemoved():
            return NO_FACTOR, "", event.name, "password alone"
        case told.ChangeKept():
            body = msgspec.json.decode(event.body)
            words = filled(KEPT, command=called(event.command, body))
            last = body.get("after_round")
            return words, event.table, "", f"after round {last}" if last else ""
        case told.ChangeTaken() if event.outcome is told.Outcome.REFUSED:
            return TAKEN, "", "waiting", f"{event.outcome} {event.reason}".rstrip()
        case told.ActRefused():
            more = f" (and {event.unwritten} more)" if event.unwritten else ""
            return filled(REFUSED, what=event.what), "", "", f"{event.code}{more}"
        case told.PositionLent():
            return filled(LENT, name=event.name), "", "", _position(event.position)
        case told.ActingChanged():
            return filled(ACTS, name=event.name), "", "", _position(event.position)
        case told.EntryProposed():
            words = filled(ENTERED, command=called(event.command, msgspec.json.decode(event.body)))
            return words, event.table, "", event.entry
        case told.EntryAnswered():
            words = filled(ANSWERED, entry=event.entry)
            return words, "", "waiting", f"{event.outcome} {event.reason}".rstrip()
        case told.ComponentDisabled():
            words = filled(STOPPED, reason=event.reason)
            return words, event.component, "in use", "disabled"
        case told.ComponentEnabled():
            words = filled(GOES_ON, reason=event.reason)
            return words, event.component, "disabled", "in use"
        case told.SignificantNoted() if event.kind is told.Significant.DISPLAY:
            return DISPLAY, event.component, event.before, f"{event.after} {event.reason}"
        case _:
            return None, "", "", ""


def _position(position: object) -> str:
    return "" if position is None else phrases.POSITIONS[position].en  # type: ignore[index]
