"""Translate the names, headings and labels of a report into Chinese."""

import re
from collections.abc import Iterator
from dataclasses import replace

from punto.games.library import GAMES
from punto.reports.chinese_events import in_sentence, translated_event
from punto.reports.floor import performance
from punto.reports.floor.report import (
    CHINESE,
    Cell,
    Column,
    Figure,
    Note,
    Part,
    Report,
    ReportTable,
    ReturnCurve,
    Row,
)

TITLES = {
    "Game performance": "游戏表现",
    "Win per table and terminal": "各桌与各终端盈亏",
    "Meters": "计数器",
    "Voids and irregularities": "作废与异常",
    "Liability": "负债",
    "Significant events": "重要事件",
    "Rounds by shift": "各班次局数",
    "Cage shifts": "收银班次",
    "Funds in interrupted games": "中断局内资金",
    performance.DEFINITION.words: "按游戏及赔率表比较理论与实际；局数越多，范围越窄。",
    "What each table and each terminal has won for the house, as tables and as terminals.": (
        "各台及各终端为本场赢得之数。"
    ),
    "How often money moved for each reason, and how much: by paytable, table and terminal.": (
        "按赔率表、牌桌及终端统计各类款项变动的次数与金额。"
    ),
    "Rounds void, reversed or put right, and everything irregular, by dealer and shift.": (
        "按荷官及班次列出作废、撤销、更正之局及一切异常。"
    ),
    "Credit, unredeemed vouchers, claims and stakes of rounds not ended, when the period ends.": (
        "期末之额度、未兑兑换券、应付款及未完结局之投注。"
    ),
    "Stakes that lay at a table in a round not ended when the period ended.": (
        "期末未完结之局在台上的投注。"
    ),
    "Changes, overrides, voids, cards by hand, large wagers and wins, terminals, sign-ins.": (
        "更改、越权、作废、人工录入牌、大额投注与赢额、终端、登录。"
    ),
    "Rounds, stakes and win of every table in every shift, with a sum for each shift.": (
        "每班每台之局数、投注与赢额，并有每班合计。"
    ),
    "Cash in and out by cashier and shift, vouchers and claims, reconciled to the cage account.": (
        "按出纳员及班次列出现金进出、兑换券与应付款，并与账房账目核对。"
    ),
}
"""The names of the reports, and what each tells in a sentence."""

HEADINGS = {
    "By table": "按牌桌",
    "By terminal": "按终端",
    "Floor": "全场",
    "Rounds void or reversed": "作废或撤销之局",
    "Win per table": "各台赢额",
    "Win per terminal": "各终端赢额",
    "By game and paytable": "按游戏及赔率表",
    "By dealer and shift": "按荷官及班次",
    "Irregularities, rulings and corrections": "异常、裁定与更正",
    "What the house owes": "本场应付",
    "Vouchers not redeemed": "未兑兑换券",
    "Claims": "应付款",
    "Funds in games not ended": "未完结游戏之款项",
    "By kind": "按类别",
    "In the order of the journal": "按日志次序",
    "By shift and table": "按班次及牌桌",
    "By shift and cashier": "按班次及出纳员",
    "Drawers": "钱箱",
    "By reason": "按原因",
    "Reconciliation": "对账",
}

NOTES = {
    "apart from losses": "与输局分列",
    "rows by table, also where nothing was played": "按台列出，未开局者亦列",
    "terminals of all tables": "所有牌桌之终端",
    "the sum is that of the tables": "合计与各台相同",
    "enough for a weighted theoretical return": "足以计算加权理论回报",
    "void in per cent of rounds ended": "作废占完结局数之百分比",
    "of rounds reversed or corrected; below zero, the patron owes": (
        "来自撤销或更正之局；负数为客人所欠"
    ),
    "component: stream and entry": "部件：流与条目",
    "by the number of the shift, from float to count": "按班次编号，由底金至点算",
    "the cage account falls by what patrons bring": "客人交入之数使账房账目减少",
    "books kept apart, and how far they differ": "分开记录之账簿及其差额",
    "three books, each kept apart": "三本分开记录之账簿",
    "how many of each": "各类数目",
    "line: actual; dashed: theory; dark 95 %, light 99 %; by rounds settled": (
        "实线：实际；虚线：理论；深色 95 %，浅色 99 %；按结算局数"
    ),
    "inside the 95 % band": "在 95 % 范围内",
    "outside the 95 % and inside the 99 % band": "在 95 % 之外、99 % 之内",
    "outside the 99 % band": "在 99 % 范围外",
    "no stakes, no theory": "无投注，无理论值",
    "in the period": "期内",
    "a wager or a win": "一注或一次赢额",
}

COLUMNS = {
    "Wager, pays, clause": "注项、赔率、条款",
    "Rounds": "局数",
    "Round": "局",
    "Wagered": "投注额",
    "Returned": "派回",
    "Stakes returned": "退还投注",
    "Given back less taken back": "退还减收回",
    "Win": "赢额",
    "Actual": "实际",
    "Theory": "理论",
    "99 % band": "99 % 范围",
    "Against theory": "对照理论",
    "Table": "牌桌",
    "Void": "作废",
    "Reversed": "撤销",
    "Corrected": "更正",
    "Return": "回报",
    "Time": "时间",
    "Table, round": "牌桌、局",
    "Ground": "理由",
    "Clause": "条款",
    "Decided by": "裁定人",
    "Terminal": "终端",
    "Games": "局数",
    "Staked": "下注",
    "Stakes back": "退注",
    "Collected": "收取",
    "Paid": "派出",
    "Put right": "更正数",
    "Of": "属于",
    "Meter": "计数",
    "Times": "次数",
    "Sum": "金额",
    "Game, paytable": "游戏、赔率表",
    "Won": "派彩",
    "Refunded": "退款",
    "Withdrawn": "撤回",
    "Commission": "佣金",
    "Dealer, day, shift": "荷官、日期、班次",
    "Settled": "已结算",
    "Reversal": "撤销",
    "Correction": "更正",
    "Irregularity": "异常",
    "Ruling": "裁定",
    "Card by hand": "人工录入牌",
    "Wagers removed": "移除投注",
    "Withdrawal": "撤回",
    "Kind": "类别",
    "What": "事项",
    "By": "经手人",
    "Money": "款项",
    "Accounts": "账户数",
    "Began with": "期初",
    "Ended with": "期末",
    "Change": "变动",
    "Number": "号码",
    "Worth": "面值",
    "Visit": "到访",
    "State": "状态",
    "At stake": "在台",
    "Component": "部件",
    "Event": "事件",
    "Reason": "原因",
    "Before": "之前",
    "After": "之后",
    "Shift, table": "班次、牌桌",
    "Shift, cashier": "班次、出纳员",
    "Movements": "变动次数",
    "Cash in": "现金收入",
    "Cash out": "现金支出",
    "Cash kept": "现金净额",
    "Without cash": "非现金",
    "Opened": "开班",
    "Closed": "收班",
    "Float": "底金",
    "Vault": "金库",
    "Must be": "应有",
    "Counted": "点算",
    "Difference": "差额",
    "Ledger": "账目",
    "Meters": "计数表",
    "From cards": "由牌计算",
    "As told": "报告所载",
    "Balances": "余额",
    "Events": "事件数",
    "Tallies": "统计数",
    "Liability": "负债",
    "House's accounts, and zero": "本场账户及零",
    "Cage account": "账房账目",
    "Shifts": "班次",
}

LABELS = {
    "Period": "期间",
    "Generated": "制作",
    "Software, report": "软件、报告",
    "Filters": "筛选",
    "Rounds settled": "已结算局数",
    "Win of the house": "本场赢额",
    "Return to patrons": "客人回报",
    "Tables with rounds": "有开局之牌桌",
    "Moved": "变动金额",
    "Reversed, corrected": "撤销、更正",
    "Irregularities": "异常",
    "Cards by hand": "人工录入牌",
    "Credit": "额度",
    "Vouchers": "兑换券",
    "Rounds not ended": "未完结之局",
    "At stake in them": "其在台投注",
    "Entries read": "已读条目",
    "Large from": "大额起点",
    "all tables, all games": "所有牌桌，所有游戏",
}

ROWS = {
    "All": "合计",
    "Game": "全游戏",
    "Stakes accepted, changes before the close taken off": "接受之投注（已扣除截止前更改）",
    "Returned: void rounds and seats left out": "退回：作废之局及未参与之座位",
    "Withdrawn by patrons": "客人撤回",
    "Removed for the differential": "因差额移除",
    "At stake when the period began": "期初在台",
    "At stake when it ended": "期末在台",
    "Paid on settlement": "结算派出",
    "Reversed: taken back less given back": "撤销：收回减退还",
    "Reversed: winnings taken back": "撤销：收回派彩",
    "Reversed: stakes given back": "撤销：退还投注",
    "Corrected: more paid than before": "更正：较前多派",
    "Win of tables: transfers, tallies of wagers": "牌桌赢额：转账、投注统计",
    "Win of tables: bank accounts, tallies of wagers": "牌桌赢额：台底账户、投注统计",
    "Win of terminals and cloths": "终端及台面赢额",
    "Change of stakes at tables": "在台投注变动",
    "Change of unredeemed vouchers": "未兑兑换券变动",
    "Credit at terminals": "终端额度",
    "Claims at the cage": "账房应付款",
    "Stakes of rounds not ended": "未完结局之投注",
    "Owed, and what cage, banks and chips lack": "应付，及账房、台底与筹码所欠",
    "All accounts in one sum": "所有账户合计",
    "Balances kept against balances added up": "所记余额与累计余额",
    "Stakes accounts": "投注账户",
    "Rounds void": "作废局数",
    "Rounds reversed": "撤销局数",
    "Rounds corrected": "更正局数",
    "Events by kind, events listed": "按类事件、所列事件",
    "Cash over the counter by staff: transfers, drawers": "柜台现金：转账、钱箱",
    "Drawers: float, filled, in and out; what must be": "钱箱：底金、补充、进出；应有",
    "Cash kept less what needed none": "现金净额减非现金",
    "No Activity": CHINESE.no_activity,
}
"""What the first cell of a row may say by itself; a clause, a name or a time stays as it is."""

OF_EVENTS = frozenset(
    {
        *("Event", "Reason", "Before", "After", "By", "Kind", "What", "Ground", "Decided by"),
        *("State", "Table, round"),
    }
)
"""Columns that tell of something that happened, and who did it."""

WORDS = {**TITLES, **HEADINGS, **NOTES, **COLUMNS, **LABELS, **ROWS}

NAMES = {book.name.en: book.name.zh for book in GAMES}
WAGERS = {each.label.en: each.label.zh for book in GAMES for each in book.wagers}

PATTERNS = (
    (re.compile(r"(.*), continued"), "{}（续）"),
    (re.compile(r"By wager: (.*)"), "按注项：{}"),
    (re.compile(r"Return as it went: (.*)"), "回报走势：{}"),
    (re.compile(r"table (\S+)"), "牌桌 {}"),
    (re.compile(r"gaming day (.*)"), "营业日 {}"),
    (re.compile(r"by (.*)"), "由 {}"),
    (re.compile(r"definition (.*)"), "定义 {}"),
    (re.compile(r"sums in (.*), dollars and cents"), "金额以 {} 计，至分"),
    (
        re.compile(r"rules (\S+), (\d+) decks; return in per cent of the sum"),
        "规则 {}，{} 副牌；回报以百分比计",
    ),
    (re.compile(r"commission (.*)"), "佣金 {}"),
    (re.compile(r"expected (.*)"), "预期 {}"),
    (
        re.compile(r"(.*) void, (.*) reversed, (.*) open at the end"),
        "作废 {}，撤销 {}，期末未完 {}",
    ),
    (re.compile(r"theory (\S+ %), (.*)"), "理论 {}，{}"),
    (re.compile(r"theory (\S+ %)"), "理论 {}"),
    (re.compile(r"(\S+) to (\S+), (UTC\S*)"), "{} 至 {}，{}"),
    (re.compile(r"(.*) went back"), "退回 {}"),
    (re.compile(r"(.*) of them held"), "其中暂停 {}"),
)
"""Sentences with something in them; what is in them is said in Chinese too where it can be."""


def in_chinese(report: Report) -> Report:
    """The same report for somebody who reads Chinese."""
    return replace(
        report,
        title=translated(report.title),
        subtitle="；".join(_with_names(translated(each)) for each in report.subtitle.split("; ")),
        head=tuple(
            (translated(label), tuple(map(translated, lines))) for label, lines in report.head
        ),
        figures=tuple(_figure(each) for each in report.figures),
        parts=tuple(_part(each) for each in report.parts),
        reconciliation=_grid(report.reconciliation),
        tongue=CHINESE,
    )


def translated(text: str) -> str:
    """Words of a report in Chinese, as they are where they are a name, a time or free words."""
    return WORDS.get(text) or NAMES.get(text) or in_sentence(text, PATTERNS, translated) or text


def _with_names(text: str) -> str:
    name, comma, rest = text.partition(", ")
    return f"{NAMES[name]}，{rest.replace(' decks', ' 副牌')}" if comma and name in NAMES else text


def _figure(figure: Figure) -> Figure:
    return replace(figure, label=translated(figure.label), note=translated(figure.note))


def _part(part: Part) -> Part:
    if isinstance(part, ReturnCurve):
        return replace(part, title=translated(part.title), note=translated(part.note))
    return part if isinstance(part, Note) else _grid(part)


def _grid(grid: ReportTable) -> ReportTable:
    return ReportTable(
        translated(grid.title),
        tuple(Column(translated(each.title), each.cell_format) for each in grid.columns),
        tuple(Row(tuple(_cells(grid, row)), row.weight) for row in grid.rows),
        translated(grid.note),
    )


def _cells(grid: ReportTable, row: Row) -> Iterator[Cell]:
    for number, (column, value) in enumerate(zip(grid.columns, row.cells, strict=True)):
        cell = value
        if isinstance(value, str) and column.title in OF_EVENTS:
            cell = translated_event(value)
        yield cell if number else _first(cell)


def _first(value: Cell) -> Cell:
    """The words of a row; a wager is named before its pays and clauses."""
    if not isinstance(value, str):
        return value
    head, dot, rest = value.partition(" · ")
    return f"{WAGERS[head]}{dot}{rest}" if dot and head in WAGERS else translated(value)
