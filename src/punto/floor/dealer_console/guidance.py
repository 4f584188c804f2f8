"""Explain a dealer's next step and calls in English and Chinese, from the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec.structs import replace

from punto.core.endings import paytable
from punto.core.facts import point_total
from punto.core.rulebook import Rulebook, WagerGroup, Words
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.tableau import Tableau, ending, next_sides
from punto.pages import phrases
from punto.pages.phrases import filled
from punto.reports.descriptions import table_state
from punto.reports.descriptions.situations import who_is_awaited
from punto.reports.descriptions.words import Text, words_of
from punto.reports.games.explanation import HANDS, DrawReason, describe_outcome, draw_reasons
from punto.table.card_handling import (
    drawer_of,
    hidden_cards,
    holder_of,
    next_exposure,
    patron_draws,
    patrons_handle_cards,
    public_tableau,
)
from punto.table.commands.live import PassCards
from punto.table.differential import balancing_proposal
from punto.table.next_step import NextStep, next_step
from punto.table.state import IN_ROUND, Phase, Table

State: TypeAlias = Literal["done", "now", "later", "skipped"]


@dataclass(frozen=True, slots=True)
class Guidance:
    """The next step in words, why it is the next, and where that is laid down."""

    key: NextStep
    title: Words
    button: Words | None
    hint: Words | None
    why: Text | None
    clause: str


@dataclass(frozen=True, slots=True)
class RoundStep:
    """A step of the round on its strip."""

    key: str
    label: Words
    state: State


# What each step is called, on the page and on its button, with what to look at

PLAIN: dict[NextStep, tuple[Words, Words | None, Words | None]] = {
    NextStep.LOAD_SHOE: (
        Words("A new shoe", "换新靴"),
        Words("Load the shoe", "装入牌靴"),
        Words("shuffled cards go into the device", "已洗的牌装入发牌器"),
    ),
    NextStep.BURN: (
        Words("Burn the first cards", "烧牌"),
        Words("Show the first card", "开首张牌"),
        Words("as many cards follow it as it counts", "按其点数再烧相应张数"),
    ),
    NextStep.OPEN_BETS: (
        Words("Open the betting", "开放下注"),
        Words("Open bets", "开放下注"),
        None,
    ),
    NextStep.CLOSE_BETS: (
        Words("Close the betting", "停止下注"),
        Words("Close bets", "停止下注"),
        Words("the call closes the betting; look over the cloth first", "宣布即停止，先看台面"),
    ),
    NextStep.HAND_OVER_DEVICE: (
        Words("Hand over the device", "交出发牌器"),
        Words("Hand it over", "交出"),
        Words("to a patron with a wager, or with leave to draw", "交给有投注或获准抽牌的客人"),
    ),
    NextStep.CONFIRM_SEATS: (
        Words("Settle who takes part", "确认参与座位"),
        Words("Seats are settled", "确认座位"),
        Words("nothing placed from now on counts", "此后投注无效"),
    ),
    NextStep.ENTER_CARD: (
        Words("Enter the card that was not read", "录入未读出的牌"),
        None,
        Words("two persons look at the card and enter it", "两人看牌后录入"),
    ),
    NextStep.END_SHOE: (
        Words("The shoe ends", "本靴结束"),
        Words("Take the shoe off", "取下牌靴"),
        Words("its order is shown, so that anybody can check it", "公开牌序供核对"),
    ),
}

RULES = {
    NextStep.OPEN_BETS: Rule.BETS_OPEN,
    NextStep.CLOSE_BETS: Rule.BETS_CLOSED,
    NextStep.HAND_OVER_DEVICE: Rule.PATRON_DRAWS,
    NextStep.CONFIRM_SEATS: Rule.NO_LATE_WAGER,
    NextStep.SETTLE: Rule.ROUND_OF_PLAY,
    NextStep.END_SHOE: Rule.CUTTING_CARD,
}
"""By which rule a step is the next; the house's own where there is none."""

INITIAL_CARD = Words("{hand}: card {place} of the initial deal", "{hand}：首轮第 {place} 张")
THIRD_CARD = Words("{hand} draws a third card", "{hand}补第三张牌")
DRAW_FOR = Words("Draw for {hand}", "为{hand}发牌")
FACE_UP = Words("one card, face up", "一张，牌面朝上")
FACE_DOWN = Words("one card, face down", "一张，牌面朝下")
PASSED_TO = Words("one card, face down, pass it to seat {seat}", "一张，面朝下，递给 {seat} 号座")
SEAT_DRAWS = Words("seat {seat} draws it", "由 {seat} 号座抽牌")
PASS_TITLE = Words("{hand} cards to seat {seat}", "{hand}牌递给 {seat} 号座")
PASS_BUTTON = Words("Pass to seat {seat}", "递给 {seat} 号座")
PASS_HINT = Words("both cards, face down", "两张，牌面朝下")
FIRST_TITLE = Words("Which hand is shown first?", "先开哪一手？")
FIRST_HINT = Words("the Dealer says so before any card is turned", "开牌前由荷官决定")
SHOWS_TITLE = Words("Seat {seat} shows the {hand} cards", "{seat} 号座开{hand}牌")
EXPOSED_BUTTON = Words("{hand} is shown", "{hand}已开")
SHOWS_HINT = Words("at the seat's own terminal, or as seen here", "由该座终端开牌，或按所见录入")
TURN_TITLE = Words("Turn the {hand} cards", "开{hand}牌")
TURN_BUTTON = Words("Turn {hand}", "开{hand}牌")
TURN_HINT = Words("the Dealer turns them", "由荷官开牌")
PAY_BUTTON = Words("Announce, collect and pay", "宣布并收赔")
PAY_HINT = Words("the announcement ends the round", "宣布即结束该局")
CLOSED = Words("The table is closed", "此台已关")
HELD = Words("The round is held", "该局暂停")
HELD_HINT = Words("nothing else goes on until it is seen through", "处理完毕前不进行其他步骤")


def guidance(table: Table) -> Guidance:
    """The next step of a table, in words."""
    step = next_step(table)
    match step:
        case NextStep.WAIT:
            return _waiting(table)
        case NextStep.DRAW:
            return _draw(table)
        case NextStep.EXPOSE:
            return _expose(table)
        case NextStep.SETTLE:
            return _settle(table)
        case _:
            title, button, hint = PLAIN[step]
            rule = RULES.get(step)
            clause = table.game.cite(rule) if rule is not None else "POLICY"
            return Guidance(step, title, button, hint, None, clause)


def _waiting(table: Table) -> Guidance:
    if table.phase is Phase.CLOSED:
        return Guidance(NextStep.WAIT, CLOSED, None, None, None, "POLICY")
    item = table.pending_steps[0]
    clause = item.source or table.game.cite(Rule.UNCOVERED)
    return Guidance(NextStep.WAIT, HELD, None, HELD_HINT, who_is_awaited(table, item), clause)


def next_card_side(table: Table) -> Side:
    """The hand that the next card goes to, as everybody can tell."""
    sides = next_sides(public_tableau(table))
    side = next(iter(sides))
    assert len(sides) == 1, "whose card is next is known"
    assert side is not None, "a card is due"
    return side


def _draw(table: Table) -> Guidance:
    side, tableau = next_card_side(table), public_tableau(table)
    hand = HANDS[side]
    if not tableau.is_initial_deal_complete:
        place = tableau.cards_drawn + 1
        title = filled(INITIAL_CARD, hand=hand, place=place)
        why, clause = None, table.game.cite(Rule.INITIAL_DEAL)
    else:
        reason = draw_reason(table.game, tableau, side)
        title = filled(THIRD_CARD, hand=hand)
        why = reason.words if reason else None
        clause = reason.clause if reason else table.game.cite(THIRDS[side])
    button, hint = filled(DRAW_FOR, hand=hand), _draw_hint(table, side)
    return Guidance(NextStep.DRAW, title, button, hint, why, clause)


def _draw_hint(table: Table, side: Side) -> Words:
    if drawer := drawer_of(table):
        return filled(SEAT_DRAWS, seat=drawer)
    if not patrons_handle_cards(table):
        return FACE_UP
    if not table.current.tableau.is_initial_deal_complete:
        return FACE_DOWN
    hand = table.current.tableau.ranks[side]
    holder = holder_of(table, side, len(hand) + 1)
    return filled(PASSED_TO, seat=holder) if holder else FACE_UP


THIRDS = {Side.PLAYER: Rule.PLAYER_THIRD_CARD, Side.BANKER: Rule.BANKER_THIRD_CARD}


def draw_reason(book: Rulebook, tableau: Tableau, side: Side) -> DrawReason | None:
    """Why a hand draws or stands; None where a card has not been read and it draws anyway."""
    return next((each for each in draw_reasons(book, tableau) if each.side is side), None)


def _expose(table: Table) -> Guidance:
    found, cite = next_exposure(table), table.game.cite
    first = cite(Rule.FIRST_HAND_SHOWN)
    if found is None:
        return Guidance(NextStep.EXPOSE, FIRST_TITLE, None, FIRST_HINT, None, first)
    hand, seat = HANDS[found.side], found.position
    if isinstance(found, PassCards):
        title, button = filled(PASS_TITLE, hand=hand, seat=seat), filled(PASS_BUTTON, seat=seat)
        clause = cite(Rule.HIGHEST_STAKE_HANDLES)
        return Guidance(NextStep.EXPOSE, title, button, PASS_HINT, None, clause)
    clause = cite(Rule.RELEVANT_PATRON_EXPOSES) if patron_draws(table) else first
    if not seat:
        title, button = filled(TURN_TITLE, hand=hand), filled(TURN_BUTTON, hand=hand)
        return Guidance(NextStep.EXPOSE, title, button, TURN_HINT, None, clause)
    title, button = filled(SHOWS_TITLE, hand=hand, seat=seat), filled(EXPOSED_BUTTON, hand=hand)
    return Guidance(NextStep.EXPOSE, title, button, SHOWS_HINT, None, clause)


def _settle(table: Table) -> Guidance:
    tableau = table.current.tableau
    title = outcome_text(tableau)
    reasons = draw_reasons(table.game, tableau)
    why = reasons[-1].words if reasons else None
    clause = table.game.cite(Rule.ROUND_OF_PLAY)
    return Guidance(NextStep.SETTLE, title, PAY_BUTTON, PAY_HINT, why, clause)


def outcome_text(tableau: Tableau) -> Words:
    """Who won, in both languages."""
    return Words(*(describe_outcome(tableau, language) for language in phrases.LANGUAGES))


# What is said aloud

DIGITS_EN = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
DIGITS_ZH = ("零", "一", "二", "三", "四", "五", "六", "七", "八", "九")
TOTALS = Words("Player {player}, Banker {banker}", "闲{player}点，庄{banker}点")
CARD_FOR = Words("Card for {hand}", "{hand}补牌")
TOTALS_AND_CARD = Words("{totals}. {card}", "{totals}，{card}")
OUTCOME_AND_TOTALS = Words("{outcome}. {totals}", "{outcome}。{totals}")
AND_LINES = Words("{call}. {lines}", "{call}。{lines}")
HELD_CALL = Words("The round is held. One moment, please", "该局暂停，请稍候")
LOWER = Words("Lower wagers on {hand}, please", "请减少{hand}投注")
LAST_ROUND = Words("{call}. Last round of this shoe", "{call}，本靴最后一局")


def dealer_call(table: Table) -> Words | None:
    """What the Dealer says with the next step, None where nothing is said."""
    match next_step(table):
        case NextStep.OPEN_BETS:
            return opening_call(table)
        case NextStep.CLOSE_BETS:
            over = balancing_proposal(table)
            return filled(LOWER, hand=HANDS[over.heavier]) if over else closing_call(table)
        case NextStep.DRAW if table.current.tableau.is_initial_deal_complete:
            return _card_call(table, next_card_side(table))
        case NextStep.SETTLE:
            return outcome_call(table)
        case NextStep.WAIT if table.pending_steps:
            return HELD_CALL
        case _:
            return None


def opening_call(table: Table) -> Words:
    """The call that opens the betting, with a word more where it is the last round."""
    call = words_of(table_state.opening_call(table.game.document))
    is_last = table.shoe is not None and table.shoe.rounds_left == 1
    return filled(LAST_ROUND, call=call) if is_last else call


def closing_call(table: Table) -> Words:
    """The call that closes the betting."""
    return words_of(table_state.closing_call(table.game.document))


def totals_call(tableau: Tableau, *, two_cards: bool) -> Words:
    """Both totals, as they are called."""
    ranks = [tableau.ranks[side][:2] if two_cards else tableau.ranks[side] for side in Side]
    player, banker = (int(point_total(*each)) for each in ranks)
    return filled(TOTALS, player=digit(player), banker=digit(banker))


def digit(number: int) -> Words:
    """A figure as it is spoken."""
    return Words(DIGITS_EN[number], DIGITS_ZH[number])


def _card_call(table: Table, side: Side) -> Words:
    tableau = public_tableau(table)
    card = filled(CARD_FOR, hand=HANDS[side])
    if tableau.cards_drawn > len(tableau.order.initial) or not tableau.is_known:
        return card
    totals = totals_call(tableau, two_cards=True)
    return filled(TOTALS_AND_CARD, totals=totals, card=card)


def outcome_call(table: Table) -> Words:
    """Who won, both totals, and the lines of side wagers on offer that pay."""
    tableau = table.current.tableau
    winner = Words(
        *(describe_outcome(tableau, language).split(",")[0] for language in phrases.LANGUAGES)
    )
    totals = totals_call(tableau, two_cards=False)
    call = filled(OUTCOME_AND_TOTALS, outcome=winner, totals=totals)
    lines = list(_side_lines(table))
    if not lines:
        return call
    named = Words(*(", ".join(each.in_(language) for each in lines) for language in ("en", "zh")))
    return filled(AND_LINES, call=call, lines=named)


def _side_lines(table: Table) -> Iterator[Words]:
    held = paytable(table.game)[ending(table.current.tableau)]
    for wager in table.game.wagers:
        line = held[wager.key]
        on_offer = (
            wager.group is WagerGroup.SIDE and wager.key in table.settings_in_force.offered_wagers
        )
        if on_offer and line is not None and not line.pays.is_push:
            yield line.label


# The strip of a round

LABELS = {
    "open": Words("Place your bets", "请下注"),
    "close": Words("No more bets", "停止下注"),
    "initial": Words("Initial deal", "首轮发牌"),
    "hands": Words("Cards shown", "开牌"),
    "player": Words("Player's third", "闲第三张"),
    "banker": Words("Banker's third", "庄第三张"),
    "outcome": Words("Outcome, collect and pay", "结果与收赔"),
}


def round_steps(table: Table) -> tuple[RoundStep, ...]:
    """The steps of a round, each done, due, still to come, or not called for."""
    keys = [key for key in LABELS if key != "hands" or _shows_hands(table)]
    now = _now(table)
    at = keys.index(now) if now else -1
    thirds = _thirds(table)
    states: list[State] = []
    for place, key in enumerate(keys):
        if place == at:
            states.append("now")
        elif place > at:
            states.append("later")
        else:
            states.append("skipped" if thirds.get(key) is False else "done")
    return tuple(
        RoundStep(key, LABELS[key], state) for key, state in zip(keys, states, strict=True)
    )


def _shows_hands(table: Table) -> bool:
    return table.book is not None and patrons_handle_cards(table)


def _thirds(table: Table) -> dict[str, bool]:
    """Whether each hand has a third card."""
    if table.round is None:
        return {}
    ranks = table.current.tableau.ranks
    return {str(side): len(ranks[side]) > 2 for side in Side}


def _now(table: Table) -> str:
    """The step of the strip that a table is at, none while it is closed."""
    if table.phase is Phase.CLOSED:
        return ""
    if table.phase not in IN_ROUND:
        return "open"
    match next_step(replace(table, pending_steps=())):
        case NextStep.CLOSE_BETS:
            return "close"
        case NextStep.DRAW if table.current.tableau.is_initial_deal_complete:
            return _third_now(table)
        case NextStep.SETTLE:
            return "outcome"
        case NextStep.EXPOSE:
            return _expose_now(table)
        case _:
            return "initial"


def _third_now(table: Table) -> str:
    """The hand whose third card is next; cards that lie loose may leave it open."""
    sides = [side for side in Side if side in next_sides(public_tableau(table))]
    return str(sides[0]) if sides else "outcome"


def _expose_now(table: Table) -> str:
    thirds = [side for side, card in hidden_cards(table) if card > 2]
    initial = [side for side, card in hidden_cards(table) if card <= 2]
    return "hands" if initial or not thirds else str(thirds[0])
