"""Describe the state of a table to patrons and staff."""

from datetime import datetime

from punto.core.irregularities import Remedy, Trigger
from punto.core.rulebook import Document
from punto.messages.message import Message, message
from punto.messages.render import has_text
from punto.table.commands import RulingOutcome
from punto.table.state import PendingStep, Phase, Table

PHASES = {phase: Message(f"phase.{phase}") for phase in Phase}
RULINGS = {outcome: Message(f"ruling.{outcome}") for outcome in RulingOutcome}
REMEDY_MESSAGES = {remedy: Message(f"remedy-sentence.{remedy}") for remedy in Remedy}
"""For each remedy, a sentence that says what happens before the round continues."""

PLEASE_WAIT = message("table-state.wait")
STAFF_DECIDE = message("table-state.staff-decide")

WITHDRAWN = message("table-state.withdrawn")
VOIDED = message("table-state.voided")
REMOVED = message("table-state.removed")
MALFUNCTION = message("table-state.malfunction")
PAST_RESULTS = message("table-state.past-results")
OUT_OF_SERVICE = message("table-state.out-of-service")
NATURAL_COUNTER = message("table-state.natural-counter")


def phase_call(table: Table) -> Message:
    """The document's own call for the phase of a table (R32), or else the name of the phase."""
    if table.book is None:
        return PHASES[Phase.CLOSED]
    document: Document = table.book.document
    if table.phase is Phase.BETS_OPEN:
        return opening_call(document)
    if table.phase in (Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE):
        return closing_call(document)
    return PHASES[table.phase]


def opening_call(document: Document) -> Message:
    """The first call with which a document opens the betting."""
    return _call(document.opening[0])


def closing_call(document: Document) -> Message:
    """The first call with which a document closes the betting."""
    return _call(document.closing[0])


def _call(printed: str) -> Message:
    """A call by its printed words; a custom document may have words that no catalogue has."""
    key = f"call.{printed.replace(',', '').replace(' ', '-')}"
    return Message(key) if has_text(key) else message("table-state.call", call=printed)


def planned_change(at: datetime) -> Message:
    """From when other rules or limits are in force, by the clock of the plan's author."""
    return message("table-state.planned-change", at=at.isoformat(), zone=f"UTC{at:%z}")


def total_minimum(cents: int) -> Message:
    """The smallest sum of all bets of a patron in a round."""
    return message("table-state.total-minimum", cents=cents)


def hold_message(item: PendingStep) -> Message:
    """The cause of a hold and its remedy, for patrons."""
    if item.step is None:
        cause = message("table-state.cause", cause=message("table-state.interrupted"))
        return message("table-state.hold", sentences=(cause, PLEASE_WAIT))
    cause = message("table-state.cause", cause=void_message(item.trigger))
    step = item.step
    if step.position is None and step.remedy is Remedy.OFFER_WITHDRAWAL:
        # Patrons have to answer in time, and no attendant comes.
        return message("table-state.hold", sentences=(cause, REMEDY_MESSAGES[step.remedy]))
    remedy = STAFF_DECIDE if step.position is not None else REMEDY_MESSAGES[step.remedy]
    return message("table-state.hold", sentences=(cause, remedy, PLEASE_WAIT))


def void_message(trigger: Trigger) -> Message:
    """The cause of a void or a hold, for patrons."""
    if trigger is Trigger.UNCOVERED:
        return message("table-state.uncovered")
    return message("table-state.trigger", trigger=trigger)


def reversal_message(claim_cents: int) -> Message:
    """The debt to a patron whose settled wager was reversed; below zero the patron owes it."""
    if not claim_cents:
        return message("table-state.reversed")
    if claim_cents > 0:
        return message("table-state.cage-pays", cents=claim_cents)
    return message("table-state.cage-collects", cents=-claim_cents)
