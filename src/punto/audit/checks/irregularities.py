"""Check that each irregularity is possible, and that the correct row answers its facts."""

from collections.abc import Iterable
from dataclasses import replace

from punto.audit.checks.reconstruction import PUT_RIGHT, reordered
from punto.audit.events import table as events
from punto.audit.events.table import FactsCorrected
from punto.audit.findings import NOTHING, Check, names
from punto.audit.rules.deal import NAMES, UNREAD, Hands, lay_cards
from punto.audit.rules.remedies import (
    OFFER,
    PLAY_ON,
    RECONSTRUCT,
    REPLACE,
    ROWS,
    VOID,
    ExpectedRemedy,
    RemedyStep,
    expected_remedy,
    rank,
)
from punto.audit.state import PendingStep, Phase, Round, Table
from punto.audit.store.entry import Actor
from punto.messages.message import Message, message

OF_PEOPLE = {"cannot-be-reconstructed", "order-unknown", "cards-beyond-recovery"}
"""Circumstances that only people can report."""

CAUSES = {"power-failure", "other-breakdown"}

TRIGGERS = {row.trigger for row in ROWS}

OF_THE_DEVICE = ("foreign-card", "card-count", "unshuffled", "order-lost", "face-up")
"""Triggers that can occur at any time while a shoe is on the table."""

WITH_CARDS = (
    *("wrong-order", "wrong-number", "wrong-patron", "not-passed"),
    *("handler-absent", "left-with-cards"),
)
"""Triggers that need a card of the round."""

ONCE = ("interrupted", "device-reset", "wrong-number")
"""Triggers that are reported once: a second report of a pending one adds nothing."""

NOTICED = ("late-wager", "late-withdrawal", "cutting-card")
"""Triggers that a live table raises while it answers another request; people never report them."""


def check_irregularity_raised(table: Table, event: events.IrregularityRaised, by: Actor) -> None:
    """Check that an irregularity was possible, and that the right row of the rules answers it."""
    _check_time(table, event)
    _check_once(table, event)
    known = facts(table, event)
    allowed = known | OF_PEOPLE | (CAUSES if event.trigger == "interrupted" else set())
    if event.trigger == "drawn-together":
        # The loose cards themselves show whether their order is known.
        allowed -= {"order-unknown"} - known
    reported = set(event.circumstances)
    if not reported <= allowed or list(event.circumstances) != sorted(reported):
        table.add_finding(
            Check.IRREGULARITY,
            "finding.circumstances",
            trigger=event.trigger,
            facts=names(sorted(reported - allowed)),
            expected=names(sorted(known)),
        )
    if event.trigger == "interrupted":
        _check_established(table, event)
    check_answer(table, event, known | (reported & (OF_PEOPLE | CAUSES)))
    _check_proof(table, event, by)
    _check_reported_cards(table, event)
    _check_place(table, event)
    table.raised = event
    table.noticed.add(event.trigger)
    new = [
        PendingStep(
            event.trigger,
            event.source,
            RemedyStep(step.remedy, step.detail, step.position),
            event.round,
            steps_of(event.proposed),
            event.cards,
            event.numbers,
            raised=event,
        )
        for step in event.steps
    ]
    waiting = [
        each
        for each in table.pending_steps
        if each.step is not None or each.trigger != event.trigger
    ]
    table.pending_steps = [*new, *waiting] if event.goes_first else [*waiting, *new]


def facts(table: Table, event: events.IrregularityRaised) -> set[str]:
    """The circumstances that the table itself knows."""
    found = _of_trigger(table, event)
    current = table.current
    if not current or event.round == current.number:
        found |= {
            "in-round" if table.was_in_round else "between-rounds",
            "after-first-card" if table.had_card else "before-first-card",
        }
    if table.method == "C":
        found.add("method-c")
    if event.trigger == "wrong-number":
        later = current is not None and event.round < current.number
        found.add("next-round-commenced" if later else "before-next-round")
    if event.trigger in ("wrong-number", "device-reset", "order-lost"):
        cannot = "cannot-be-reconstructed" in event.circumstances
        found |= set() if cannot else {"can-be-reconstructed"}
    return found


def _of_trigger(table: Table, event: events.IrregularityRaised) -> set[str]:
    round_ = table.round
    match event.trigger:
        case "drawn-together" if round_ is not None:
            return {_where_drawn(round_), f"order-{'' if round_.is_loose_ordered else 'un'}known"}
        case "left-with-cards" if round_ is not None:
            texts = [name for number, name in round_.hands.cards if number in event.numbers]
            return {"value-unknown" if UNREAD in texts and not event.cards else "value-known"}
        case "interrupted":
            return {_established(table)}
        case "uncovered" if "BetsClosed" in table.titles and table.record_cards:
            return {"card-while-bets-open"}
        case "cutting-card" if _may_offer_at_cut(table):
            return {"first-card-in-hlga"}
        case _:
            return set()


def _where_drawn(round_: Round) -> str:
    """Whether loose cards belong to the initial deal, to later cards, or to both."""
    before, initial = len(round_.hands.cards), len(round_.hands.deal.first)
    if before >= initial:
        return "after-initial-deal"
    inside = before + len(round_.loose) <= initial
    return "in-initial-deal" if inside else "across-initial-deal"


def _established(table: Table) -> str:
    """Compute whether an outcome is established; no person judges it (R11)."""
    hands = _in_order(table)
    if hands is None or table.game is None or table.settings is None:
        return "not-established"
    found = table.game.is_established(hands.drawn, table.settings.limits)
    return "established" if found else "not-established"


def _check_established(table: Table, event: events.IrregularityRaised) -> None:
    """Check the stated outcome at an interruption, so that a power failure gives no free choice."""
    stated = {"established", "not-established"} & set(event.circumstances)
    table.findings.compare_facts("irregularity", sorted(stated), [_established(table)])


def _may_offer_at_cut(table: Table) -> bool:
    hlga = table.settings is not None and table.settings.chosen.is_hlga
    return hlga and table.round is not None and table.round.is_cut_first


def check_answer(
    table: Table,
    event: events.IrregularityRaised | events.FactsCorrected,
    circumstances: Iterable[str],
) -> None:
    """Check that the row that answers is the most specific one for the circumstances."""
    found = ExpectedRemedy(steps_of(event.steps), event.source, steps_of(event.proposed))
    due = expected_remedy(table.document, event.trigger, list(circumstances))
    if event.trigger not in TRIGGERS:
        table.add_finding(Check.IRREGULARITY, "finding.unknown-trigger", trigger=event.trigger)
    elif found != due:
        table.add_finding(
            Check.IRREGULARITY,
            "finding.wrong-row",
            trigger=event.trigger,
            answer=_row(found),
            expected=_row(due),
        )


def steps_of(steps: Iterable[events.RemedyStep]) -> tuple[RemedyStep, ...]:
    """The steps of an event as the auditor's own type."""
    return tuple(RemedyStep(step.remedy, step.detail, step.position) for step in steps)


def _row(answer: ExpectedRemedy) -> Message:
    steps, source = describe_steps(answer.steps), answer.source
    if answer.proposed:
        proposed = describe_steps(answer.proposed)
        return message(
            "finding-part.row-with-proposal", steps=steps, source=source, proposed=proposed
        )
    return message("finding-part.row", steps=steps, source=source)


def describe_steps(steps: Iterable[RemedyStep]) -> tuple[Message, ...]:
    """Steps as messages, or one for nothing: the remedy, its variant and its position."""
    return tuple(map(_describe_step, steps)) or (NOTHING,)


def _describe_step(step: RemedyStep) -> Message:
    details = []
    if step.detail:
        details.append(message("remedy-step.detail", detail=step.detail))
    if step.position:
        details.append(message("remedy-step.position", position=step.position))
    if not details:
        return message("remedy-step.plain", remedy=step.remedy)
    return message("remedy-step.detailed", remedy=step.remedy, details=tuple(details))


def _check_time(table: Table, event: events.IrregularityRaised) -> None:
    """Check that the irregularity is possible in this phase of the round."""
    current, trigger = table.current, event.trigger
    number = current.number if current else 0
    if event.round != number:
        past = trigger in ("wrong-number", "wrong-display") and 0 < event.round < number
        if not past:
            table.findings.compare_round("irregularity", event.round, number)
        return
    if trigger in OF_THE_DEVICE:
        if table.shoe is None:
            table.add_finding(Check.SHOE, "finding.no-shoe", what="irregularity")
        return
    if trigger in ("wrong-display", "uncovered"):
        return
    settled = trigger == "wrong-number" and table.last is not None and not table.is_void
    if table.round is None and not settled:
        table.add_finding(Check.PHASE, "finding.no-round", what="irregularity")
    elif fault := _too_early(table, trigger):
        table.add_finding(
            Check.IRREGULARITY, "finding.irregularity-impossible", trigger=trigger, fault=fault
        )


def _check_once(table: Table, event: events.IrregularityRaised) -> None:
    """Check that a round has one pending interruption, reset or wrong number at a time."""
    waiting = [
        each.raised
        for each in table.pending_steps
        if (each.trigger, each.round) == (event.trigger, event.round) and each.step is not None
    ]
    lost = "cards-beyond-recovery"
    is_new = lost in event.circumstances and not any(
        each is not None and lost in each.circumstances for each in waiting
    )
    if event.trigger in ONCE and waiting and not is_new:
        table.add_finding(Check.IRREGULARITY, "finding.again", what="irregularity")


def _too_early(table: Table, trigger: str) -> str:
    """Why a trigger is not possible now, or an empty string if it is."""
    round_ = table.round
    if trigger in WITH_CARDS and not (table.current and table.current.hands.cards):
        return "before-any-card"
    if trigger == "shoe-short" and round_ is not None:
        closed = table.phase in (Phase.BETS_CLOSED, Phase.DEALING)
        if table.shoe and table.shoe.commitment and table.shoe.cards_out < 52 * table.shoe.decks:
            return "committed-cards-left"
        if round_.loose:
            return "cards-loose"
        return "" if closed and round_.hands.next() else "no-card-due"
    if trigger == "drawn-together" and round_ is not None and not round_.loose:
        return "no-card-loose"
    is_open = table.phase is Phase.BETS_OPEN
    return "bets-open" if trigger == "device-reset" and is_open else ""


def _check_proof(table: Table, event: events.IrregularityRaised, by: Actor) -> None:
    """Check reports by people: a void needs evidence and two people.

    A corrected order of cards needs two people.
    """
    if event.trigger in NOTICED and by.kind != "staff":
        table.add_finding(Check.WHO, "finding.not-staff", what="irregularity", actor=by.name)
    reported = {"before-first-card", "after-first-card"} & set(event.circumstances)
    if not reported:
        _check_noticed(table, event, by)
    if by.kind == "device":
        return
    voids = any(step.remedy == VOID for step in event.steps)
    computed = event.trigger == "interrupted" and "cards-beyond-recovery" not in event.circumstances
    by_word = bool(reported) and voids and not computed
    if by_word and not event.evidence:
        table.add_finding(Check.VOID, "finding.report-without-evidence", trigger=event.trigger)
    corrects = bool(event.cards) and event.trigger != "face-up"
    if by_word or corrects:
        table.findings.require_second("irregularity", by)


def _check_reported_cards(table: Table, event: events.IrregularityRaised) -> None:
    """Check that a reported order consists of the cards on the table."""
    current = table.current
    if event.trigger == "face-up" and event.cards and table.shoe and table.shoe.commitment:
        table.add_finding(Check.COMMITMENT, "finding.committed", what="face-up")
    if event.trigger == "drawn-together" and table.round is not None and table.round.loose:
        lie = [name for _, name in table.round.loose]
        if [NAMES.get(text, text) for text in event.cards] != lie:
            table.findings.add_cards("loose-cards", event.cards, lie)
    if event.trigger not in PUT_RIGHT or not event.cards or current is None:
        return
    if event.round == current.number and current.loose:
        table.add_finding(Check.CARD, "finding.loose-first", what="irregularity")
    elif event.round == current.number and reordered(table, current, event.cards) is None:
        table.add_finding(Check.CARD, "finding.order-of-other-cards", cards=names(event.cards))


def _check_noticed(table: Table, event: events.IrregularityRaised, by: Actor) -> None:
    """Check an irregularity that no person reported: the table must have detected it."""
    trigger = event.trigger
    if trigger == "shoe-short" and by.kind != "device":
        table.add_finding(Check.WHO, "finding.not-device", what="irregularity", actor=by.name)
    if trigger == "interrupted" and "cards-beyond-recovery" in event.circumstances:
        _check_lost(table, by)
    counted = table.shoe is not None and table.shoe.is_overcounted
    if trigger == "card-count" and not counted:
        table.add_finding(Check.IRREGULARITY, "finding.overcount-detected")
    past = event.round != (table.current.number if table.current else 0)
    known = ("interrupted", "shoe-short", "card-count", "uncovered", *NOTICED)
    if trigger not in known and not past:
        table.add_finding(Check.IRREGULARITY, "finding.not-reported", trigger=trigger)


def _check_lost(table: Table, by: Actor) -> None:
    """Check that lost cards were detected by the floor, and while the round needed one of them."""
    if by.kind == "staff":
        table.add_finding(Check.WHO, "finding.lost-cards-by", actor=by.name)
    hands = _in_order(table)
    if hands is not None and hands.is_known and not hands.next():
        table.add_finding(Check.IRREGULARITY, "finding.lost-cards", cards=hands.line())


def _in_order(table: Table) -> Hands | None:
    """The hands with all drawn cards, including loose cards whose order is known."""
    round_ = table.round
    if round_ is None:
        return None
    if not round_.is_loose_ordered:
        return round_.hands
    return lay_cards(round_.hands.deal, (*round_.hands.cards, *round_.loose))[0]


def _check_place(table: Table, event: events.IrregularityRaised) -> None:
    """Check the place of the irregularity among the pending ones (P27)."""
    held = [each.trigger for each in table.pending_steps if each.step is not None]
    first = not held or rank(event.trigger) < rank(held[0])
    if event.goes_first != first:
        table.add_finding(
            Check.IRREGULARITY,
            "finding.resolved-order",
            trigger=event.trigger,
            is_first=event.goes_first,
            expected=first,
        )
    met = tuple(dict.fromkeys(each.source for each in table.pending_steps if each.source))
    if event.pending_sources != met:
        table.add_finding(
            Check.IRREGULARITY,
            "finding.pending-sources",
            trigger=event.trigger,
            sources=names(event.pending_sources),
            expected=names(met),
        )


def check_cause_requested(table: Table, event: events.CauseRequested, _by: Actor) -> None:
    """Make the round wait until staff report the cause of an interruption."""
    if table.running(event.round, "cause-requested") is not None:
        if any(each.trigger == "interrupted" for each in table.pending_steps):
            table.add_finding(Check.IRREGULARITY, "finding.again", what="cause-requested")
        table.pending_steps = [
            PendingStep("interrupted", "", None, event.round),
            *table.pending_steps,
        ]


AT_ONCE = (VOID, PLAY_ON, RECONSTRUCT)
"""Remedies that the table carries out at once."""


def check_followed(table: Table) -> None:
    """Check that each required remedy followed in the same entry."""
    if table.pending_steps:
        item = table.pending_steps[0]
        due = item.remedy in AT_ONCE or (item.remedy == REPLACE and item.detail == "must")
        nobody = item.remedy == OFFER and not list(table.offered(item))
        if not item.position and (due or nobody):
            table.add_finding(Check.IRREGULARITY, "finding.remedy-missing", remedy=item.remedy)
    if table.replacing or table.burning:
        table.add_finding(
            Check.VOID, "finding.cards-not-replaced", due=table.burning or table.replacing
        )
    if "BetsClosed" in table.titles and table.record_cards and table.round is not None:
        _check_too_early(table)
    shoe = table.shoe
    if shoe is not None and shoe.just_overcounted:
        if "card-count" not in table.noticed:
            table.add_finding(
                Check.CARD,
                "finding.card-overcounted",
                card=shoe.just_overcounted,
                times=shoe.decks + 1,
                decks=shoe.decks,
            )
        shoe.just_overcounted = ""


def _check_too_early(table: Table) -> None:
    """Check that a card drawn during betting went to the Gaming Shift Manager (P10).

    An irregularity of the cards themselves ranks before that rule.
    """
    if not {"uncovered", "card-count"} & table.noticed:
        table.add_finding(Check.LATE_WAGER, "finding.card-while-open")


QUESTIONS = {
    "drawn-together": ({"order-known", "order-unknown"},),
    "device-reset": ({"can-be-reconstructed", "cannot-be-reconstructed"},),
    "interrupted": (CAUSES, {"cards-beyond-recovery"}),
}
"""The answers that people may report for a trigger, one set per question."""


def check_facts_corrected(table: Table, event: FactsCorrected, by: Actor) -> None:
    """Check that two people corrected only reported facts, and that the row for them applies."""
    item = table.next_step
    raised = item.raised if item else None
    if item is None or raised is None or item.step is None:
        table.report_not_due("facts-corrected")
        return
    due = [each for each in table.pending_steps if each.raised is raised]
    if item.answered or len(due) < len(raised.steps):
        table.add_finding(Check.IRREGULARITY, "finding.facts-too-late")
    if (event.trigger, event.round) != (item.trigger, item.round):
        table.add_finding(
            Check.IRREGULARITY,
            "finding.facts-of-other",
            trigger=event.trigger,
            round=event.round,
            expected_trigger=item.trigger,
            expected_round=item.round,
        )
    table.findings.compare_facts("facts-before", event.before, raised.circumstances)
    _check_facts(table, event, item)
    check_answer(table, event, event.circumstances)
    table.findings.require_second("facts-corrected", by)
    table.pending_steps = [
        *(
            replace(
                item,
                source=event.source,
                step=step,
                proposed=steps_of(event.proposed),
                answered=set(),
                raised=event,
            )
            for step in steps_of(event.steps)
        ),
        *(each for each in table.pending_steps if each.raised is not raised),
    ]


def _check_facts(table: Table, event: FactsCorrected, item: PendingStep) -> None:
    """Check that facts known to the table stay, and that each question has one answer."""
    assert item.raised is not None, "a report preceded the correction"
    questions = QUESTIONS.get(item.trigger, ())
    reportable = {each for answers in questions for each in answers}
    was, now = set(item.raised.circumstances), set(event.circumstances)
    fits = all(
        len(now & answers) == len(was & answers) for answers in questions if len(answers) > 1
    )
    if was - reportable != now - reportable or not fits or list(event.circumstances) != sorted(now):
        table.add_finding(
            Check.IRREGULARITY,
            "finding.facts-known",
            facts=names(sorted(event.circumstances)),
            expected=names(sorted(was - reportable)),
        )
    if item.trigger == "drawn-together" and table.round is not None:
        order = f"order-{'' if table.round.is_loose_ordered else 'un'}known"
        stated = now & {"order-known", "order-unknown"}
        table.findings.compare_facts("facts-corrected", sorted(stated), [order])
    if was == now and "CardsMisplaced" not in table.titles:
        table.add_finding(Check.IRREGULARITY, "finding.unchanged", what="facts-corrected")
