"""Ruling: the answers a held table waits for, from patrons, the clock and positions."""

from collections.abc import Sequence
from dataclasses import replace

from punto.core.irregularities import Detail, Remedy, Step
from punto.core.rules import Rule
from punto.core.staff_positions import Act, Position
from punto.games.shared_terms import PLAY_ON, VOID
from punto.table.actors import Actor, holds_or_higher, is_seconded
from punto.table.commands.play import (
    AnswerWithdrawal,
    EndWithdrawal,
    GiveRuling,
    ReferUpwards,
    Ruled,
)
from punto.table.decide.decision import Decision
from punto.table.decide.irregularities.reconstruction import in_order
from punto.table.decide.irregularities.remedies import awaits_order, seen_through
from punto.table.decide.irregularities.withdrawal import answered, offer, offered_to
from punto.table.events.irregularities import CardsLoose
from punto.table.events.play import (
    CardBurned,
    DecisionReferred,
    Event,
    RulingGiven,
    WithdrawalEnded,
)
from punto.table.evolve.play import evolve
from punto.table.refusals import No
from punto.table.state import IN_ROUND, Item, Table

REMAINING_THEN_ON = (Step(Remedy.OFFER_WITHDRAWAL, Detail.ALL_REMAINING_WAGERS), PLAY_ON)
ANY_THEN_OPEN = (Step(Remedy.OFFER_WITHDRAWAL, Detail.ANY_WAGER), Step(Remedy.REOPEN_BETS))


def answer(table: Table, asked: AnswerWithdrawal, by: Actor) -> Decision:
    """Takes a patron's answer to an offer, and ends the offer with the last of them."""
    told = answered(table, asked, by)
    if isinstance(told, No):
        return told.at(table.book)
    after = evolve(table, told)
    if offered_to(after, after.agenda[0]):
        return (told,)
    return told, *seen_through(after, (WithdrawalEnded(table.current.number),))


def end_withdrawal(table: Table, asked: EndWithdrawal) -> Decision:
    """Ends an offer whose time is up; whoever has not answered stays in (P17)."""
    item = offer(table)
    if item is None or item.event != asked.event:
        return ()
    return seen_through(table, (WithdrawalEnded(table.current.number),))


def rule(table: Table, asked: GiveRuling, by: Actor) -> Decision:
    """Takes the ruling of the position that is waited for, or of a higher one."""
    item = _ruled_on(table, by)
    if isinstance(item, No):
        return item.at(table.book)
    steps = ruled_steps(table, item, asked)
    if isinstance(steps, No):
        return steps.at(table.book)
    if _is_discretion(item) and not asked.reason:
        return No.NO_REASON.at(table.book)
    # A void that a person enters needs two; one that the rule computes needs nobody.
    if VOID in steps and not is_seconded(by, Act.VOID_ROUND):
        return No.NEEDS_SECOND.at(table.book)
    order = _order(table, item, asked.cards, steps)
    if isinstance(order, No):
        return order.at(table.book)
    given = RulingGiven(item.round, _held_by(by), asked.ruled, asked.reason, steps, item.source)
    return seen_through(table, (*_taken_out(table, item, asked), given, *order))


def refer(table: Table, asked: ReferUpwards, by: Actor) -> Decision:
    """Leaves a ruling to the next position above whoever might give it.

    Rule: HIGHER_POSITION
    """
    item = _ruled_on(table, by)
    if isinstance(item, No):
        return item.at(table.book)
    if not asked.reason:
        return No.NO_REASON.at(table.book)
    holds, ladder = _held_by(by), table.chosen.ladder
    if holds is ladder[-1]:
        return No.NOBODY_HIGHER.at(table.book)
    to = ladder[ladder.index(holds) + 1]
    source = table.game.cite(Rule.HIGHER_POSITION)
    return (DecisionReferred(item.round, holds, to, asked.reason, source),)


def _ruled_on(table: Table, by: Actor) -> Item | No:
    """What waits for a ruling that somebody may give."""
    item = table.agenda[0] if table.agenda else None
    if item is None or not waits_for_ruling(item):
        return No.NOTHING_HELD
    assert item.step is not None, "a step is due"
    assert item.step.position is not None, "a position is waited for"
    is_theirs = holds_or_higher(by, item.step.position, table.chosen.ladder)
    return item if is_theirs else No.NOT_ALLOWED


def _held_by(by: Actor) -> Position:
    holds = by.acting_as or by.position
    assert holds is not None, "somebody of the staff holds a position"
    return holds


def ruled_steps(table: Table, item: Item, asked: GiveRuling) -> tuple[Step, ...] | No:
    """What follows from a ruling, or why it cannot be given: a clause that commands binds it."""
    assert item.step is not None, "a step is due"
    running = table.phase in IN_ROUND and item.round == table.current.number
    if item.step.remedy is not Remedy.RULING:
        return _confirmed(item, asked.ruled)
    if item.step.detail is Detail.ORDER_OF_CARDS:
        return () if asked.ruled is Ruled.CONTINUE else No.NOT_RULED_SO
    match asked.ruled:
        case Ruled.CONTINUE:
            return (PLAY_ON,)
        case Ruled.VOID:
            return (VOID,) if running else No.NO_ROUND
        case Ruled.AS_PROPOSED:
            return _proposed(item, running)
        case _:
            return _granted(table, item, asked.ruled, running)


def waits_for_ruling(item: Item) -> bool:
    """Whether a position is waited for that says what follows."""
    if item.step is None or item.step.position is None:
        return False
    return item.step.detail not in (Detail.MISSING_CARD, Detail.WAGERS_TO_REMOVE)


def _is_discretion(item: Item) -> bool:
    """Whether a position rules as it sees fit, because no clause says what follows."""
    return item.step is not None and item.step.detail is Detail.WHATEVER_IS_NEEDED


def _confirmed(item: Item, ruled: Ruled) -> tuple[Step, ...] | No:
    """A remedy that a position confirms, or leaves so that the round goes on."""
    assert item.step is not None, "a step is due"
    if ruled is Ruled.AS_PROPOSED:
        return (replace(item.step, position=None),)
    if ruled is Ruled.CONTINUE:
        # A discretionary offer is not made; the step that lets play go on stands behind it.
        return () if item.step.remedy is Remedy.OFFER_WITHDRAWAL else (PLAY_ON,)
    return No.NOT_RULED_SO


def _proposed(item: Item, running: bool) -> tuple[Step, ...] | No:
    if not item.proposed:
        return No.NOT_RULED_SO
    if running:
        return item.proposed
    several = len(item.cards) != 1
    return (Step(Remedy.REPLACE_CARDS, Detail.MUST),) if several else (PLAY_ON,)


def _granted(table: Table, item: Item, ruled: Ruled, running: bool) -> tuple[Step, ...] | No:
    """What only a document's own clause on the uncovered lets a position grant after the close."""
    has_clause = table.game.document.clause_of(Rule.UNCOVERED) is not None
    if not (_is_discretion(item) and running and has_clause):
        return No.NOT_RULED_SO
    if ruled is Ruled.OFFER_WITHDRAWAL:
        # What the cards have decided stays decided: nobody takes a lost stake back.
        return REMAINING_THEN_ON
    no_card = not table.current.numbers and not table.current.loose
    return ANY_THEN_OPEN if no_card else No.TOO_LATE


def _order(
    table: Table, item: Item, texts: Sequence[str], steps: tuple[Step, ...]
) -> tuple[CardsLoose, ...] | No:
    """The order ruled for cards that lie loose; without one they could not be played."""
    if VOID in steps or not needs_order(table, item):
        return No.NOT_THESE_CARDS if texts else ()
    order = in_order(table, texts)
    if order is None:
        return No.NOT_THESE_CARDS
    return (CardsLoose(table.current.number, order, is_ordered=True),)


def needs_order(table: Table, item: Item) -> bool:
    """Whether a ruling by which play goes on must say the order of cards that lie loose."""
    current = table.round
    if current is None or not current.loose or current.is_loose_ordered:
        return False
    return not awaits_order(table, item)


def _taken_out(table: Table, item: Item, asked: GiveRuling) -> tuple[Event, ...]:
    """The one card that showed in the device between two rounds."""
    exposed = any(step.detail is Detail.EXPOSED_CARD for step in item.proposed)
    if asked.ruled is not Ruled.AS_PROPOSED or not exposed or table.phase in IN_ROUND:
        return ()
    if len(item.cards) != 1:
        return ()
    return (CardBurned(table.device.cards_out + 1, item.cards[0]),)
