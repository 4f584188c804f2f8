"""List the answers, rulings and actions for a held table, and why some are refused."""

from collections.abc import Callable, Iterator
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy, RemedyDetail, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.rules import Rule
from punto.floor.dealer_console.available_actions import (
    CommandField,
    CommandTemplate,
    check_command,
    command_template,
)
from punto.messages.message import Message, message
from punto.table import commands
from punto.table.actors import Actor
from punto.table.commands import (
    AnswerWithdrawal,
    Command,
    CorrectFacts,
    GiveRuling,
    InterruptRound,
    RulingOutcome,
)
from punto.table.decide.irregularities.rulings import needs_card_order
from punto.table.decide.irregularities.withdrawal import open_offer, withdrawable_stakes
from punto.table.refusals import Refusal
from punto.table.stakes import position_of
from punto.table.state import PendingStep, Table

PROBE = "-"

REASON = CommandField("reason", message("question.reason"), None)
CARDS = CommandField("cards", message("question.cards"), None)
EVIDENCE = CommandField("evidence", message("question.evidence"), None)
SHORT = CommandField("short", message("question.short"), None)

RULINGS = (
    RulingOutcome.AS_PROPOSED,
    RulingOutcome.CONTINUE,
    RulingOutcome.VOID,
    RulingOutcome.OFFER_WITHDRAWAL,
    RulingOutcome.REOPEN_BETS,
)
"""The rulings in the order of the console."""

LETTERS = "ABCDEFGH"
"""The names of cards whose values are sealed, in the order of the cards on the layout."""

MAX_ORDERS = 6
"""The console lists this many orders of cards at most."""


class RulingChoiceView(Struct, frozen=True):
    """A ruling or an answer, and the reason if it is off."""

    label: Message
    act: CommandTemplate
    needs_second: bool
    asks: tuple[CommandField, ...]
    off_because: Message | None
    clause: str


def ruling_choices(table: Table, item: PendingStep, by: Actor) -> Iterator[RulingChoiceView]:
    """The rulings and answers for the first step that holds a table."""
    step = item.step
    if step is None:
        power, no_power = message("choice.power"), message("choice.no-power")
        yield ruling_choice(table, item, power, InterruptRound(power_failure=True), by)
        yield ruling_choice(table, item, no_power, InterruptRound(power_failure=False), by)
        power_lost, lost = message("choice.power-cards-lost"), message("choice.cards-lost")
        yield _lost(table, item, power_lost, When.POWER_FAILURE, by)
        yield _lost(table, item, lost, When.OTHER_BREAKDOWN, by)
    elif open_offer(table) is not None:
        yield from _for_chips(table, item, by)
    elif step.detail is RemedyDetail.MISSING_CARD:
        yield from _of_search(table, item, by)
    elif step.position is not None:
        yield from _rulings(table, item, by)
    elif step.remedy is Remedy.REOPEN_BETS:
        reopen = message("choice.reopen")
        yield ruling_choice(table, item, reopen, commands.ReopenBets(), by)


def _lost(
    table: Table, item: PendingStep, label: Message, cause: When, by: Actor
) -> RulingChoiceView:
    """The report that the cards are lost. It needs two people, and evidence."""
    saw = (cause, When.CARDS_BEYOND_RECOVERY)
    # Staff enter the evidence later, so its absence must not turn the choice off.
    report = commands.ReportIrregularity(Trigger.INTERRUPTED, saw, evidence=PROBE)
    return ruling_choice(table, item, label, report, by, (EVIDENCE,))


def _for_chips(table: Table, item: PendingStep, by: Actor) -> Iterator[RulingChoiceView]:
    for seat in withdrawable_stakes(table, item):
        if seat < 0:
            takes = message("choice.chips-withdraw", seat=position_of(seat))
            stays = message("choice.chips-stay", seat=position_of(seat))
            for label, is_withdrawn in ((takes, True), (stays, False)):
                yield ruling_choice(table, item, label, AnswerWithdrawal(seat, is_withdrawn), by)


def _of_search(table: Table, item: PendingStep, by: Actor) -> Iterator[RulingChoiceView]:
    """The next step of the search for a missing card."""
    search = table.current.aside
    if search is None:
        unread = commands.SetCardsAside((FACE_DOWN, FACE_DOWN))
        yield ruling_choice(table, item, message("choice.set-aside"), unread, by)
    elif not search.candidates:
        report = commands.ReportSortedDecks(())
        yield ruling_choice(table, item, message("choice.sorted-decks"), report, by, (SHORT,))
    elif any(text == FACE_DOWN for _, text in search.cards):
        inspect = commands.InspectSetAsideCards(tuple(search.candidates[: len(search.cards)]))
        yield ruling_choice(table, item, message("choice.inspect"), inspect, by, (CARDS,))
    else:
        known = [text for _, text in search.cards]
        missing = list(search.candidates)
        for text in known:
            missing.remove(text)
        replacement = commands.ReplaceMissingCards(tuple(missing))
        yield ruling_choice(table, item, message("choice.replace"), replacement, by, (CARDS,))


def _rulings(table: Table, item: PendingStep, by: Actor) -> Iterator[RulingChoiceView]:
    assert item.step is not None, "a ruling is a step"
    possible = card_orders(table) if needs_card_order(table, item) else []
    if item.step.detail is RemedyDetail.ORDER_OF_CARDS:
        for order in possible:
            label = message("choice.order", letters=order)
            ruling = GiveRuling(RulingOutcome.CONTINUE, PROBE, order)
            yield ruling_choice(table, item, label, ruling, by, (REASON,))
        void = GiveRuling(RulingOutcome.VOID, PROBE)
        yield ruling_choice(table, item, message("ruling.void"), void, by, (REASON,))
        return
    cards = possible[0] if possible else ()
    for ruled in RULINGS:
        label = Message(f"ruling.{ruled}")
        steps = item.proposed or ((item.step,) if item.step.remedy is not Remedy.RULING else ())
        if ruled is RulingOutcome.AS_PROPOSED and steps:
            label = message("choice.proposed", ruling=ruled, remedy=steps[0].remedy)
        ruling = GiveRuling(ruled, PROBE, () if ruled is RulingOutcome.VOID else cards)
        yield ruling_choice(table, item, label, ruling, by, (REASON,))


def card_orders(table: Table) -> list[tuple[str, ...]]:
    """The possible orders of loose cards, as letters; empty if their order is fixed."""
    if table.round is None or table.current.is_loose_ordered or not table.current.loose:
        return []
    letters = LETTERS[: len(table.current.loose)]
    return [order for _, order in zip(range(MAX_ORDERS), permutations(letters), strict=False)]


def ruling_choice(
    table: Table,
    item: PendingStep,
    label: Message,
    command: Command,
    by: Actor,
    asks: tuple[CommandField, ...] = (),
) -> RulingChoiceView:
    """A ruling or an answer, on or off as the table would decide."""
    check = check_command(table, resolve_sealed_cards(table, command), by)
    refusal = check.refusal
    return RulingChoiceView(
        label=label,
        act=command_template(command, without=tuple(each.field for each in asks)),
        needs_second=check.needs_second,
        asks=asks,
        off_because=_why_off(item, refusal) if refusal else None,
        clause=refusal.clause if refusal else item.source or table.game.cite(Rule.UNCOVERED),
    )


def _why_off(item: PendingStep, refusal: Refusal) -> Message:
    words = refusal.message
    position = item.step.position if item.step else None
    if refusal.code != "not-allowed" or position is None:
        return words
    return message("off.position", refusal=words, position=position)


def resolve_sealed_cards(
    table: Table, command: Command, card_at: Callable[[int], str | None] = lambda _number: None
) -> Command:
    """A command with its cards in place of the letters and question marks that stand for them.

    Staff fix the order of cards as A and B, and report that two cards came together without naming
    them: the values must not influence a ruling. Where the floor deals, only the floor knows them.
    """
    match command:
        case GiveRuling() | CorrectFacts() if table.round is not None and command.cards:
            by_letter = dict(zip(LETTERS, (text for _, text in table.current.loose), strict=False))
            return replace(
                command, cards=tuple(by_letter.get(each, each) for each in command.cards)
            )
        case commands.ReportIrregularity() if (
            command.trigger is Trigger.DRAWN_TOGETHER and table.shoe is not None
        ):
            return replace(command, cards=_drawn(table, command, card_at))
        case _:
            return command


def _drawn(
    table: Table,
    report: commands.ReportIrregularity,
    card_at: Callable[[int], str | None],
) -> tuple[str, ...]:
    number, found = table.device.cards_out, []
    for text in report.cards:
        if text == FACE_DOWN:
            number += 1
            text = card_at(number) or FACE_DOWN
        found.append(text)
    return tuple(found)
