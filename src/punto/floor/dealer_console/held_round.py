"""Build the view of a held round with facts, permitted actions and the awaited position."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from punto.core import money
from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rulebook import Words
from punto.core.rules import Rule
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.facts import (
    FactReport,
    fact_correction,
    fact_reports,
    fact_views,
    loose_card_letters,
    referral,
    referral_choice,
    referral_text,
)
from punto.floor.dealer_console.held_round_views import CommandPreview, SeatMoney
from punto.floor.dealer_console.possible_results import possible_results_view
from punto.floor.dealer_console.preview import preview_command
from punto.floor.dealer_console.ruling_choices import PROBE, ruling_choices
from punto.floor.dealer_console.views import (
    HeldRoundStep,
    HeldRoundView,
    PermittedActionView,
    WithdrawalAnswerView,
)
from punto.floor.public_view.views import CountdownView
from punto.messages.message import message
from punto.pages import phrases
from punto.pages.phrases import SEMICOLON, filled, joined
from punto.reports.descriptions import table_state
from punto.reports.descriptions.situations import (
    describe_remedy,
    position_task,
    questions_for,
    situation_title,
    who_is_awaited,
)
from punto.reports.descriptions.words import words_of
from punto.table.actors import Actor, ActorKind
from punto.table.card_handling import hidden_cards
from punto.table.commands.play import GiveRuling, RulingOutcome
from punto.table.decide.irregularities.withdrawal import open_offer, withdrawable_stakes
from punto.table.events.play import DecisionReferred, Event, WithdrawalAnswered
from punto.table.possible_results import possible_results
from punto.table.stakes import Stake, position_of
from punto.table.state import PendingStep, Table

StepState: TypeAlias = Literal["done", "now", "later"]
AllowedState: TypeAlias = Literal["done", "now", "not-open", "none"]


@dataclass(frozen=True, slots=True)
class HoldTimeline:
    """What has happened since a table is held, each with its time."""

    events: tuple[tuple[str, Event], ...]

    @property
    def since(self) -> str:
        """Since when."""
        return self.events[0][0] if self.events else ""

    def fact_reports(self, trigger: Trigger) -> list[tuple[str, FactReport]]:
        """The reports on the irregularity with their times, the newest at the end."""
        return fact_reports(self.events, trigger)


def held_round(
    name: str, table: Table, held: HoldTimeline, timer: CountdownView | None, by: Actor
) -> HeldRoundView | None:
    """What holds a table and what may be done about it, None while nothing holds it."""
    if not table.pending_steps:
        return None
    item = table.pending_steps[0]
    reports = held.fact_reports(item.trigger)
    event = reports[-1][1] if reports else None
    money_, moves = _money(name, table, held, by)
    return HeldRoundView(
        title=situation_title(item.trigger, event.circumstances if event else ()),
        words=_words(table, item),
        source=item.source or table.game.cite(Rule.UNCOVERED),
        is_policy=item.source.startswith("POLICY"),
        since=held.since,
        waiting_for=who_is_awaited(table, item),
        steps=tuple(_steps(table, item, reports[-1] if reports else None)),
        facts=tuple(fact_views(table, [each for _, each in reports])) if reports else (),
        allowed=tuple(_allowed(table, item, event, referral(held.events, item))),
        choices=tuple(ruling_choices(table, item, by)),
        answers=tuple(_answers(table, held)),
        # Their values stay sealed until the order is fixed.
        loose=tuple("??" for _ in table.current.loose) if table.round else (),
        letters=loose_card_letters(table, held.events),
        timer=timer if open_offer(table) is not None else None,
        money=money_,
        money_if=moves,
        stays=possible_results_view(table, item),
        refer=referral_choice(table, item, by),
        referred=referral_text(held.events, item),
        change=fact_correction(table, item, by),
    )


GOES_ON = Words("The round goes on once this is done: {what}", "须先处理：{what}")
THEN = Words("{first}; then {others}", "{first}；随后{others}")


def _words(table: Table, item: PendingStep) -> Words:
    """What is done before the round goes on, first to last."""
    first = words_of(who_is_awaited(table, item))
    others = [phrases.REMEDIES[each.step.remedy] for each in table.pending_steps[1:] if each.step]
    if others:
        first = filled(THEN, first=first, others=joined(others))
    return filled(GOES_ON, what=first)


# Steps

OBSERVED = Words("What was seen", "所见情况")
THE_FACTS = Words("The facts", "事实")
NO_QUESTION = Words("-", "-")
ALLOWED = Words("What the rules allow", "规则允许")
RECORD = Words("Signed record", "签署记录")
RECORD_SUB = Words("everything above, with who gave it and when", "以上各项及经手人与时间")
CAUSE_STEP = Words("Say the cause", "说明原因")
CAUSE_SUB = Words("the rules turn on whether it was the power", "规则取决于是否停电")


def _steps(
    table: Table, item: PendingStep, raised: tuple[str, FactReport] | None
) -> Iterator[HeldRoundStep]:
    at = raised[0] if raised else ""
    what = phrases.TRIGGERS[item.trigger]
    yield HeldRoundStep(
        OBSERVED, Words(f"{what.en} {at}".strip(), f"{what.zh} {at}".strip()), "done"
    )
    if item.step is None:
        yield HeldRoundStep(CAUSE_STEP, CAUSE_SUB, "now")
        yield HeldRoundStep(RECORD, RECORD_SUB, "later")
        return
    questions = questions_for(table.game, item.trigger)
    words = (
        joined((words_of(each.question) for each in questions), SEMICOLON)
        if questions
        else NO_QUESTION
    )
    yield HeldRoundStep(THE_FACTS, words, "done")
    yield HeldRoundStep(ALLOWED, Words(item.source, item.source), "done")
    due = [each.step for each in table.pending_steps if each.trigger is item.trigger and each.step]
    for step in _completed_steps(raised[1], due) if raised else ():
        yield _step(step, "done")
    for place, step in enumerate(due):
        yield _step(step, "later" if place else "now")
    yield HeldRoundStep(RECORD, RECORD_SUB, "later")


def _completed_steps(report: FactReport, due: list[RemedyStep]) -> list[RemedyStep]:
    """The reported steps that are no longer due; one left to a higher position still is."""
    return [step for step in report.steps if not any(_is_one(step, each) for each in due)]


def _is_one(step: RemedyStep, due: RemedyStep) -> bool:
    both_wait = step.position is not None and due.position is not None
    return step == due or (both_wait and (step.remedy, step.detail) == (due.remedy, due.detail))


BY_RULE = Words("by the rule itself", "由规则本身")
NOBODY_ELSE = Words("or a higher position", "或更高职位")


def _step(step: RemedyStep, state: StepState) -> HeldRoundStep:
    if step.position is not None:
        who = message("awaited.position", position=step.position, task=position_task(step))
        return HeldRoundStep(who, NOBODY_ELSE, state)
    label = phrases.REMEDIES[step.remedy]
    sub = phrases.DETAILS[step.detail] if step.detail else BY_RULE
    return HeldRoundStep(Words(label.en[:1].upper() + label.en[1:], label.zh), sub, state)


# Facts and positions

REPORTS = Words("leaves everything as it lies and reports", "保持原状并报告")
MAY_ACT = Words("may act for the {position}", "可代行{position}之职")
HIGHER = Words("A higher position", "更高职位")
EACH_PATRON = Words("Each patron", "每位客人")
THE_RULE = Words("The rule itself", "规则本身")
LEFT_IT = Words("left it to a higher position", "已呈更高职位")
NOBODY = Words("Nobody", "无人")
NO_VOID = Words("may make the round void here", "此处不可作废")


def _allowed(
    table: Table, item: PendingStep, event: FactReport | None, referred: DecisionReferred | None
) -> Iterator[PermittedActionView]:
    """What every position may do about it, the refused remedy too."""
    yield PermittedActionView(phrases.POSITIONS[StaffPosition.DEALER], REPORTS, "POLICY", "done")
    due = [each.step for each in table.pending_steps if each.trigger is item.trigger and each.step]
    completed = _completed_steps(event, due) if event else []
    if referred is not None:
        position, clause = phrases.POSITIONS[referred.position], referred.source
        yield PermittedActionView(position, LEFT_IT, clause, "done")
    for place, step in enumerate((*completed, *due)):
        at = place - len(completed)
        state: AllowedState = "done" if at < 0 else "now" if at == 0 else "not-open"
        who = phrases.POSITIONS[step.position] if step.position else THE_RULE
        if step.remedy is Remedy.OFFER_WITHDRAWAL and step.position is None:
            who = EACH_PATRON
        words = (
            position_task(step)
            if step.position
            else describe_remedy(RemedyStep(step.remedy, step.detail))
        )
        yield PermittedActionView(who, words, item.source, state)
        if step.position is not None:
            higher = filled(MAY_ACT, position=phrases.POSITIONS[step.position])
            yield PermittedActionView(HIGHER, higher, table.game.cite(Rule.HIGHER_POSITION), "none")
    if not _may_be_void(item, (*completed, *due)):
        yield PermittedActionView(NOBODY, NO_VOID, item.source, "not-open")


def _may_be_void(item: PendingStep, steps: Iterable[RemedyStep]) -> bool:
    open_rulings = (RemedyDetail.VOID_OR_CONTINUE, RemedyDetail.WHATEVER_IS_NEEDED)
    return any(
        step.remedy is Remedy.VOID or (step.remedy is Remedy.RULING and step.detail in open_rulings)
        for step in (*steps, *item.proposed)
    )


# Answers and money

OFFER = Remedy.OFFER_WITHDRAWAL
SILENCE = Words("Whoever does not answer stays in.", "不答复者视为不撤。")
OFFERED = Words("{cents} may be taken back", "可撤回 {cents}")
RECLAIMED = Words("{cents} was taken back", "已撤回 {cents}")


def _answers(table: Table, held: HoldTimeline) -> Iterator[WithdrawalAnswerView]:
    item = open_offer(table)
    if item is None:
        return
    waiting, answers = withdrawable_stakes(table, item), _seat_answers(table, held)
    for seat in sorted({*item.answered, *waiting}, key=_place):
        kind = _kind(seat)
        if seat in waiting:
            yield WithdrawalAnswerView(
                position_of(seat), kind, "chips" if kind == "chips" else "waiting", "", 0
            )
            continue
        at, event = answers.get(seat, ("", None))
        cents = event.cents if event is not None else 0
        yield WithdrawalAnswerView(
            position_of(seat), kind, "withdraws" if cents else "stays", at, cents
        )


def _seat_answers(table: Table, held: HoldTimeline) -> dict[int, tuple[str, WithdrawalAnswered]]:
    """When and what every seat has answered in this round."""
    return {
        event.seat: (at, event)
        for at, event in held.events
        if isinstance(event, WithdrawalAnswered) and event.round == table.current.number
    }


def _kind(seat: int) -> Literal["terminal", "chips"]:
    return "chips" if seat < 0 else "terminal"


def _place(seat: int) -> tuple[int, bool]:
    return position_of(seat), seat < 0


def _money(
    name: str, table: Table, held: HoldTimeline, by: Actor
) -> tuple[CommandPreview | None, Literal["void", "withdraws"] | None]:
    """What would go back to every seat, and by what; None where a card would be told."""
    step = table.pending_steps[0].step
    if step is not None and step.position is not None:
        found = preview_command(
            name, table, GiveRuling(RulingOutcome.VOID, PROBE), _awaited(by, step.position)
        )
        if found.ok:
            return found, "void"
    offers = (each for each in table.pending_steps if each.step and each.step.remedy is OFFER)
    coming = next(offers, None)
    # What may be taken back turns on what is decided, and that on every card.
    if coming is None or hidden_cards(table):
        return None, None
    return _offered(table, coming, held), "withdraws"


def _awaited(by: Actor, position: StaffPosition) -> Actor:
    """The position that is waited for, so that whoever looks sees what it would do."""
    return Actor(ActorKind.STAFF, by.name, position)


def _offered(table: Table, item: PendingStep, held: HoldTimeline) -> CommandPreview:
    """What goes back if every seat withdraws: those that have answered, and those that may."""
    assert item.step is not None, "an offer is a step"
    # Where decided wagers stay, whoever takes back the others has won or lost those.
    remaining = item.step.detail is RemedyDetail.ALL_REMAINING_WAGERS
    decided = {each.seat: each.decided_cents for each in possible_results(table).seats if remaining}
    withdrawn = {
        seat: event.withdrawn
        for seat, (_, event) in _seat_answers(table, held).items()
        if seat in item.answered and event.withdrawn
    }
    words = {
        **dict.fromkeys(withdrawn, RECLAIMED),
        **dict.fromkeys(withdrawable_stakes(table, item), OFFERED),
    }
    back = {**withdrawn, **withdrawable_stakes(table, item)}
    cents = {seat: sum(each.cents for each in stakes) for seat, stakes in back.items()}
    seats = tuple(
        SeatMoney(
            seat=position_of(seat),
            kind=_kind(seat),
            stakes=_by_wager(back[seat]),
            back_cents=cents[seat],
            net_cents=decided.get(seat, 0),
            words=filled(words[seat], cents=money.format_cents(cents[seat])),
        )
        for seat in sorted(back, key=_place)
    )
    return CommandPreview(
        ok=True,
        code="",
        clause=item.source,
        words=_words(table, item),
        needs_second=False,
        events=(),
        seats=seats,
        bank_cents=-sum(each.net_cents for each in seats),
        patrons_read=table_state.hold_message(item),
        then=SILENCE,
    )


def _by_wager(stakes: Iterable[Stake]) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in stakes:
        found[each.wager] = found.get(each.wager, 0) + each.cents
    return found
