"""Compute the view of a table for all viewers, and the additional view for one seat."""

from dataclasses import dataclass
from typing import Any

import msgspec

from punto.core.cards import Card
from punto.core.endings import paytable
from punto.core.facts import point_total
from punto.core.irregularities import RemedyDetail
from punto.core.rulebook import Rulebook
from punto.core.settlement import SettledWager
from punto.core.sides import Side
from punto.core.tableau import ending, next_sides
from punto.floor.plan import TablePlan
from punto.floor.public_view import views as public_views
from punto.floor.public_view.layout import is_main
from punto.floor.read_models.table_history import LETTERS, PatronWager, RoundRecord, TableHistory
from punto.messages.message import Message, message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.names import wager_message
from punto.reports.games.explanation import describe_outcome, draw_reasons
from punto.reports.games.receipt import arithmetic, clause_of
from punto.table.actors import Actor, ActorKind
from punto.table.card_handling import hidden_cards, holder_of, public_tableau
from punto.table.commands import ExposeCards, RefuseCards
from punto.table.decide import decide
from punto.table.decide.irregularities.withdrawal import open_offer, withdrawable_stakes
from punto.table.refusals import Refusal
from punto.table.roads import DragonTail, Mark, Result, Ring, Roads, RoadSquare, result_of, roads_of
from punto.table.stakes import Stake
from punto.table.state import IN_ROUND, Phase, Table
from punto.table.views import public_phase, public_winner, round_number


@dataclass(frozen=True, slots=True)
class Countdown:
    """The countdown of a table, and the rounds before it closes."""

    timer: public_views.CountdownView | None
    paced_ms: dict[str, int]
    rounds_to_come: int | None = None
    """How many rounds may still begin before the table closes; None if it does not close."""

    failure: str = ""
    """The unexpected error that put the table out of service; empty while it works."""


def public_view(
    plan: TablePlan, table: Table, history: TableHistory, timing: Countdown, *, may_answer: bool
) -> public_views.PublicView:
    """The view for everyone. Viewers differ only in whether they may answer an offer."""
    plan = plan.with_state(table)
    last, winner = history.last, public_winner(table)
    timer = timing.timer
    return public_views.PublicView(
        table=plan.key,
        version=table.events,
        layout_version=plan.layout_version,
        phase=public_phase(table),
        phrase=table_state.phase_call(table),
        stopped=table_state.OUT_OF_SERVICE if timing.failure else None,
        timer=timer if table.phase is Phase.BETS_OPEN else None,
        round=round_number(table),
        hands=hands_view(table),
        next_side=_next_side(table),
        reasons=draw_reasons(table.game, public_tableau(table)) if table.round else (),
        winner=None if winner is None else LETTERS[winner],
        outcome=None if winner is None else describe_outcome(table.current.tableau),
        paid=_paid(table),
        shoe=shoe_view(table, history),
        hold=_hold(table, timer, may_answer=may_answer),
        void=_void(last) if table.phase is Phase.VOID else None,
        counters=shoe_counters(plan.book, history),
        occupied_seats=tuple(sorted(table.seats)),
        closing=timing.rounds_to_come,
        paced_ms=timing.paced_ms,
    )


def seat_view(table: Table, history: TableHistory, seat: int) -> public_views.SeatWagersView | None:
    """A seat's own wagers, with their results of the last round."""
    occupant = table.seats.get(seat)
    if occupant is None:
        return None
    placed = table.round.sets.get(seat) if table.round else None
    stakes = placed.stakes if placed else ()
    last, is_over = history.last, table.phase not in IN_ROUND
    settled = tuple(last.wagers.get(occupant.visit, ())) if last else ()
    before, after = None, None
    if last is not None and is_over:
        before, after = last.credit.get(occupant.visit, (None, None))
    # Wagers that staff removed before the close were not in play.
    played = [each for each in settled if each.result != "removed"]
    return public_views.SeatWagersView(
        seat=seat,
        set=placed.number if placed else 0,
        stakes=tuple(stake_view(each) for each in stakes),
        bet_cents=sum(each.cents for each in stakes) or sum(each.stake.cents for each in played),
        win_cents=sum(each.returned_cents for each in played) if is_over else 0,
        settled=tuple(settled_wager_view(last.book, each) for each in settled) if last else (),
        before_cents=before,
        after_cents=after,
        squeeze=squeeze_view(table, seat),
        claim_cents=sum(each.claim_cents for each in settled),
        offered_cents=offered_cents(table, seat),
    )


def offered_cents(table: Table, seat: int) -> int | None:
    """The cents that a seat may withdraw now. Wagers that the cards have decided stay."""
    item = open_offer(table)
    stakes = withdrawable_stakes(table, item).get(seat) if item is not None else None
    return None if stakes is None else sum(each.cents for each in stakes)


def game_number(table: str, round_: int) -> str:
    """The number of a round as receipts and vouchers print it."""
    return f"{table}-{round_}"


def stake_view(stake: Stake) -> public_views.StakeView:
    """A stake as the wire has it."""
    return public_views.StakeView(stake.wager, stake.cents, stake.position, stake.stack)


def settled_wager_view(book: Rulebook, own: PatronWager) -> public_views.SettledWagerView:
    """The result of one stake, with its arithmetic and its clause."""
    rule = book.wager(own.stake.wager)
    line = rule.lines[own.line - 1] if own.line else None
    settled = SettledWager(rule, own.stake.cents, line)
    words: Message
    if own.result == "void":
        words, clause = table_state.VOIDED, own.source
    elif own.result == "withdrawn":
        words, clause = table_state.WITHDRAWN, own.source
    elif own.result == "removed":
        words, clause = table_state.REMOVED, own.source
    elif own.result == "reversed":
        words, clause = table_state.reversal_message(own.claim_cents), own.source
    else:
        words = arithmetic(settled)
        clause = book.cite_clause(clause_of(settled))
    return public_views.SettledWagerView(
        wager=rule.key,
        label=wager_message(rule),
        stake_cents=own.stake.cents,
        line=own.line,
        returned_cents=own.returned_cents,
        result=own.result,
        words=words,
        clause=clause,
    )


def _paid(table: Table) -> tuple[public_views.PaidLineView, ...]:
    """The side wagers on offer that the settled round pays, with or without stakes."""
    if table.phase is not Phase.SETTLED:
        return ()
    held = paytable(table.game)[ending(table.current.tableau)]
    return tuple(
        public_views.PaidLineView(wager.key, wager.lines.index(line) + 1)
        for wager in table.game.wagers
        if wager.key in table.settings_in_force.offered_wagers and not is_main(wager)
        if (line := held[wager.key]) is not None and not line.pays.is_push
    )


def shoe_counters(book: Rulebook, history: TableHistory) -> tuple[public_views.ShoeCounter, ...]:
    """How often each wager won in this shoe, with or without stakes, and the count of naturals."""
    if history.counted is None or history.counted[0] != history.revision:
        history.counted = history.revision, _counters(book, history)
    counted: tuple[public_views.ShoeCounter, ...] = history.counted[1]
    return counted


def _counters(book: Rulebook, history: TableHistory) -> tuple[public_views.ShoeCounter, ...]:
    held = [paytable(book)[each.ending] for each in history.results]
    counted = []
    for wager in book.wagers:
        lines = [lines[wager.key] for lines in held]
        wins = sum(line is not None and not line.pays.is_push for line in lines)
        counted.append(public_views.ShoeCounter(wager.key, wager_message(wager), wins))
    naturals = sum(
        bool(each.ending.player_natural or each.ending.banker_natural) for each in history.results
    )
    return (*counted, public_views.ShoeCounter("natural", table_state.NATURAL_COUNTER, naturals))


def roads_view(
    book: Rulebook, history: TableHistory, tail: DragonTail = DragonTail.STICKY
) -> dict[str, Any]:
    """The roads of the shoe, and the squares that differ with the other kind of dragon tail."""
    results = _results(book, history)
    roads = roads_of(results, tail)
    return {
        "revision": history.revision,
        "tail": tail,
        "other": _otherwise(roads, roads_of(results, _OTHER[tail])),
        "bead": [
            {
                "row": each.place.row,
                "column": each.place.column,
                "result": LETTERS[each.result.winner],
                "pairs": list(each.result.pairs),
                "natural": each.result.is_natural,
                "round": each.result.round,
            }
            for each in roads.bead
        ],
        "big": [
            {
                "row": each.place.row,
                "column": each.place.column,
                "side": LETTERS[each.result.winner],
                "ties": each.ties,
                "pairs": list(each.result.pairs),
                "mark": each.result.mark,
                "round": each.result.round,
            }
            for each in roads.big
        ],
        "leading_ties": roads.leading_ties,
        "big_eye": [_mark(each) for each in roads.big_eye],
        "small": [_mark(each) for each in roads.small],
        "cockroach": [_mark(each) for each in roads.cockroach],
        "ask": {side: _answer(roads.ask[side]) for side in Side},
    }


def _results(book: Rulebook, history: TableHistory) -> list[Result]:
    """The result of each round for the roads, computed once per round."""
    known = history.drawn
    for each in history.results:
        if each not in known:
            known[each] = result_of(book, each.ending, each.round)
    if len(known) > len(history.results):
        # A new shoe, or a corrected result.
        history.drawn = known = {each: known[each] for each in history.results}
    return [known[each] for each in history.results]


_OTHER = {DragonTail.STICKY: DragonTail.RETRY_DOWN, DragonTail.RETRY_DOWN: DragonTail.STICKY}


def _otherwise(roads: Roads, other: Roads) -> dict[str, Any] | None:
    """The squares of the other tail, or None if all are the same, as in most shoes."""

    def places(drawn: Roads) -> dict[str, Any]:
        laid: dict[str, tuple[Ring | Mark, ...]] = {
            "big": drawn.big,
            "big_eye": drawn.big_eye,
            "small": drawn.small,
            "cockroach": drawn.cockroach,
        }
        found: dict[str, Any] = {
            kind: [_at(each.place) for each in marks] for kind, marks in laid.items()
        }
        return found | {"ask": {side: _at(drawn.ask[side].lands) for side in Side}}

    found = places(other)
    return None if found == places(roads) else found


def _at(place: RoadSquare) -> dict[str, int]:
    return {"row": place.row, "column": place.column}


def _mark(mark: Mark) -> dict[str, Any]:
    return {"row": mark.place.row, "column": mark.place.column, "regular": mark.is_regular}


def _answer(answer: Any) -> dict[str, Any]:
    return {
        "big_eye": answer.big_eye,
        "small": answer.small,
        "cockroach": answer.cockroach,
        "row": answer.lands.row,
        "column": answer.lands.column,
    }


def hands_view(table: Table) -> public_views.HandsView:
    """The cards that are face up, with their totals."""
    tableau = public_tableau(table) if table.round else None

    def hand(side: Side) -> public_views.HandView:
        if tableau is None:
            return public_views.HandView((), None, None)
        cards: tuple[Card | None, ...] = tableau.player if side is Side.PLAYER else tableau.banker
        ranks = tableau.ranks[side]
        is_known = bool(cards) and None not in ranks
        return public_views.HandView(
            tuple("?" if each is None else str(each) for each in cards),
            int(point_total(*ranks)) if is_known else None,
            int(point_total(*ranks[:2])) if is_known and len(ranks) >= 2 else None,
        )

    return public_views.HandsView(hand(Side.PLAYER), hand(Side.BANKER))


def _next_side(table: Table) -> str | None:
    if table.phase not in (Phase.BETS_CLOSED, Phase.DEALING) or table.round is None:
        return None
    sides = next_sides(public_tableau(table))
    return next(iter(sides)) if len(sides) == 1 else None


def shoe_view(table: Table, history: TableHistory) -> public_views.ShoeView | None:
    """The progress of the shoe; None without one."""
    shoe = table.shoe
    if shoe is None:
        return None
    return public_views.ShoeView(
        key=shoe.key,
        number=history.shoes,
        cards_out=shoe.cards_out,
        cards=shoe.cards,
        cards_behind_cut=table.settings_in_force.cards_behind_cut,
        rounds_left=shoe.rounds_left,
        commitment=history.commitment,
    )


def _hold(
    table: Table, timer: public_views.CountdownView | None, *, may_answer: bool
) -> public_views.HoldView | None:
    if not table.pending_steps:
        return None
    offer = open_offer(table)
    return public_views.HoldView(
        words=table_state.hold_message(table.pending_steps[0]),
        source=table.pending_steps[0].source,
        is_offer=offer is not None,
        is_any=bool(offer and offer.step and offer.step.detail is RemedyDetail.ANY_WAGER),
        may_answer=may_answer,
        timer=timer if offer is not None else None,
    )


def _void(last: RoundRecord | None) -> public_views.VoidView | None:
    if last is None or last.void is None:
        return None
    trigger, source = last.void
    return public_views.VoidView(table_state.void_message(trigger), source)


ENCODE = msgspec.json.Encoder().encode


# A patron's own cards


def squeeze_view(table: Table, seat: int) -> public_views.SqueezeView | None:
    """The cards that a seat has in hand after the initial deal; for that seat's own view only."""
    occupant = table.seats.get(seat)
    if occupant is None or table.phase not in IN_ROUND:
        return None
    if not table.current.tableau.is_initial_deal_complete:
        return None
    lying = hidden_cards(table)
    held = [each for each in lying if holder_of(table, *each) == seat]
    if not held:
        return None
    by = Actor(ActorKind.PATRON, occupant.visit)
    sides = list(dict.fromkeys(side for side, _ in held))
    open_to = [side for side in sides if _may(table, ExposeCards(side, seat), by)]
    side = (open_to or sides)[0]
    tableau = table.current.tableau
    hand = tableau.player if side is Side.PLAYER else tableau.banker
    faces = [hand[card - 1] for each, card in held if each is side]
    return public_views.SqueezeView(
        side=str(side),
        cards=tuple("?" if face is None else str(face) for face in faces),
        may_expose=bool(open_to),
        may_refuse=_may(table, RefuseCards(side, seat), by),
        words=_squeeze_message(table, side, may_expose=bool(open_to)),
    )


def _squeeze_message(table: Table, side: Side, *, may_expose: bool) -> Message:
    """The text beside a patron's cards in hand."""
    if may_expose:
        return message("squeeze.may-show", hand=side)
    if table.current.live.first_hand is None:
        return message("squeeze.not-chosen", hand=side)
    return message("squeeze.other-first", hand=side)


def _may(table: Table, command: ExposeCards | RefuseCards, by: Actor) -> bool:
    return not isinstance(decide(table, command, by), Refusal)
