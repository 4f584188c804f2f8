"""List the phrases that pages, reports and terminals share, in English and Chinese."""

from collections.abc import Iterable

from punto.core.clauses import ClauseStatus
from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, Trigger
from punto.core.rulebook import Words
from punto.core.staff_positions import Permission, StaffPosition
from punto.core.standings import Standing

LANGUAGES = ("en", "zh")

# Hands, cards, outcomes

PLAYER_WINS = Words("Player wins", "闲赢")
BANKER_WINS = Words("Banker wins", "庄赢")
TIE = Words("Tie", "和局")
SCORE = Words("{high} to {low}", "{high} 比 {low}")
NATURAL_ENDS_DEAL = Words(
    "{hand} has a natural {total}: neither hand draws.", "{hand}天生 {total} 点，双方不补牌。"
)
DRAWS = Words("{hand} has {total} and draws.", "{hand} {total} 点，补牌。")
STANDS = Words("{hand} has {total} and stands.", "{hand} {total} 点，停牌。")
DRAWS_AGAINST = Words(
    "{hand} has {total} and draws: the third card of the Player hand counts {third} "
    "({total} draws against {against}).",
    "{hand} {total} 点，闲第三张为 {third}，补牌（{total} 点遇 {against} 补牌）。",
)
STANDS_AGAINST = Words(
    "{hand} has {total} and stands: the third card of the Player hand counts {third} "
    "({total} draws against {against}).",
    "{hand} {total} 点，闲第三张为 {third}，停牌（{total} 点遇 {against} 补牌）。",
)
PLAYER_HAND = Words("Player", "闲")
BANKER_HAND = Words("Banker", "庄")
TO = Words(" to ", " 至 ")
OR = Words(" or ", "、")
COMMA = Words(", ", "、")

# The rules page

DOCUMENT_LINE = Words(
    "{casino}, {title}, version {version}, in force from {effective}",
    "{casino}，{title}，版本 {version}，自 {effective} 起生效",
)
KEY_LINE = Words("Key {key}, digest {digest}", "代号 {key}，摘要 {digest}")
DECKS_LINE = Words(
    "{decks} decks of 52 cards, no jokers. ({clause})",
    "{decks} 副牌，每副 52 张，不含王。（{clause}）",
)
CALLS_LINE = Words(
    "Wagers are taken from “{opening}” to “{closing}”. ({clauses})",
    "自“{opening}”起至“{closing}”止接受下注。（{clauses}）",
)
OR_CALL = Words("” or “", "”或“")
UNIT_LINE = Words(
    "Stakes come in units of {unit}, so that every pay is whole cents and nothing is rounded. (R9)",
    "投注额须为 {unit} 的整数倍，因此每笔派彩都是整分，从不四舍五入。（R9）",
)
POINTS_TITLE = Words("What cards count", "点数")
POINT_VALUE_LINE = Words(
    "An Ace counts 1, Two to Nine their pips, Ten, Jack, Queen and King nothing. ({clause})",
    "A 算 1 点，2 至 9 按牌面，10、J、Q、K 算 0 点。（{clause}）",
)
POINT_TOTAL_LINE = Words(
    "A hand counts the right digit of its sum: 7 and 8 make 5. ({clause})",
    "一手牌取点数之和的个位：7 加 8 为 5 点。（{clause}）",
)
HIGHEST_LINE = Words(
    "The hand with the higher total wins. ({clause})", "点数较高的一手获胜。（{clause}）"
)
TIE_LINE = Words(
    "Equal totals are a tie: stakes on Player and Banker come back. ({clause})",
    "点数相同为和局：闲、庄投注退回。（{clause}）",
)
PAIR_LINE = Words(
    "A pair is two cards of the same rank as a hand's first two. ({clause}; R1)",
    "一手牌的首两张点面相同即为对子。（{clause}；R1）",
)
DEAL_TITLE = Words("The deal", "发牌")
DEAL_LINE = Words(
    "The first cards go to {hands}, in this order. ({clause})",
    "首先依次发给：{hands}。（{clause}）",
)
PERMANENT_LINE = Words(
    "The Player hand's first card is always the {rank} printed on the layout; it never comes from "
    "the shoe. (R8)",
    "闲的第一张牌永远是印于台面的 {rank}，不从牌靴中取出。（R8）",
)
NATURAL_LINE = Words(
    "Eight or nine on two cards is a natural and ends the deal. ({clause})",
    "首两张为 8 或 9 点即为天生，不再补牌。（{clause}）",
)
PLAYER_LINE = Words(
    "Without a natural, Player draws on {draws} and stands on {stands}. ({clause})",
    "没有天生时，闲 {draws} 点补牌，{stands} 点停牌。（{clause}）",
)
BANKER_STOOD_LINE = Words(
    "When Player stands, Banker draws on {draws}. ({clause})",
    "闲停牌时，庄 {draws} 点补牌。（{clause}）",
)
TABLE_OF_PLAY_TITLE = Words("When Player has drawn: Banker ({clause})", "闲补牌后，庄（{clause}）")
BANKER_HAS = Words("Banker has", "庄点数")
DRAWS_WHEN_THIRD = Words("draws when Player's third card counts", "闲第三张为下列点数时补牌")
ALWAYS = Words("anything", "任何点数")
NEVER = Words("nothing: stands", "停牌")
PAYS_TITLE = Words("Wagers and pays", "投注与赔率")
WAGER = Words("Wager", "投注")
LINE = Words("When", "条件")
PAYS = Words("Pays", "赔率")
CLAUSE = Words("Clause", "条款")
CHANCE = Words("Chance", "概率")
MAY_BE_OFFERED = Words("{wager} *", "{wager} *")
MAY_BE_OFFERED_NOTE = Words(
    "* The house may or may not offer this wager.", "* 赌场可自行决定是否提供此投注。"
)
ODDS_TITLE = Words("Odds with {decks} decks", "{decks} 副牌的概率")
WINS = Words("Wins", "赢")
PUSHES = Words("Push", "退回")
LOSES = Words("Loses", "输")
RETURN = Words("Return", "期望净收益")
HOUSE_EDGE = Words("House edge", "赌场优势")
DEVIATION = Words("Std dev", "标准差")
DEALS = Words("Deals", "组合数")
IRREGULARITIES_TITLE = Words("When something goes wrong", "异常情况")
TRIGGER_HEADING = Words("What happened", "情况")
WHAT_FOLLOWS = Words("What follows", "处理")
SILENT_NOTE = Words(
    "Whatever stands in no clause follows the house's policy, marked so wherever it shows.",
    "条款未涵盖的情况按赌场政策处理，并在显示处注明。",
)
WHEN = Words("When", "情形")
PROPOSED = Words("Proposed", "建议")
STANDS_IN = Words("Stands in", "依据")
REFUSED_AT_ENTRY = Words(
    "refused at entry; nothing happens to the round", "受理时拒绝，该局不受影响"
)
ESTABLISHED_HEAD = Words("Established", "已确立")
STATE_LINE = Words("State of the round: {state}", "该局状态：{state}")
YES = Words("yes", "是")
NO = Words("no", "否")
AUTHORITIES_TITLE = Words("Who may do what", "职权")
POSITION = Words("Position", "职位")
MAY = Words("May", "可")

# The settlement page

STAKE = Words("Stake", "投注额")
ARITHMETIC = Words("Arithmetic", "计算")
RETURNED = Words("Returned", "退还")
LOST = Words("lost", "输")
COMES_BACK = Words("stake comes back", "退回本金")
TOTAL = Words("Total", "合计")

TRIGGERS = {
    Trigger.FOREIGN_CARD: Words("A card that does not belong to the decks", "出现不属于该副牌的牌"),
    Trigger.CARD_COUNT: Words("Cards too many or missing", "牌张多出或缺少"),
    Trigger.UNSHUFFLED: Words("Unshuffled cards in use", "使用了未洗的牌"),
    Trigger.ORDER_LOST: Words("Order of the cards in the device altered", "发牌器内牌序被改变"),
    Trigger.SHOE_SHORT: Words("Too few cards to finish the round", "余牌不足以完成该局"),
    Trigger.FACE_UP: Words("A card face up in the device", "发牌器内有牌面朝上"),
    Trigger.EXPOSED_BY_MOVE: Words(
        "A card exposed while the device is moved", "移动发牌器时露出牌"
    ),
    Trigger.CUTTING_CARD: Words("The cutting card appears", "切牌卡出现"),
    Trigger.WRONG_ORDER: Words("Cards dealt in a wrong order", "发牌次序错误"),
    Trigger.WRONG_NUMBER: Words("A hand got a wrong number of cards", "一手牌张数错误"),
    Trigger.DRAWN_TOGETHER: Words("Two or more cards drawn at once", "同时抽出两张或以上的牌"),
    Trigger.DEVICE_RESET: Words("Device must be reset after the close", "停止下注后须重置发牌器"),
    Trigger.WRONG_PATRON: Words("Cards passed to the wrong patron", "牌递给了错误的客人"),
    Trigger.NOT_PASSED: Words("Cards not passed, or exposed in error", "未递牌或误开牌"),
    Trigger.HANDLER_ABSENT: Words("The patron with the cards is absent", "持牌客人不在场"),
    Trigger.LEFT_WITH_CARDS: Words("A patron left with cards", "客人带牌离开"),
    Trigger.LATE_WAGER: Words("A wager after the close", "停止下注后下注"),
    Trigger.LATE_WITHDRAWAL: Words("A wager taken back after the close", "停止下注后撤回"),
    Trigger.UNDER_MINIMUM: Words("A wager under the minimum", "投注低于最低限额"),
    Trigger.OVER_MAXIMUM: Words("A wager over the maximum", "投注高于最高限额"),
    Trigger.TOO_MANY_WAGERS: Words("Too many wagers on one area", "同一区域投注过多"),
    Trigger.DIFFERENTIAL: Words("Table differential exceeded", "超出台面差额"),
    Trigger.WRONG_SELECTION: Words("The patron meant another wager", "客人选错投注"),
    Trigger.INTERRUPTED: Words("The round is interrupted", "该局中断"),
    Trigger.TERMINAL_CUT_OFF: Words("A terminal is cut off", "终端断线"),
    Trigger.AFTER_VOID: Words("After a void", "作废之后"),
    Trigger.WRONG_DISPLAY: Words("A display shows a wrong outcome", "显示结果有误"),
    Trigger.UNCOVERED: Words("Anything else", "其他情况"),
}

CIRCUMSTANCES = {
    Circumstance.AFTER_FIRST_CARD: Words("the first card is out", "首张牌已发"),
    Circumstance.CAN_BE_RECONSTRUCTED: Words("can be put right", "可以复原"),
    Circumstance.CANNOT_BE_RECONSTRUCTED: Words("cannot be put right", "无法复原"),
    Circumstance.BEFORE_NEXT_ROUND: Words("noticed before the next round", "下一局开始前发现"),
    Circumstance.ORDER_KNOWN: Words("order known", "次序可知"),
    Circumstance.ORDER_UNKNOWN: Words("order unknown", "次序不可知"),
    Circumstance.IN_INITIAL_DEAL: Words("in the initial deal", "首轮发牌中"),
    Circumstance.AFTER_INITIAL_DEAL: Words("after the initial deal", "首轮发牌后"),
    Circumstance.METHOD_C: Words("Method C", "方式 C"),
    Circumstance.FIRST_CARD_IN_HLGA: Words("as first card, in HLGA", "高限额区内作为首张出现"),
    Circumstance.VALUE_UNKNOWN: Words("card unknown", "牌值不可知"),
    Circumstance.ESTABLISHED: Words("some wager on offer is decided", "已有投注分出胜负"),
    Circumstance.NOT_ESTABLISHED: Words("no wager on offer is decided", "尚无投注分出胜负"),
    Circumstance.POWER_FAILURE: Words("power failure", "停电"),
    Circumstance.CLOSED_AND_ACCEPTED: Words(
        "closed there, wager accepted", "该终端已停止下注且投注已接受"
    ),
    Circumstance.NEITHER_CLOSED_NOR_ACCEPTED: Words(
        "not closed there, wager not accepted", "该终端未停止下注且投注未接受"
    ),
    Circumstance.CLOSED_NOT_ACCEPTED: Words(
        "closed there, wager not accepted", "该终端已停止下注但投注未接受"
    ),
    Circumstance.ACCEPTED_NOT_CLOSED: Words(
        "not closed there, wager accepted", "该终端未停止下注但投注已接受"
    ),
    Circumstance.ACKNOWLEDGED: Words("acceptance acknowledged", "终端已确认接受"),
    Circumstance.NOT_ACKNOWLEDGED: Words("acceptance not acknowledged", "终端未确认接受"),
    Circumstance.IN_ROUND: Words("during the round", "该局进行中"),
    Circumstance.BETWEEN_ROUNDS: Words("between rounds", "两局之间"),
    Circumstance.NEXT_ROUND_COMMENCED: Words("the next round has begun", "下一局已开始"),
    Circumstance.BEFORE_FIRST_CARD: Words("before the first card", "首张牌发出前"),
    Circumstance.CARD_WHILE_BETS_OPEN: Words(
        "a card came while bets were open", "下注期间有牌发出"
    ),
    Circumstance.ACROSS_INITIAL_DEAL: Words(
        "the last card of the initial deal and the next", "首轮末张与其后一张"
    ),
    Circumstance.VALUE_KNOWN: Words("card known", "牌值可知"),
    Circumstance.OTHER_BREAKDOWN: Words("not a power failure", "非停电故障"),
    Circumstance.CARDS_BEYOND_RECOVERY: Words("cards cannot be recovered", "牌无法复原"),
    Circumstance.CARDS_AT_FAULT: Words("the cards were at fault", "牌张本身有误"),
}

REMEDIES = {
    Remedy.VOID: Words("void, all stakes back", "作废，退回全部投注"),
    Remedy.PLAY_ON: Words("play on", "继续进行"),
    Remedy.RECONSTRUCT: Words("put the cards in order", "按次序复原"),
    Remedy.OFFER_WITHDRAWAL: Words("patrons may withdraw", "客人可撤回投注"),
    Remedy.REOPEN_BETS: Words("bets open again", "重新开放下注"),
    Remedy.RULING: Words("a ruling", "裁定"),
    Remedy.REPLACE_CARDS: Words("replace cards", "更换牌张"),
    Remedy.SETTLE_TO_LIMIT: Words("settle", "结算"),
}

DETAILS = {
    RemedyDetail.ANY_WAGER: Words("any wager", "任何投注"),
    RemedyDetail.ALL_WAGERS: Words("all wagers or none", "全部或不撤"),
    RemedyDetail.ALL_REMAINING_WAGERS: Words("all remaining wagers or none", "全部未决投注或不撤"),
    RemedyDetail.ORDER_OF_CARDS: Words("on the order of the cards", "裁定牌序"),
    RemedyDetail.WAGERS_TO_REMOVE: Words("on the wagers to remove", "裁定须移除的投注"),
    RemedyDetail.VOID_OR_CONTINUE: Words("void or continue", "作废或继续"),
    RemedyDetail.WHATEVER_IS_NEEDED: Words("on whatever is needed", "视情况而定"),
    RemedyDetail.MISSING_CARD: Words("the missing card", "缺失的牌"),
    RemedyDetail.EXPOSED_CARD: Words("the exposed card", "露出的牌"),
    RemedyDetail.MUST: Words("must", "必须"),
    RemedyDetail.MAY: Words("may", "可以"),
    RemedyDetail.TO_MAXIMUM: Words("up to the maximum only", "以最高限额为限"),
    RemedyDetail.ONE_TIME_ONLY: Words("one time only", "仅此一次"),
    RemedyDetail.WITHOUT_SEAT: Words("without that seat", "该座位不参与"),
    RemedyDetail.WITHOUT_LATE_PART: Words("without the late part", "不计逾时部分"),
    RemedyDetail.AS_IF_STILL_THERE: Words("as if still there", "视为仍在"),
}

POSITIONS = {
    StaffPosition.DEALER: Words("Dealer", "荷官"),
    StaffPosition.PIT_SUPERVISOR: Words("Pit Supervisor", "赌区主任"),
    StaffPosition.PIT_MANAGER: Words("Pit Manager", "赌区经理"),
    StaffPosition.ASSISTANT_CASINO_MANAGER: Words("Assistant Casino Manager", "赌场助理经理"),
    StaffPosition.GAMING_SHIFT_MANAGER: Words("Gaming Shift Manager", "博彩值班经理"),
}

ACTS = {
    Permission.OPEN_BETS: Words("open bets", "开放下注"),
    Permission.CLOSE_BETS: Words("close bets", "停止下注"),
    Permission.DRAW_CARDS: Words("draw the cards (Methods A and B)", "抽牌（方式 A 与 B）"),
    Permission.ANNOUNCE: Words("announce", "宣布"),
    Permission.COLLECT_AND_PAY: Words("collect and pay", "收取与派彩"),
    Permission.CHOOSE_METHOD_A_OR_B: Words("choose Method A or B", "选择方式 A 或 B"),
    Permission.ALLOW_METHOD_C: Words("allow Method C, in HLGA", "在高限额区允许方式 C"),
    Permission.ALLOW_DRAWING_WITHOUT_WAGER: Words(
        "let a patron draw without a wager", "允许未下注的客人抽牌"
    ),
    Permission.PASS_CARDS: Words("pass cards to patrons", "将牌递给客人"),
    Permission.CHOOSE_CARD_HANDLER: Words("choose who handles the cards", "指定持牌客人"),
    Permission.CHOOSE_FIRST_HAND_SHOWN: Words("choose the hand shown first", "决定先开哪一手"),
    Permission.ALLOW_SQUEEZING: Words("allow squeezing", "允许眯牌"),
    Permission.PLACE_FOR_PATRON: Words("place wagers for a patron", "代客下注"),
    Permission.RESTRICT_WAGERS_PER_AREA: Words("allow fewer wagers an area", "减少每区投注数"),
    Permission.ALLOW_WITHDRAWAL_AT_CUTTING_CARD: Words(
        "allow withdrawal when the cutting card comes first, in HLGA",
        "高限额区切牌卡首先出现时允许撤回",
    ),
    Permission.EXPOSE_FOR_ABSENT_PATRON: Words(
        "expose cards for an absent patron", "代不在场客人开牌"
    ),
    Permission.REOPEN_AFTER_RESET: Words("take wagers again after a reset", "重置后再次接受下注"),
    Permission.FIX_ORDER_OF_CARDS: Words("fix the order of cards", "确定牌序"),
    Permission.WITNESS_MISSING_CARD: Words(
        "be present when a missing card is found", "见证查明缺失的牌"
    ),
    Permission.ASK_FOR_LOWER_WAGERS: Words("ask for lower wagers", "请客人减少投注"),
    Permission.REMOVE_WAGERS: Words("name wagers to remove", "指定须移除的投注"),
    Permission.RULE_ON_UNCOVERED: Words("rule on what no clause covers", "裁定条款未涵盖的情况"),
    Permission.OPEN_TABLE: Words("open a table", "开台"),
    Permission.CLOSE_TABLE: Words("close a table", "关台"),
    Permission.CHANGE_SETTINGS: Words("change limits and settings", "更改限额与设置"),
    Permission.LOAD_SHOE: Words("load a shoe", "装入牌靴"),
    Permission.END_SHOE: Words("end a shoe", "结束牌靴"),
    Permission.SEAT_PATRONS: Words("seat patrons", "安排客人入座"),
    Permission.ENTER_CARD_BY_HAND: Words("enter a card by hand", "人工录入牌张"),
    Permission.RAISE_IRREGULARITY: Words("report what went wrong", "报告异常"),
    Permission.REPLACE_CARDS: Words("ask for new cards after a void", "作废后要求更换牌张"),
    Permission.RULE_ON_SEAT: Words("rule on whether a seat takes part", "裁定座位是否参与"),
    Permission.VOID_ROUND: Words("rule a round void", "裁定该局作废"),
    Permission.ENTER_CHIPS: Words("enter chips as seen on the cloth", "录入台面所见筹码"),
    Permission.HAND_OVER_DEVICE: Words("hand the dealing device to a patron", "将发牌器交给客人"),
}

# The other pages

GAMES_TITLE = Words("Ten games", "十种游戏")
KEY = Words("Key", "代号")
GAME = Words("Game", "游戏")
DOCUMENT = Words("Document", "文件")
DECKS = Words("Decks", "副数")
UNIT = Words("Unit", "单位")
WAGERS = Words("Wagers", "投注")
ROUND = Words("Round", "局")
OUTCOME = Words("Outcome", "结果")
WHY = Words("Why", "原因")
SHOE_LINE = Words("A shoe of {decks} decks, seed {seed}.", "{decks} 副牌的牌靴，种子 {seed}。")
COUNTS_LINE = Words(
    "{rounds} rounds: Banker {banker}, Player {player}, Tie {tie}; {left} cards left.",
    "{rounds} 局：庄 {banker}，闲 {player}，和 {tie}；余 {left} 张。",
)
CUT_LINE = Words("The cutting card is out: the shoe ends.", "切牌卡已出现：本靴结束。")
STANDING = Words("Standing", "状态")
ESTABLISHED = Words(
    "An outcome is established: some wager has conclusively won or lost.",
    "结果已确立：至少一项投注已分出胜负。",
)
NOT_ESTABLISHED = Words(
    "No outcome is established: no wager has conclusively won or lost.",
    "结果尚未确立：没有投注已分出胜负。",
)
STANDINGS = {
    Standing.WON: Words("won", "赢"),
    Standing.LOST: Words("lost", "输"),
    Standing.PUSHED: Words("push", "退回"),
    Standing.OPEN: Words("open", "未定"),
}
ABOUT = Words("About", "内容")
WHAT_BECAME = Words("What became of it", "处置")
WHERE = Words("Where", "位置")
TESTS = Words("Tests", "测试")
READING = Words("Reading", "解读")
DISPOSITIONS = {
    ClauseStatus.CARRIED_OUT: Words("carried out", "由程序执行"),
    ClauseStatus.NAMES: Words("names a word", "定义用语"),
    ClauseStatus.LAYOUT: Words("layout", "台面布局"),
    ClauseStatus.STAFF: Words("staff, shown in help", "由员工执行，帮助页说明"),
}


def filled(words: Words, **values: object) -> Words:
    """Words with values put in, each in its own language."""
    en = {key: each.en if isinstance(each, Words) else each for key, each in values.items()}
    zh = {key: each.in_("zh") if isinstance(each, Words) else each for key, each in values.items()}
    return Words(words.en.format(**en), words.in_("zh").format(**zh))


CLAUSE_COMMA = Words(", ", "，")
SEMICOLON = Words("; ", "；")


def joined(words: Iterable[Words], by: Words = CLAUSE_COMMA) -> Words:
    """Several things said one after the other, in each language."""
    parts = tuple(words)
    return Words(
        by.en.join(each.en for each in parts), by.zh.join(each.in_("zh") for each in parts)
    )


CHINESE = {
    "signature": "每个字节都与密钥{0}签名时相同",
    "key-given": "此密钥是否属于本场：请与公布的公钥核对",
    "checkpoints": "{0}个检查点由同一密钥签名，最后一个为{1}",
    "chain": "{1}的{0}个条目（{2}至{3}）连接到检查点{4}的链首",
    "rulebook": "第{0}局按{1}进行，其文本摘要与该局所记相同",
    "paytable": "文本赔率与审计员自备的{0}赔率表一致",
    "settings": "限额与可用注项的摘要与第{0}局所记相同",
    "conduct": "第{0}局每一步皆由前一步而来，且由有权者提出",
    "cards": "第{0}局按博牌规则发牌：{1}",
    "settled": "{0}注均按其赔项结算：下注{1}，派回{2}",
    "void": "第{0}局作废，所有注码退回：{1}",
    "transfers": "{0}笔转账与条目所述相符，无注码遗留",
    "promised": "牌靴{0}的牌序在本局首注之前已作承诺",
    "shown": "其后公开的牌序与盐值符合承诺；第{0}至{1}张为本局之牌",
    "not-shown": "牌是否为所承诺者：该牌靴的牌序尚未公开",
    "no-promise": "牌的来源：人手发牌，未作承诺",
    "receipts": "{0}张收据与已接受的注单条目及注码相符",
    "screens": "{1}个屏幕的{0}幅画面只显示明牌与本座注码",
    "given-table": "第{0}局开始时各座位的客人及已出的牌",
}


def proof_words(key: str, english: str, values: tuple[str, ...]) -> Words:
    """A proof in both languages."""
    return Words(english, CHINESE[key].format(*values))
