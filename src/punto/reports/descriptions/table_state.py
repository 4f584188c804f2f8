"""Describe the state of a table to patrons and staff, in English and Chinese."""

from datetime import datetime

from punto.core import money
from punto.core.irregularities import Remedy, Trigger
from punto.core.rulebook import Document, Words
from punto.pages import phrases
from punto.table.commands.play import RulingOutcome
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


def _joined(*words: Words) -> Words:
    return Words(
        ". ".join(each.en.rstrip(".") for each in words) + ".",
        "。".join(each.zh.rstrip("。") for each in words) + "。",
    )


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
