"""Decide how a round ends after a power failure, a breakdown or a crash."""

from punto.core.irregularities import Circumstance, Trigger
from punto.core.standings import is_conclusive
from punto.core.tableau import Tableau
from punto.table.actors import Actor, ActorKind
from punto.table.commands import InterruptRound
from punto.table.decide.decision import Decision
from punto.table.decide.irregularities.remedies import raise_irregularity
from punto.table.events import CauseRequested
from punto.table.irregularity_rules import depends_on
from punto.table.refusals import No
from punto.table.state import Table

CARDS_LOST = Circumstance.CARDS_BEYOND_RECOVERY


def interrupt_round(table: Table, command: InterruptRound, by: Actor) -> Decision:
    """Apply the rows for an interruption, once the table knows whether the power failed."""
    if by.kind is ActorKind.STAFF and not command.cards_recovered:
        # A void on a person's report needs evidence and two people, so it must be reported.
        return No.REPORT_ANOTHER_WAY.at(table.book)
    circumstances = interruption_circumstances(table, command)
    power = Circumstance.POWER_FAILURE
    # Cards beyond recovery end the round, independently of the cause.
    is_open = command.power_failure is None and CARDS_LOST not in circumstances
    asks = is_open and depends_on(table.game, Trigger.INTERRUPTED, power)
    waiting = [each.step for each in table.pending_steps if each.trigger is Trigger.INTERRUPTED]
    if waiting and (asks or None not in waiting):
        # The table resolves one interruption once. The pending step may be the cause.
        return No.HELD.at(table.book)
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
