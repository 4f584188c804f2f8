"""Decide rulings and the answers of patrons, staff and clock that a held round waits for."""

from collections.abc import Sequence
from dataclasses import replace

from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, StaffPosition
from punto.games.shared_terms import PLAY_ON, VOID
from punto.table.actors import Actor, has_second, holds_or_higher, is_seconded
from punto.table.commands import (
    AnswerWithdrawal,
    CloseWithdrawal,
    CorrectFacts,
    GiveRuling,
    ReferDecision,
    RulingOutcome,
)
from punto.table.decide.irregularities.reconstruction import loose_in_order
from punto.table.decide.irregularities.remedies import awaits_card_order, carry_out_steps
from punto.table.decide.irregularities.withdrawal import (
    open_offer,
    record_answer,
    withdrawable_stakes,
)
from punto.table.events import (
    CardBurned,
    CardsMisplaced,
    Decision,
    DecisionReferred,
    Event,
    FactsCorrected,
    RulingGiven,
    WithdrawalClosed,
)
from punto.table.evolve import evolve
from punto.table.irregularity_rules import applicable_row
from punto.table.refusals import No
from punto.table.state import IN_ROUND, PendingStep, Table

REMAINING_THEN_ON = (
    RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ALL_REMAINING_WAGERS),
    PLAY_ON,
)
ANY_THEN_OPEN = (
    RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ANY_WAGER),
    RemedyStep(Remedy.REOPEN_BETS),
)


def answer_withdrawal(table: Table, command: AnswerWithdrawal, by: Actor) -> Decision:
    """Record a patron's answer to an offer. The last answer closes the offer."""
    answer = record_answer(table, command, by)
    if isinstance(answer, No):
        return answer
    after = evolve(table, answer)
    if withdrawable_stakes(after, after.pending_steps[0]):
        return (answer,)
    return answer, *carry_out_steps(after, (WithdrawalClosed(table.current.number),))


def close_withdrawal(table: Table, command: CloseWithdrawal) -> Decision:
    """Close an offer whose time is up. Patrons without an answer stay in (P17)."""
    item = open_offer(table)
    if item is None or item.event != command.event:
        return ()
    return carry_out_steps(table, (WithdrawalClosed(table.current.number),))


def give_ruling(table: Table, command: GiveRuling, by: Actor) -> Decision:
    """Accept the ruling of the required position, or of a higher one."""
    item = _ruled_on(table, by)
    if isinstance(item, No):
        return item
    steps = steps_of_ruling(table, item, command)
    if isinstance(steps, No):
        return steps
    if _is_discretion(item) and not command.reason:
        return No.NO_REASON
    # A void that a person chooses needs a second person; one that a rule computes does not.
    if VOID in steps and not is_seconded(by, Permission.VOID_ROUND):
        return No.NEEDS_SECOND
    order = _order(table, item, command.cards, steps)
    if isinstance(order, No):
        return order
    ruling = RulingGiven(
        item.round, _held_by(by), command.outcome, command.reason, steps, item.source
    )
    return carry_out_steps(table, (*_exposed_card_burned(table, item, command), ruling, *order))


def refer_decision(table: Table, command: ReferDecision, by: Actor) -> Decision:
    """Refer a ruling to the next position above the sender.

    Rule: HIGHER_POSITION
    """
    item = _ruled_on(table, by)
    if isinstance(item, No):
        return item
    if not command.reason:
        return No.NO_REASON
    holds, ladder = _held_by(by), table.settings_in_force.ladder
    if holds is ladder[-1]:
        return No.NOBODY_HIGHER
    to = ladder[ladder.index(holds) + 1]
    source = table.game.cite(Rule.HIGHER_POSITION)
    return (DecisionReferred(item.round, holds, to, command.reason, source),)


def _ruled_on(table: Table, by: Actor) -> PendingStep | No:
    """The pending step on which the sender may rule."""
    item = table.first_step
    if item is None or not is_ruling_pending(item):
        return No.NOTHING_HELD
    assert item.step is not None, "a step is due"
    assert item.step.position is not None, "the step names a position"
    is_theirs = holds_or_higher(by, item.step.position, table.settings_in_force.ladder)
    return item if is_theirs else No.NOT_ALLOWED


def _held_by(by: Actor) -> StaffPosition:
    holds = by.acting_as or by.position
    assert holds is not None, "the sender of a ruling holds a position"
    return holds


def steps_of_ruling(
    table: Table, item: PendingStep, command: GiveRuling
) -> tuple[RemedyStep, ...] | No:
    """The steps of a ruling, or the reason to refuse it. A mandatory clause limits the choice."""
    assert item.step is not None, "a step is due"
    running = table.phase in IN_ROUND and item.round == table.current.number
    if item.step.remedy is not Remedy.RULING:
        return _confirmed(item, command.outcome)
    if item.step.detail is RemedyDetail.ORDER_OF_CARDS:
        return () if command.outcome is RulingOutcome.CONTINUE else No.NOT_RULED_SO
    match command.outcome:
        case RulingOutcome.CONTINUE:
            return (PLAY_ON,)
        case RulingOutcome.VOID:
            return (VOID,) if running else No.NO_ROUND
        case RulingOutcome.AS_PROPOSED:
            return _proposed(item, running)
        case _:
            return _granted(table, item, command.outcome, running)


def is_ruling_pending(item: PendingStep) -> bool:
    """Whether a step waits for the ruling of a staff position."""
    if item.step is None or item.step.position is None:
        return False
    return item.step.detail not in (RemedyDetail.MISSING_CARD, RemedyDetail.WAGERS_TO_REMOVE)


def _is_discretion(item: PendingStep) -> bool:
    """Whether a position rules at its discretion, because no clause states the remedy."""
    return item.step is not None and item.step.detail is RemedyDetail.WHATEVER_IS_NEEDED


def _confirmed(item: PendingStep, ruled: RulingOutcome) -> tuple[RemedyStep, ...] | No:
    """Confirm the proposed remedy, or skip it so that the round continues."""
    assert item.step is not None, "a step is due"
    if ruled is RulingOutcome.AS_PROPOSED:
        return (replace(item.step, position=None),)
    if ruled is RulingOutcome.CONTINUE:
        # A discretionary offer is skipped; the next step already lets play continue.
        return () if item.step.remedy is Remedy.OFFER_WITHDRAWAL else (PLAY_ON,)
    return No.NOT_RULED_SO


def _proposed(item: PendingStep, running: bool) -> tuple[RemedyStep, ...] | No:
    if not item.proposed:
        return No.NOT_RULED_SO
    if running:
        return item.proposed
    several = len(item.cards) != 1
    return (RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MUST),) if several else (PLAY_ON,)


def _granted(
    table: Table, item: PendingStep, ruled: RulingOutcome, running: bool
) -> tuple[RemedyStep, ...] | No:
    """Grant a remedy that only a document's clause on uncovered cases allows after the close."""
    has_clause = table.game.document.clause_of(Rule.UNCOVERED) is not None
    if not (_is_discretion(item) and running and has_clause):
        return No.NOT_RULED_SO
    if ruled is RulingOutcome.OFFER_WITHDRAWAL:
        # Decided wagers stay decided, so a patron cannot withdraw a lost stake.
        return REMAINING_THEN_ON
    no_card = not table.current.numbers and not table.current.loose
    return ANY_THEN_OPEN if no_card else No.TOO_LATE


def _order(
    table: Table, item: PendingStep, texts: Sequence[str], steps: tuple[RemedyStep, ...]
) -> tuple[CardsMisplaced, ...] | No:
    """The ruled order of loose cards, without which they cannot be played."""
    if VOID in steps or not needs_card_order(table, item):
        return No.NOT_THESE_CARDS if texts else ()
    order = loose_in_order(table, texts)
    if order is None:
        return No.NOT_THESE_CARDS
    return (CardsMisplaced(table.current.number, order, is_ordered=True),)


def needs_card_order(table: Table, item: PendingStep) -> bool:
    """Whether a ruling to continue must state the order of loose cards."""
    current = table.round
    if current is None or not current.loose or current.is_loose_ordered:
        return False
    return not awaits_card_order(table, item)


def _exposed_card_burned(table: Table, item: PendingStep, command: GiveRuling) -> tuple[Event, ...]:
    """Burn the one exposed card between rounds, as proposed."""
    exposed = any(step.detail is RemedyDetail.EXPOSED_CARD for step in item.proposed)
    if command.outcome is not RulingOutcome.AS_PROPOSED or not exposed or table.phase in IN_ROUND:
        return ()
    if len(item.cards) != 1:
        return ()
    return (CardBurned(table.device.cards_out + 1, item.cards[0]),)


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
        return item
    if not command.reason:
        return No.NO_REASON
    circumstances = corrected_circumstances(item, command.saw)
    lie = _lying(table, item, command, circumstances)
    if isinstance(lie, No):
        return lie
    if circumstances == item.circumstances and not lie:
        return No.ALREADY_REPORTED
    if not has_second(by):
        return No.NEEDS_SECOND
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
