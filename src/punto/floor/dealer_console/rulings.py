"""List the rulings, answers, referrals and corrections that a held round accepts."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy, RemedyDetail, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.rules import Rule
from punto.floor.dealer_console.command_forms import (
    PROBE,
    CommandForm,
    FieldChoice,
    FormField,
    check_command,
    command_form,
    command_template,
    form_field,
    refusal_reason,
)
from punto.floor.dealer_console.sealed_cards import card_orders
from punto.messages.message import Message, message
from punto.reports.descriptions.situations import FACTS, answer_text
from punto.table import commands
from punto.table.actors import Actor
from punto.table.commands import (
    AnswerWithdrawal,
    Command,
    CorrectFacts,
    GiveRuling,
    InterruptRound,
    ReferDecision,
    RulingOutcome,
)
from punto.table.decide.irregularities.rulings import (
    CORRECTABLE_FACTS,
    correctable_step,
    is_ruling_pending,
    needs_card_order,
)
from punto.table.decide.irregularities.withdrawal import open_offer, withdrawable_stakes
from punto.table.refusals import No
from punto.table.stakes import position_of
from punto.table.state import PendingStep, Table

RULINGS = (
    RulingOutcome.AS_PROPOSED,
    RulingOutcome.CONTINUE,
    RulingOutcome.VOID,
    RulingOutcome.OFFER_WITHDRAWAL,
    RulingOutcome.REOPEN_BETS,
)
"""The rulings in the order of the console."""

Offer: TypeAlias = tuple[Message, Command, tuple[str, ...]]
"""A label, its command, and the fields that staff fill in."""

SHORT, CARDS, REASON = ("short",), ("cards",), ("reason",)


def ruling_forms(table: Table, item: PendingStep, by: Actor) -> Iterator[CommandForm]:
    """The rulings and answers for the first step that holds a table."""
    for label, command, fields in _offers(table, item):
        yield _form(table, item, by, label, command, fields)


def referral_form(table: Table, item: PendingStep, by: Actor) -> CommandForm | None:
    """The form to refer a ruling to a higher position; None if no ruling is due."""
    step = item.step
    if step is None or step.position is None or not is_ruling_pending(item):
        return None
    holds = by.acting_as or by.position
    ladder = table.settings_in_force.ladder
    rungs = [ladder.index(each) for each in (step.position, holds) if each is not None]
    above = ladder[min(max(rungs) + 1, len(ladder) - 1)]
    label = message("choice.refer", position=above)
    return _form(table, item, by, label, ReferDecision(PROBE), ("reason",))


def _form(
    table: Table,
    item: PendingStep,
    by: Actor,
    label: Message,
    command: Command,
    fields: tuple[str, ...],
) -> CommandForm:
    source = item.source or table.game.cite(Rule.UNCOVERED)
    position = item.step.position if item.step else None
    return command_form(
        table, by, label, command, fields, source=lambda _command: source, position=position
    )


def _offers(table: Table, item: PendingStep) -> Iterator[Offer]:
    step = item.step
    if step is None:
        yield from _causes()
    elif open_offer(table) is not None:
        yield from _for_chips(table, item)
    elif step.detail is RemedyDetail.MISSING_CARD:
        yield _search(table)
    elif step.detail is RemedyDetail.ORDER_OF_CARDS:
        yield from _orders(table, item)
    elif step.position is not None:
        yield from _rulings(table, item)
    elif step.remedy is Remedy.REOPEN_BETS:
        yield message("choice.reopen"), commands.ReopenBets(), ()


def _causes() -> Iterator[Offer]:
    """The causes of an interruption. A report of lost cards needs two people, and evidence."""
    yield message("choice.power"), InterruptRound(power_failure=True), ()
    yield message("choice.no-power"), InterruptRound(power_failure=False), ()
    for label, cause in (
        (message("choice.power-cards-lost"), When.POWER_FAILURE),
        (message("choice.cards-lost"), When.OTHER_BREAKDOWN),
    ):
        facts = (cause, When.CARDS_BEYOND_RECOVERY)
        lost = commands.ReportIrregularity(Trigger.INTERRUPTED, facts, evidence=PROBE)
        yield label, lost, ("evidence",)


def _for_chips(table: Table, item: PendingStep) -> Iterator[Offer]:
    for seat in withdrawable_stakes(table, item):
        if seat < 0:
            takes = message("choice.chips-withdraw", seat=position_of(seat))
            yield takes, AnswerWithdrawal(seat, withdraws=True), ()
            stays = message("choice.chips-stay", seat=position_of(seat))
            yield stays, AnswerWithdrawal(seat, withdraws=False), ()


def _search(table: Table) -> Offer:
    """The next step of the search for a missing card."""
    search = table.current.aside
    if search is None:
        unread = commands.SetCardsAside((FACE_DOWN, FACE_DOWN))
        return message("choice.set-aside"), unread, ()
    if not search.candidates:
        return message("choice.sorted-decks"), commands.ReportSortedDecks(()), SHORT
    known = [text for _, text in search.cards]
    if FACE_DOWN in known:
        cards = tuple(search.candidates[: len(known)])
        return message("choice.inspect"), commands.InspectSetAsideCards(cards), CARDS
    missing = list(search.candidates)
    for text in known:
        missing.remove(text)
    replacement = commands.ReplaceMissingCards(tuple(missing))
    return message("choice.replace"), replacement, CARDS


def _orders(table: Table, item: PendingStep) -> Iterator[Offer]:
    for order in card_orders(table) if needs_card_order(table, item) else ():
        label = message("choice.order", letters=order)
        yield label, GiveRuling(RulingOutcome.CONTINUE, PROBE, order), REASON
    yield message("ruling.void"), GiveRuling(RulingOutcome.VOID, PROBE), REASON


def _rulings(table: Table, item: PendingStep) -> Iterator[Offer]:
    assert item.step is not None, "a ruling is a step"
    orders = card_orders(table) if needs_card_order(table, item) else []
    for ruled in RULINGS:
        label = Message(f"ruling.{ruled}")
        steps = item.proposed or ((item.step,) if item.step.remedy is not Remedy.RULING else ())
        if ruled is RulingOutcome.AS_PROPOSED and steps:
            label = message("choice.proposed", ruling=ruled, remedy=steps[0].remedy)
        cards = orders[0] if orders and ruled is not RulingOutcome.VOID else ()
        yield label, GiveRuling(ruled, PROBE, cards), REASON


# Corrections


def correction_form(table: Table, item: PendingStep, by: Actor) -> CommandForm | None:
    """The form to correct the reported facts; None if staff reported none."""
    if correctable_step(table) is No.FACTS_NOT_REPORTED:
        return None
    loose = tuple(text for _, text in table.current.loose) if table.round else ()
    # Probe with the other answer to the first question.
    yes = CORRECTABLE_FACTS[item.trigger][0][0]
    other = () if yes in item.circumstances else (yes,)
    probe = CorrectFacts(other, PROBE, () if other else loose)
    refusal, _ = check_command(table, probe, by)
    order = form_field("CorrectFacts", "cards", card_orders(table))
    return CommandForm(
        label=message("held.change"),
        act=command_template(probe, without=("saw", "reason", "cards")),
        fields=(
            *_reported_facts(item),
            *([replace(order, unless=When.ORDER_UNKNOWN)] if order.choices else []),
            form_field("CorrectFacts", "reason", ()),
        ),
        clause=refusal.clause if refusal else "POLICY",
        off_because=refusal_reason(table, probe, refusal) if refusal else None,
        needs_second=True,
        words=message("held.change-words"),
    )


def _reported_facts(item: PendingStep) -> Iterator[FormField]:
    """The questions that staff answered, with their present answers."""
    for yes, no in CORRECTABLE_FACTS[item.trigger]:
        stands = yes in item.circumstances
        if no is not None and not stands and no not in item.circumstances:
            # Staff were not asked this question.
            continue
        question = next(each for each in FACTS if yes in each.answers)
        answers = (answer_text(yes), message("answer.no") if no is None else answer_text(no))
        yield FormField(
            field="saw",
            label=question.question,
            kind="fact",
            choices=(FieldChoice(yes, answers[0]), FieldChoice("", answers[1])),
            value=yes if stands else "",
            note=message("held.told-before", answer=answers[0 if stands else 1]),
        )
