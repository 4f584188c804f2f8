"""List the irregularities that staff may report, the deciding facts, and why one is refused."""

from collections.abc import Iterator

from msgspec import Struct

from punto.core.irregularities import Circumstance, Remedy, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.rulebook import WagerPlacement, Words
from punto.floor.dealer_console.available_actions import refusal_reason
from punto.floor.dealer_console.held_round_views import FactOption
from punto.floor.dealer_console.preview import TURNS_ON_DUE
from punto.reports.descriptions.refusals import refusal_message
from punto.reports.descriptions.situations import (
    REPORTED_BY_PEOPLE,
    FactQuestion,
    Situation,
    answer_text,
    groups_for,
    questions_for,
)
from punto.reports.descriptions.words import Text
from punto.table.actors import Actor, ActorKind, may_do
from punto.table.card_handling import hidden_cards
from punto.table.commands.irregularities import ReportIrregularity
from punto.table.decide import PERMISSIONS
from punto.table.decide.irregularities.reports import refuse_report, report_circumstances
from punto.table.evolve.irregularities import numbered_cards
from punto.table.irregularity_rules import applicable_row, rows_for_trigger
from punto.table.refusals import No
from punto.table.rule_preview import TWO_CARDS, refusing_clause
from punto.table.state import Phase, Table


class FactQuestionView(Struct, frozen=True):
    """A question, its answers, and the one that the table knows."""

    key: str
    question: Text
    options: tuple[FactOption, ...]
    known: str | None
    source: Words | None


class TriggerView(Struct, frozen=True):
    """Something that may have been seen, with what decides about it."""

    trigger: str
    label: Text
    clause: str
    facts: tuple[FactQuestionView, ...]
    cards: str
    """Which are to be named: none, one, many, or their count where the device has read them."""

    numbers: bool
    round: bool
    evidence: bool
    """Whether a void may follow, which takes a proof."""

    off_because: Words | None


class TriggerGroupView(Struct, frozen=True):
    """Situations of one kind."""

    heading: Text
    triggers: tuple[TriggerView, ...]


class IrregularitiesView(Struct, frozen=True):
    """Everything that can be told of a table now."""

    groups: tuple[TriggerGroupView, ...]


FROM_TABLE = Words("known from the table", "由台面得知")


def irregularities_view(
    table: Table, by: Actor, *, device_reads: bool = True
) -> IrregularitiesView:
    """The catalogue of a table, none while it is closed; without a device people name cards."""
    if table.phase is Phase.CLOSED:
        return IrregularitiesView(())
    return IrregularitiesView(
        tuple(
            TriggerGroupView(
                group.heading,
                tuple(_trigger(table, each, by, device_reads) for each in group.situations),
            )
            for group in groups_for(table.game)
        )
    )


def _trigger(table: Table, situation: Situation, by: Actor, device_reads: bool) -> TriggerView:
    trigger = situation.trigger
    refusal = _refused(table, trigger, by)
    known = frozenset[Circumstance]() if refusal else known_facts(table, trigger)
    rows = rows_for_trigger(table.game, trigger)
    voids = any(step.remedy is Remedy.VOID for row in rows for step in row.irregularity.steps)
    return TriggerView(
        trigger=trigger,
        label=situation.label,
        clause=_clause(table, trigger, known),
        facts=tuple(_facts(table, trigger, known)),
        cards=_cards_named(table, situation, device_reads),
        numbers=situation.numbers,
        round=situation.round,
        evidence=voids and trigger is not Trigger.INTERRUPTED,
        off_because=refusal,
    )


def _clause(table: Table, trigger: Trigger, known: frozenset[Circumstance]) -> str:
    """Where it stands, as far as it can be told before the facts are asked."""
    if at_entry := refusing_clause(table.game, trigger):
        return at_entry
    found, rows = applicable_row(table.game, trigger, known), rows_for_trigger(table.game, trigger)
    is_own = found.irregularity.trigger is trigger or not rows
    return found.source if is_own else rows[0].source


def _cards_named(table: Table, situation: Situation, device_reads: bool) -> str:
    """Which cards people name: none that the floor knows already."""
    if situation.trigger is Trigger.DRAWN_TOGETHER and device_reads:
        return "count"
    is_committed = table.shoe is not None and table.shoe.is_committed
    return "none" if situation.trigger is Trigger.FACE_UP and is_committed else situation.cards


def _facts(
    table: Table, trigger: Trigger, known: frozenset[Circumstance]
) -> Iterator[FactQuestionView]:
    """What people must say and what the table knows; what is not so here is no question."""
    for fact in questions_for(table.game, trigger):
        if (REPORTED_BY_PEOPLE | known) & set(fact.answers):
            yield _fact(fact, known)


def _fact(question: FactQuestion, known: frozenset[Circumstance]) -> FactQuestionView:
    is_from_people = bool(REPORTED_BY_PEOPLE & set(question.answers))
    found = next((each for each in question.answers if each in known), None)
    return FactQuestionView(
        key=question.key,
        question=question.question,
        options=tuple(_options(question)),
        known=None if is_from_people or found is None else str(found),
        source=None if is_from_people else FROM_TABLE,
    )


NO = Words("no", "否")


def _options(question: FactQuestion) -> Iterator[FactOption]:
    for each in question.answers:
        yield FactOption(str(each), answer_text(each))
    if len(question.answers) == 1:
        yield FactOption("", NO)


def known_facts(table: Table, trigger: Trigger) -> frozenset[Circumstance]:
    """What the table itself knows about something that would be told now."""
    report = _minimal_report(table, trigger)
    return frozenset(report_circumstances(table, report)) - REPORTED_BY_PEOPLE - ESTABLISHED


ESTABLISHED = frozenset({Circumstance.ESTABLISHED, Circumstance.NOT_ESTABLISHED})
"""What must not influence anybody, and is on no staff's screen."""


def _minimal_report(table: Table, trigger: Trigger) -> ReportIrregularity:
    """The shortest report that a table can answer."""
    if trigger is Trigger.DRAWN_TOGETHER:
        return ReportIrregularity(trigger, cards=TWO_CARDS)
    if trigger is Trigger.LEFT_WITH_CARDS:
        unread = tuple(number for number, text in numbered_cards(table) if text == FACE_DOWN)
        return ReportIrregularity(trigger, numbers=unread or table.current.numbers[:1])
    return ReportIrregularity(trigger)


def _refused(table: Table, trigger: Trigger, by: Actor) -> Words | None:
    report = _probe_report(table, trigger)
    act = PERMISSIONS[ReportIrregularity]
    if by.kind is not ActorKind.DEVICE and not may_do(by, act, table.game.document):
        return refusal_reason(table, report, No.NOT_ALLOWED.at(table.book))
    no = refuse_report(table, report)
    if no is None:
        return None
    if no is No.NO_CARD_DUE and trigger in TURNS_ON_DUE and hidden_cards(table):
        return None
    if no is No.REPORT_ANOTHER_WAY and trigger in OF_WAGERS:
        return BY_CHIPS if table.game.document.placement is WagerPlacement.TABLE else BY_TERMINAL
    return refusal_message(no.at(table.book))


OF_WAGERS = (Trigger.LATE_WAGER, Trigger.LATE_WITHDRAWAL, Trigger.UNDER_MINIMUM)
BY_CHIPS = Words(
    "Enter the chips as they lie now (S); the table finds what is late or outside the limits.",
    "请按现状录入筹码（S），由牌桌判定逾时或超限。",
)
BY_TERMINAL = Words(
    "Terminals refuse it by themselves; nothing is to be told.", "终端自行拒绝，无须告知。"
)


def _probe_report(table: Table, trigger: Trigger) -> ReportIrregularity:
    return ReportIrregularity(trigger) if table.round is None else _minimal_report(table, trigger)
