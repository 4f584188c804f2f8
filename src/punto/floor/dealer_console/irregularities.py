"""List the irregularities that staff may report, the deciding facts, and why one is refused."""

from collections.abc import Iterator

from msgspec import Struct

from punto.core.irregularities import Circumstance, Remedy, Trigger
from punto.core.rulebook import WagerPlacement
from punto.floor.dealer_console.command_forms import (
    CommandForm,
    CommandTemplate,
    FieldChoice,
    FormField,
    choices,
    form_field,
    refusal_reason,
)
from punto.floor.dealer_console.held_round import FROM_TABLE
from punto.floor.dealer_console.preview import TURNS_ON_DUE
from punto.messages.message import Message, message
from punto.reports.descriptions.situations import (
    REPORTED_BY_PEOPLE,
    FactQuestion,
    Situation,
    answer_text,
    groups_for,
    questions_for,
)
from punto.table.actors import Actor, ActorKind, may_do
from punto.table.card_handling import hidden_cards
from punto.table.commands import ReportIrregularity
from punto.table.decide import PERMISSIONS
from punto.table.decide.irregularities.reports import refuse_report, report_circumstances
from punto.table.irregularity_rules import applicable_row, rows_for_trigger
from punto.table.refusals import No
from punto.table.rule_preview import minimal_report, refusing_clause
from punto.table.state import Phase, Table

REPORT, DRAW = "ReportIrregularity", "DrawSeveralCards"


class IrregularityGroup(Struct, frozen=True):
    """The reports of irregularities of one kind. The key of each form is its trigger."""

    heading: Message
    forms: tuple[CommandForm, ...]


class IrregularitiesView(Struct, frozen=True):
    """The irregularities that staff may report of a table now."""

    groups: tuple[IrregularityGroup, ...]


def irregularities_view(
    table: Table, by: Actor, *, device_reads: bool = True
) -> IrregularitiesView:
    """The irregularities of a table; empty while it is closed. `device_reads` cards for staff."""
    if table.phase is Phase.CLOSED:
        return IrregularitiesView(())
    return IrregularitiesView(
        tuple(
            IrregularityGroup(
                group.heading,
                tuple(_form(table, each, by, device_reads) for each in group.situations),
            )
            for group in groups_for(table.game)
        )
    )


def _form(table: Table, situation: Situation, by: Actor, device_reads: bool) -> CommandForm:
    trigger = situation.trigger
    refusal = _refused(table, trigger, by)
    known = frozenset[Circumstance]() if refusal else known_facts(table, trigger)
    # Staff report only the number of the cards that the device has read.
    is_counted = trigger is Trigger.DRAWN_TOGETHER and device_reads
    act = CommandTemplate(DRAW) if is_counted else CommandTemplate(REPORT, {"trigger": trigger})
    return CommandForm(
        label=situation.label,
        act=act,
        fields=(
            *_facts(table, trigger, known),
            *_details(table, situation, is_counted=is_counted),
            _evidence(table, trigger),
        ),
        clause=_clause(table, trigger, known),
        off_because=refusal,
        key=trigger,
    )


def _clause(table: Table, trigger: Trigger, known: frozenset[Circumstance]) -> str:
    """The clause, as far as the table knows it before staff report the facts."""
    if at_entry := refusing_clause(table.game, trigger):
        return at_entry
    found, rows = applicable_row(table.game, trigger, known), rows_for_trigger(table.game, trigger)
    is_own = found.irregularity.trigger is trigger or not rows
    return found.source if is_own else rows[0].source


def _facts(table: Table, trigger: Trigger, known: frozenset[Circumstance]) -> Iterator[FormField]:
    """The facts that staff report, and those that the table knows to be so."""
    for fact in questions_for(table.game, trigger):
        if (REPORTED_BY_PEOPLE | known) & set(fact.answers):
            yield _fact(fact, known)


def _fact(question: FactQuestion, known: frozenset[Circumstance]) -> FormField:
    answers = [FieldChoice(each, answer_text(each)) for each in question.answers]
    if len(answers) == 1:
        answers.append(FieldChoice("", message("answer.no")))
    found = None
    if not REPORTED_BY_PEOPLE & set(question.answers):
        found = next((each for each in question.answers if each in known), None)
    return FormField(
        field="saw",
        label=question.question,
        kind="fact",
        choices=tuple(answers),
        value=found,
        is_fixed=found is not None,
        note=FROM_TABLE if found is not None else None,
    )


def _details(table: Table, situation: Situation, *, is_counted: bool) -> Iterator[FormField]:
    """The cards and the round that a report names, unless the floor knows them already."""
    if is_counted:
        yield form_field(DRAW, "count", choices(table, DRAW, "count"))
        return
    is_committed = table.shoe is not None and table.shoe.is_committed
    if situation.trigger is Trigger.FACE_UP and is_committed:
        return
    for name in situation.details:
        yield form_field(REPORT, name, ())


def _evidence(table: Table, trigger: Trigger) -> FormField:
    """The evidence, or a description if the remedy cannot be a void."""
    rows = rows_for_trigger(table.game, trigger)
    voids = any(step.remedy is Remedy.VOID for row in rows for step in row.irregularity.steps)
    is_needed = voids and trigger is not Trigger.INTERRUPTED
    label = message("wrong.evidence") if is_needed else message("wrong.in-words")
    return FormField("evidence", label, is_optional=True)


def known_facts(table: Table, trigger: Trigger) -> frozenset[Circumstance]:
    """The facts of an irregularity that the table itself knows now."""
    report = minimal_report(table, trigger)
    return frozenset(report_circumstances(table, report)) - REPORTED_BY_PEOPLE - ESTABLISHED


ESTABLISHED = frozenset({Circumstance.ESTABLISHED, Circumstance.NOT_ESTABLISHED})
"""Facts that must not influence a ruling, so no staff screen shows them."""


def _refused(table: Table, trigger: Trigger, by: Actor) -> Message | None:
    report = minimal_report(table, trigger) if table.round else ReportIrregularity(trigger)
    act = PERMISSIONS[ReportIrregularity]
    if by.kind is not ActorKind.DEVICE and not may_do(by, act, table.game.document):
        return refusal_reason(table, report, No.NOT_ALLOWED.at(table.book))
    no = refuse_report(table, report)
    if no is None:
        return None
    if no is No.NO_CARD_DUE and trigger in TURNS_ON_DUE and hidden_cards(table):
        return None
    if no is No.REPORT_ANOTHER_WAY and trigger in OF_WAGERS:
        if table.game.document.placement is WagerPlacement.TABLE:
            return message("wager-report.by-chips")
        return message("wager-report.by-terminal")
    return no.at(table.book).message


OF_WAGERS = (Trigger.LATE_WAGER, Trigger.LATE_WITHDRAWAL, Trigger.UNDER_MINIMUM)
