"""Interruption: what was raised, what followed, and who decided."""

from collections.abc import Iterable

from punto.audit import events as told
from punto.audit.entry import Actor
from punto.audit.events import (
    CauseAsked,
    IrregularityRaised,
    PlayResumed,
    RulingGiven,
    WithdrawalAnswered,
    WithdrawalEnded,
)
from punto.audit.findings import Check, money
from punto.audit.remedies import OFFER, PLAY_ON, RULING, VOID, Answer, Step, expected, outranks
from punto.audit.state import Round, Table, Trouble

CARRIED_OUT_AT_ONCE = (VOID, PLAY_ON)
"""Remedies for which nobody is waited."""


def irregularity_raised(table: Table, event: IrregularityRaised, _by: Actor) -> None:
    """What went wrong is answered as the document or the house says."""
    round_ = table.running(event.round, f"{event.trigger} raised")
    if round_ is None:
        return
    if round_.due and round_.next_remedy != "cause":
        table.say(
            Check.IRREGULARITY,
            f"{event.trigger} raised while the round waits for {round_.next_remedy}",
            "that to be seen through first",
        )
    if event.trigger == "interrupted":
        _check_established(table, round_, event)
    _check_rank(table, round_, event)
    _check_answer(table, event)
    round_.trouble = Trouble(event.trigger, event.source, event.circumstances)
    round_.due, round_.proposed, round_.answered = list(event.steps), event.proposed, set()
    round_.ruled = ""


def _check_rank(table: Table, round_: Round, event: IrregularityRaised) -> None:
    """What is raised while nothing else is due goes first and meets nothing."""
    is_alone = not round_.due
    waits_for_cause = round_.next_remedy == "cause"
    if (is_alone or waits_for_cause) and (event.met or event.goes_first is not is_alone):
        table.say(Check.IRREGULARITY, f"{event.trigger} met {', '.join(event.met)}", "nothing")
    if event.trigger in WITHOUT_CARDS and (event.cards or event.numbers):
        table.say(Check.IRREGULARITY, f"{event.trigger} with cards", "none named")


WITHOUT_CARDS = ("interrupted", "shoe-short", "late-wager", "late-withdrawal", "cutting-card")


def _check_answer(table: Table, event: IrregularityRaised) -> None:
    document = table.game.document if table.game else ""
    due = expected(document, event.trigger, event.circumstances)
    found = Answer(_steps(event.steps), event.source, _steps(event.proposed))
    if due is None:
        raised = ", ".join((event.trigger, *event.circumstances))
        table.say(Check.IRREGULARITY, f"{raised} raised", "something the auditor can judge")
    elif found != due:
        table.say(
            Check.IRREGULARITY, f"{event.trigger} answered by {_in_words(found)}", _in_words(due)
        )


def _steps(steps: Iterable[told.Step]) -> tuple[Step, ...]:
    return tuple(Step(step.remedy, step.detail, step.position) for step in steps)


def _in_words(answer: Answer) -> str:
    def listed(steps: Iterable[Step]) -> str:
        return ", ".join(" ".join(filter(None, step)) for step in steps)

    words = f"{listed(answer.steps) or 'nothing'} under {answer.source or 'nothing'}"
    return f"{words}, {listed(answer.proposed)} proposed" if answer.proposed else words


def _check_established(table: Table, round_: Round, event: IrregularityRaised) -> None:
    """Whether an outcome is established is computed, never judged (R11)."""
    if table.game is None or table.settings is None:
        return
    is_so = table.game.is_established(round_.hands.drawn, table.settings.limits)
    said = {"established", "not-established"} & set(event.circumstances)
    due = "established" if is_so else "not-established"
    if said != {due}:
        table.say(
            Check.IRREGULARITY,
            f"{' and '.join(sorted(said)) or 'nothing said of the outcome'} with cards "
            f"{round_.hands.line()}",
            due,
        )


def cause_asked(table: Table, event: CauseAsked, _by: Actor) -> None:
    """The round waits to be told whether it was the power."""
    round_ = table.running(event.round, "the cause asked")
    if round_ is not None:
        round_.due = [None]


def withdrawal_answered(table: Table, event: WithdrawalAnswered, by: Actor) -> None:
    """A patron who was offered it takes all stakes back, or none, once."""
    round_ = table.running(event.round, "a withdrawal")
    if round_ is None:
        return
    if round_.next_remedy != OFFER or event.seat in round_.answered:
        table.say(Check.WITHDRAWAL, f"seat {event.seat} answered", "only once, and to an offer")
    round_.answered.add(event.seat)
    placed = round_.sets.get(event.seat)
    for_chips = event.visit.startswith("chips@") and by.kind == "staff"
    if not for_chips and (by.kind != "patron" or by.name != event.visit):
        table.say(Check.WHO, f"{by.name} answered for {event.visit}", "the patron")
    if placed is None or placed.visit != event.visit:
        table.say(Check.WITHDRAWAL, f"{event.visit} answered at seat {event.seat}", "stakes there")
        return
    cents = placed.cents if event.withdrawn else 0
    if event.withdrawn not in ((), placed.stakes) or event.cents != cents:
        table.say(
            Check.WITHDRAWAL,
            f"seat {event.seat} withdrew {money(event.cents)}",
            f"all of {money(placed.cents)} or nothing",
        )
    if event.withdrawn:
        del round_.sets[event.seat]


def withdrawal_ended(table: Table, event: WithdrawalEnded, _by: Actor) -> None:
    """No more answers are taken."""
    _done(table, event.round, OFFER)


def play_resumed(table: Table, event: PlayResumed, _by: Actor) -> None:
    """The round goes on, because a rule or a ruling says so."""
    round_ = table.round
    ruled = round_ is not None and round_.ruled == "continue"
    _done(table, event.round, RULING if ruled else PLAY_ON)
    source = round_.trouble.source if round_ and round_.trouble else ""
    if event.source != source:
        table.say(Check.IRREGULARITY, f"play resumed under {event.source}", source or "nothing")


def _done(table: Table, number: int, remedy: str) -> None:
    round_ = table.running(number, f"the end of {remedy}")
    if round_ is None:
        return
    if round_.next_remedy != remedy:
        table.say(Check.IRREGULARITY, f"{remedy} seen through", round_.next_remedy or "nothing due")
    del round_.due[:1]


def ruling_given(table: Table, event: RulingGiven, by: Actor) -> None:
    """The position that is waited for rules, or a higher one; two persons for a void."""
    round_ = table.running(event.round, "a ruling")
    if round_ is None:
        return
    step = round_.due[0] if round_.due else None
    if step is None or step.remedy != RULING:
        table.say(Check.IRREGULARITY, "a ruling", round_.next_remedy or "nothing to rule on")
    elif not outranks(event.position, step.position or ""):
        table.say(Check.WHO, f"{event.position} ruled", f"{step.position} or higher")
    if by.kind != "staff" or by.holds != event.position:
        table.say(Check.WHO, f"{by.name} ruled as {event.position}", by.holds or "staff")
    if event.ruled == VOID and not by.is_seconded:
        table.say(Check.WHO, f"{by.name} ruled void alone", "two members of staff")
    _check_ruled(table, round_, event)
    round_.ruled = event.ruled
    if event.ruled == "as-proposed":
        round_.due[:1] = round_.proposed
    else:
        del round_.due[1:]


def _check_ruled(table: Table, round_: Round, event: RulingGiven) -> None:
    """What follows from a ruling is what was ruled, under what was raised."""
    follows = {VOID: (Step(VOID),), "continue": (Step(PLAY_ON),)}
    due = follows.get(event.ruled, _steps(round_.proposed))
    step = round_.due[0] if round_.due else None
    if step is not None and step.detail != "order-of-cards" and _steps(event.steps) != due:
        table.say(Check.IRREGULARITY, f"{event.ruled} ruled, and other steps", "what was ruled")
    source = round_.trouble.source if round_.trouble else ""
    if event.source != source:
        table.say(Check.IRREGULARITY, f"a ruling under {event.source}", source or "nothing")


def check_followed(table: Table) -> None:
    """What a rule commands must follow in the same entry."""
    round_ = table.round
    if round_ is not None and round_.due and round_.next_remedy in CARRIED_OUT_AT_ONCE:
        table.say(
            Check.IRREGULARITY, f"{round_.next_remedy} was due and did not follow", "it at once"
        )
