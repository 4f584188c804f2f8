"""What happened among the staff, in words for the pit, with what was before and after."""

import msgspec

from punto.core.rulebook import Words
from punto.core.staff_positions import Position
from punto.house.staff import events as staff_events
from punto.house.staff.events import Duty, StaffEvent
from punto.pages import phrases
from punto.pages.entered import approval_title
from punto.pages.phrases import filled, joined

FAILED = Words("Wrong password", "密码错误")
LOCKED = Words("Locked out", "已锁定")
ENROLLED = Words("New member of staff", "新员工")
PERSON_CHANGED = Words("Member of staff changed", "员工资料更改")
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

NOTHING = Words("")
UNKNOWN = Words("unknown name", "未知姓名")
IS_LOCKED = Words("locked out", "已锁定")
IS_DISABLED = Words("disabled", "停用")
IS_ENABLED = Words("enabled", "启用")
PASSWORD_ALONE = Words("password alone", "仅凭密码")
IN_USE = Words("in use", "使用中")
WAITING = Words("waiting", "等待中")
AFTER_ROUND = Words("after round {round}", "第 {round} 局之后")
AND_MORE = Words("{code} (and {count} more)", "{code}（另有 {count} 次）")
OUTCOMES = {
    staff_events.Outcome.APPROVED: Words("approved", "已批准"),
    staff_events.Outcome.DECLINED: Words("declined", "已拒绝"),
    staff_events.Outcome.LAPSED: Words("lapsed", "已过期"),
    staff_events.Outcome.REFUSED: Words("refused", "未获接受"),
}
SPACE = Words(" ", " ")

Told = tuple[Words | None, str, Words, Words]
"""The words, the table or terminal, what was before and what is after."""


def staff_words(event: StaffEvent) -> Told:  # noqa: C901  one match
    """An event of the staff's stream in words; no words where others tell of it."""
    match event:
        case staff_events.SignInFailed():
            return FAILED, "", NOTHING, Words(event.name) if event.name else UNKNOWN
        case staff_events.LockedOut():
            return LOCKED, "", Words(event.name), IS_LOCKED
        case staff_events.PersonEnrolled():
            return ENROLLED, "", NOTHING, _person(event.name, event.position)
        case staff_events.PersonChanged():
            now = _person(event.shown, event.position, *event.duties)
            return PERSON_CHANGED, "", Words(event.before), now
        case staff_events.PersonDisabled():
            return DISABLED, "", Words(event.name), IS_DISABLED
        case staff_events.PersonEnabled():
            return ENABLED, "", Words(event.name), IS_ENABLED
        case staff_events.PasswordSet() if event.is_code:
            return CODE, "", NOTHING, Words(event.name)
        case staff_events.FactorSet():
            return FACTOR, "", NOTHING, Words(event.name)
        case staff_events.FactorRemoved():
            return NO_FACTOR, "", Words(event.name), PASSWORD_ALONE
        case staff_events.ChangeKept():
            body = msgspec.json.decode(event.body)
            words = filled(KEPT, command=approval_title(event.command, body))
            last = body.get("after_round")
            return words, event.table, NOTHING, filled(AFTER_ROUND, round=last) if last else NOTHING
        case staff_events.ChangeTaken() if event.outcome is staff_events.Outcome.REFUSED:
            return TAKEN, "", WAITING, _outcome(event)
        case staff_events.ActRefused():
            words, code = filled(REFUSED, what=event.what), Words(event.code)
            more = filled(AND_MORE, code=event.code, count=event.unwritten)
            return words, "", NOTHING, more if event.unwritten else code
        case staff_events.PositionLent():
            return filled(LENT, name=event.name), "", NOTHING, _position(event.position)
        case staff_events.ActingChanged():
            return filled(ACTS, name=event.name), "", NOTHING, _position(event.position)
        case staff_events.EntryProposed():
            words = filled(
                ENTERED, command=approval_title(event.command, msgspec.json.decode(event.body))
            )
            return words, event.table, NOTHING, Words(event.entry)
        case staff_events.EntryAnswered():
            words = filled(ANSWERED, entry=event.entry)
            return words, "", WAITING, _outcome(event)
        case staff_events.ComponentDisabled():
            words = filled(STOPPED, reason=event.reason)
            return words, event.component, IN_USE, IS_DISABLED
        case staff_events.ComponentEnabled():
            words = filled(GOES_ON, reason=event.reason)
            return words, event.component, IS_DISABLED, IN_USE
        case staff_events.SignificantNoted() if event.kind is staff_events.Significant.DISPLAY:
            shown = Words(f"{event.after} {event.reason}")
            return DISPLAY, event.component, Words(event.before), shown
        case _:
            return None, "", NOTHING, NOTHING


def _position(position: Position | None) -> Words:
    return NOTHING if position is None else phrases.POSITIONS[position]


def _person(name: str, position: Position | None, *duties: Duty) -> Words:
    """A name with the position and duties that there are."""
    parts = (Words(name), _position(position), *map(Words, duties))
    return joined((each for each in parts if each.en), SPACE)


def _outcome(event: staff_events.ChangeTaken | staff_events.EntryAnswered) -> Words:
    became = OUTCOMES[event.outcome]
    return joined((became, Words(event.reason)), SPACE) if event.reason else became
