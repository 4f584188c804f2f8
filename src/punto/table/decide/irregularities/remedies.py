"""Carry out the remedies of an irregularity, step by step, as the rows of the rulebook say."""

from collections.abc import Iterable

from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rulebook import DealingMethod
from punto.games.policies import PRECEDENCE
from punto.table.commands import ReportIrregularity
from punto.table.decide.irregularities.reconstruction import (
    cards_now_due,
    reconstruct_hands,
    reconstruct_settled_round,
    reverse_round,
)
from punto.table.decide.irregularities.withdrawal import withdrawable_stakes
from punto.table.events import (
    BetsReopened,
    CardBurned,
    CardReplacementRequired,
    Decision,
    Event,
    IrregularityRaised,
    PlayResumed,
    ReturnedStakes,
    RoundVoided,
    WithdrawalClosed,
)
from punto.table.evolve import evolve_all
from punto.table.irregularity_rules import applicable_row
from punto.table.refusals import No
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, PendingStep, Phase, Table

AT_FAULT = frozenset(
    {Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED, Trigger.ORDER_LOST}
)
"""The triggers after which the same cards would void every round (P14)."""


def raise_irregularity(
    table: Table, trigger: Trigger, circumstances: Iterable[Circumstance]
) -> tuple[Event, ...]:
    """Raise an irregularity, and carry out the steps that are due at once."""
    return raise_reported(table, ReportIrregularity(trigger), circumstances)


def raise_reported(
    table: Table, report: ReportIrregularity, circumstances: Iterable[Circumstance]
) -> tuple[Event, ...]:
    """Raise an irregularity with the cards and the evidence of its report."""
    return carry_out_steps(table, (record_irregularity(table, report, circumstances),))


def record_irregularity(
    table: Table, report: ReportIrregularity, circumstances: Iterable[Circumstance]
) -> IrregularityRaised:
    """Record an irregularity, and whether its steps precede those already pending (P27)."""
    # A request for the cause has no rank, because its answer replaces it.
    first = next((each.trigger for each in table.pending_steps if each.step is not None), None)
    trigger, in_order = report.trigger, tuple(sorted(circumstances))
    row = applicable_row(table.game, trigger, in_order)
    return IrregularityRaised(
        round=report.round or (table.round.number if table.round else 0),
        trigger=trigger,
        circumstances=in_order,
        source=row.source,
        steps=row.irregularity.steps,
        proposed=row.proposes,
        cards=report.cards,
        numbers=report.numbers,
        evidence=report.evidence,
        goes_first=first is None or trigger_rank(trigger) < trigger_rank(first),
        pending_sources=tuple(
            dict.fromkeys(each.source for each in table.pending_steps if each.source)
        ),
    )


def trigger_rank(trigger: Trigger) -> int:
    """The rank of a trigger; triggers that no policy ranks are last."""
    for place, group in enumerate(PRECEDENCE):
        if trigger in group:
            return place
    return len(PRECEDENCE)


def carry_out_steps(table: Table, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events and those that they cause, until the table must wait for a person."""
    result: list[Event] = []
    due = tuple(events)
    while due:
        table = evolve_all(table, due)
        result += due
        due = _due_events(table)
    return tuple(result)


def _due_events(table: Table) -> tuple[Event, ...]:
    """The events of the first pending step, if it needs no person; empty while it waits."""
    if not table.pending_steps:
        return ()
    item = table.pending_steps[0]
    step = item.step
    if step is None or step.position is not None:
        return ()
    match step.remedy, step.detail:
        case Remedy.VOID, _:
            return _void(table, item)
        case Remedy.PLAY_ON, _:
            return _played_on(table, item)
        case Remedy.RECONSTRUCT, _ if table.phase is Phase.SETTLED:
            return reconstruct_settled_round(table, item)
        case Remedy.RECONSTRUCT, _:
            return (reconstruct_hands(table, item),)
        case Remedy.OFFER_WITHDRAWAL, _ if not withdrawable_stakes(table, item):
            return (WithdrawalClosed(item.round),)
        case Remedy.REPLACE_CARDS, RemedyDetail.MUST:
            return (CardReplacementRequired(table.device.key, item.source),)
        case _:
            return ()


def _played_on(table: Table, item: PendingStep) -> tuple[Event, ...]:
    """Continue play with the waiting cards. Sorted decks cannot supply another card."""
    came = () if awaits_card_order(table, item) else cards_now_due(table, item.source)
    now = evolve_all(table, came)
    if now.round is None or not now.round.is_sorted_out:
        return *came, PlayResumed(item.round, item.source)
    lost = ReportIrregularity(
        Trigger.ORDER_LOST, evidence="the decks are sorted, and the round needs a card"
    )
    circumstances = {
        Circumstance.CANNOT_BE_RECONSTRUCTED,
        Circumstance.IN_ROUND,
        Circumstance.AFTER_FIRST_CARD,
    }
    if table.settings_in_force.method is DealingMethod.C:
        circumstances.add(Circumstance.METHOD_C)
    return *came, record_irregularity(now, lost, circumstances)


def awaits_card_order(table: Table, item: PendingStep) -> bool:
    """Whether the order of loose cards belongs to another pending irregularity."""
    several_drawn = [each for each in table.pending_steps if each.trigger is Trigger.DRAWN_TOGETHER]
    return bool(several_drawn) and item.trigger is not Trigger.DRAWN_TOGETHER


def _void(table: Table, item: PendingStep) -> tuple[Event, ...]:
    """Void the round: return its stakes and replace or burn cards where required."""
    assert item.round == table.current.number, "a step voids only the current round"
    if table.phase not in IN_ROUND:
        return (reverse_round(table, item),)
    voided = RoundVoided(item.round, item.trigger, item.source, return_all_stakes(table))
    return voided, *_cards_after(table, item)


def _cards_after(table: Table, item: PendingStep) -> tuple[Event, ...]:
    """Decide what a void does with the cards: a pending step, its own row, or cards at fault."""
    shoe = table.device
    must = RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MUST)
    owed = [each.source for each in table.pending_steps if each.step == must]
    if owed:
        # A pending demand for new cards applies after every void.
        return (CardReplacementRequired(shoe.key, owed[0]),)
    steps = [
        each.step for each in table.pending_steps if each.step and each.trigger is item.trigger
    ]
    replaced = [step for step in steps if step.remedy is Remedy.REPLACE_CARDS]
    if any(step.detail is RemedyDetail.EXPOSED_CARD for step in replaced) and len(item.cards) == 1:
        # Remove the one exposed card. The next round begins behind it.
        return (CardBurned(shoe.cards_out + 1, item.cards[0]),)
    if replaced:
        return (CardReplacementRequired(shoe.key, item.source),)
    if item.trigger in AT_FAULT:
        row = applicable_row(table.game, Trigger.AFTER_VOID, [Circumstance.CARDS_AT_FAULT])
        return (CardReplacementRequired(shoe.key, row.source),)
    return ()


def return_all_stakes(table: Table) -> tuple[ReturnedStakes, ...]:
    """Every stake of the round, to be returned whole to its owner (R10)."""
    return tuple(
        ReturnedStakes(seat, placed.visit, placed.cents)
        for seat, placed in table.current.sets.items()
        if placed.cents
    )


def reopen_bets(table: Table) -> Decision:
    """Reopen bets after the device was reset and patrons have answered."""
    item = table.first_step
    if item is None or item.step is None or item.step.remedy is not Remedy.REOPEN_BETS:
        return No.NOTHING_HELD
    # Staff may have reported another irregularity, which waits behind the reset.
    return carry_out_steps(table, (BetsReopened(item.round, item.source),))


def replace_cards(table: Table) -> Decision:
    """Require new cards after a void round."""
    if table.shoe is None:
        return No.NO_SHOE
    if table.phase is not Phase.VOID:
        return No.NOT_IN_THIS_STEP
    if table.shoe.replace_by:
        return ()
    row = applicable_row(table.game, Trigger.AFTER_VOID, [])
    return (CardReplacementRequired(table.shoe.key, row.source),)


def check_card_count(table: Table, text: str, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events of one new card, and the remedy if it is an excess copy."""
    shoe = table.shoe
    if shoe is not None and shoe.copies.get(text, 0) < shoe.decks:
        return events
    return check_card_counts(table, events)


def check_card_counts(table: Table, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events of new cards, and the remedy if one is an excess copy."""
    came = tuple(events)
    now = evolve_all(table, came)
    if now.shoe is None or not now.shoe.is_overcounted or table.device.is_overcounted:
        return came
    between = now.phase in BETWEEN_ROUNDS
    circumstance = Circumstance.BETWEEN_ROUNDS if between else Circumstance.IN_ROUND
    return *came, *raise_irregularity(now, Trigger.CARD_COUNT, [circumstance])
