"""List a held round's facts, with sources and earlier values, and the corrections allowed."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from punto.core.irregularities import Circumstance, Trigger
from punto.floor.dealer_console.available_actions import check_command, refusal_reason
from punto.floor.dealer_console.ruling_choices import (
    LETTERS,
    PROBE,
    REASON,
    RulingChoiceView,
    card_orders,
    ruling_choice,
)
from punto.messages.message import Message, message
from punto.reports.descriptions.situations import (
    FACTS,
    REPORTED_BY_PEOPLE,
    FactQuestion,
    answer_text,
    questions_for,
)
from punto.table.actors import Actor
from punto.table.commands import CorrectFacts, ReferDecision
from punto.table.decide.irregularities.rulings import (
    CORRECTABLE_FACTS,
    correctable_step,
    is_ruling_pending,
)
from punto.table.events import (
    CardsMisplaced,
    DecisionReferred,
    Event,
    FactsCorrected,
    IrregularityRaised,
)
from punto.table.refusals import No
from punto.table.state import PendingStep, Table

FROM_STAFF = message("fact.by-staff")
FROM_TABLE = message("fact.from-table")

FactReport = IrregularityRaised | FactsCorrected


class FactView(Struct, frozen=True):
    """A question, its answer, and the source of the answer."""

    question: Message
    answer: Message
    source: Message
    was: Message | None
    """The earlier answer, if it was wrong."""


class FactOption(Struct, frozen=True):
    """A possible answer, with its name in the command; empty if the command omits it."""

    saw: str
    label: Message


class CorrectableFactView(Struct, frozen=True):
    """A question that staff answered, its possible answers, and the present one."""

    question: Message
    options: tuple[FactOption, ...]
    now: str


class FactCorrectionView(Struct, frozen=True):
    """The facts that staff may correct, and the reason if they may not."""

    questions: tuple[CorrectableFactView, ...]
    orders: tuple[tuple[str, ...], ...]
    """The possible orders of loose cards, by their letters."""

    off_because: Message | None
    clause: str


def fact_views(table: Table, reports: Iterable[FactReport]) -> Iterator[FactView]:
    """The deciding facts, each with its source and its earlier answer."""
    *before, last = reports
    first = before[0] if before else last
    for question in questions_for(table.game, last.trigger):
        answer = _answer(question, last.circumstances)
        if answer is None:
            continue
        was = [_answer(question, each.circumstances) for each in before]
        others = [each for each in dict.fromkeys(was) if each is not None and each is not answer]
        yield FactView(
            question=question.question,
            answer=answer_text(answer),
            source=FROM_STAFF if answer in REPORTED_BY_PEOPLE else FROM_TABLE,
            was=answer_text(others[0]) if others else None,
        )
    if isinstance(first, IrregularityRaised) and first.cards:
        count = message("fact.count", count=len(first.cards))
        yield FactView(message("fact.how-many"), count, FROM_STAFF, None)
    if isinstance(first, IrregularityRaised) and first.evidence:
        evidence = message("fact.text", text=first.evidence)
        yield FactView(message("fact.in-words"), evidence, FROM_STAFF, None)


def _answer(question: FactQuestion, known: Iterable[Circumstance]) -> Circumstance | None:
    return next((each for each in question.answers if each in known), None)


def fact_correction(table: Table, item: PendingStep, by: Actor) -> FactCorrectionView | None:
    """The facts that staff may correct; None if staff reported none."""
    found = correctable_step(table)
    if found is No.FACTS_NOT_REPORTED:
        return None
    questions = tuple(_questions(item))
    loose = tuple(text for _, text in table.current.loose) if table.round else ()
    # Probe with the other answer to the first question.
    yes = CORRECTABLE_FACTS[item.trigger][0][0]
    other = () if yes in item.circumstances else (yes,)
    probe = CorrectFacts(other, PROBE, () if other else loose)
    refusal = check_command(table, probe, by).refusal
    return FactCorrectionView(
        questions=questions,
        orders=tuple(card_orders(table)) if item.trigger is Trigger.DRAWN_TOGETHER else (),
        off_because=refusal_reason(table, probe, refusal) if refusal else None,
        clause=refusal.clause if refusal else "POLICY",
    )


def _questions(item: PendingStep) -> Iterator[CorrectableFactView]:
    for yes, no in CORRECTABLE_FACTS[item.trigger]:
        question = next(each for each in FACTS if yes in each.answers)
        stands = yes in item.circumstances
        if no is not None and not stands and no not in item.circumstances:
            # Staff were not asked this question.
            continue
        options = (
            FactOption(yes, answer_text(yes)),
            FactOption("", message("answer.no") if no is None else answer_text(no)),
        )
        yield CorrectableFactView(question.question, options, yes if stands else "")


def referral_choice(table: Table, item: PendingStep, by: Actor) -> RulingChoiceView | None:
    """The choice to refer a ruling to a higher position; None if no ruling is due."""
    step = item.step
    if step is None or step.position is None or not is_ruling_pending(item):
        return None
    holds = by.acting_as or by.position
    ladder = table.settings_in_force.ladder
    rungs = [ladder.index(each) for each in (step.position, holds) if each is not None]
    above = ladder[min(max(rungs) + 1, len(ladder) - 1)]
    label = message("choice.refer", position=above)
    return ruling_choice(table, item, label, ReferDecision(PROBE), by, (REASON,))


def referral(events: Iterable[tuple[str, Event]], item: PendingStep) -> DecisionReferred | None:
    """The referral to the position that must rule; None if no one referred it."""
    for _, event in reversed(tuple(events)):
        if isinstance(event, DecisionReferred):
            stands = item.step is not None and item.step.position is event.to
            return event if stands else None
    return None


def referral_text(events: Iterable[tuple[str, Event]], item: PendingStep) -> Message | None:
    """The referral with its reason; None if no one referred the ruling."""
    found = referral(events, item)
    if found is None:
        return None
    return message("fact.referred", position=found.position, reason=found.reason)


def fact_reports(
    events: Iterable[tuple[str, Event]], trigger: Trigger
) -> list[tuple[str, FactReport]]:
    """The reports on a trigger since it was last raised, with their times, newest at the end."""
    found: list[tuple[str, FactReport]] = []
    for at, event in events:
        if isinstance(event, IrregularityRaised) and event.trigger is trigger:
            found = [(at, event)]
        if isinstance(event, FactsCorrected) and event.trigger is trigger:
            found.append((at, event))
    return found


def loose_card_letters(table: Table, events: Iterable[tuple[str, Event]]) -> tuple[str, ...]:
    """The letters of the loose cards. A ruling on their order does not change the letters."""
    if table.round is None:
        return ()
    lay: list[str] = []
    for _, event in events:
        if isinstance(event, IrregularityRaised) and event.trigger is Trigger.DRAWN_TOGETHER:
            lay = list(event.cards)
        if isinstance(event, CardsMisplaced) and not event.is_ordered:
            lay = [text for _, text in event.cards]
    now = [text for _, text in table.current.loose]
    if sorted(lay) != sorted(now):
        return tuple(LETTERS[: len(now)])
    found = []
    for text in now:
        at = lay.index(text)
        # Two equal cards have a letter each.
        lay[at] = ""
        found.append(LETTERS[at])
    return tuple(found)
