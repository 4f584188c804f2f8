"""Check that two people corrected the reported facts before any ruling or remedy step."""

from punto.audit.checks.irregularities import CAUSES, check_answer, steps_of
from punto.audit.events.play import FactsCorrected
from punto.audit.findings import Check, names
from punto.audit.state import PendingStep, Table
from punto.audit.store.entry import Actor

QUESTIONS = {
    "drawn-together": ({"order-known", "order-unknown"},),
    "device-reset": ({"can-be-reconstructed", "cannot-be-reconstructed"},),
    "interrupted": (CAUSES, {"cards-beyond-recovery"}),
}
"""The answers that people may report for a trigger, one set per question."""


def check_facts_corrected(table: Table, event: FactsCorrected, by: Actor) -> None:
    """Check that two people corrected only reported facts, and that the row for them applies."""
    item = table.pending_steps[0] if table.pending_steps else None
    raised = item.raised if item else None
    if item is None or raised is None or item.step is None:
        table.add_finding(
            Check.IRREGULARITY, "finding.not-due", what="facts-corrected", expected=table.awaited
        )
        return
    due = [each for each in table.pending_steps if each.raised is raised]
    if item.answered or len(due) < len(raised.steps):
        table.add_finding(Check.IRREGULARITY, "finding.facts-too-late")
    if (event.trigger, event.round) != (item.trigger, item.round):
        table.add_finding(
            Check.IRREGULARITY,
            "finding.facts-of-other",
            trigger=event.trigger,
            round=event.round,
            expected_trigger=item.trigger,
            expected_round=item.round,
        )
    if event.before != raised.circumstances:
        table.add_finding(
            Check.IRREGULARITY,
            "finding.facts",
            what="facts-before",
            facts=names(sorted(event.before)),
            expected=names(sorted(raised.circumstances)),
        )
    _check_facts(table, event, item)
    check_answer(table, event, event.circumstances)
    if by.kind != "staff" or not by.is_seconded:
        table.add_finding(Check.WHO, "finding.alone", what="facts-corrected", actor=by.name)
    table.pending_steps = [
        *(
            PendingStep(
                item.trigger,
                event.source,
                step,
                item.round,
                steps_of(event.proposed),
                item.cards,
                item.numbers,
                raised=event,
            )
            for step in steps_of(event.steps)
        ),
        *(each for each in table.pending_steps if each.raised is not raised),
    ]


def _check_facts(table: Table, event: FactsCorrected, item: PendingStep) -> None:
    """Check that facts known to the table stay, and that each question has one answer."""
    assert item.raised is not None, "a report preceded the correction"
    questions = QUESTIONS.get(item.trigger, ())
    reportable = {each for answers in questions for each in answers}
    was, now = set(item.raised.circumstances), set(event.circumstances)
    fits = all(
        len(now & answers) == len(was & answers) for answers in questions if len(answers) > 1
    )
    if was - reportable != now - reportable or not fits or list(event.circumstances) != sorted(now):
        table.add_finding(
            Check.IRREGULARITY,
            "finding.facts-known",
            facts=names(sorted(event.circumstances)),
            expected=names(sorted(was - reportable)),
        )
    if item.trigger == "drawn-together" and table.round is not None:
        order = f"order-{'' if table.round.is_loose_ordered else 'un'}known"
        if order not in now:
            table.add_finding(
                Check.IRREGULARITY,
                "finding.facts",
                what="facts-corrected",
                facts=names(sorted(now)),
                expected=(order,),
            )
    if was == now and "CardsMisplaced" not in table.titles:
        table.add_finding(Check.IRREGULARITY, "finding.unchanged", what="facts-corrected")
