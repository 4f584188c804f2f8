"""Describe each event in words, for patrons, staff and auditors."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

import msgspec

from punto.core.cards import card
from punto.core.money import format_cents
from punto.core.rulebook import Words, decode_rulebook
from punto.core.sides import BySide
from punto.core.staff_positions import StaffPosition
from punto.house import access_log, terminals
from punto.house.staff import events as staff_events
from punto.house.staff.events import Duty, StaffEvent
from punto.ledger import cage
from punto.pages import phrases
from punto.pages.phrases import filled, joined
from punto.reports.formats.card_svg import SUIT_SYMBOLS
from punto.table.events import live as live_events
from punto.table.events import play as events
from punto.table.events import play as play_events
from punto.table.events.irregularities import BetsReopened, CardsReconstructed
from punto.table.events.play import (
    BetsOpened,
    CardDrawn,
    IrregularityRaised,
    ReturnedStakes,
    RoundSettled,
    ShoeEnded,
    ShoeLoaded,
    TableOpened,
    WagerSettled,
)
from punto.table.refusals import Refusal
from punto.table.settings import Settings
from punto.table.stakes import Stake, position_of

CALLED = {
    "ChangeSettings": Words("New limits", "更改限额"),
    "EnterCard": Words("A card entered by hand", "人工录入牌"),
    "GiveRuling": Words("A ruling", "裁定"),
    "ReportIrregularity": Words("Something that went wrong", "异常报告"),
    "CorrectFacts": Words("A fact told anew", "更正所见情况"),
    "RemoveWagers": Words("Wagers to be removed", "移除投注"),
    "DecideParticipation": Words("A ruling on a seat", "座位裁定"),
    "ReplaceCards": Words("New cards", "换新牌"),
    "ChooseMethod": Words("Another method", "改换方式"),
    "RestrictWagers": Words("Fewer wagers an area", "减少每区投注数"),
    "CloseTable": Words("The table is to be closed", "关台"),
    "BuyCredit": Words("A large sale of credit", "大额售出信用"),
    "HandPay": Words("A large hand pay", "大额人工支付"),
    "PayClaim": Words("A large claim to be paid", "大额补付"),
    "CollectClaim": Words("A large claim to be taken", "大额收回"),
    "RedeemVoucher": Words("A large voucher to be paid", "大额兑换券兑付"),
    "VoidVoucher": Words("A voucher to be voided", "兑换券作废"),
    "FillDrawer": Words("A drawer to be filled or emptied", "钱箱增减"),
    "CloseShift": Words("A shift to be closed", "结束班次"),
    "ReplaceMissingCards": Words("Missing cards replaced", "补足缺牌"),
}
VOID = Words("A void", "作废")
OTHER = Words("Something", "事项")


def approval_title(command: str, fields: Mapping[str, Any]) -> Words:
    """What a command with its fields is called."""
    if command == "GiveRuling" and fields.get("outcome") == "void":
        return VOID
    return CALLED.get(command, OTHER)


HANDS = BySide(phrases.PLAYER_HAND, phrases.BANKER_HAND)

OPENED = Words("Bets opened.", "开放下注。")
CLOSED = Words("Bets closed.", "停止下注。")
CONFIRMED = Words("Who takes part was settled.", "已确定参与的座位。")
CARD = Words("{hand}: {card}", "{hand}：{card}")
CUT = Words("The cutting card came out. ({source})", "切牌卡出现。（{source}）")
RAISED = Words("{what} ({source})", "{what}（{source}）")
CAUSE_REQUESTED = Words(
    "The round was interrupted; the cause was asked for.", "该局中断，正在查明原因。"
)
WITHDRAWAL_ENDED = Words("The time to withdraw ended.", "撤回时间结束。")
RULED = Words("{position} ruled.", "{position}作出裁定。")
REFERRED = Words("{position} left it to: {to}. ({source})", "{position}呈{to}裁定。（{source}）")
CHANGED = Words("What was seen was told anew. ({source})", "所见情况更正。（{source}）")
RESUMED = Words("The round went on. ({source})", "该局继续。（{source}）")
SETTLED = Words("The outcome was announced and wagers were settled.", "已宣布结果并结算。")
REVERSED = Words(
    "The round has no result after all: {what} ({source})", "该局结果取消：{what}（{source}）"
)
CORRECTED = Words(
    "The cards decide: the round was settled anew. ({source})",
    "以牌为准，该局重新结算。（{source}）",
)
RECONSTRUCTED = Words("The cards were put in order. ({source})", "已按次序复原。（{source}）")
REOPENED = Words("Bets opened again. ({source})", "重新开放下注。（{source}）")
VOIDED = Words("The round was void: {what} ({source})", "该局作废：{what}（{source}）")


def describe_event_to_patron(event: object) -> Words | None:  # noqa: C901  one match
    """What happened, None where it is nobody else's business."""
    match event:
        case events.BetsOpened():
            return OPENED
        case events.BetsClosed():
            return CLOSED
        case events.ParticipantsConfirmed():
            return CONFIRMED
        case events.CardDrawn():
            return _fill(CARD, hand=HANDS[event.side], card=_card(event.card))
        case events.CuttingCardReached():
            return _fill(CUT, source=event.source)
        case events.IrregularityRaised():
            return _fill(RAISED, what=phrases.TRIGGERS[event.trigger], source=event.source)
        case events.CauseRequested():
            return CAUSE_REQUESTED
        case events.WithdrawalClosed():
            return WITHDRAWAL_ENDED
        case events.RulingGiven():
            return _fill(RULED, position=phrases.POSITIONS[event.position])
        case events.DecisionReferred():
            by, to = phrases.POSITIONS[event.position], phrases.POSITIONS[event.to]
            return _fill(REFERRED, position=by, to=to, source=event.source)
        case events.FactsCorrected():
            return _fill(CHANGED, source=event.source)
        case events.PlayResumed():
            return _fill(RESUMED, source=event.source)
        case events.RoundSettled():
            return SETTLED
        case events.RoundCorrected():
            return _fill(CORRECTED, source=event.source)
        case CardsReconstructed():
            return _fill(RECONSTRUCTED, source=event.source)
        case BetsReopened():
            return _fill(REOPENED, source=event.source)
        case events.RoundReversed():
            return _fill(REVERSED, what=phrases.TRIGGERS[event.trigger], source=event.source)
        case events.RoundVoided():
            return _fill(VOIDED, what=phrases.TRIGGERS[event.trigger], source=event.source)
        case _:
            return None


def _card(text: str) -> str:
    """A card as it is printed on its face: 10♦, not Td."""
    drawn = card(text)
    return f"{drawn.rank.letter.replace('T', '10')}{SUIT_SYMBOLS[drawn.suit]}"


def _fill(words: Words, **values: Words | str) -> Words:
    def filled(language: str) -> str:
        texts = {
            name: value.in_(language) if isinstance(value, Words) else value
            for name, value in values.items()
        }
        return words.in_(language).format(**texts)

    return Words(filled("en"), filled("zh"))


def event_line(event: object) -> str:
    """What happened, with its name first."""
    return f"{type(event).__name__}{_details(event)}"


def refusal_line(refusal: Refusal) -> str:
    """Why something was not done."""
    return f"not done: {refusal.code} ({refusal.clause}) {refusal.words}"


def _details(event: Any) -> str:
    match event:
        case TableOpened():
            key = decode_rulebook(event.rulebook).key
            return f" {key} {event.digest[:16]} {_value(event.settings)}"
        case BetsOpened():
            # A rulebook of one's own has neither a version nor a date.
            key, *version, effective, digest = event.rulebook.split(" ")
            of = f" {' '.join(version)} of {effective}" if effective else ""
            book = f"{key}{of}, {digest[:16]}"
            return f" round {event.round} from {event.shoe}: {book}, settings {event.settings[:16]}"
        case CardDrawn():
            by_hand = ", by hand" if event.by_hand else ""
            return f" {event.number}: {event.card} to {event.side}{by_hand}"
        case ShoeLoaded():
            commitment = f", committed to {event.commitment[:16]}" if event.commitment else ""
            return f" {event.shoe} of {event.decks} decks{commitment}"
        case ShoeEnded():
            return f" {event.shoe}, order of {len(event.order) // 2} cards shown"
        case RoundSettled():
            wagers = "".join(f"\n    {_value(each)}" for each in event.wagers)
            return f" round {event.round}: {event.cards}{wagers}"
        case IrregularityRaised():
            steps = ", ".join(_value(step.remedy) for step in event.steps)
            circumstances = ", ".join(event.circumstances)
            return f" {event.trigger} ({circumstances}) by {event.source}: {steps}"
        case _:
            return "".join(f" {_field(event, name)}" for name in type(event).__match_args__)


def _field(record: Any, name: str) -> str:
    value = getattr(record, name)
    if value is not None and (name.endswith("_cents") or name == "cents"):
        return f"{name.removesuffix('_cents').replace('cents', 'sum')} {format_cents(value)}"
    return f"{name} {_value(value)}"


def _value(value: Any) -> str:
    match value:
        case Settings():
            offered = ", ".join(
                f"{limit.wager} "
                f"{format_cents(limit.minimum_cents)}-{format_cents(limit.maximum_cents)}"
                for limit in value.limits
            )
            return f"{value.decks} decks, cut {value.cards_behind_cut}, {offered}"
        case Stake():
            place = f" at {value.position}.{value.stack}" if value.position else ""
            return f"{value.wager} {format_cents(value.cents)}{place}"
        case WagerSettled():
            off, back = value.uncounted_cents, format_cents(value.returned_cents)
            line = f"line {value.line}" if value.line else "lost"
            line = "returned" if off == value.stake.cents else line
            part = f", {format_cents(off)} of it not counted" if off and line != "returned" else ""
            return f"seat {value.seat} {_value(value.stake)}: {line}, {back}{part}"
        case ReturnedStakes():
            return f"seat {value.seat} {format_cents(value.cents)}"
        case Enum():
            return str(value.value)
        case tuple():
            return f"[{', '.join(_value(each) for each in value)}]"
        case bool():
            return "yes" if value else "no"
        case None:
            return "-"
        case _ if hasattr(type(value), "__match_args__"):
            return " ".join(_field(value, name) for name in type(value).__match_args__)
        case _:
            return str(value) or "-"


ACCESSES = {
    access_log.AccessKind.REPLAY: Words("round {0} of {1} replayed", "重播{1}第{0}局"),
    access_log.AccessKind.CHAIN: Words("the chain was checked", "核对链"),
    access_log.AccessKind.BUNDLE: Words(
        "bundle of round {0} of {1} exported", "导出{1}第{0}局证据包"
    ),
}


def describe_entry(events: tuple[Any, ...]) -> Words:
    """What an entry tells, its first event first."""
    return phrases.joined(map(describe_event, events), phrases.SEMICOLON)


def describe_event(event: Any) -> Words:
    """What happened, money and names included."""
    make = _DESCRIBERS.get(type(event))
    if make is not None:
        return make(event)
    plain = describe_event_to_patron(event)
    if plain is not None:
        return Words(plain.en.rstrip("."), plain.zh.rstrip("。"))
    text = event_line(event).partition("\n")[0]
    return Words(text, text)


def clause_of(events: tuple[Any, ...]) -> str:
    """The clause or policy that an entry names, empty where it names none."""
    for event in events:
        source = getattr(event, "source", "")
        if source:
            return str(source)
    return ""


def _placed(event: play_events.WagersPlaced) -> Words:
    seat = position_of(event.seat)
    each = ", ".join(f"{stake.wager} {format_cents(stake.cents)}" for stake in event.stakes)
    total = format_cents(sum(stake.cents for stake in event.stakes))
    return Words(f"Wagers, seat {seat}: {total} ({each})", f"座位{seat}下注：{total}（{each}）")


def _handed_over(event: live_events.DeviceHandedOver) -> Words:
    seat = event.position
    if not seat:
        return Words("No patron takes the device: the Dealer draws", "无客人接手，由荷官抽牌")
    return Words(f"The device goes to seat {seat}", f"发牌器交予座位{seat}")


def _drawn(event: play_events.CardDrawn) -> Words:
    hand, by_hand = HANDS[event.side], event.by_hand
    return Words(
        f"Card {event.number} to {hand.en}: {event.card}{', entered by hand' if by_hand else ''}",
        f"第{event.number}张牌予{hand.zh}：{event.card}{'（人工输入）' if by_hand else ''}",
    )


def _settled(event: play_events.RoundSettled) -> Words:
    seats = len({each.seat for each in event.wagers})
    back = format_cents(sum(each.returned_cents for each in event.wagers))
    both = f"{_many(seats, 'seat')}, {_many(len(event.wagers), 'wager')}"
    return Words(
        f"Settled, {both}, {back} returned",
        f"结算：{seats}个座位，{len(event.wagers)}注，派回{back}",
    )


def _confirmed(event: play_events.ParticipantsConfirmed) -> Words:
    return Words(f"Seats confirmed, {len(event.seats)}", f"确定参与座位：{len(event.seats)}")


def _acknowledged(event: play_events.ScreenAcknowledged) -> Words:
    what = ("the close", "停止下注") if event.closed else (f"set {event.accepted}",) * 2
    return Words(
        f"Screen of seat {event.seat} shows {what[0]}", f"座位{event.seat}屏幕已显示{what[1]}"
    )


def _accessed(event: access_log.JournalAccessed) -> Words:
    words = ACCESSES[event.access]
    rounds = str(event.first_round)
    if event.last_round != event.first_round:
        rounds += f"-{event.last_round}"
    return Words(*(words.in_(each).format(rounds, event.table) for each in phrases.LANGUAGES))


def _floor_kind(event: cage.FloorKindRecorded) -> Words:
    if event.is_demo:
        return Words("This is a demo floor", "此为演示场")
    return Words("This is a real-money floor", "此为真钱场")


def _exposed(event: live_events.CardsExposed) -> Words:
    hand, seat, many = HANDS[event.side], event.position, len(event.cards)
    by = Words(f"seat {seat}", f"座位{seat}") if seat else Words("the Dealer", "荷官")
    return Words(
        f"{hand.en} shown by {by.en}: {_many(many, 'card')}", f"{by.zh}开{hand.zh}{many}张牌"
    )


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _on_hand(en: str, zh: str) -> Callable[[Any], Words]:
    """Words that name a hand and a seat."""

    def make(event: Any) -> Words:
        hand, seat = HANDS[event.side], getattr(event, "position", 0)
        return Words(en.format(hand=hand.en, seat=seat), zh.format(hand=hand.zh, seat=seat))

    return make


def _text(en: str, zh: str, *names: str) -> Callable[[Any], Words]:
    """Words with some fields of an event, sums among them as sums."""

    def make(event: Any) -> Words:
        values = {name: getattr(event, name) for name in names}
        if "cents" in values:
            values["cents"] = format_cents(values["cents"])
        if "seat" in values:
            values["seat"] = position_of(values["seat"])
        return Words(en.format(**values), zh.format(**values))

    return make


_DESCRIBERS: dict[type, Callable[[Any], Words]] = {
    play_events.WagersPlaced: _placed,
    play_events.CardDrawn: _drawn,
    play_events.RoundSettled: _settled,
    play_events.ParticipantsConfirmed: _confirmed,
    play_events.ScreenAcknowledged: _acknowledged,
    play_events.SeatTaken: _text("{visit} takes seat {seat}", "{visit}入座{seat}", "visit", "seat"),
    play_events.SeatLeft: _text(
        "{visit} leaves seat {seat}", "{visit}离开座位{seat}", "visit", "seat"
    ),
    play_events.TerminalDisconnected: _text(
        "Terminal of seat {seat} lost", "座位{seat}终端断线", "seat"
    ),
    play_events.TerminalReconnected: _text(
        "Terminal of seat {seat} is back", "座位{seat}终端恢复", "seat"
    ),
    play_events.ShoeLoaded: _text("Shoe {shoe} loaded", "装入牌靴{shoe}", "shoe"),
    play_events.ShoeEnded: _text("Shoe {shoe} ended", "牌靴{shoe}结束", "shoe"),
    play_events.CardBurned: _text("Card {number} burned", "烧第{number}张牌", "number"),
    play_events.ExcessCardDrawn: _text(
        "Card {number} opens the next round", "第{number}张牌留作下一局首张", "number"
    ),
    play_events.TableOpened: _text("Table opened", "开台"),
    play_events.TableClosed: _text("Table closed", "关台"),
    play_events.SettingsChanged: _text("Settings changed", "更改设置"),
    live_events.CardsExposed: _exposed,
    live_events.CardsPassed: _on_hand("{hand} cards to seat {seat}", "{hand}之牌交予座位{seat}"),
    live_events.CardsRefused: _on_hand(
        "Seat {seat} refuses the {hand} cards", "座位{seat}不接{hand}"
    ),
    live_events.FirstHandChosen: _on_hand("{hand} is shown first", "先开{hand}"),
    live_events.SqueezingAllowed: _on_hand(
        "Seat {seat} may squeeze a {hand} card", "座位{seat}可开{hand}一张牌"
    ),
    live_events.WagersRestricted: _text(
        "An area takes {per_area} wagers", "每区最多{per_area}注", "per_area"
    ),
    live_events.MethodChosen: _text("Method {method} chosen", "选用方式{method}", "method"),
    live_events.DrawingAllowed: _text(
        "Seat {position} may draw without a wager", "座位{position}可无注抽牌", "position"
    ),
    live_events.DeviceHandedOver: _handed_over,
    live_events.DeviceControlEnded: _text(
        "Seat {position} gives the device back", "座位{position}交回发牌器", "position"
    ),
    live_events.LowerWagersRequested: _on_hand(
        "Lower wagers asked for on {hand}", "请降低{hand}注码"
    ),
    live_events.WagersRemoved: _text(
        "{cents} removed from seat {seat}", "移除座位{seat}注码{cents}", "seat", "cents"
    ),
    cage.FloorKindRecorded: _floor_kind,
    cage.VisitBegun: _text("{visit} begins", "{visit}开始", "visit"),
    cage.VisitEnded: _text("{visit} is ended by staff", "员工结束{visit}", "visit"),
    cage.CreditBought: _text("{visit} buys {cents}", "{visit}购入{cents}", "visit", "cents"),
    cage.CreditCollected: _text(
        "{visit} collects {cents} as a voucher", "{visit}提取{cents}兑换券", "visit", "cents"
    ),
    cage.VoucherRedeemed: _text("Voucher of {cents} redeemed", "兑现{cents}兑换券", "cents"),
    cage.VoucherVoided: _text("Voucher of {cents} cancelled", "取消{cents}兑换券", "cents"),
    terminals.TerminalEnrolled: _text(
        "Terminal {terminal} paired", "终端{terminal}配对", "terminal"
    ),
    terminals.AttendantCalled: _text(
        "{terminal} calls: {reason}", "{terminal}呼叫：{reason}", "terminal", "reason"
    ),
    access_log.JournalAccessed: _accessed,
}

FAILED = Words("Wrong password", "密码错误")
LOCKED = Words("Locked out", "已锁定")
ENROLLED = Words("New member of staff", "新员工")
PERSON_CHANGED = Words("Member of staff changed", "员工资料更改")
DISABLED = Words("Member of staff disabled", "员工停用")
ENABLED = Words("Member of staff enabled", "员工启用")
CODE = Words("New code for one use", "新的一次性代码")
FACTOR = Words("Second factor set", "已设第二验证")
NO_FACTOR = Words("Second factor removed", "已移除第二验证")
DEFERRED = Words("Waits for the end of the round: {command}", "待本局结束：{command}")
REQUESTED = Words("Asked between rounds", "局间已提出")
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
    staff_events.ApprovalOutcome.APPROVED: Words("approved", "已批准"),
    staff_events.ApprovalOutcome.DECLINED: Words("declined", "已拒绝"),
    staff_events.ApprovalOutcome.LAPSED: Words("lapsed", "已过期"),
    staff_events.ApprovalOutcome.REFUSED: Words("refused", "未获接受"),
}
SPACE = Words(" ", " ")

StaffEventText = tuple[Words | None, str, Words, Words]
"""The words, the table or terminal, what was before and what is after."""


def describe_staff_event(event: StaffEvent) -> StaffEventText:  # noqa: C901  one match
    """An event of the staff's stream in words; no words where others tell of it."""
    match event:
        case staff_events.SignInFailed():
            return FAILED, "", NOTHING, Words(event.name) if event.name else UNKNOWN
        case staff_events.SignInLocked():
            return LOCKED, "", Words(event.name), IS_LOCKED
        case staff_events.PersonEnrolled():
            return ENROLLED, "", NOTHING, _person(event.name, event.position)
        case staff_events.PersonChanged():
            now = _person(event.display_name, event.position, *event.duties)
            return PERSON_CHANGED, "", Words(event.before), now
        case staff_events.PersonDisabled():
            return DISABLED, "", Words(event.name), IS_DISABLED
        case staff_events.PersonEnabled():
            return ENABLED, "", Words(event.name), IS_ENABLED
        case staff_events.PasswordSet() if event.is_code:
            return CODE, "", NOTHING, Words(event.name)
        case staff_events.SecondFactorSet():
            return FACTOR, "", NOTHING, Words(event.name)
        case staff_events.SecondFactorRemoved():
            return NO_FACTOR, "", Words(event.name), PASSWORD_ALONE
        case staff_events.CommandDeferred():
            body = msgspec.json.decode(event.body)
            words = filled(DEFERRED, command=approval_title(event.command, body))
            last = body.get("after_round")
            return words, event.table, NOTHING, filled(AFTER_ROUND, round=last) if last else NOTHING
        case staff_events.DeferredCommandApplied() if (
            event.outcome is staff_events.ApprovalOutcome.REFUSED
        ):
            return REQUESTED, "", WAITING, _outcome(event)
        case staff_events.ActionRefused():
            words, code = filled(REFUSED, what=event.action), Words(event.code)
            more = filled(AND_MORE, code=event.code, count=event.unrecorded)
            return words, "", NOTHING, more if event.unrecorded else code
        case staff_events.PositionDelegated():
            return filled(LENT, name=event.name), "", NOTHING, _position(event.position)
        case staff_events.ActingPositionChanged():
            return filled(ACTS, name=event.name), "", NOTHING, _position(event.position)
        case staff_events.ApprovalRequested():
            words = filled(
                ENTERED, command=approval_title(event.command, msgspec.json.decode(event.body))
            )
            return words, event.table, NOTHING, Words(event.approval)
        case staff_events.ApprovalAnswered():
            words = filled(ANSWERED, entry=event.approval)
            return words, "", WAITING, _outcome(event)
        case staff_events.ComponentDisabled():
            words = filled(STOPPED, reason=event.reason)
            return words, event.component, IN_USE, IS_DISABLED
        case staff_events.ComponentEnabled():
            words = filled(GOES_ON, reason=event.reason)
            return words, event.component, IS_DISABLED, IN_USE
        case staff_events.SignificantEventRecorded() if (
            event.kind is staff_events.SignificantEventKind.DISPLAY
        ):
            after = Words(f"{event.after} {event.reason}")
            return DISPLAY, event.component, Words(event.before), after
        case _:
            return None, "", NOTHING, NOTHING


def _position(position: StaffPosition | None) -> Words:
    return NOTHING if position is None else phrases.POSITIONS[position]


def _person(name: str, position: StaffPosition | None, *duties: Duty) -> Words:
    """A name with the position and duties that there are."""
    parts = (Words(name), _position(position), *map(Words, duties))
    return joined((each for each in parts if each.en), SPACE)


def _outcome(event: staff_events.DeferredCommandApplied | staff_events.ApprovalAnswered) -> Words:
    became = OUTCOMES[event.outcome]
    return joined((became, Words(event.reason)), SPACE) if event.reason else became
