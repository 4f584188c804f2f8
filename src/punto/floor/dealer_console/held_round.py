"""Build the view of a held round with facts, permitted actions and the awaited position."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct

from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rules import Rule
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.command_forms import PROBE, CommandForm
from punto.floor.dealer_console.possible_results import PossibleResultsView, possible_results_view
from punto.floor.dealer_console.preview import CommandPreview, SeatMoney, by_wager, preview_command
from punto.floor.dealer_console.rulings import correction_form, referral_form, ruling_forms
from punto.floor.dealer_console.sealed_cards import loose_card_letters
from punto.floor.dealer_console.stakes import SeatKind, seat_kind, seat_order
from punto.floor.public_view.views import CountdownView
from punto.messages.message import Message, message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.situations import (
    REPORTED_BY_PEOPLE,
    FactQuestion,
    answer_text,
    describe_remedy,
    position_task,
    questions_for,
    situation_title,
    who_is_awaited,
)
from punto.table.actors import Actor, ActorKind
from punto.table.card_handling import hidden_cards
from punto.table.commands import GiveRuling, RulingOutcome
from punto.table.decide.irregularities.withdrawal import open_offer, withdrawable_stakes
from punto.table.events import (
    DecisionReferred,
    Event,
    FactsCorrected,
    IrregularityRaised,
    WithdrawalAnswered,
)
from punto.table.possible_results import possible_results
from punto.table.stakes import position_of
from punto.table.state import PendingStep, Table

StepState: TypeAlias = Literal["done", "now", "later"]
AnswerState: TypeAlias = Literal["stays", "withdraws", "waiting", "chips"]
AllowedState: TypeAlias = Literal["done", "now", "not-open", "none"]
FactReport: TypeAlias = IrregularityRaised | FactsCorrected


class FactView(Struct, frozen=True):
    """A question, its answer, and the source of the answer."""

    question: Message
    answer: Message
    source: Message
    was: Message | None
    """The earlier answer, if it was wrong."""


class HeldRoundStep(Struct, frozen=True):
    """A step of an irregularity, from the report to the record."""

    label: Message
    sub: Message
    state: StepState
    at: str = ""
    """When it was done, if the journal has the time."""


class PermittedActionView(Struct, frozen=True):
    """An action that a position may take in the irregularity."""

    position: Message
    words: Message
    clause: str
    state: AllowedState


class WithdrawalAnswerView(Struct, frozen=True):
    """The answer of a seat to an offer to withdraw."""

    seat: int
    kind: SeatKind
    state: AnswerState
    at: str


class HeldRoundView(Struct, frozen=True):
    """Why a table is on hold, who must act, and the possible actions."""

    title: Message
    words: Message
    source: str
    is_policy: bool
    since: str
    waiting_for: Message
    steps: tuple[HeldRoundStep, ...]
    facts: tuple[FactView, ...]
    allowed: tuple[PermittedActionView, ...]
    choices: tuple[CommandForm, ...]
    answers: tuple[WithdrawalAnswerView, ...]
    letters: tuple[str, ...]
    """The names of the loose cards. Their values stay sealed."""

    timer: CountdownView | None
    money: CommandPreview | None
    money_if: Literal["void", "withdraws"] | None
    """The decision that would move that money."""

    stays: PossibleResultsView | None
    refer: CommandForm | None
    referred: Message | None
    """The referral to the position that must rule, with its reason."""

    change: CommandForm | None


TimedEvents: TypeAlias = Sequence[tuple[str, Event]]
"""Events with their times, oldest first."""


def held_round(
    name: str, table: Table, events: TimedEvents, timer: CountdownView | None, by: Actor
) -> HeldRoundView | None:
    """The view of a held round, by the events since then; None while the table is not on hold."""
    if not table.pending_steps:
        return None
    item = table.pending_steps[0]
    remedy = _remedy(table, item, _fact_reports(events, item.trigger))
    report = remedy.reports[-1][1] if remedy.reports else None
    money, moves = _money(name, table, events, by)
    return HeldRoundView(
        title=situation_title(item.trigger, report.circumstances if report else ()),
        words=_words(table, item),
        source=item.source or table.game.cite(Rule.UNCOVERED),
        is_policy=item.source.startswith("POLICY"),
        since=events[0][0] if events else "",
        waiting_for=who_is_awaited(table, item),
        steps=tuple(_steps(table, remedy)),
        facts=tuple(_facts(table, [each for _, each in remedy.reports])),
        allowed=tuple(_allowed(table, remedy, _referral(events, item))),
        choices=tuple(ruling_forms(table, item, by)),
        answers=tuple(_answers(table, events)),
        letters=loose_card_letters(table, events),
        timer=timer if open_offer(table) is not None else None,
        money=money,
        money_if=moves,
        stays=possible_results_view(table, item),
        refer=referral_form(table, item, by),
        referred=referral_text(events, item),
        change=correction_form(table, item, by),
    )


def _words(table: Table, item: PendingStep) -> Message:
    """The steps before the round continues, first to last."""
    first = who_is_awaited(table, item)
    others = tuple(each.step.remedy for each in table.pending_steps[1:] if each.step)
    if others:
        return message("hold.continues-after-all", step=first, others=others)
    return message("hold.continues-after", step=first)


# Steps


@dataclass(frozen=True, slots=True)
class HeldRemedy:
    """The reports of an irregularity with their times, and the steps of its remedy."""

    item: PendingStep
    reports: list[tuple[str, FactReport]]
    completed: tuple[RemedyStep, ...]
    due: tuple[RemedyStep, ...]


def _remedy(table: Table, item: PendingStep, reports: list[tuple[str, FactReport]]) -> HeldRemedy:
    """The reported steps that are no longer due, and those that are. A referred step is due."""
    steps = (each.step for each in table.pending_steps if each.trigger is item.trigger)
    due = tuple(step for step in steps if step)
    reported = reports[-1][1].steps if reports else ()
    completed = tuple(step for step in reported if not any(_is_one(step, each) for each in due))
    return HeldRemedy(item, reports, completed, due)


def _is_one(step: RemedyStep, due: RemedyStep) -> bool:
    both_wait = step.position is not None and due.position is not None
    return step == due or (both_wait and (step.remedy, step.detail) == (due.remedy, due.detail))


def _steps(table: Table, remedy: HeldRemedy) -> Iterator[HeldRoundStep]:
    item, reports = remedy.item, remedy.reports
    at, trigger = reports[-1][0] if reports else "", Message(f"trigger.{item.trigger}")
    yield HeldRoundStep(message("hold-step.observed"), trigger, "done", at)
    if item.step is None:
        yield HeldRoundStep(message("hold-step.cause"), message("hold-step.cause-words"), "now")
    else:
        questions = tuple(each.question for each in questions_for(table.game, item.trigger))
        facts = message("hold-step.questions", questions=questions)
        if not questions:
            facts = message("hold-step.no-questions")
        yield HeldRoundStep(message("hold-step.facts"), facts, "done")
        source = message("hold-step.source", source=item.source)
        yield HeldRoundStep(message("hold-step.allowed"), source, "done")
        for step in remedy.completed:
            yield _step(step, "done")
        for place, step in enumerate(remedy.due):
            yield _step(step, "later" if place else "now")
    yield HeldRoundStep(message("hold-step.record"), message("hold-step.record-parts"), "later")


def _step(step: RemedyStep, state: StepState) -> HeldRoundStep:
    if step.position is not None:
        label = message("awaited.position", position=step.position, task=position_task(step))
        return HeldRoundStep(label, message("hold-step.or-higher"), state)
    sub = Message(f"remedy-detail.{step.detail}") if step.detail else message("hold-step.by-rule")
    return HeldRoundStep(Message(f"remedy-title.{step.remedy}"), sub, state)


# Facts

FROM_STAFF = message("fact.by-staff")
FROM_TABLE = message("fact.from-table")


def _facts(table: Table, reports: list[FactReport]) -> Iterator[FactView]:
    """The deciding facts, each with its source and its earlier answer."""
    if not reports:
        return
    first, *_, last = (reports[0], *reports)
    before = reports[:-1]
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


def _referral(events: TimedEvents, item: PendingStep) -> DecisionReferred | None:
    """The referral to the position that must rule; None if no one referred it."""
    for _, event in reversed(events):
        if isinstance(event, DecisionReferred):
            stands = item.step is not None and item.step.position is event.to
            return event if stands else None
    return None


def referral_text(events: TimedEvents, item: PendingStep) -> Message | None:
    """The referral with its reason; None if no one referred the ruling."""
    found = _referral(events, item)
    if found is None:
        return None
    return message("fact.referred", position=found.position, reason=found.reason)


def _fact_reports(events: TimedEvents, trigger: Trigger) -> list[tuple[str, FactReport]]:
    """The reports on a trigger since it was last raised, with their times, newest at the end."""
    found: list[tuple[str, FactReport]] = []
    for at, event in events:
        if isinstance(event, IrregularityRaised) and event.trigger is trigger:
            found = [(at, event)]
        if isinstance(event, FactsCorrected) and event.trigger is trigger:
            found.append((at, event))
    return found


# Positions


def _allowed(
    table: Table, remedy: HeldRemedy, referred: DecisionReferred | None
) -> Iterator[PermittedActionView]:
    """The actions of every position, and whether a void is possible."""
    source, steps = remedy.item.source, (*remedy.completed, *remedy.due)
    dealer = message("position.dealer")
    yield PermittedActionView(dealer, message("allowed.reports"), "POLICY", "done")
    if referred is not None:
        position = Message(f"position.{referred.position}")
        yield PermittedActionView(position, message("allowed.referred"), referred.source, "done")
    for at, step in enumerate(steps, start=-len(remedy.completed)):
        state: AllowedState = "done" if at < 0 else "not-open" if at else "now"
        words = position_task(step) if step.position else describe_remedy(step)
        yield PermittedActionView(_who_acts(step), words, source, state)
        if step.position is not None:
            clause = table.game.cite(Rule.HIGHER_POSITION)
            act = message("allowed.may-act", position=step.position)
            yield PermittedActionView(message("allowed.higher"), act, clause, "none")
    if not _may_be_void(remedy.item, steps):
        anyone, no_void = message("allowed.any-position"), message("allowed.no-void")
        yield PermittedActionView(anyone, no_void, source, "not-open")


def _who_acts(step: RemedyStep) -> Message:
    if step.position is not None:
        return Message(f"position.{step.position}")
    if step.remedy is OFFER:
        return message("allowed.each-patron")
    return message("allowed.rule")


def _may_be_void(item: PendingStep, steps: Iterable[RemedyStep]) -> bool:
    open_rulings = (RemedyDetail.VOID_OR_CONTINUE, RemedyDetail.WHATEVER_IS_NEEDED)
    return any(
        step.remedy is Remedy.VOID or (step.remedy is Remedy.RULING and step.detail in open_rulings)
        for step in (*steps, *item.proposed)
    )


# Answers and money

OFFER = Remedy.OFFER_WITHDRAWAL


def _answers(table: Table, events: TimedEvents) -> Iterator[WithdrawalAnswerView]:
    item = open_offer(table)
    if item is None:
        return
    waiting, answers = withdrawable_stakes(table, item), _seat_answers(table, events)
    for seat in sorted({*item.answered, *waiting}, key=seat_order):
        position, kind = position_of(seat), seat_kind(seat)
        if seat in waiting:
            yield WithdrawalAnswerView(position, kind, "chips" if seat < 0 else "waiting", "")
        else:
            at, event = answers.get(seat, ("", None))
            state: AnswerState = "withdraws" if event is not None and event.cents else "stays"
            yield WithdrawalAnswerView(position, kind, state, at)


def _seat_answers(table: Table, events: TimedEvents) -> dict[int, tuple[str, WithdrawalAnswered]]:
    """The answer of each seat in this round, with its time."""
    return {
        event.seat: (at, event)
        for at, event in events
        if isinstance(event, WithdrawalAnswered) and event.round == table.current.number
    }


def _money(
    name: str, table: Table, events: TimedEvents, by: Actor
) -> tuple[CommandPreview | None, Literal["void", "withdraws"] | None]:
    """The money that a decision would return to each seat; None if it would reveal a card."""
    step = table.pending_steps[0].step
    if step is not None and step.position is not None:
        found = preview_command(
            name, table, GiveRuling(RulingOutcome.VOID, PROBE), _awaited(by, step.position)
        )
        if found.ok:
            return found, "void"
    offers = (each for each in table.pending_steps if each.step and each.step.remedy is OFFER)
    coming = next(offers, None)
    # A hidden card may decide a wager, and patrons may take back undecided wagers only.
    if coming is None or hidden_cards(table):
        return None, None
    return _offered(table, coming, events), "withdraws"


def _awaited(by: Actor, position: StaffPosition) -> Actor:
    """The position that must rule, so that every viewer sees the result of its ruling."""
    return Actor(ActorKind.STAFF, by.name, position)


def _offered(table: Table, item: PendingStep, events: TimedEvents) -> CommandPreview:
    """The money of each seat that has withdrawn or may withdraw, if all of them withdraw."""
    assert item.step is not None, "an offer is a step"
    # If decided wagers stay, a patron who withdraws the others has won or lost the decided ones.
    remaining = item.step.detail is RemedyDetail.ALL_REMAINING_WAGERS
    decided = {each.seat: each.decided_cents for each in possible_results(table).seats if remaining}
    withdrawn = {
        seat: event.withdrawn
        for seat, (_, event) in _seat_answers(table, events).items()
        if seat in item.answered and event.withdrawn
    }
    offered = withdrawable_stakes(table, item)
    back = {**withdrawn, **offered}
    cents = {seat: sum(each.cents for each in stakes) for seat, stakes in back.items()}
    seats = tuple(
        SeatMoney(
            seat=position_of(seat),
            kind=seat_kind(seat),
            stakes=dict(by_wager(back[seat])),
            back_cents=cents[seat],
            net_cents=decided.get(seat, 0),
            words=message("withdrawal.offered", cents=cents[seat])
            if seat in offered
            else message("withdrawal.taken", cents=cents[seat]),
        )
        for seat in sorted(back, key=seat_order)
    )
    return CommandPreview(
        clause=item.source,
        words=_words(table, item),
        seats=seats,
        bank_cents=-sum(each.net_cents for each in seats),
        patrons_read=table_state.hold_message(item),
        then=message("withdrawal.silence"),
    )
