"""Describe the faults that staff may report, and the facts that decide the remedy."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rulebook import Rulebook, Words
from punto.pages import phrases
from punto.table.decide.irregularities.withdrawal import withdrawable_stakes
from punto.table.irregularity_rules import rows_for_trigger
from punto.table.rule_preview import refusing_clause
from punto.table.state import PendingStep, Table


@dataclass(frozen=True, slots=True)
class Situation:
    """A trigger as a dealer would say it, and what must be told with it."""

    trigger: Trigger
    label: Words
    cards: str = "none"
    """How many cards are told with it: none, some if they are known, or many."""

    numbers: bool = False
    round: bool = False


@dataclass(frozen=True, slots=True)
class SituationGroup:
    """Situations of one kind."""

    heading: Words
    situations: tuple[Situation, ...]


GROUPS = (
    SituationGroup(
        Words("Cards", "牌"),
        (
            Situation(
                Trigger.DRAWN_TOGETHER,
                Words("Two cards came out together", "两张牌一起出来"),
                cards="many",
            ),
            Situation(Trigger.WRONG_ORDER, Words("Dealt in the wrong order", "发牌次序错"), "many"),
            Situation(
                Trigger.WRONG_NUMBER,
                Words("Too many or too few cards in a hand", "一手牌多发或少发"),
                cards="many",
                round=True,
            ),
            Situation(Trigger.NOT_PASSED, Words("I showed a card by mistake", "误开一张牌")),
            Situation(Trigger.FACE_UP, Words("Card face up in the shoe", "靴内有牌朝上"), "some"),
            Situation(Trigger.FOREIGN_CARD, Words("A strange card", "不属于本靴的牌")),
            Situation(Trigger.CARD_COUNT, Words("An extra or missing card", "多牌或少牌")),
        ),
    ),
    SituationGroup(
        Words("Patrons and wagers", "客人与投注"),
        (
            Situation(Trigger.WRONG_PATRON, Words("Cards to the wrong patron", "牌递错客人")),
            Situation(Trigger.HANDLER_ABSENT, Words("Patron with cards is away", "持牌客人离开")),
            Situation(
                Trigger.LEFT_WITH_CARDS,
                Words("Patron left with cards", "客人带牌离去"),
                cards="some",
                numbers=True,
            ),
            Situation(Trigger.LATE_WAGER, Words("Placed or raised late", "迟下注或迟加注")),
            Situation(Trigger.LATE_WITHDRAWAL, Words("Taken back late", "迟撤注")),
            # One button for both: the table itself finds which limit it is.
            Situation(Trigger.UNDER_MINIMUM, Words("Outside the limits", "超出限额")),
            Situation(Trigger.WRONG_SELECTION, Words("Patron meant another wager", "客人选错注")),
        ),
    ),
    SituationGroup(
        Words("Table and shoe", "牌桌与牌靴"),
        (
            Situation(Trigger.CUTTING_CARD, Words("Cutting card came out", "切牌卡出来")),
            Situation(Trigger.ORDER_LOST, Words("Shoe knocked, order lost", "碰翻牌靴，次序已乱")),
            Situation(Trigger.EXPOSED_BY_MOVE, Words("Card seen as the shoe moved", "移靴时露牌")),
            Situation(Trigger.SHOE_SHORT, Words("Not enough cards", "牌不够")),
            Situation(Trigger.DEVICE_RESET, Words("Shoe must be reset", "须重置牌靴"), "many"),
            Situation(Trigger.UNSHUFFLED, Words("Cards were not shuffled", "牌未洗")),
            Situation(Trigger.INTERRUPTED, Words("Power failure or breakdown", "停电或故障")),
            Situation(
                Trigger.WRONG_DISPLAY,
                Words("A display is wrong", "显示有误"),
                cards="many",
                round=True,
            ),
            Situation(Trigger.UNCOVERED, Words("Something else", "其他情况")),
        ),
    ),
)


def groups_for(book: Rulebook) -> tuple[SituationGroup, ...]:
    """The situations that a document or the house has an answer for, group by group."""
    return tuple(
        SituationGroup(
            group.heading,
            tuple(each for each in group.situations if _is_answered(book, each.trigger)),
        )
        for group in GROUPS
    )


def _is_answered(book: Rulebook, trigger: Trigger) -> bool:
    answered = bool(rows_for_trigger(book, trigger) or refusing_clause(book, trigger))
    return answered or trigger is Trigger.UNCOVERED


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """A question whose answer decides which row answers."""

    key: str
    question: Words
    answers: tuple[When, ...]


FACTS = (
    FactQuestion(
        "order",
        Words("Can the order of the cards be told?", "能否知道牌的次序？"),
        (When.ORDER_KNOWN, When.ORDER_UNKNOWN),
    ),
    FactQuestion(
        "deal",
        Words("How far was the deal?", "发牌进行到哪里？"),
        (When.IN_INITIAL_DEAL, When.ACROSS_INITIAL_DEAL, When.AFTER_INITIAL_DEAL),
    ),
    FactQuestion(
        "repair",
        Words("Can the cards be put right?", "牌能否复原？"),
        (When.CAN_BE_RECONSTRUCTED, When.CANNOT_BE_RECONSTRUCTED),
    ),
    FactQuestion(
        "noticed",
        Words("When was it noticed?", "何时发现？"),
        (When.BEFORE_NEXT_ROUND, When.NEXT_ROUND_COMMENCED),
    ),
    FactQuestion(
        "round", Words("Is a round running?", "是否在局中？"), (When.IN_ROUND, When.BETWEEN_ROUNDS)
    ),
    FactQuestion(
        "card",
        Words("Is the first card out?", "首张牌是否已发？"),
        (When.BEFORE_FIRST_CARD, When.AFTER_FIRST_CARD),
    ),
    FactQuestion(
        "value",
        Words("Is the card's value known?", "牌值是否可知？"),
        (When.VALUE_KNOWN, When.VALUE_UNKNOWN),
    ),
    FactQuestion(
        "cause",
        Words("Was it a power failure?", "是否停电？"),
        (When.POWER_FAILURE, When.OTHER_BREAKDOWN),
    ),
    FactQuestion("method", Words("Does a patron draw?", "是否由客人抽牌？"), (When.METHOD_C,)),
    FactQuestion(
        "first",
        Words("Did it come first, in the HLGA?", "是否在高限额区首先出现？"),
        (When.FIRST_CARD_IN_HLGA,),
    ),
    FactQuestion(
        "recovery",
        Words("Are the cards beyond recovery?", "牌是否无法复原？"),
        (When.CARDS_BEYOND_RECOVERY,),
    ),
    FactQuestion(
        "open",
        Words("Did a card come while bets were open?", "是否在下注时出牌？"),
        (When.CARD_WHILE_BETS_OPEN,),
    ),
)
"""Never among them: whether an outcome is established, which must not influence anybody."""

REPORTED_BY_PEOPLE = frozenset(
    {
        When.ORDER_KNOWN,
        When.ORDER_UNKNOWN,
        When.CAN_BE_RECONSTRUCTED,
        When.CANNOT_BE_RECONSTRUCTED,
        When.CARDS_BEYOND_RECOVERY,
        When.POWER_FAILURE,
        When.OTHER_BREAKDOWN,
    }
)
"""What a table cannot know by itself."""


def reported_facts(facts: Iterable[When]) -> str:
    """The facts that people told, in a line; what is established is nobody's to see."""
    return ", ".join(str(each) for each in facts if each in REPORTED_BY_PEOPLE)


def questions_for(book: Rulebook, trigger: Trigger) -> tuple[FactQuestion, ...]:
    """The facts that decide between the rows for a trigger."""
    turning = {each for row in rows_for_trigger(book, trigger) for each in row.irregularity.when}
    return tuple(question for question in FACTS if turning & set(question.answers))


def answer_text(answer: When) -> Words:
    """A circumstance as the answer to its question."""
    return phrases.CIRCUMSTANCES[answer]


# Who is awaited

RULES_ON = {
    RemedyDetail.ORDER_OF_CARDS: Words("fixes the order of the cards", "确定牌序"),
    RemedyDetail.VOID_OR_CONTINUE: Words("rules: void or continue", "裁定作废或继续"),
    RemedyDetail.WHATEVER_IS_NEEDED: Words("rules on what is to be done", "裁定如何处理"),
    RemedyDetail.MISSING_CARD: Words(
        "is there while the missing card is found", "在场查明缺失的牌"
    ),
    RemedyDetail.WAGERS_TO_REMOVE: Words("names the wagers to remove", "指定须移除的投注"),
}
CONFIRMS = Words("confirms: {remedy}", "确认：{remedy}")
SOMEBODY = Words("{position} {what}", "{position}{what}")
CAUSE = Words("somebody says whether it was the power", "须说明是否停电")
ANSWERS = Words("patrons answer: {many} still to come", "客人答复：尚余 {many} 位")
DEALER_REOPENS = Words(
    "the Dealer opens bets again once the device is reset", "重置后荷官重新开放下注"
)
OF_RULE = Words("the rule itself: {remedy}", "依规则：{remedy}")


def who_is_awaited(table: Table, item: PendingStep) -> Words:
    """Who a held table waits for, and for what."""
    step = item.step
    if step is None:
        return CAUSE
    if step.position is not None:
        return phrases.filled(
            SOMEBODY, position=phrases.POSITIONS[step.position], what=position_task(step)
        )
    if step.remedy is Remedy.OFFER_WITHDRAWAL:
        return phrases.filled(ANSWERS, many=len(withdrawable_stakes(table, item)))
    if step.remedy is Remedy.REOPEN_BETS:
        return DEALER_REOPENS
    return phrases.filled(OF_RULE, remedy=phrases.REMEDIES[step.remedy])


def position_task(step: RemedyStep) -> Words:
    """What the position that a step waits for does."""
    found = RULES_ON.get(step.detail) if step.detail is not None else None
    return found or phrases.filled(CONFIRMS, remedy=phrases.REMEDIES[step.remedy])


def situation_title(trigger: Trigger, saw: Iterable[When] = ()) -> Words:
    """What went wrong in the dealer's words, with what people saw of it."""
    labels = [
        each.label for group in GROUPS for each in group.situations if each.trigger is trigger
    ]
    label = labels[0] if labels else phrases.TRIGGERS[trigger]
    observed = [answer_text(each) for each in saw if each in REPORTED_BY_PEOPLE]
    return phrases.joined((label, *observed))


def describe_remedy(step: RemedyStep, language: str) -> str:
    """A remedy in words, how it is understood, and whose decision it is."""
    words = phrases.REMEDIES[step.remedy].in_(language)
    more = []
    if step.detail is not None:
        more.append(phrases.DETAILS[step.detail].in_(language))
    if step.position is not None:
        more.append(phrases.POSITIONS[step.position].in_(language))
    return f"{words} ({phrases.COMMA.in_(language).join(more)})" if more else words
