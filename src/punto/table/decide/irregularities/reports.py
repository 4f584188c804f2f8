"""Decide a reported irregularity by the rule or policy that covers it."""

from collections.abc import Sequence

from punto.core.cards import is_card
from punto.core.irregularities import Circumstance, Irregularity, Remedy, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.rulebook import DealingMethod
from punto.core.standings import is_conclusive
from punto.core.tableau import Tableau
from punto.table.actors import Actor, ActorKind, has_second
from punto.table.commands import InterruptRound, ReportIrregularity
from punto.table.decide.irregularities.reconstruction import (
    correct_display_error,
    deal_stage,
    is_card_due,
    is_next_card_unknown,
    recent_round,
    round_in_order,
    several_cards_drawn,
    time_of_report,
)
from punto.table.decide.irregularities.remedies import (
    check_card_counts,
    raise_irregularity,
    raise_reported,
)
from punto.table.decide.play import dealing
from punto.table.events import (
    CardIdentified,
    CardsMisplaced,
    CauseRequested,
    Decision,
    Event,
    NumberedCard,
)
from punto.table.evolve import evolve_all
from punto.table.irregularity_rules import applicable_row, depends_on
from punto.table.refusals import No
from punto.table.state import IN_ROUND, Phase, Table

ANOTHER_WAY = frozenset(
    {
        Trigger.LATE_WAGER,
        Trigger.LATE_WITHDRAWAL,
        Trigger.UNDER_MINIMUM,
        Trigger.OVER_MAXIMUM,
        Trigger.TOO_MANY_WAGERS,
        Trigger.DIFFERENTIAL,
        Trigger.TERMINAL_CUT_OFF,
        Trigger.AFTER_VOID,
    }
)
"""The triggers that the table itself detects: wagers, connections and the end of a void round."""

OF_THE_DEVICE = frozenset(
    {
        Trigger.FOREIGN_CARD,
        Trigger.CARD_COUNT,
        Trigger.UNSHUFFLED,
        Trigger.ORDER_LOST,
        Trigger.FACE_UP,
    }
)
"""The triggers that may be found at any time, in a round or between rounds."""

WITH_CARDS = frozenset(
    {
        Trigger.WRONG_ORDER,
        Trigger.WRONG_NUMBER,
        Trigger.WRONG_PATRON,
        Trigger.NOT_PASSED,
        Trigger.HANDLER_ABSENT,
        Trigger.LEFT_WITH_CARDS,
    }
)
"""The triggers that need a card of the round."""

PUT_RIGHT = frozenset(
    {
        Trigger.DRAWN_TOGETHER,
        Trigger.WRONG_ORDER,
        Trigger.WRONG_NUMBER,
        Trigger.DEVICE_RESET,
    }
)
"""The triggers whose report contains cards to be put in order."""

ONCE_PER_ROUND = frozenset({Trigger.INTERRUPTED, Trigger.DEVICE_RESET, Trigger.WRONG_NUMBER})
"""The triggers that occur once per round; while one is pending, a second report is the same."""

When = Circumstance

EITHER_OR = (
    (When.ORDER_KNOWN, When.ORDER_UNKNOWN),
    (When.CAN_BE_RECONSTRUCTED, When.CANNOT_BE_RECONSTRUCTED),
    (When.POWER_FAILURE, When.OTHER_BREAKDOWN),
)
"""Circumstances that exclude each other."""

REPORTED = frozenset({When.CANNOT_BE_RECONSTRUCTED, When.ORDER_UNKNOWN, When.CARDS_BEYOND_RECOVERY})
"""The circumstances that only people see. The table knows all others better."""


def report_irregularity(table: Table, report: ReportIrregularity, by: Actor) -> Decision:
    """Raise the reported irregularity, with the circumstances that the table itself knows.

    Rule: UNCOVERED
    """
    if no := refuse_report(table, report):
        return no
    if report.trigger is Trigger.CUTTING_CARD:
        return dealing.report_cutting_card(table)
    if report.trigger is Trigger.WRONG_DISPLAY and report.cards:
        return _display(table, report, by)
    before = _before(table, report)
    if isinstance(before, No):
        return before
    circumstances = report_circumstances(table, report)
    row = applicable_row(table.game, report.trigger, circumstances)
    if no := _unproved(report, row.irregularity, by):
        return no
    came = check_card_counts(table, before)
    now = evolve_all(table, came)
    if len(came) > len(before) and now.phase not in IN_ROUND:
        # An excess copy has voided the round, so no other step remains.
        return came
    events = (*came, *raise_reported(now, report, circumstances))
    now = evolve_all(table, events)
    if before and table.phase is Phase.BETS_OPEN and now.phase in IN_ROUND:
        return *events, *dealing.draw_before_close(now)
    return events


def refuse_report(table: Table, report: ReportIrregularity) -> No | None:
    """The reason why the irregularity cannot have occurred now."""
    trigger, in_round = report.trigger, table.phase in IN_ROUND
    if trigger in ANOTHER_WAY or _is_order_lost(report):
        return No.REPORT_ANOTHER_WAY
    if any(set(pair) <= set(report.saw) for pair in EITHER_OR):
        return No.FACTS_CLASH
    if _waits_already(table, report):
        return No.ALREADY_REPORTED
    if _is_past(table, report):
        if trigger not in (Trigger.WRONG_NUMBER, Trigger.WRONG_DISPLAY):
            return No.OTHER_ROUND
        return _beyond(table, report.round)
    if trigger in OF_THE_DEVICE:
        return None if table.shoe is not None else No.NO_SHOE
    if table.round is None:
        return No.NO_ROUND
    if trigger in (Trigger.WRONG_DISPLAY, Trigger.UNCOVERED):
        return None
    settled = trigger is Trigger.WRONG_NUMBER and table.phase is Phase.SETTLED
    if not in_round and not settled:
        return No.NO_ROUND
    return _not_yet(table, report)


def _is_order_lost(report: ReportIrregularity) -> bool:
    """Whether cards in a wrong order cannot be reconstructed, so that their order is lost."""
    return report.trigger is Trigger.WRONG_ORDER and When.CANNOT_BE_RECONSTRUCTED in report.saw


def _waits_already(table: Table, report: ReportIrregularity) -> bool:
    """Whether the same irregularity is pending, so that a second report would repeat it."""
    if table.round is None or report.trigger not in ONCE_PER_ROUND:
        return False
    number = report.round or table.current.number
    same = [
        each
        for each in table.pending_steps
        if each.trigger is report.trigger and each.round == number and each.step is not None
    ]
    # While an interruption is pending, staff may find that the cards are lost.
    lost = When.CARDS_BEYOND_RECOVERY
    is_new = lost in report.saw and not any(lost in each.circumstances for each in same)
    return bool(same) and not is_new


def _beyond(table: Table, number: int) -> No | None:
    """The reason to refuse a report on another round: no such round, or the table closed since."""
    if not 1 <= number <= table.rounds:
        return No.OTHER_ROUND
    return No.LONG_PAST if table.round is None else None


def _not_yet(table: Table, report: ReportIrregularity) -> No | None:
    """The reason why the irregularity is too early or too late in the round."""
    if report.trigger in WITH_CARDS and not table.current.numbers:
        return No.NOT_DEALT
    if report.trigger in (Trigger.DRAWN_TOGETHER, Trigger.SHOE_SHORT, Trigger.CUTTING_CARD):
        early = table.phase is Phase.BETS_OPEN and report.trigger is not Trigger.DRAWN_TOGETHER
        if early:
            return No.BETS_OPEN
        if report.trigger is not Trigger.DRAWN_TOGETHER and is_next_card_unknown(table):
            # The answer would reveal whether a card is due before the cards are turned.
            return No.FACE_DOWN
        if report.trigger is Trigger.SHOE_SHORT and _has_promised_cards(table):
            # Otherwise the report of two people could void any round that they choose.
            return No.CARDS_KNOWN
        if report.trigger is Trigger.SHOE_SHORT and table.current.loose:
            # Whether the round needs a card depends on the loose cards.
            return No.HELD
        # Cards drawn together may all have numbers already, so that none of them is new.
        due = is_card_due(table) or (report.trigger is Trigger.DRAWN_TOGETHER and report.numbers)
        return None if due else No.NO_CARD_DUE
    if report.trigger is Trigger.DEVICE_RESET and table.phase is Phase.BETS_OPEN:
        return No.BETS_OPEN
    return None


def _has_promised_cards(table: Table) -> bool:
    """Whether a committed shoe still has cards, as everyone can count."""
    shoe = table.device
    return shoe.is_committed and shoe.cards_out < shoe.cards


def report_circumstances(table: Table, report: ReportIrregularity) -> list[Circumstance]:
    """Return the circumstances: those reported, and those that the table knows better."""
    circumstances = set(report.saw) & REPORTED
    if not _is_past(table, report):
        circumstances |= _how_far(table)
    if table.settings_in_force.method is DealingMethod.C:
        circumstances.add(When.METHOD_C)
    match report.trigger:
        case Trigger.ORDER_LOST if When.CAN_BE_RECONSTRUCTED in report.saw:
            # The clause voids only cards that cannot be reconstructed; otherwise staff rule.
            circumstances.add(_can_be_put_right(report))
        case Trigger.ORDER_LOST:
            circumstances.add(When.CANNOT_BE_RECONSTRUCTED)
        case Trigger.WRONG_NUMBER:
            circumstances.add(time_of_report(table, report.round or table.current.number))
            circumstances.add(_can_be_put_right(report))
        case Trigger.DEVICE_RESET:
            circumstances.add(_can_be_put_right(report))
        case Trigger.DRAWN_TOGETHER:
            ready = evolve_all(table, dealing.prepare_draw(table))
            cards = several_cards_drawn(ready, report)
            assert not isinstance(cards, No), "the report was checked before"
            circumstances.add(When.ORDER_UNKNOWN if _is_order_unknown(report) else When.ORDER_KNOWN)
            circumstances.add(deal_stage(ready, cards))
        case Trigger.LEFT_WITH_CARDS:
            known = FACE_DOWN not in _texts(table, report) or bool(report.cards)
            circumstances.add(When.VALUE_KNOWN if known else When.VALUE_UNKNOWN)
        case Trigger.INTERRUPTED:
            circumstances |= set(interruption_circumstances(table, _interrupt(report)))
        case _:
            pass
    return sorted(circumstances)


def _how_far(table: Table) -> set[Circumstance]:
    """Whether a round is running, and whether one of its cards is out."""
    in_round = table.phase in IN_ROUND
    has_card = in_round and bool(table.current.numbers or table.current.loose)
    return {
        When.IN_ROUND if in_round else When.BETWEEN_ROUNDS,
        When.AFTER_FIRST_CARD if has_card else When.BEFORE_FIRST_CARD,
    }


def _before(table: Table, report: ReportIrregularity) -> tuple[Event, ...] | No:
    """Return the events to record first: cards drawn together, or the value of a card."""
    match report.trigger:
        case trigger if trigger in PUT_RIGHT and report.cards and _is_unread(table, report):
            # An unknown card cannot be put in order.
            return No.CARD_UNREAD
        case Trigger.FACE_UP if report.cards and table.device.is_committed:
            # The table would burn a wrongly reported card in place of the true one.
            return No.CARDS_KNOWN
        case Trigger.DRAWN_TOGETHER:
            return _several_drawn(table, report)
        case Trigger.LEFT_WITH_CARDS:
            return _gone(table, report)
        case Trigger.WRONG_ORDER | Trigger.WRONG_NUMBER | Trigger.DEVICE_RESET:
            return _put_in_order(table, report)
        case Trigger.INTERRUPTED if _says_no_cause(report):
            return No.REPORT_ANOTHER_WAY
        case _:
            return ()


def _several_drawn(table: Table, report: ReportIrregularity) -> tuple[Event, ...] | No:
    if table.pending_steps and not table.current.is_confirmed:
        # The table must confirm who takes part before any card.
        return No.HELD
    if any(each.trigger in PUT_RIGHT for each in table.pending_steps):
        # A new report would lose the loose cards that still need their places.
        return No.HELD
    if any(each.step and each.step.remedy is Remedy.REOPEN_BETS for each in table.pending_steps):
        # Bets will reopen, and the round has no card before the second close.
        return No.HELD
    before = dealing.prepare_draw(table)
    ready = evolve_all(table, before)
    cards = several_cards_drawn(ready, report)
    if isinstance(cards, No):
        return cards
    if not all(is_card(text) for _, text in cards):
        return No.UNKNOWN_CARDS
    is_ordered = not _is_order_unknown(report)
    if table.device.is_committed and not _as_promised(cards, report, is_ordered=is_ordered):
        return No.CARDS_KNOWN
    loose = CardsMisplaced(table.current.number, cards, is_ordered)
    return *before, loose, *dealing.cutting_card_among(ready, [number for number, _ in cards])


def _as_promised(
    cards: Sequence[NumberedCard], report: ReportIrregularity, *, is_ordered: bool
) -> bool:
    """Whether a report on a committed shoe leaves the recorded cards in their places."""
    numbers = [number for number, _ in cards]
    return numbers == sorted(numbers) if is_ordered else not report.numbers


def _gone(table: Table, report: ReportIrregularity) -> tuple[Event, ...] | No:
    """Identify unread cards that a patron took away, if surveillance reports their values."""
    if not report.numbers:
        return No.WHICH_CARDS
    if not set(report.numbers) <= set(table.current.numbers):
        return No.NOT_THESE_CARDS
    waiting = [each for each in table.pending_steps if each.trigger is Trigger.LEFT_WITH_CARDS]
    if any(number in each.numbers for each in waiting for number in report.numbers):
        return No.ALREADY_REPORTED
    unread = [number for number, text in table.numbered_cards if text == FACE_DOWN]
    lying = [number for number in unread if number not in report.numbers]
    unread = [number for number in unread if number in report.numbers]
    if not report.cards:
        # Staff find the missing cards by difference, so they must identify the others first.
        return No.CARD_UNREAD if unread and lying else ()
    if len(report.cards) != len(unread) or not all(is_card(text) for text in report.cards):
        return No.NOT_THESE_CARDS
    number = table.current.number
    return tuple(
        CardIdentified(number, each, text) for each, text in zip(unread, report.cards, strict=True)
    )


def _put_in_order(table: Table, report: ReportIrregularity) -> tuple[Event, ...] | No:
    if _is_past(table, report):
        return ()
    if table.current.loose:
        # Loose cards are part of the order, so the table must place them first.
        return No.HELD
    if not report.cards:
        return ()
    order = round_in_order(table, report.cards)
    if order is None:
        return No.NOT_THESE_CARDS
    settled = table.phase is Phase.SETTLED
    past = recent_round(table, table.current.number)
    # The shoe of a settled round may have been replaced.
    promised = past.is_committed if past is not None else table.device.is_committed
    if promised and [each[0] for each in order] != sorted(number for number, _ in order):
        return No.CARDS_KNOWN
    return No.NOT_THESE_CARDS if settled and not table.hands_in_order(order).is_finished else ()


def _unproved(report: ReportIrregularity, row: Irregularity, by: Actor) -> No | None:
    """The reason why one person's report is not enough for a void or a new order of cards."""
    if by.kind is ActorKind.DEVICE:
        return None
    voids = any(step.remedy is Remedy.VOID for step in row.steps)
    computed = (
        report.trigger is Trigger.INTERRUPTED and When.CARDS_BEYOND_RECOVERY not in report.saw
    )
    if voids and not computed and not report.evidence:
        return No.NO_EVIDENCE
    corrects = bool(report.cards) and report.trigger is not Trigger.FACE_UP
    if ((voids and not computed) or corrects) and not has_second(by):
        return No.NEEDS_SECOND
    return None


def _display(table: Table, report: ReportIrregularity, by: Actor) -> Decision:
    """Correct a settlement that a wrong display caused. The cards decide, by new transfers."""
    if not has_second(by):
        return No.NEEDS_SECOND
    number = report.round or table.current.number
    if number == table.current.number and table.phase in IN_ROUND:
        return No.NOT_DEALT
    past = recent_round(table, number)
    if past is not None and past.is_committed:
        return No.CARDS_KNOWN
    correction = correct_display_error(table, number, report.cards)
    if isinstance(correction, No):
        return correction
    raised = raise_reported(table, report, report_circumstances(table, report))
    return *raised, correction


def _is_unread(table: Table, report: ReportIrregularity) -> bool:
    return not table.current.tableau.is_known or FACE_DOWN in report.cards


def _is_past(table: Table, report: ReportIrregularity) -> bool:
    return bool(report.round) and (table.round is None or report.round != table.current.number)


def _is_order_unknown(report: ReportIrregularity) -> bool:
    return When.ORDER_UNKNOWN in report.saw


def _can_be_put_right(report: ReportIrregularity) -> Circumstance:
    cannot = When.CANNOT_BE_RECONSTRUCTED
    return cannot if cannot in report.saw else When.CAN_BE_RECONSTRUCTED


def _says_no_cause(report: ReportIrregularity) -> bool:
    return not {When.POWER_FAILURE, When.OTHER_BREAKDOWN} & set(report.saw)


def _interrupt(report: ReportIrregularity) -> InterruptRound:
    recovered = When.CARDS_BEYOND_RECOVERY not in report.saw
    return InterruptRound(When.POWER_FAILURE in report.saw, recovered)


def _texts(table: Table, report: ReportIrregularity) -> list[str]:
    return [text for number, text in table.numbered_cards if number in report.numbers]


CARDS_LOST = Circumstance.CARDS_BEYOND_RECOVERY


def interrupt_round(table: Table, command: InterruptRound, by: Actor) -> Decision:
    """Apply the rows for an interruption, once the table knows whether the power failed."""
    if by.kind is ActorKind.STAFF and not command.cards_recovered:
        # A void on a person's report needs evidence and two people, so it must be reported.
        return No.REPORT_ANOTHER_WAY
    circumstances = interruption_circumstances(table, command)
    power = Circumstance.POWER_FAILURE
    # Cards beyond recovery end the round, independently of the cause.
    is_open = command.power_failure is None and CARDS_LOST not in circumstances
    asks = is_open and depends_on(table.game, Trigger.INTERRUPTED, power)
    waiting = [each.step for each in table.pending_steps if each.trigger is Trigger.INTERRUPTED]
    if waiting and (asks or None not in waiting):
        # The table resolves one interruption once. The pending step may be the cause.
        return No.HELD
    if asks:
        return (CauseRequested(table.current.number),)
    return raise_irregularity(table, Trigger.INTERRUPTED, circumstances)


def interruption_circumstances(table: Table, command: InterruptRound) -> list[Circumstance]:
    """Return the circumstances of an interruption. The outcome is computed, not judged (R11)."""
    found = is_conclusive(table.game, _in_order(table), table.settings_in_force.offered_wagers)
    circumstances = [Circumstance.ESTABLISHED if found else Circumstance.NOT_ESTABLISHED]
    if command.power_failure is not None:
        power, other = Circumstance.POWER_FAILURE, Circumstance.OTHER_BREAKDOWN
        circumstances.append(power if command.power_failure else other)
    if not command.cards_recovered and not are_cards_known(table):
        circumstances.append(CARDS_LOST)
    return circumstances


def are_cards_known(table: Table) -> bool:
    """Whether every card that the round needs was read, so that none can be lost (R26)."""
    drawn = _in_order(table)
    return drawn.is_known and drawn.is_finished


def _in_order(table: Table) -> Tableau:
    """The hands by all cards in known order, loose ones included."""
    current = table.current
    if not current.is_loose_ordered:
        return current.tableau
    return table.hands_in_order((*table.numbered_cards, *current.loose))
