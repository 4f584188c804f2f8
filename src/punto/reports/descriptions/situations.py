"""Describe the irregularities that staff may report, and the facts that decide the remedy."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rulebook import Rulebook
from punto.messages.message import Message, message
from punto.messages.render import has_text
from punto.table.decide.irregularities.withdrawal import withdrawable_stakes
from punto.table.irregularity_rules import rows_for_trigger
from punto.table.rule_preview import refusing_clause
from punto.table.state import PendingStep, Table


@dataclass(frozen=True, slots=True)
class Situation:
    """A trigger that staff may report."""

    trigger: Trigger
    details: tuple[str, ...] = ()
    """The other fields that a report of it may have."""

    @property
    def label(self) -> Message:
        """The trigger in the dealer's words."""
        return Message(f"situation.{self.trigger}")


@dataclass(frozen=True, slots=True)
class SituationGroup:
    """Situations of one kind."""

    heading: Message
    situations: tuple[Situation, ...]


GROUPS = (
    SituationGroup(
        message("situation-group.cards"),
        (
            Situation(Trigger.DRAWN_TOGETHER, ("cards",)),
            Situation(Trigger.WRONG_ORDER, ("cards",)),
            Situation(Trigger.WRONG_NUMBER, ("cards", "round")),
            Situation(Trigger.NOT_PASSED),
            Situation(Trigger.FACE_UP, ("cards",)),
            Situation(Trigger.FOREIGN_CARD),
            Situation(Trigger.CARD_COUNT),
        ),
    ),
    SituationGroup(
        message("situation-group.patrons"),
        (
            Situation(Trigger.WRONG_PATRON),
            Situation(Trigger.HANDLER_ABSENT),
            Situation(Trigger.LEFT_WITH_CARDS, ("cards", "numbers")),
            Situation(Trigger.LATE_WAGER),
            Situation(Trigger.LATE_WITHDRAWAL),
            # One button for both limits: the table itself finds which one it is.
            Situation(Trigger.UNDER_MINIMUM),
            Situation(Trigger.WRONG_SELECTION),
        ),
    ),
    SituationGroup(
        message("situation-group.table"),
        (
            Situation(Trigger.CUTTING_CARD),
            Situation(Trigger.ORDER_LOST),
            Situation(Trigger.EXPOSED_BY_MOVE),
            Situation(Trigger.SHOE_SHORT),
            Situation(Trigger.DEVICE_RESET, ("cards",)),
            Situation(Trigger.UNSHUFFLED),
            Situation(Trigger.INTERRUPTED),
            Situation(Trigger.WRONG_DISPLAY, ("cards", "round")),
            Situation(Trigger.UNCOVERED),
        ),
    ),
)


def groups_for(book: Rulebook) -> tuple[SituationGroup, ...]:
    """The situations that a document or the house has a rule for, group by group."""
    return tuple(
        SituationGroup(
            group.heading,
            tuple(each for each in group.situations if _is_answered(book, each.trigger)),
        )
        for group in GROUPS
    )


def _is_answered(book: Rulebook, trigger: Trigger) -> bool:
    answered = bool(rows_for_trigger(book, trigger) or refusing_clause(book, trigger))
    return answered or trigger is Trigger.UNCOVERED


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """A question whose answer decides which rule applies."""

    key: str
    answers: tuple[When, ...]

    @property
    def question(self) -> Message:
        """The question as a sentence."""
        return Message(f"fact-question.{self.key}")


FACTS = (
    FactQuestion("order", (When.ORDER_KNOWN, When.ORDER_UNKNOWN)),
    FactQuestion("deal", (When.IN_INITIAL_DEAL, When.ACROSS_INITIAL_DEAL, When.AFTER_INITIAL_DEAL)),
    FactQuestion("repair", (When.CAN_BE_RECONSTRUCTED, When.CANNOT_BE_RECONSTRUCTED)),
    FactQuestion("noticed", (When.BEFORE_NEXT_ROUND, When.NEXT_ROUND_COMMENCED)),
    FactQuestion("round", (When.IN_ROUND, When.BETWEEN_ROUNDS)),
    FactQuestion("card", (When.BEFORE_FIRST_CARD, When.AFTER_FIRST_CARD)),
    FactQuestion("value", (When.VALUE_KNOWN, When.VALUE_UNKNOWN)),
    FactQuestion("cause", (When.POWER_FAILURE, When.OTHER_BREAKDOWN)),
    FactQuestion("method", (When.METHOD_C,)),
    FactQuestion("first", (When.FIRST_CARD_IN_HLGA,)),
    FactQuestion("recovery", (When.CARDS_BEYOND_RECOVERY,)),
    FactQuestion("open", (When.CARD_WHILE_BETS_OPEN,)),
)
"""No question asks whether an outcome is established: that must not influence the staff."""


REPORTED_BY_PEOPLE = frozenset(
    {
        When.ORDER_KNOWN,
        When.ORDER_UNKNOWN,
        When.CAN_BE_RECONSTRUCTED,
        When.CANNOT_BE_RECONSTRUCTED,
        When.CARDS_BEYOND_RECOVERY,
        When.POWER_FAILURE,
        When.OTHER_BREAKDOWN,
    }
)
"""The facts that a table cannot know by itself."""


def reported_facts(facts: Iterable[When]) -> str:
    """The facts that people reported, in a line. Whether an outcome is established stays out."""
    return ", ".join(str(fact) for fact in facts if fact in REPORTED_BY_PEOPLE)


def questions_for(book: Rulebook, trigger: Trigger) -> tuple[FactQuestion, ...]:
    """The questions that decide between the rules for a trigger."""
    turning = {fact for row in rows_for_trigger(book, trigger) for fact in row.irregularity.when}
    return tuple(question for question in FACTS if turning & set(question.answers))


def answer_text(answer: When) -> Message:
    """A circumstance as the answer to its question."""
    return message("situation.answer", answer=answer)


def situation_title(trigger: Trigger, saw: Iterable[When] = ()) -> Message:
    """A trigger in the dealer's words, with the facts that people reported."""
    key = f"situation.{trigger}"
    label = Message(key) if has_text(key) else message("table-state.trigger", trigger=trigger)
    reported = tuple(str(fact) for fact in saw if fact in REPORTED_BY_PEOPLE)
    facts = message("situation.facts", facts=reported) if reported else None
    return message("situation.title", label=label, facts=facts)


# The person whom a held table waits for

TASKS = frozenset(
    {
        RemedyDetail.ORDER_OF_CARDS,
        RemedyDetail.VOID_OR_CONTINUE,
        RemedyDetail.WHATEVER_IS_NEEDED,
        RemedyDetail.MISSING_CARD,
        RemedyDetail.WAGERS_TO_REMOVE,
    }
)
"""The details of a remedy that are a task of a position."""


def who_is_awaited(table: Table, item: PendingStep) -> Message:
    """The person whom a held table waits for, with the task."""
    step = item.step
    if step is None:
        return message("awaited.cause")
    if step.position is not None:
        return message("awaited.position", position=step.position, task=position_task(step))
    if step.remedy is Remedy.OFFER_WITHDRAWAL:
        return message("awaited.answers", patrons=len(withdrawable_stakes(table, item)))
    if step.remedy is Remedy.REOPEN_BETS:
        return message("awaited.dealer")
    return message("awaited.rule", remedy=step.remedy)


def position_task(step: RemedyStep) -> Message:
    """The task of the position that a step waits for."""
    if step.detail in TASKS:
        return Message(f"task.{step.detail}")
    return message("awaited.confirmation", remedy=step.remedy)


def describe_remedy(step: RemedyStep) -> Message:
    """A remedy, with its detail and the position that decides."""
    details: tuple[Message, ...] = ()
    if step.detail is not None:
        details += (message("remedy-step.detail", detail=step.detail),)
    if step.position is not None:
        details += (message("remedy-step.position", position=step.position),)
    if not details:
        return message("remedy-step.plain", remedy=step.remedy)
    return message("remedy-step.detailed", remedy=step.remedy, details=details)
