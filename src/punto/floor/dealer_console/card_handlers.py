"""Name the patrons who squeeze each hand, the rule that chose them, and who is next."""

from typing import Literal, TypeAlias

from punto.core.rulebook import Words
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.floor.dealer_console.views import CardHandlersView, CardHandlerView
from punto.pages.phrases import filled
from punto.reports.games.explanation import HANDS
from punto.table.card_handling import (
    backers,
    drawer_of,
    handler_by_stakes,
    handler_rule,
    hidden_cards,
    patron_draws,
    patrons_handle_cards,
)
from punto.table.state import IN_ROUND, Phase, Table

State: TypeAlias = Literal["due", "has", "done", "nobody"]

WHY = {
    Rule.HIGHEST_STAKE_HANDLES: Words("highest on {hand}", "{hand}投注最高"),
    Rule.NEXT_HIGHEST_HANDLES: Words("next highest on {hand}", "{hand}投注次高"),
    Rule.FIRST_PLACED_HANDLES: Words(
        "equal with seat {equal}, placed first", "与 {equal} 号座相同，先下注"
    ),
    Rule.NEXT_EQUAL_HANDLES: Words("next of equal stakes on {hand}", "{hand}同额下一位"),
}
DRAWS = Words("has control of the device", "掌控发牌器")
CHOSEN = Words("chosen by the pit", "由主管指定")
NOBODY = Words("nobody: no wager on {hand}, or all refused", "无人：{hand}无投注或均拒绝")
SQUEEZES = Words("squeezes {hand}", "看{hand}牌")
EQUAL_AFTER = Words("equal on {hand}, placed later", "{hand}同额，后下注")
REFUSED = Words("refused {hand}", "不接{hand}牌")


def card_handlers(table: Table) -> CardHandlersView | None:
    """Who handles the cards of the round, None where patrons do not."""
    if table.phase not in IN_ROUND or table.phase is Phase.BETS_OPEN:
        return None
    if not patrons_handle_cards(table):
        return None
    first = table.current.live.first_hand
    return CardHandlersView(
        first=None if first is None else str(first),
        player=_handler(table, Side.PLAYER),
        banker=_handler(table, Side.BANKER),
    )


def _handler(table: Table, side: Side) -> CardHandlerView:
    tableau, live_round = table.current.tableau, table.current.live
    lying = any(each is side for each, _ in hidden_cards(table))
    is_out = tableau.is_initial_deal_complete and not lying
    if patron_draws(table):
        seat = drawer_of(table) or None
        clause = table.game.cite(Rule.PATRON_DRAWS)
        state: State = "done" if is_out else "has" if seat else "nobody"
        return CardHandlerView(seat, 0, DRAWS if seat else None, clause, None, state)
    order = backers(table, side)
    cents = {each.position: each.cents for each in order}
    holder = live_round.holders.get(side)
    seat = holder if holder is not None else handler_by_stakes(table, side)
    refused = live_round.refused.get(side, ())
    left = [each.position for each in order if each.position not in (*refused, seat)]
    state = "done" if is_out else "nobody" if seat is None else "due" if holder is None else "has"
    why, clause = _why(table, side, seat)
    return CardHandlerView(
        seat=seat,
        cents=cents.get(seat, 0) if seat is not None else 0,
        why=why,
        clause=clause,
        next=left[0] if left else None,
        state=state,
    )


def _why(table: Table, side: Side, seat: int | None) -> tuple[Words, str]:
    hand, order = HANDS[side], backers(table, side)
    if seat is None:
        return filled(NOBODY, hand=hand), table.game.cite(Rule.HIGHEST_STAKE_HANDLES)
    if seat not in [each.position for each in order]:
        return CHOSEN, table.game.cite(Rule.NEXT_EQUAL_HANDLES)
    rule = handler_rule(table, side, seat)
    own = next(each for each in order if each.position == seat)
    equal = [each.position for each in order if each.cents == own.cents and each is not own]
    why = filled(WHY[rule], hand=hand, equal=", ".join(map(str, equal)))
    return why, table.game.cite(rule)


def row_note(table: Table, position: int) -> Words | None:
    """What a position has to do with the cards of the round, None if nothing."""
    if table.phase not in IN_ROUND or not patrons_handle_cards(table) or patron_draws(table):
        return None
    for side in Side:
        hand, order = HANDS[side], backers(table, side)
        if position in table.current.live.refused.get(side, ()):
            return filled(REFUSED, hand=hand)
        due = table.current.live.holders.get(side, handler_by_stakes(table, side))
        if due == position and table.phase is not Phase.BETS_OPEN:
            return filled(SQUEEZES, hand=hand)
        cents = {each.position: each.cents for each in order}
        if due is not None and cents.get(position) == cents.get(due, 0) and due != position:
            return filled(EQUAL_AFTER, hand=hand)
    return None
