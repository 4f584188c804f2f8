"""Translate event kinds, deciders and reasons into Chinese; leave text by people unchanged."""

import re
from collections.abc import Callable, Iterable

from punto.core.staff_positions import StaffPosition
from punto.pages import phrases

KINDS = {
    "void": "作废",
    "reversal": "撤销",
    "correction": "更正",
    "irregularity": "异常",
    "referred upwards": "上报裁定",
    "facts told anew": "重述事实",
    "ruling": "裁定",
    "card by hand": "人工录入牌",
    "wagers removed": "移除投注",
    "withdrawal": "撤回",
}

EVENTS = {
    "Table opened": "开台",
    "Table closed": "关台",
    "Settings of the table changed": "更改台桌设置",
    "Round void": "局作废",
    "Round reversed": "局撤销",
    "Round corrected": "局更正",
    "Round interrupted": "局中断",
    "Ruling": "裁定",
    "Referred upwards": "上报裁定",
    "Facts told anew": "重述事实",
    "Seat ruled on": "裁定座位",
    "Terminal cut off": "终端断线",
    "Terminal back": "终端恢复",
    "Terminal paired": "终端配对",
    "Large wager": "大额投注",
    "Large win": "大额赢额",
    "Card entered by hand": "人工录入牌",
    "Card left over, told by hand": "人工报告余牌",
    "Card burned, told by hand": "人工报告烧牌",
    "Card read by eye": "目视读牌",
    "Cards to be replaced": "须更换牌",
    "Wagers removed": "移除投注",
    "Wagers an area": "每区注数",
    "Dealing method": "发牌方式",
    "Voucher expired": "兑换券过期",
    "Voucher voided": "兑换券作废",
    "Claim written off": "注销应付款",
    "Drawer counted": "点算钱箱",
    "Drawer filled or emptied": "补充或清空钱箱",
    "Dispute": "争议",
    "Attendant called": "呼叫服务员",
    "Call answered": "已应答呼叫",
    "Hand pay": "人工派彩",
    "Visit ended by staff": "员工结束到访",
    "Person enrolled": "新增人员",
    "Person changed": "更改人员",
    "Person disabled": "停用人员",
    "Person enabled": "启用人员",
    "Password set": "设定密码",
    "Second factor set": "设定第二验证",
    "Second factor removed": "移除第二验证",
    "Asked for and not allowed": "请求不获准许",
    "Change waits for the gap": "更改待局间执行",
    "Change asked in the gap": "局间请求更改",
    "Sign-in failed": "登录失败",
    "Name locked": "账号锁定",
    "Position lent": "借用职位",
    "Acting position": "署理职位",
    "Second person answered": "第二人已答复",
    "Component disabled": "停用部件",
    "Component enabled": "启用部件",
}

OUTCOMES = {
    "settled anew from the cards dealt": "按所发之牌重新结算",
    "to meet the differential": "以符合差额",
    "takes part": "参与",
    "left out": "不参与",
    "not on offer": "不提供",
    "running": "进行中",
    "void": "作废",
    "continue": "继续",
    "as-proposed": "按建议",
    "offer-withdrawal": "准予撤回",
    "reopen-bets": "重新接受投注",
}

TRIGGERS = {each.en: each.zh for each in phrases.TRIGGERS.values()}
POSITIONS = {each.en: each.zh for each in phrases.POSITIONS.values()}
KEYS = {str(each): phrases.POSITIONS[each].zh for each in StaffPosition}

WORDS = {**OUTCOMES, **KINDS, **EVENTS, **TRIGGERS, **POSITIONS, **KEYS}

PATTERNS = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"the rule, told by the (.*)", "按规则，由 {} 报告"),
        (r"seat (\d+), round (\d+)", "{} 号座，第 {} 局"),
        (r"seat (\d+) took stakes back", "{} 号座撤回投注"),
        (r"seat (\d+)", "{} 号座"),
        (r"round (\d+), card (\d+)", "第 {} 局，第 {} 张牌"),
        (r"round (\d+): (.*) \(([^()]*)\)", "第 {} 局：{}（{}）"),
        (r"round (\d+) \(([^()]*)\)", "第 {} 局（{}）"),
        (r"round (\d+): (.*)", "第 {} 局：{}"),
        (r"round (\d+)", "第 {} 局"),
        (r"card (\d+) entered by hand", "人工录入第 {} 张牌"),
        (r"card (\d+) read by eye", "目视读出第 {} 张牌"),
        (r"([-\d,.]+) at stake", "在台 {}"),
        (r"([-\d,.]+) returned", "退还 {}"),
        (r"([-\d,.]+) paid", "已派 {}"),
        (r"([-\d,.]+) given back", "已退还 {}"),
        (r"([-\d,.]+) due", "应派 {}"),
        (r"to ([a-z-]+): (.*)", "上报{}：{}"),
        (r"rules ([0-9a-f]{16})", "规则 {}"),
        (r"held: (.*)", "暂停：{}"),
        (r"(.*), round (\d+)", "{}，第 {} 局"),
    )
)


def in_sentence(
    text: str, patterns: Iterable[tuple[re.Pattern[str], str]], say: Callable[[str], str]
) -> str | None:
    """A sentence with something in it, which is said too where it can be; None if it is none."""
    for pattern, words in patterns:
        found = pattern.fullmatch(text)
        if found is not None:
            return words.format(*map(say, found.groups()))
    return None


def translated_event(text: str) -> str:
    """Translate the cell of an event into Chinese; names and free text stay as they are."""
    found = WORDS.get(text) or in_sentence(text, PATTERNS, translated_event)
    if found is not None:
        return found
    ruled, colon, reason = text.partition(": ")
    return f"{OUTCOMES[ruled]}：{reason}" if colon and ruled in OUTCOMES else _people(text)


def _people(text: str) -> str:
    """Whoever decided, each with a position; anything else as it is."""
    people = [each.rpartition(", ") for each in text.split("; ")]
    if not all(position in POSITIONS for _, _, position in people):
        return text
    return "；".join(f"{name}，{POSITIONS[position]}" for name, _, position in people)
