"""Correct a fact that staff reported wrongly, before a remedy step depends on it."""

from punto.core.irregularities import Circumstance, Trigger
from punto.table.actors import Actor, has_second
from punto.table.commands import CorrectFacts
from punto.table.decide.decision import Decision
from punto.table.decide.irregularities.reconstruction import loose_in_order
from punto.table.decide.irregularities.remedies import carry_out_steps
from punto.table.events import CardsMisplaced, FactsCorrected
from punto.table.irregularity_rules import applicable_row
from punto.table.refusals import No
from punto.table.state import PendingStep, Table

When = Circumstance

CORRECTABLE_FACTS: dict[Trigger, tuple[tuple[Circumstance, Circumstance | None], ...]] = {
    Trigger.DRAWN_TOGETHER: ((When.ORDER_UNKNOWN, When.ORDER_KNOWN),),
    Trigger.DEVICE_RESET: ((When.CANNOT_BE_RECONSTRUCTED, When.CAN_BE_RECONSTRUCTED),),
    Trigger.INTERRUPTED: (
        (When.POWER_FAILURE, When.OTHER_BREAKDOWN),
        (When.CARDS_BEYOND_RECOVERY, None),
    ),
}
"""The facts that staff report for each trigger: if reported, and if not."""


def correct_facts(table: Table, command: CorrectFacts, by: Actor) -> Decision:
    """Correct the facts that people reported; the row that then applies replaces the first."""
    item = correctable_step(table)
    if isinstance(item, No):
        return item.at(table.book)
    if not command.reason:
        return No.NO_REASON.at(table.book)
    circumstances = corrected_circumstances(item, command.saw)
    lie = _lying(table, item, command, circumstances)
    if isinstance(lie, No):
        return lie.at(table.book)
    if circumstances == item.circumstances and not lie:
        return No.ALREADY_REPORTED.at(table.book)
    if not has_second(by):
        return No.NEEDS_SECOND.at(table.book)
    row = applicable_row(table.game, item.trigger, circumstances)
    changed = FactsCorrected(
        round=item.round,
        trigger=item.trigger,
        before=item.circumstances,
        circumstances=circumstances,
        source=row.source,
        steps=row.irregularity.steps,
        reason=command.reason,
        proposed=row.proposes,
    )
    return carry_out_steps(table, (*lie, changed))


def correctable_step(table: Table) -> PendingStep | No:
    """The first pending step, if its facts came from staff and nothing depends on them yet."""
    if not table.pending_steps:
        return No.NOTHING_HELD
    item = table.pending_steps[0]
    if item.step is None or item.trigger not in CORRECTABLE_FACTS:
        return No.FACTS_NOT_REPORTED
    row = applicable_row(table.game, item.trigger, item.circumstances)
    due = sum(each.event == item.event for each in table.pending_steps)
    untouched = item.circumstances and not item.answered
    return item if untouched and due == len(row.irregularity.steps) else No.RULED_ALREADY


def corrected_circumstances(
    item: PendingStep, saw: tuple[Circumstance, ...]
) -> tuple[Circumstance, ...]:
    """Replace the reported circumstances. Those that the table itself knows stay."""
    circumstances = set(item.circumstances)
    for yes, no in CORRECTABLE_FACTS[item.trigger]:
        if no is None or circumstances & {yes, no}:
            circumstances -= {yes, no}
            circumstances |= {each for each in (yes if yes in saw else no,) if each is not None}
    return tuple(sorted(circumstances))


def _lying(
    table: Table, item: PendingStep, command: CorrectFacts, circumstances: tuple[Circumstance, ...]
) -> tuple[CardsMisplaced, ...] | No:
    """Reorder loose cards by the corrected facts; empty if their order is correct already."""
    if item.trigger is not Trigger.DRAWN_TOGETHER:
        return No.NOT_THESE_CARDS if command.cards else ()
    current = table.current
    if When.ORDER_UNKNOWN in circumstances:
        if command.cards:
            return No.NOT_THESE_CARDS
        if table.device.is_committed and item.numbers:
            return No.CARDS_KNOWN
        lie = CardsMisplaced(current.number, current.loose, is_ordered=False)
        return (lie,) if current.is_loose_ordered else ()
    order = loose_in_order(table, command.cards)
    if order is None:
        return No.NOT_THESE_CARDS
    if current.is_loose_ordered and order == current.loose:
        return ()
    return (CardsMisplaced(current.number, order, is_ordered=True),)
