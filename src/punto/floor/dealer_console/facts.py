"""List a held round's facts, with sources and earlier values, and the corrections allowed."""

from collections.abc import Iterable, Iterator

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import Words
from punto.floor.dealer_console.available_actions import check_command, refusal_reason
from punto.floor.dealer_console.held_round_views import (
    CorrectableFactView,
    FactCorrectionView,
    FactOption,
)
from punto.floor.dealer_console.ruling_choices import (
    LETTERS,
    PROBE,
    REASON,
    card_orders,
    ruling_choice,
)
from punto.floor.dealer_console.views import FactView, RulingChoiceView
from punto.messages.message import Message
from punto.pages import phrases
from punto.pages.phrases import filled
from punto.reports.descriptions.situations import (
    FACTS,
    REPORTED_BY_PEOPLE,
    FactQuestion,
    answer_text,
    questions_for,
)
from punto.table.actors import Actor
from punto.table.commands.play import CorrectFacts, ReferDecision
from punto.table.decide.irregularities.fact_corrections import CORRECTABLE_FACTS, correctable_step
from punto.table.decide.irregularities.rulings import is_ruling_pending
from punto.table.events.irregularities import CardsMisplaced
from punto.table.events.play import DecisionReferred, Event, FactsCorrected, IrregularityRaised
from punto.table.refusals import No
from punto.table.state import PendingStep, Table

BY_STAFF = Words("told by staff", "由职员告知")
BY_TABLE = Words("known from the table", "由台面得知")
HOW_MANY = Words("How many cards?", "多少张牌？")
IN_WORDS = Words("What was seen, in words?", "所见详情？")
NOT_SO = Words("no", "否")
REFER = Words("Refer upwards: {position}", "呈上裁定：{position}")
REFERRED = Words("Referred by the {position}: {reason}", "{position}呈上：{reason}")

FactReport = IrregularityRaised | FactsCorrected


def fact_views(table: Table, reports: Iterable[FactReport]) -> Iterator[FactView]:
    """The facts that decided, each with who knew it and what it was before."""
    *before, last = reports
    first = before[0] if before else last
    for question in questions_for(table.game, last.trigger):
        answer = _answer(question, last.circumstances)
        if answer is None:
            continue
        was = [_answer(question, each.circumstances) for each in before]
        others = [each for each in dict.fromkeys(was) if each is not None and each is not answer]
        source = BY_STAFF if answer in REPORTED_BY_PEOPLE else BY_TABLE
        yield FactView(question.question, answer_text(answer), source, _first(others))
    if isinstance(first, IrregularityRaised) and first.cards:
        many = str(len(first.cards))
        yield FactView(HOW_MANY, Words(many, many), BY_STAFF, None)
    if isinstance(first, IrregularityRaised) and first.evidence:
        yield FactView(IN_WORDS, Words(first.evidence, first.evidence), BY_STAFF, None)


def _answer(question: FactQuestion, known: Iterable[Circumstance]) -> Circumstance | None:
    return next((each for each in question.answers if each in known), None)


def _first(answers: Iterable[Circumstance]) -> Message | None:
    words = [answer_text(each) for each in answers]
    return words[0] if words else None


def fact_correction(table: Table, item: PendingStep, by: Actor) -> FactCorrectionView | None:
    """The facts that may be told anew, None where people told none."""
    found = correctable_step(table)
    if found is No.FACTS_NOT_REPORTED:
        return None
    questions = tuple(_questions(item))
    loose = tuple(text for _, text in table.current.loose) if table.round else ()
    # Something else than what stands: the other answer to the first question.
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
            # A question that nobody was asked.
            continue
        options = (
            FactOption(yes, answer_text(yes)),
            FactOption("", NOT_SO if no is None else answer_text(no)),
        )
        yield CorrectableFactView(question.question, options, yes if stands else "")


def referral_choice(table: Table, item: PendingStep, by: Actor) -> RulingChoiceView | None:
    """Leaving a ruling to a higher position, None where nobody's ruling is waited for."""
    step = item.step
    if step is None or step.position is None or not is_ruling_pending(item):
        return None
    holds = by.acting_as or by.position
    ladder = table.settings_in_force.ladder
    rungs = [ladder.index(each) for each in (step.position, holds) if each is not None]
    above = ladder[min(max(rungs) + 1, len(ladder) - 1)]
    label = filled(REFER, position=phrases.POSITIONS[above])
    return ruling_choice(table, item, label, ReferDecision(PROBE), by, (REASON,))


def referral(events: Iterable[tuple[str, Event]], item: PendingStep) -> DecisionReferred | None:
    """How it came to the position that is waited for, None where nobody left it to them."""
    for _, event in reversed(tuple(events)):
        if isinstance(event, DecisionReferred):
            stands = item.step is not None and item.step.position is event.to
            return event if stands else None
    return None


def referral_text(events: Iterable[tuple[str, Event]], item: PendingStep) -> Words | None:
    """Who left it to the position that is waited for, and why."""
    found = referral(events, item)
    if found is None:
        return None
    return filled(REFERRED, position=phrases.POSITIONS[found.position], reason=found.reason)


def fact_reports(
    events: Iterable[tuple[str, Event]], trigger: Trigger
) -> list[tuple[str, FactReport]]:
    """The reports on a trigger since it was raised last, with their times, newest at the end."""
    found: list[tuple[str, FactReport]] = []
    for at, event in events:
        if isinstance(event, IrregularityRaised) and event.trigger is trigger:
            found = [(at, event)]
        if isinstance(event, FactsCorrected) and event.trigger is trigger:
            found.append((at, event))
    return found


def loose_card_letters(table: Table, events: Iterable[tuple[str, Event]]) -> tuple[str, ...]:
    """The letters of the cards that lie loose; a card keeps its own when its place is ruled on."""
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
        # Two cards alike have a letter each.
        lay[at] = ""
        found.append(LETTERS[at])
    return tuple(found)
