"""Facts of a held round: what was told and by whom, what it was before, and telling it anew."""

from collections.abc import Iterable, Iterator

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import Words
from punto.floor.dealer_console.available_actions import verdict, why_off
from punto.floor.dealer_console.held_round_views import AnswerOption, ChangeShown, QuestionShown
from punto.floor.dealer_console.ruling_choices import LETTERS, PROBE, REASON, choice, orders
from punto.floor.dealer_console.views import ChoiceShown, FactShown
from punto.pages import phrases
from punto.pages.phrases import filled
from punto.reports.descriptions.situations import (
    FACTS,
    SEEN_BY_PEOPLE,
    Fact,
    answer_words,
    facts_for,
)
from punto.table.actors import Actor
from punto.table.commands.play import ChangeFacts, ReferUpwards
from punto.table.decide.irregularities.fact_corrections import TOLD, changeable
from punto.table.decide.irregularities.rulings import waits_for_ruling
from punto.table.events.irregularities import CardsLoose
from punto.table.events.play import DecisionReferred, Event, FactsChanged, IrregularityRaised
from punto.table.refusals import No
from punto.table.state import Item, Table

BY_STAFF = Words("told by staff", "由职员告知")
BY_TABLE = Words("known from the table", "由台面得知")
HOW_MANY = Words("How many cards?", "多少张牌？")
IN_WORDS = Words("What was seen, in words?", "所见详情？")
NOT_SO = Words("no", "否")
REFER = Words("Refer upwards: {position}", "呈上裁定：{position}")
REFERRED = Words("Referred by the {position}: {reason}", "{position}呈上：{reason}")

Told = IrregularityRaised | FactsChanged


def facts(table: Table, told: Iterable[Told]) -> Iterator[FactShown]:
    """The facts that decided, each with who knew it and what it was before."""
    *before, last = told
    first = before[0] if before else last
    for fact in facts_for(table.game, last.trigger):
        answer = _answer(fact, last.circumstances)
        if answer is None:
            continue
        was = [_answer(fact, each.circumstances) for each in before]
        others = [each for each in dict.fromkeys(was) if each is not None and each is not answer]
        source = BY_STAFF if answer in SEEN_BY_PEOPLE else BY_TABLE
        yield FactShown(fact.question, answer_words(answer), source, _first(others))
    if isinstance(first, IrregularityRaised) and first.cards:
        many = str(len(first.cards))
        yield FactShown(HOW_MANY, Words(many, many), BY_STAFF, None)
    if isinstance(first, IrregularityRaised) and first.evidence:
        yield FactShown(IN_WORDS, Words(first.evidence, first.evidence), BY_STAFF, None)


def _answer(fact: Fact, given: Iterable[Circumstance]) -> Circumstance | None:
    return next((each for each in fact.answers if each in given), None)


def _first(answers: Iterable[Circumstance]) -> Words | None:
    words = [answer_words(each) for each in answers]
    return words[0] if words else None


def change(table: Table, item: Item, by: Actor) -> ChangeShown | None:
    """The facts that may be told anew, None where people told none."""
    found = changeable(table)
    if found is No.NOT_TOLD:
        return None
    questions = tuple(_questions(item))
    loose = tuple(text for _, text in table.current.loose) if table.round else ()
    # Something else than what stands: the other answer to the first question.
    yes = TOLD[item.trigger][0][0]
    other = () if yes in item.circumstances else (yes,)
    probe = ChangeFacts(other, PROBE, () if other else loose)
    refusal = verdict(table, probe, by).refusal
    return ChangeShown(
        questions=questions,
        orders=tuple(orders(table)) if item.trigger is Trigger.DRAWN_TOGETHER else (),
        off_because=why_off(table, probe, refusal) if refusal else None,
        clause=refusal.clause if refusal else "POLICY",
    )


def _questions(item: Item) -> Iterator[QuestionShown]:
    for yes, no in TOLD[item.trigger]:
        asked = next(each for each in FACTS if yes in each.answers)
        stands = yes in item.circumstances
        if no is not None and not stands and no not in item.circumstances:
            # A question that nobody was asked.
            continue
        options = (
            AnswerOption(yes, answer_words(yes)),
            AnswerOption("", NOT_SO if no is None else answer_words(no)),
        )
        yield QuestionShown(asked.question, options, yes if stands else "")


def refer(table: Table, item: Item, by: Actor) -> ChoiceShown | None:
    """Leaving a ruling to a higher position, None where nobody's ruling is waited for."""
    step = item.step
    if step is None or step.position is None or not waits_for_ruling(item):
        return None
    holds = by.acting_as or by.position
    ladder = table.chosen.ladder
    rungs = [ladder.index(each) for each in (step.position, holds) if each is not None]
    above = ladder[min(max(rungs) + 1, len(ladder) - 1)]
    label = filled(REFER, position=phrases.POSITIONS[above])
    return choice(table, item, label, ReferUpwards(PROBE), by, (REASON,))


def referral(events: Iterable[tuple[str, Event]], item: Item) -> DecisionReferred | None:
    """How it came to the position that is waited for, None where nobody left it to them."""
    for _, event in reversed(tuple(events)):
        if isinstance(event, DecisionReferred):
            stands = item.step is not None and item.step.position is event.to
            return event if stands else None
    return None


def referral_words(events: Iterable[tuple[str, Event]], item: Item) -> Words | None:
    """Who left it to the position that is waited for, and why."""
    found = referral(events, item)
    if found is None:
        return None
    return filled(REFERRED, position=phrases.POSITIONS[found.position], reason=found.reason)


def told_of(events: Iterable[tuple[str, Event]], trigger: Trigger) -> list[tuple[str, Told]]:
    """When and what was told of a trigger since it was raised last, the newest at the end."""
    found: list[tuple[str, Told]] = []
    for at, event in events:
        if isinstance(event, IrregularityRaised) and event.trigger is trigger:
            found = [(at, event)]
        if isinstance(event, FactsChanged) and event.trigger is trigger:
            found.append((at, event))
    return found


def letters(table: Table, events: Iterable[tuple[str, Event]]) -> tuple[str, ...]:
    """The letters of the cards that lie loose; a card keeps its own when its place is ruled on."""
    if table.round is None:
        return ()
    lay: list[str] = []
    for _, event in events:
        if isinstance(event, IrregularityRaised) and event.trigger is Trigger.DRAWN_TOGETHER:
            lay = list(event.cards)
        if isinstance(event, CardsLoose) and not event.is_ordered:
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
