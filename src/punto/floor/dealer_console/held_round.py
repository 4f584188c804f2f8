"""A held round as staff see it: what was seen, the facts, what the rules allow, who is awaited."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from punto.core import money
from punto.core.irregularities import Detail, Remedy, Step, Trigger
from punto.core.rulebook import Words
from punto.core.rules import Rule
from punto.core.staff_positions import Position
from punto.floor.dealer_console.facts import (
    Told,
    change,
    facts,
    letters,
    refer,
    referral,
    referral_words,
    told_of,
)
from punto.floor.dealer_console.held_round_views import PreviewShown, SeatMoney
from punto.floor.dealer_console.possible_results import stays
from punto.floor.dealer_console.preview import preview
from punto.floor.dealer_console.ruling_choices import PROBE, choices
from punto.floor.dealer_console.views import AllowedShown, AnswerShown, HoldShown, HoldStep
from punto.floor.public_view.views import Timer
from punto.pages import phrases
from punto.pages.phrases import SEMICOLON, filled, joined
from punto.reports.descriptions import table_state
from punto.reports.descriptions.situations import (
    SOMEBODY,
    facts_for,
    position_does,
    step_words,
    title,
    waiting_for,
)
from punto.table.actors import Actor, Kind
from punto.table.card_handling import hidden
from punto.table.commands.play import GiveRuling, Ruled
from punto.table.decide.irregularities.withdrawal import offer, offered_to
from punto.table.events.play import DecisionReferred, Event, WithdrawalAnswered
from punto.table.possible_results import outlook
from punto.table.stakes import Stake, position_of
from punto.table.state import Item, Table

StepState: TypeAlias = Literal["done", "now", "later"]
AllowedState: TypeAlias = Literal["done", "now", "not-open", "none"]


@dataclass(frozen=True, slots=True)
class Held:
    """What has happened since a table is held, each with its time."""

    events: tuple[tuple[str, Event], ...]

    @property
    def since(self) -> str:
        """Since when."""
        return self.events[0][0] if self.events else ""

    def told(self, trigger: Trigger) -> list[tuple[str, Told]]:
        """When and how what is seen through now was told, the newest at the end."""
        return told_of(self.events, trigger)


def hold(name: str, table: Table, held: Held, timer: Timer | None, by: Actor) -> HoldShown | None:
    """What holds a table and what may be done about it, None while nothing holds it."""
    if not table.agenda:
        return None
    item = table.agenda[0]
    told = held.told(item.trigger)
    event = told[-1][1] if told else None
    money_, moves = _money(name, table, held, by)
    return HoldShown(
        title=title(item.trigger, event.circumstances if event else ()),
        words=_words(table, item),
        source=item.source or table.game.cite(Rule.UNCOVERED),
        is_policy=item.source.startswith("POLICY"),
        since=held.since,
        waiting_for=waiting_for(table, item),
        steps=tuple(_steps(table, item, told[-1] if told else None)),
        facts=tuple(facts(table, [each for _, each in told])) if told else (),
        allowed=tuple(_allowed(table, item, event, referral(held.events, item))),
        choices=tuple(choices(table, item, by)),
        answers=tuple(_answers(table, held)),
        # Their values stay sealed until the order is fixed.
        loose=tuple("??" for _ in table.current.loose) if table.round else (),
        letters=letters(table, held.events),
        timer=timer if offer(table) is not None else None,
        money=money_,
        money_if=moves,
        stays=stays(table, item),
        refer=refer(table, item, by),
        referred=referral_words(held.events, item),
        change=change(table, item, by),
    )


GOES_ON = Words("The round goes on once this is done: {what}", "须先处理：{what}")
THEN = Words("{first}; then {others}", "{first}；随后{others}")


def _words(table: Table, item: Item) -> Words:
    """What is done before the round goes on, first to last."""
    first = waiting_for(table, item)
    others = [phrases.REMEDIES[each.step.remedy] for each in table.agenda[1:] if each.step]
    if others:
        first = filled(THEN, first=first, others=joined(others))
    return filled(GOES_ON, what=first)


def _in_both(step: Step) -> Words:
    return Words(*(step_words(step, language) for language in phrases.LANGUAGES))


# Steps

SEEN = Words("What was seen", "所见情况")
THE_FACTS = Words("The facts", "事实")
NO_QUESTION = Words("-", "-")
ALLOWED = Words("What the rules allow", "规则允许")
RECORD = Words("Signed record", "签署记录")
RECORD_SUB = Words("everything above, with who gave it and when", "以上各项及经手人与时间")
CAUSE_STEP = Words("Say the cause", "说明原因")
CAUSE_SUB = Words("the rules turn on whether it was the power", "规则取决于是否停电")


def _steps(table: Table, item: Item, raised: tuple[str, Told] | None) -> Iterator[HoldStep]:
    at = raised[0] if raised else ""
    what = phrases.TRIGGERS[item.trigger]
    yield HoldStep(SEEN, Words(f"{what.en} {at}".strip(), f"{what.zh} {at}".strip()), "done")
    if item.step is None:
        yield HoldStep(CAUSE_STEP, CAUSE_SUB, "now")
        yield HoldStep(RECORD, RECORD_SUB, "later")
        return
    asked = facts_for(table.game, item.trigger)
    questions = joined((each.question for each in asked), SEMICOLON) if asked else NO_QUESTION
    yield HoldStep(THE_FACTS, questions, "done")
    yield HoldStep(ALLOWED, Words(item.source, item.source), "done")
    due = [each.step for each in table.agenda if each.trigger is item.trigger and each.step]
    for step in _done(raised[1], due) if raised else ():
        yield _step(step, "done")
    for place, step in enumerate(due):
        yield _step(step, "later" if place else "now")
    yield HoldStep(RECORD, RECORD_SUB, "later")


def _done(told: Told, due: list[Step]) -> list[Step]:
    """The steps that were told and are no longer due; one left to a higher position still is."""
    return [step for step in told.steps if not any(_is_one(step, each) for each in due)]


def _is_one(step: Step, due: Step) -> bool:
    both_wait = step.position is not None and due.position is not None
    return step == due or (both_wait and (step.remedy, step.detail) == (due.remedy, due.detail))


BY_RULE = Words("by the rule itself", "由规则本身")
NOBODY_ELSE = Words("or a higher position", "或更高职位")


def _step(step: Step, state: StepState) -> HoldStep:
    if step.position is not None:
        position = phrases.POSITIONS[step.position]
        return HoldStep(
            filled(SOMEBODY, position=position, what=position_does(step)), NOBODY_ELSE, state
        )
    label = phrases.REMEDIES[step.remedy]
    sub = phrases.DETAILS[step.detail] if step.detail else BY_RULE
    return HoldStep(Words(label.en[:1].upper() + label.en[1:], label.zh), sub, state)


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
    table: Table, item: Item, event: Told | None, referred: DecisionReferred | None
) -> Iterator[AllowedShown]:
    """What every position may do about it, the refused remedy too."""
    yield AllowedShown(phrases.POSITIONS[Position.DEALER], REPORTS, "POLICY", "done")
    due = [each.step for each in table.agenda if each.trigger is item.trigger and each.step]
    done = _done(event, due) if event else []
    if referred is not None:
        position, clause = phrases.POSITIONS[referred.position], referred.source
        yield AllowedShown(position, LEFT_IT, clause, "done")
    for place, step in enumerate((*done, *due)):
        at = place - len(done)
        state: AllowedState = "done" if at < 0 else "now" if at == 0 else "not-open"
        who = phrases.POSITIONS[step.position] if step.position else THE_RULE
        if step.remedy is Remedy.OFFER_WITHDRAWAL and step.position is None:
            who = EACH_PATRON
        words = position_does(step) if step.position else _in_both(Step(step.remedy, step.detail))
        yield AllowedShown(who, words, item.source, state)
        if step.position is not None:
            higher = filled(MAY_ACT, position=phrases.POSITIONS[step.position])
            yield AllowedShown(HIGHER, higher, table.game.cite(Rule.HIGHER_POSITION), "none")
    if not _may_be_void(item, (*done, *due)):
        yield AllowedShown(NOBODY, NO_VOID, item.source, "not-open")


def _may_be_void(item: Item, steps: Iterable[Step]) -> bool:
    open_rulings = (Detail.VOID_OR_CONTINUE, Detail.WHATEVER_IS_NEEDED)
    return any(
        step.remedy is Remedy.VOID or (step.remedy is Remedy.RULING and step.detail in open_rulings)
        for step in (*steps, *item.proposed)
    )


# Answers and money

OFFER = Remedy.OFFER_WITHDRAWAL
SILENCE = Words("Whoever does not answer stays in.", "不答复者视为不撤。")
OFFERED = Words("{cents} may be taken back", "可撤回 {cents}")
TAKEN_BACK = Words("{cents} was taken back", "已撤回 {cents}")


def _answers(table: Table, held: Held) -> Iterator[AnswerShown]:
    item = offer(table)
    if item is None:
        return
    waiting, given = offered_to(table, item), _given(table, held)
    for seat in sorted({*item.answered, *waiting}, key=_place):
        kind = _kind(seat)
        if seat in waiting:
            yield AnswerShown(
                position_of(seat), kind, "chips" if kind == "chips" else "waiting", "", 0
            )
            continue
        at, event = given.get(seat, ("", None))
        cents = event.cents if event is not None else 0
        yield AnswerShown(position_of(seat), kind, "withdraws" if cents else "stays", at, cents)


def _given(table: Table, held: Held) -> dict[int, tuple[str, WithdrawalAnswered]]:
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
    name: str, table: Table, held: Held, by: Actor
) -> tuple[PreviewShown | None, Literal["void", "withdraws"] | None]:
    """What would go back to every seat, and by what; None where a card would be told."""
    step = table.agenda[0].step
    if step is not None and step.position is not None:
        found = preview(name, table, GiveRuling(Ruled.VOID, PROBE), _awaited(by, step.position))
        if found.ok:
            return found, "void"
    offers = (each for each in table.agenda if each.step and each.step.remedy is OFFER)
    coming = next(offers, None)
    # What may be taken back turns on what is decided, and that on every card.
    if coming is None or hidden(table):
        return None, None
    return _offered(table, coming, held), "withdraws"


def _awaited(by: Actor, position: Position) -> Actor:
    """The position that is waited for, so that whoever looks sees what it would do."""
    return Actor(Kind.STAFF, by.name, position)


def _offered(table: Table, item: Item, held: Held) -> PreviewShown:
    """What goes back if every seat withdraws: those that have answered, and those that may."""
    assert item.step is not None, "an offer is a step"
    # Where decided wagers stay, whoever takes back the others has won or lost those.
    remaining = item.step.detail is Detail.ALL_REMAINING_WAGERS
    decided = {each.seat: each.decided_cents for each in outlook(table).seats if remaining}
    taken = {
        seat: event.withdrawn
        for seat, (_, event) in _given(table, held).items()
        if seat in item.answered and event.withdrawn
    }
    words = {**dict.fromkeys(taken, TAKEN_BACK), **dict.fromkeys(offered_to(table, item), OFFERED)}
    back = {**taken, **offered_to(table, item)}
    cents = {seat: sum(each.cents for each in stakes) for seat, stakes in back.items()}
    seats = tuple(
        SeatMoney(
            seat=position_of(seat),
            kind=_kind(seat),
            stakes=_by_wager(back[seat]),
            back_cents=cents[seat],
            net_cents=decided.get(seat, 0),
            words=filled(words[seat], cents=money.written(cents[seat])),
        )
        for seat in sorted(back, key=_place)
    )
    return PreviewShown(
        ok=True,
        code="",
        clause=item.source,
        words=_words(table, item),
        needs_second=False,
        events=(),
        seats=seats,
        bank_cents=-sum(each.net_cents for each in seats),
        patrons_read=table_state.hold(item),
        then=SILENCE,
    )


def _by_wager(stakes: Iterable[Stake]) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in stakes:
        found[each.wager] = found.get(each.wager, 0) + each.cents
    return found
