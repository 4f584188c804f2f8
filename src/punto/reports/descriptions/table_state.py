"""Captions: the words that screens show about a table, in English and in Chinese."""

import re
from datetime import datetime

from punto.core import money
from punto.core.irregularities import Remedy, Trigger
from punto.core.rulebook import Document, Words
from punto.pages import phrases
from punto.table.commands.play import RulingOutcome
from punto.table.refusals import Refusal
from punto.table.state import PendingStep, Phase, Table

PHASES = {
    Phase.CLOSED: Words("Closed", "已关台"),
    Phase.IDLE: Words("Next round soon", "即将开始"),
    Phase.BETS_OPEN: Words("Bets open", "接受下注"),
    Phase.BETS_CLOSED: Words("Bets closed", "停止下注"),
    Phase.DEALING: Words("Dealing", "发牌中"),
    Phase.COMPLETE: Words("Outcome", "结果"),
    Phase.SETTLED: Words("Settled", "已结算"),
    Phase.VOID: Words("Void", "作废"),
}

RULINGS = {
    RulingOutcome.AS_PROPOSED: Words("As proposed", "照建议"),
    RulingOutcome.CONTINUE: Words("The round goes on", "该局继续"),
    RulingOutcome.VOID: Words("The round is void", "该局作废"),
    RulingOutcome.OFFER_WITHDRAWAL: Words(
        "Patrons may withdraw, then play on", "客人可撤回，然后继续"
    ),
    RulingOutcome.REOPEN_BETS: Words("Bets open again", "重新开放下注"),
}

PLACE_BETS_ZH = "请下注"
NO_MORE_BETS_ZH = "停止下注"

PLEASE_WAIT = Words("Please wait, an attendant is coming.", "请稍候，服务员即将到来。")
CAUSE_REQUESTED = Words("The round was interrupted.", "该局中断。")
NO_RULE_COVERS = Words("Something happened that no rule covers", "发生规则未载之事")
STAFF_DECIDE = Words("The staff decide how the round goes on.", "由职员决定该局如何进行。")
MAY_WITHDRAW = Words(
    "You may take wagers back. Whoever does not answer stays in.",
    "您可撤回投注；不答复者视为不撤。",
)
REMEDY_MESSAGES = {
    Remedy.VOID: Words("The round is void; all stakes go back.", "该局作废，投注全数退回。"),
    Remedy.PLAY_ON: Words("The round goes on.", "该局继续。"),
    Remedy.RECONSTRUCT: Words("The cards are put in order.", "牌将按次序复原。"),
    Remedy.OFFER_WITHDRAWAL: MAY_WITHDRAW,
    Remedy.REOPEN_BETS: Words("Bets open again.", "重新开放下注。"),
    Remedy.RULING: STAFF_DECIDE,
    Remedy.REPLACE_CARDS: Words("Cards are replaced.", "更换牌张。"),
    Remedy.SETTLE_TO_LIMIT: Words("Wagers are settled up to the limit.", "投注以限额为限结算。"),
}
"""What is done before the round goes on, a sentence for each remedy."""

WITHDRAWN = Words("Taken back; the stake is in credit.", "已撤回，投注已退回。")
VOIDED = Words("Void; the stake is back in credit.", "作废，投注已退回。")
MALFUNCTION = Words("MALFUNCTION VOIDS ALL PAYS AND PLAYS", "机器故障时所有派彩及游戏作废")
TOTAL_MINIMUM = Words("Total Minimum Bet is {amount}", "最低总投注额为 {amount}")
PAST_RESULTS = Words("Past results do not predict the next round.", "以往结果不能预测下一局。")
COMING = ("New rules or limits from {when}", "{when} 起启用新规则或限额")
OUT_OF_SERVICE = Words("Out of service", "暂停服务")
NATURAL_COUNTER = Words("8/9 Natural", "8/9 天生")


def phase_call(table: Table) -> Words:
    """The document's own call for the phase a table is in (R32), else the phase in a word."""
    if table.book is None:
        return PHASES[Phase.CLOSED]
    document: Document = table.book.document
    if table.phase is Phase.BETS_OPEN:
        return Words(document.opening[0], PLACE_BETS_ZH)
    if table.phase in (Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE):
        return Words(document.closing[0], NO_MORE_BETS_ZH)
    return PHASES[table.phase]


def planned_change(at: datetime) -> Words:
    """Tells patrons from when other rules or limits hold, by the clock of whoever planned it."""
    when = f"{at:%Y-%m-%d %H:%M} (UTC{at:%z})"
    return Words(*(text.format(when=when) for text in COMING))


def hold_message(item: PendingStep) -> Words:
    """What a table waits for, with what is done about it, as patrons read it."""
    if item.step is None:
        return _joined(CAUSE_REQUESTED, PLEASE_WAIT)
    step = item.step
    message = STAFF_DECIDE if step.position is not None else REMEDY_MESSAGES[step.remedy]
    # Where patrons themselves are asked nobody comes, and their time runs.
    waits = () if message is MAY_WITHDRAW else (PLEASE_WAIT,)
    return _joined(void_message(item.trigger), message, *waits)


def void_message(trigger: Trigger) -> Words:
    """What went wrong, as patrons read it."""
    return NO_RULE_COVERS if trigger is Trigger.UNCOVERED else phrases.TRIGGERS[trigger]


def refusal_message(refused: Refusal) -> Words:
    """Why something was not done; sums and quoted names in the English words stand in both."""
    zh = REFUSALS.get(refused.code, "未能执行。")
    figures = re.findall(r"\d[\d,]*\.\d\d|\"[^\"]*\"", refused.words)
    return Words(refused.words, zh + (f"（{'、'.join(figures)}）" if figures else ""))


def _joined(*words: Words) -> Words:
    return Words(
        ". ".join(each.en.rstrip(".") for each in words) + ".",
        "。".join(each.zh.rstrip("。") for each in words) + "。",
    )


REFUSALS = {
    "no-such-report": "没有此报表。",
    "not-a-period": "无法就此期间制作报表。",
    "unknown-parameter": "报表没有此参数。",
    "no-pdf": "本场未安装 reportlab，无法制作 PDF。",
    "report-too-long": "所需时间过长，请缩短期间。",
    "report-failed": "未能制作报表。",
    "no-shift": "您的账房班次尚未开始。",
    "shift-open": "您的账房班次已经开始。",
    "drawer-short": "钱箱现金不足。",
    "no-voucher": "没有此兑换券。",
    "not-allowed": "此职位不能执行该操作。",
    "needs-second": "须有第二人在场确认。",
    "not-your-seat": "该座位属于其他客人。",
    "table-closed": "此台已关闭。",
    "table-open": "此台已开放。",
    "held": "该局暂停，须先处理完毕。",
    "nothing-held": "没有需要答复的事项。",
    "round-running": "该局正在进行。",
    "no-round": "没有正在进行的局。",
    "shoe-loaded": "发牌器内已有牌靴。",
    "no-shoe": "发牌器内没有牌靴。",
    "shoe-ended": "本靴已结束，将换新靴。",
    "cards-return": "牌须先放回洗牌机。",
    "not-burned": "须先烧首张牌。",
    "bets-not-open": "尚未开放下注。",
    "bets-closed": "已停止下注，未扣款。",
    "taken-back-late": "已停止下注，您的投注有效。",
    "bets-open": "正在接受下注。",
    "other-round": "该请求属于另一局。",
    "seat-taken": "该座位已有人。",
    "seat-free": "该座位无人。",
    "not-in-doubt": "该投注没有疑问，有效。",
    "no-such-seat": "此台没有该座位。",
    "stakes-there": "该座位仍有投注。",
    "other-set": "您的投注已被更改，请再看一次。",
    "not-offered": "此台不提供该投注。",
    "twice": "同一区域出现两次。",
    "not-there": "不能在该处下注。",
    "area-full": "该区域不能再下注。",
    "not-in-unit": "该投注额无法精确派彩到分。",
    "under-minimum": "低于该投注的最低限额。",
    "over-maximum": "高于该投注的最高限额。",
    "under-total": "投注总额低于最低要求。",
    "not-a-card": "该牌不属于所用的牌。",
    "card-missing": "之前缺少一张牌。",
    "too-late": "首张牌已发出。",
    "card-due": "该局尚需发牌。",
    "no-card-due": "该局不再需要发牌。",
    "not-dealt": "该局尚未结束。",
    "bad-settings": "此台不能使用这些设置。",
    "bad-rulebook": "无法读取该规则。",
    "short-of-credit": "余额不足。",
    "said-otherwise": "该编号已用于另一请求。",
    "told-another-way": "此事须以其他方式告知牌桌。",
    "not-ruled-so": "此处不能如此裁定。",
    "cards-to-replace": "须先换新牌。",
    "differential": "闲庄投注差额超出本台限制。",
    "differential-met": "闲庄投注差额在本台限制之内。",
    "not-asked-yet": "须先请客人减少投注。",
    "not-to-remove": "该手没有此投注。",
    "method-not-allowed": "本台没有该方式。",
    "not-by-this-method": "现行方式不允许如此。",
    "no-leave": "抽牌者须有投注或获准。",
    "device-held": "发牌器由客人掌控。",
    "device-not-held": "发牌器须由可抽牌的客人掌控。",
    "other-handler": "这些牌由另一位客人处理。",
    "handler-by-stake": "由投注决定谁处理这些牌。",
    "no-cards": "首轮发牌尚未完成。",
    "first-hand-open": "须先决定先开哪一手。",
    "other-hand-first": "另一手先开。",
    "all-shown": "这些牌已开。",
    "face-down": "有牌面朝下。",
    "cut-not-first": "仅当切牌卡首先出现时方可撤回。",
    "card-unread": "有牌未读出，须先录入。",
    "which-cards": "请说明是哪些牌。",
    "not-these-cards": "并非所指的牌。",
    "cards-known": "牌靴记录已说明是哪些牌。",
    "cut-known": "此牌靴的切牌位置已定，并非此处。",
    "facts-clash": "所见情况互相矛盾。",
    "cards-left": "依其记录，牌靴中仍有牌。",
    "no-evidence": "须说明证据。",
    "all-or-none": "须全部撤回或不撤。",
    "nobody-higher": "已无更高职位，须在此裁定。",
    "not-told": "此事并非由人报告，不能改报。",
    "ruled-already": "所报情况已据以处理，不能再改。",
    "told-so": "与先前所报相同。",
    "long-past": "该局已不可查。",
    "not-in-this-step": "须先进行另一步。",
    "visit-exists": "该次到访已开始。",
    "no-visit": "没有该次到访。",
    "not-a-sum": "该金额无法支付。",
    "sum-changed": "金额已变动。",
    "claim-open": "有一局已更正，请先到账房结清。",
    "credit-left": "尚有余额，须先支付。",
    "visit-over": "该次到访已结束，下一次到访现在开始。",
    "wager-open": "尚有投注未结算，请等待该局结束。",
    "not-a-limit": "该限额无效。",
    "no-terminal": "没有该终端。",
    "busy": "请求过多，请再试一次。",
    "none-back": "没有待确认的退回牌。",
    "floor-unavailable": "暂时无法记录，未执行任何操作。",
    "out-of-service": "因意外错误暂停服务，未执行任何操作。",
    "not-seated": "您尚未入座。",
    "no-such-table": "没有此台。",
    "no-free-seat": "此台已满。",
    "loss-limit": "这将超过您设定的损失限额。",
    "time-limit": "已达到您设定的时间限额。",
    "kind-recorded": "本场类型已记录。",
    "cashier-only": "请向账房购买。此终端接受兑换券。",
    "voucher-kind": "此兑换券属于另一类场：演示或真钱。",
    "not-a-voucher": "这不是本赌场的兑换券。",
    "voucher-spent": "该兑换券已兑换或无效。",
    "voucher-expired": "该兑换券已过期。",
    "not-a-viewer": "此屏幕只能观看。",
    "not-signed-in": "请登录。",
    "wrong-password": "用户名与密码不符。",
    "code-due": "请同时输入第二验证的验证码。",
    "wrong-code": "验证码不正确或已使用过。",
    "code-used": "该验证码已使用过，请用下一个。",
    "factor-due": "请先设置第二验证。",
    "usual-password": "该密码容易被猜到，请另选一个。",
    "locked-out": "密码错误次数过多，已锁定。",
    "not-from-here": "该请求并非来自员工屏幕。",
    "must-change": "请先设置自己的密码。",
    "too-short": "密码至少须有 12 个字符。",
    "too-fast": "尝试过多，请稍候。",
    "not-another": "须由另一人确认。",
    "not-understood": "无法理解该请求。",
    "not-a-command": "没有此项操作。",
    "not-attending": "须先接管此台。",
    "other-dealer": "此台由另一位荷官负责。",
    "table-disabled": "此台不接受新投注。",
    "terminal-disabled": "此终端不接受新投注。",
    "patron-disabled": "暂不接受您的新投注，余额可随时兑取。",
    "no-device": "发牌器没有牌，须手工录入。",
    "from-shoe": "本桌的牌来自本桌的发牌器。",
    "needs-dealer": "此方式由客人处理牌，须有荷官。",
    "no-such-person": "没有此人。",
    "name-taken": "该名称已被使用。",
    "not-a-name": "名称只能用字母、数字、点和连字符。",
    "demo-staff": "演示员工不能更改。",
    "last-administrator": "须保留一名管理员。",
    "not-so-high": "该职位过高。",
    "no-such-entry": "没有该项或已答复。",
    "own-entry": "须由另一人答复。",
    "too-many-entries": "待办过多。",
    "no-reason": "须说明原因。",
    "already-so": "已是如此。",
    "already-answered": "已答复。",
    "lapsed": "该项已失效，须重新录入。",
    "needs-no-second": "此项无须第二人。",
    "no-such-call": "没有该呼叫。",
}
"""Refusals by code, in Chinese; the English words come with each."""


REMOVED = Words(
    "Removed while bets were open; the stake is back in credit.", "下注时已移除，投注已退回。"
)
UNDONE = Words("Reversed; nothing is owed.", "已撤销，互不相欠。")
CAGE_PAYS = Words("Reversed; the cage pays {cents}.", "已撤销，由账房支付 {cents}。")
CAGE_TAKES = Words("Reversed; {cents} goes back at the cage.", "已撤销，须于账房退还 {cents}。")


def reversal_message(claim_cents: int) -> Words:
    """What a patron is owed for a wager whose settlement was undone, or owes."""
    if not claim_cents:
        return UNDONE
    words = CAGE_PAYS if claim_cents > 0 else CAGE_TAKES
    return phrases.filled(words, cents=money.format_cents(abs(claim_cents)))
