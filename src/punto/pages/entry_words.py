"""Entries of a journal in words, as those may read them who may see everybody's money."""

from collections.abc import Callable
from typing import Any

from punto.core.money import written
from punto.core.rulebook import Words
from punto.house import access_log, terminals
from punto.ledger import cage
from punto.pages import phrases
from punto.pages.happening import HANDS, happening
from punto.pages.telling import event_line
from punto.table.events import live as live_events
from punto.table.events import play as told
from punto.table.stakes import position_of

LOOKS = {
    access_log.Look.REPLAY: Words("round {0} of {1} replayed", "重播{1}第{0}局"),
    access_log.Look.CHAIN: Words("the chain was checked", "核对链"),
    access_log.Look.BUNDLE: Words("bundle of round {0} of {1} exported", "导出{1}第{0}局证据包"),
}


def entry_words(events: tuple[Any, ...]) -> Words:
    """What an entry tells, its first event first."""
    return phrases.joined(map(event_words, events), phrases.SEMICOLON)


def event_words(event: Any) -> Words:
    """What happened, money and names included."""
    make = _MADE.get(type(event))
    if make is not None:
        return make(event)
    plain = happening(event)
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


def _placed(event: told.WagersPlaced) -> Words:
    seat = position_of(event.seat)
    each = ", ".join(f"{stake.wager} {written(stake.cents)}" for stake in event.stakes)
    total = written(sum(stake.cents for stake in event.stakes))
    return Words(f"Wagers, seat {seat}: {total} ({each})", f"座位{seat}下注：{total}（{each}）")


def _handed_over(event: live_events.DeviceHandedOver) -> Words:
    seat = event.position
    if not seat:
        return Words("No patron takes the device: the Dealer draws", "无客人接手，由荷官抽牌")
    return Words(f"The device goes to seat {seat}", f"发牌器交予座位{seat}")


def _drawn(event: told.CardDrawn) -> Words:
    hand, by_hand = HANDS[event.side], event.by_hand
    return Words(
        f"Card {event.number} to {hand.en}: {event.card}{', entered by hand' if by_hand else ''}",
        f"第{event.number}张牌予{hand.zh}：{event.card}{'（人工输入）' if by_hand else ''}",
    )


def _settled(event: told.RoundSettled) -> Words:
    seats = len({each.seat for each in event.wagers})
    back = written(sum(each.returned_cents for each in event.wagers))
    both = f"{_many(seats, 'seat')}, {_many(len(event.wagers), 'wager')}"
    return Words(
        f"Settled, {both}, {back} returned",
        f"结算：{seats}个座位，{len(event.wagers)}注，派回{back}",
    )


def _confirmed(event: told.SeatsConfirmed) -> Words:
    return Words(f"Seats confirmed, {len(event.seats)}", f"确定参与座位：{len(event.seats)}")


def _acknowledged(event: told.ScreenAcknowledged) -> Words:
    what = ("the close", "停止下注") if event.closed else (f"set {event.accepted}",) * 2
    return Words(
        f"Screen of seat {event.seat} shows {what[0]}", f"座位{event.seat}屏幕已显示{what[1]}"
    )


def _looked(event: access_log.LookTaken) -> Words:
    words = LOOKS[event.look]
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
        given = {name: getattr(event, name) for name in names}
        if "cents" in given:
            given["cents"] = written(given["cents"])
        if "seat" in given:
            given["seat"] = position_of(given["seat"])
        return Words(en.format(**given), zh.format(**given))

    return make


_MADE: dict[type, Callable[[Any], Words]] = {
    told.WagersPlaced: _placed,
    told.CardDrawn: _drawn,
    told.RoundSettled: _settled,
    told.SeatsConfirmed: _confirmed,
    told.ScreenAcknowledged: _acknowledged,
    told.SeatTaken: _text("{visit} takes seat {seat}", "{visit}入座{seat}", "visit", "seat"),
    told.SeatLeft: _text("{visit} leaves seat {seat}", "{visit}离开座位{seat}", "visit", "seat"),
    told.TerminalLost: _text("Terminal of seat {seat} lost", "座位{seat}终端断线", "seat"),
    told.TerminalRegained: _text("Terminal of seat {seat} is back", "座位{seat}终端恢复", "seat"),
    told.ShoeLoaded: _text("Shoe {shoe} loaded", "装入牌靴{shoe}", "shoe"),
    told.ShoeEnded: _text("Shoe {shoe} ended", "牌靴{shoe}结束", "shoe"),
    told.CardBurned: _text("Card {number} burned", "烧第{number}张牌", "number"),
    told.CardLeftOver: _text(
        "Card {number} opens the next round", "第{number}张牌留作下一局首张", "number"
    ),
    told.TableOpened: _text("Table opened", "开台"),
    told.TableClosed: _text("Table closed", "关台"),
    told.SettingsChanged: _text("Settings changed", "更改设置"),
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
    live_events.LowerWagersAsked: _on_hand("Lower wagers asked for on {hand}", "请降低{hand}注码"),
    live_events.WagersRemoved: _text(
        "{cents} removed from seat {seat}", "移除座位{seat}注码{cents}", "seat", "cents"
    ),
    cage.FloorKindRecorded: _floor_kind,
    cage.VisitBegun: _text("{visit} begins", "{visit}开始", "visit"),
    cage.VisitEnded: _text("{visit} is ended by staff", "员工结束{visit}", "visit"),
    cage.CreditBought: _text("{visit} buys {cents}", "{visit}购入{cents}", "visit", "cents"),
    cage.Collected: _text(
        "{visit} collects {cents} as a voucher", "{visit}提取{cents}兑换券", "visit", "cents"
    ),
    cage.VoucherRedeemed: _text("Voucher of {cents} redeemed", "兑现{cents}兑换券", "cents"),
    cage.VoucherCancelled: _text("Voucher of {cents} cancelled", "取消{cents}兑换券", "cents"),
    terminals.TerminalPaired: _text("Terminal {terminal} paired", "终端{terminal}配对", "terminal"),
    terminals.AttendantCalled: _text(
        "{terminal} calls: {reason}", "{terminal}呼叫：{reason}", "terminal", "reason"
    ),
    access_log.LookTaken: _looked,
}
