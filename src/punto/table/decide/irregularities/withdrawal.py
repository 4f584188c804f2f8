"""Let patrons take back stakes after the close, and record their answers."""

from collections.abc import Mapping
from dataclasses import replace

from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, Trigger
from punto.core.staff_positions import Permission
from punto.core.standings import Standing, standings
from punto.table.actors import Actor, ActorKind, may_do_at
from punto.table.card_handling import public_tableau
from punto.table.commands import AnswerWithdrawal
from punto.table.events import Decision, IrregularityRaised, WithdrawalAnswered
from punto.table.irregularity_rules import applicable_row
from punto.table.refusals import No
from punto.table.stakes import Stake, are_chips
from punto.table.state import PendingStep, Table


def open_offer(table: Table) -> PendingStep | None:
    """The pending offer of withdrawal, if the table waits for answers to one."""
    item = table.first_step
    if item is None or item.step is None or item.step.position is not None:
        return None
    return item if item.step.remedy is Remedy.OFFER_WITHDRAWAL else None


def withdrawable_stakes(table: Table, item: PendingStep) -> Mapping[int, tuple[Stake, ...]]:
    """The stakes that each seat may still withdraw; a decided wager stays (R18).

    Only cards that everyone sees decide, because an offer must not reveal a face-down card.
    """
    assert item.step is not None, "an offer is a step"
    sets = table.current.sets
    if item.step.detail is not RemedyDetail.ALL_REMAINING_WAGERS:
        found = {seat: placed.stakes for seat, placed in sets.items()}
    else:
        by_wager = standings(table.game, public_tableau(table))
        found = {
            seat: tuple(stake for stake in placed.stakes if by_wager[stake.wager] is Standing.OPEN)
            for seat, placed in sets.items()
        }
    return {seat: stakes for seat, stakes in found.items() if stakes and seat not in item.answered}


def may_answer(table: Table, owner: str, by: Actor) -> bool:
    """Whether an actor may answer for stakes: their patron, or staff for chips."""
    if are_chips(owner):
        return may_do_at(table, by, Permission.ENTER_CHIPS)
    return by.kind is ActorKind.PATRON and by.name == owner


def record_answer(table: Table, command: AnswerWithdrawal, by: Actor) -> WithdrawalAnswered | No:
    """A patron's answer: all offered stakes or none, or some where the offer allows it."""
    item = open_offer(table)
    stakes = withdrawable_stakes(table, item).get(command.seat) if item is not None else None
    if item is None or stakes is None:
        return No.NOTHING_HELD
    placed = table.current.sets[command.seat]
    if not may_answer(table, placed.visit, by):
        return No.NOT_YOUR_SEAT
    chosen = command.stakes or stakes
    if not set(chosen) <= set(stakes) or len(set(chosen)) < len(chosen):
        return No.NOTHING_HELD
    assert item.step is not None, "an offer is a step"
    if set(chosen) != set(stakes) and item.step.detail is not RemedyDetail.ANY_WAGER:
        return No.ALL_OR_NONE
    withdrawn = chosen if command.withdraws else ()
    cents = sum(stake.cents for stake in withdrawn)
    return WithdrawalAnswered(
        table.current.number, command.seat, placed.visit, tuple(withdrawn), cents
    )


def offer_withdrawal(table: Table) -> Decision:
    """Offer withdrawal if the cutting card came first and the Dealer may allow it."""
    circumstance = Circumstance.FIRST_CARD_IN_HLGA
    row = applicable_row(table.game, Trigger.CUTTING_CARD, [circumstance])
    allowed = table.settings_in_force.is_hlga and circumstance in row.irregularity.when
    current = table.current
    if not allowed or not current.live.is_cut_first or not current.sets:
        return No.CUT_NOT_FIRST
    # The position has just made the offer, so only the patrons must answer.
    steps = tuple(replace(step, position=None) for step in row.irregularity.steps)
    return (
        IrregularityRaised(
            current.number, Trigger.CUTTING_CARD, (circumstance,), row.source, steps
        ),
    )
