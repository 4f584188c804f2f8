"""Interruption: what a power failure does to a round, and the answers the table waits for."""

from typing import assert_never

from punto.core.decided import established
from punto.core.irregularity import Circumstance, Remedy, Step, Trigger
from punto.games.policy import LADDER
from punto.table.agenda import turns_on
from punto.table.commands import (
    AnswerWithdrawal,
    EndWithdrawal,
    GiveRuling,
    Interrupt,
    Ruled,
)
from punto.table.decide.decision import Decision
from punto.table.decide.remedies import carried_out, everything, raised
from punto.table.events import (
    CauseAsked,
    Event,
    PlayResumed,
    RoundVoided,
    RulingGiven,
    WithdrawalAnswered,
    WithdrawalEnded,
)
from punto.table.refusals import No
from punto.table.roles import Actor, Kind
from punto.table.state import Item, Table


def interrupt(table: Table, asked: Interrupt) -> Decision:
    """Applies the rows for an interruption, once the table knows whether it was the power."""
    power = Circumstance.POWER_FAILURE
    if asked.power_failure is None and turns_on(table.game, Trigger.INTERRUPTED, power):
        return (CauseAsked(table.current.number),)
    return raised(table, Trigger.INTERRUPTED, _circumstances(table, asked))


def say_cause(table: Table, asked: Interrupt) -> Decision:
    """Tells a table that waits for it whether it was the power."""
    if table.agenda[0].step is not None or asked.power_failure is None:
        return No.HELD.at(table.book)
    return raised(table, Trigger.INTERRUPTED, _circumstances(table, asked))


def answer(table: Table, asked: AnswerWithdrawal, by: Actor) -> Decision:
    """Takes a patron's answer to an offer, all their wagers or none."""
    item = _offer(table)
    if item is None:
        return No.NOTHING_HELD.at(table.book)
    current = table.current
    placed = current.sets.get(asked.seat)
    if placed is None or asked.seat in item.answered:
        return No.NOTHING_HELD.at(table.book)
    if by.kind is not Kind.PATRON or by.name != placed.visit:
        return No.NOT_YOUR_SEAT.at(table.book)
    withdrawn = placed.stakes if asked.withdraws else ()
    told = WithdrawalAnswered(
        current.number,
        asked.seat,
        placed.visit,
        withdrawn,
        sum(stake.cents for stake in withdrawn),
    )
    if current.sets.keys() - item.answered - {asked.seat}:
        return (told,)
    return told, *_offer_ended(table)


def end_withdrawal(table: Table, asked: EndWithdrawal) -> Decision:
    """Ends an offer whose time is up; whoever has not answered stays in (P17)."""
    item = _offer(table)
    if item is None or item.event != asked.event:
        return ()
    return _offer_ended(table)


def rule(table: Table, asked: GiveRuling, by: Actor) -> Decision:
    """Takes the ruling of the position that is waited for, or of a higher one."""
    item = table.agenda[0] if table.agenda else None
    if item is None or item.step is None or item.step.remedy is not Remedy.RULING:
        return No.NOTHING_HELD.at(table.book)
    due, holds = item.step.position, by.acting_as or by.position
    if by.kind is not Kind.STAFF or holds is None or due is None:
        return No.NOT_ALLOWED.at(table.book)
    if LADDER.index(holds) < LADDER.index(due):
        return No.NOT_ALLOWED.at(table.book)
    # A void that a person enters needs two; one that the rule computes needs nobody.
    if asked.ruled is Ruled.VOID and by.seconded_by is None:
        return No.NEEDS_SECOND.at(table.book)
    given = RulingGiven(table.current.number, holds, asked.ruled, asked.reason)
    return given, *_as_ruled(table, item, asked.ruled)


def _as_ruled(table: Table, item: Item, ruled: Ruled) -> tuple[Event, ...]:
    number = table.current.number
    match ruled:
        case Ruled.VOID:
            return (RoundVoided(number, item.trigger, item.source, everything(table)),)
        case Ruled.CONTINUE:
            return (PlayResumed(number, item.source),)
        case Ruled.AS_PROPOSED:
            return carried_out(table, item.trigger, item.source, item.proposed)
        case unreachable:
            assert_never(unreachable)


def _offer(table: Table) -> Item | None:
    """The offer that stands, if the table waits for answers to one."""
    item = table.agenda[0] if table.agenda else None
    is_offer = item and item.step and item.step.remedy is Remedy.OFFER_WITHDRAWAL
    return item if is_offer else None


def _offer_ended(table: Table) -> tuple[Event, ...]:
    item, *rest = table.agenda
    steps: list[Step] = [each.step for each in rest if each.step is not None]
    return (
        WithdrawalEnded(table.current.number),
        *carried_out(table, item.trigger, item.source, steps),
    )


def _circumstances(table: Table, asked: Interrupt) -> list[Circumstance]:
    """What the rows for an interruption ask about; the outcome is computed, never judged (R11)."""
    found = established(table.game, table.current.tableau, table.chosen.offered)
    given = [Circumstance.ESTABLISHED if found else Circumstance.NOT_ESTABLISHED]
    if asked.power_failure is not None:
        power, other = Circumstance.POWER_FAILURE, Circumstance.OTHER_BREAKDOWN
        given.append(power if asked.power_failure else other)
    if not asked.cards_recovered:
        given.append(Circumstance.CARDS_BEYOND_RECOVERY)
    return given
