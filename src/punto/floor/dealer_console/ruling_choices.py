"""List the answers, rulings and actions for a held table, and why some are refused."""

from collections.abc import Callable, Iterator
from itertools import permutations

from msgspec.structs import replace

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy, RemedyDetail, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.rulebook import Words
from punto.core.rules import Rule
from punto.floor.dealer_console.available_actions import OR_HIGHER, check_command, command_template
from punto.floor.dealer_console.views import CommandField, RulingChoiceView
from punto.pages import phrases
from punto.pages.phrases import filled
from punto.reports.descriptions import table_state
from punto.reports.descriptions.refusals import refusal_message
from punto.reports.descriptions.words import Text, words_of
from punto.table.actors import Actor
from punto.table.commands import irregularities as irregularity_commands
from punto.table.commands.play import (
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

REASON = CommandField("reason", Words("For what reason?", "原因？"), None)
CARDS = CommandField("cards", Words("Which cards, in order?", "哪些牌（依次）？"), None)
PROOF = CommandField("evidence", Words("What proves it?", "有何证据？"), None)
SHORT = CommandField("short", Words("What is short of complete decks?", "整副牌中缺哪些？"), None)

PROPOSED = Words("{ruled}: {remedy}", "{ruled}：{remedy}")
IN_ORDER = Words("{letters}, in this order", "次序：{letters}")
POWER = Words("It was a power failure", "停电所致")
NO_POWER = Words("It was not the power", "并非停电")
POWER_BEYOND = Words("It was a power failure, and the cards are lost", "停电所致，且牌无法复原")
BEYOND = Words("It was not the power, and the cards are lost", "并非停电，且牌无法复原")
REOPEN = Words("The shoe is reset: open bets again", "已重置，重新开放下注")
SEAT_TAKES = Words("Seat {seat}, chips: takes them back", "{seat} 号座筹码：撤回")
SEAT_STAYS = Words("Seat {seat}, chips: stays", "{seat} 号座筹码：不撤")
SET_ASIDE = Words("Set the next cards aside, unseen", "将后续牌置于一旁，不看")
SORTED = Words("Tell what the sorted decks lack", "报告整副中所缺")
INSPECT = Words("Look at the cards set aside", "查看置于一旁的牌")
REPLACED = Words("Put cards like the missing ones in their places", "以同样的牌补上")

LETTERS = "ABCDEFGH"
"""Cards whose values are sealed are named by letters, in the order in which they lie."""

MAX_ORDERS = 6
"""With more orders than this they are not listed one by one."""


def ruling_choices(table: Table, item: PendingStep, by: Actor) -> Iterator[RulingChoiceView]:
    """Everything that somebody might do about the first thing that holds a table."""
    step = item.step
    if step is None:
        yield ruling_choice(table, item, POWER, InterruptRound(power_failure=True), by)
        yield ruling_choice(table, item, NO_POWER, InterruptRound(power_failure=False), by)
        yield _lost(table, item, POWER_BEYOND, When.POWER_FAILURE, by)
        yield _lost(table, item, BEYOND, When.OTHER_BREAKDOWN, by)
    elif open_offer(table) is not None:
        yield from _for_chips(table, item, by)
    elif step.detail is RemedyDetail.MISSING_CARD:
        yield from _of_search(table, item, by)
    elif step.position is not None:
        yield from _rulings(table, item, by)
    elif step.remedy is Remedy.REOPEN_BETS:
        yield ruling_choice(table, item, REOPEN, irregularity_commands.ReopenBets(), by)


def _lost(table: Table, item: PendingStep, label: Text, cause: When, by: Actor) -> RulingChoiceView:
    """That the cards are lost, which two persons report with what proves it."""
    saw = (cause, When.CARDS_BEYOND_RECOVERY)
    # What is still to be asked must not turn the choice off.
    report = irregularity_commands.ReportIrregularity(
        Trigger.INTERRUPTED, saw, evidence=PROOF.label.en
    )
    return ruling_choice(table, item, label, report, by, (PROOF,))


def _for_chips(table: Table, item: PendingStep, by: Actor) -> Iterator[RulingChoiceView]:
    for seat in withdrawable_stakes(table, item):
        if seat < 0:
            for label, takes in ((SEAT_TAKES, True), (SEAT_STAYS, False)):
                words = filled(label, seat=position_of(seat))
                yield ruling_choice(table, item, words, AnswerWithdrawal(seat, takes), by)


def _of_search(table: Table, item: PendingStep, by: Actor) -> Iterator[RulingChoiceView]:
    """The steps by which a missing card is found; the one that is due is on."""
    search = table.current.aside
    if search is None:
        unread = irregularity_commands.SetCardsAside((FACE_DOWN, FACE_DOWN))
        yield ruling_choice(table, item, SET_ASIDE, unread, by)
    elif not search.candidates:
        yield ruling_choice(
            table, item, SORTED, irregularity_commands.ReportSortedDecks(()), by, (SHORT,)
        )
    elif any(text == FACE_DOWN for _, text in search.cards):
        inspect = irregularity_commands.InspectSetAsideCards(
            tuple(search.candidates[: len(search.cards)])
        )
        yield ruling_choice(table, item, INSPECT, inspect, by, (CARDS,))
    else:
        known = [text for _, text in search.cards]
        missing = list(search.candidates)
        for text in known:
            missing.remove(text)
        yield ruling_choice(
            table,
            item,
            REPLACED,
            irregularity_commands.ReplaceMissingCards(tuple(missing)),
            by,
            (CARDS,),
        )


def _rulings(table: Table, item: PendingStep, by: Actor) -> Iterator[RulingChoiceView]:
    assert item.step is not None, "a ruling is a step"
    possible = card_orders(table) if needs_card_order(table, item) else []
    if item.step.detail is RemedyDetail.ORDER_OF_CARDS:
        for order in possible:
            words = filled(IN_ORDER, letters=" ".join(order))
            ruling = GiveRuling(RulingOutcome.CONTINUE, PROBE, order)
            yield ruling_choice(table, item, words, ruling, by, (REASON,))
        void = GiveRuling(RulingOutcome.VOID, PROBE)
        yield ruling_choice(
            table, item, table_state.RULINGS[RulingOutcome.VOID], void, by, (REASON,)
        )
        return
    cards = possible[0] if possible else ()
    label: Text
    for ruled, label in table_state.RULINGS.items():
        steps = item.proposed or ((item.step,) if item.step.remedy is not Remedy.RULING else ())
        if ruled is RulingOutcome.AS_PROPOSED and steps:
            label = filled(
                PROPOSED, ruled=words_of(label), remedy=phrases.REMEDIES[steps[0].remedy]
            )
        ruling = GiveRuling(ruled, PROBE, () if ruled is RulingOutcome.VOID else cards)
        yield ruling_choice(table, item, label, ruling, by, (REASON,))


def card_orders(table: Table) -> list[tuple[str, ...]]:
    """The orders that cards lying loose may have had, as letters; none where it is settled."""
    if table.round is None or table.current.is_loose_ordered or not table.current.loose:
        return []
    letters = LETTERS[: len(table.current.loose)]
    return [order for _, order in zip(range(MAX_ORDERS), permutations(letters), strict=False)]


def ruling_choice(
    table: Table,
    item: PendingStep,
    label: Text,
    command: Command,
    by: Actor,
    asks: tuple[CommandField, ...] = (),
) -> RulingChoiceView:
    """One thing that might be done, on or off as the table answers to it."""
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


def _why_off(item: PendingStep, refusal: Refusal) -> Words:
    words = refusal_message(refusal)
    position = item.step.position if item.step else None
    if refusal.code != "not-allowed" or position is None:
        return words
    return filled(OR_HIGHER, refusal=words, position=phrases.POSITIONS[position])


def resolve_sealed_cards(
    table: Table, command: Command, card_at: Callable[[int], str | None] = lambda _number: None
) -> Command:
    """A command with sealed cards in the place of the letters and question marks that name them.

    Staff fix the order of cards as A and B, and tell that two cards came together without saying
    which: their values must not influence anybody, and where the floor deals, only it knows them.
    """
    match command:
        case GiveRuling() | CorrectFacts() if table.round is not None and command.cards:
            by_letter = dict(zip(LETTERS, (text for _, text in table.current.loose), strict=False))
            return replace(
                command, cards=tuple(by_letter.get(each, each) for each in command.cards)
            )
        case irregularity_commands.ReportIrregularity() if (
            command.trigger is Trigger.DRAWN_TOGETHER and table.shoe is not None
        ):
            return replace(command, cards=_drawn(table, command, card_at))
        case _:
            return command


def _drawn(
    table: Table,
    report: irregularity_commands.ReportIrregularity,
    card_at: Callable[[int], str | None],
) -> tuple[str, ...]:
    number, found = table.device.cards_out, []
    for text in report.cards:
        if text == FACE_DOWN:
            number += 1
            text = card_at(number) or FACE_DOWN
        found.append(text)
    return tuple(found)
