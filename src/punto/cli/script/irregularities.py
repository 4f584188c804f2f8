"""Lines for what went wrong: what was seen, who rules, new cards, the search for a missing one."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from punto.cli.script.tokens import ScriptRequest, choice, number
from punto.core.cards import card, is_card
from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.staff_positions import StaffPosition
from punto.messages.render import render
from punto.reports.descriptions.situations import REPORTED_BY_PEOPLE, who_is_awaited
from punto.table.commands import irregularities as irregularity_commands
from punto.table.commands.play import CorrectFacts, GiveRuling, ReferDecision, RulingOutcome
from punto.table.decide.irregularities.missing_card import SET_ASIDE_CARDS
from punto.table.decide.irregularities.rulings import needs_card_order
from punto.table.evolve.irregularities import numbered_cards
from punto.table.next_step import NextStep, next_step
from punto.table.state import PendingStep, Table

HELP = """\
report TRIGGER          as in report drawn-together order-known 9s 4d
                        also numbers=4,5 round=3 "proof=camera 4"
together COUNT [FACTS]  that many cards leave a shuffled shoe at once
facts [FACTS] [CARDS]   the same told anew, as in facts "because=seen again"
rule void|continue|as-proposed|offer-withdrawal|reopen-bets REASON
                        also cards=9s,4d, the order of cards that lie loose
refer REASON            to the next higher position
reopen                  replace       bets after a reset; cards for a new round
aside CARDS             sorted CARDS|none     look CARDS      missing CARDS
                        of a shuffled shoe its own record tells the cards
"""

FACTS = tuple(each for each in Circumstance if each in REPORTED_BY_PEOPLE)
"""What may be told as seen; the rest a table knows by itself."""

Record: TypeAlias = Sequence[str]
"""The cards of a shuffled shoe from first to last; none of a shoe of real cards."""

IrregularityLine: TypeAlias = Callable[[Table, list[str], Record], ScriptRequest]
SHIFT_MANAGER = StaffPosition.GAMING_SHIFT_MANAGER


# What a table waits for


def awaited_lines(table: Table, language: str) -> str:
    """Who a table waits for, by what, and the lines that answer; empty where it waits for none."""
    if table.pending_steps:
        first = table.pending_steps[0]
        source = f" ({first.source})" if first.source else ""
        return f"{render(who_is_awaited(table, first), language)}{source}: {_answers(table, first)}"
    if table.book is not None and next_step(table) is NextStep.ENTER_CARD:
        return f"card {unread_cards(table)[0]} has not been read: hand CARD"
    return ""


def unread_cards(table: Table) -> list[int]:
    """The numbers of cards on the layout that nothing has read."""
    return (
        [each for each, text in numbered_cards(table) if text == FACE_DOWN] if table.round else []
    )


def _answers(table: Table, item: PendingStep) -> str:
    match item.step:
        case None:
            return "interrupt power, interrupt other"
        case RemedyStep(detail=RemedyDetail.MISSING_CARD):
            return "aside CARDS, then sorted CARDS, look CARDS, missing CARDS"
        case RemedyStep(detail=RemedyDetail.ORDER_OF_CARDS):
            return "rule continue cards=9s,4d REASON, refer REASON"
        case RemedyStep(remedy=Remedy.OFFER_WITHDRAWAL, position=None):
            return "withdraw SEAT, stay SEAT, time"
        case RemedyStep(remedy=Remedy.REOPEN_BETS, position=None):
            return "reopen"
        case _ if needs_card_order(table, item):
            return "rule continue cards=9s,4d REASON and so on, rule void REASON, refer REASON"
        case RemedyStep(remedy=Remedy.RULING) if not item.proposed:
            return "rule continue REASON, rule void REASON and so on, refer REASON"
        case _:
            return "rule as-proposed REASON, rule continue REASON and so on, refer REASON"


# What is told


def _report(_table: Table, words: list[str], _record: Record) -> ScriptRequest:
    trigger = Trigger(choice(words, tuple(Trigger)))
    rest, named = _named(words[1:], ("numbers", "round", "proof"))
    saw, cards = _facts_and_cards(rest)
    listed = named["numbers"].split(",") if "numbers" in named else ()
    numbers = tuple(number(each, "the number of a card") for each in listed)
    about = number(named.get("round", "0"), "a round")
    report = irregularity_commands.ReportIrregularity(
        trigger, saw, cards, numbers, about, named.get("proof", "")
    )
    return report, StaffPosition.DEALER


def _several(table: Table, words: list[str], record: Record) -> ScriptRequest:
    """The next cards leave the shoe at once, as the device reads them."""
    if not record:
        raise ValueError("these cards have no record; expected report drawn-together and the cards")
    many, (saw, _) = number(words[0] if words else "", "how many"), _facts_and_cards(words[1:])
    cards = tuple(record[_out(table) :][:many])
    report = irregularity_commands.ReportIrregularity(
        Trigger.DRAWN_TOGETHER, saw, cards, evidence="as the device read them"
    )
    return report, StaffPosition.DEALER


def _change_facts(_table: Table, words: list[str], _record: Record) -> ScriptRequest:
    rest, named = _named(words, ("because",))
    saw, cards = _facts_and_cards(rest)
    return CorrectFacts(saw, named.get("because", ""), cards), StaffPosition.DEALER


def _rule(_table: Table, words: list[str], _record: Record) -> ScriptRequest:
    ruled = RulingOutcome(choice(words, tuple(RulingOutcome)))
    # Named, for a reason is free text and "as" is an ace.
    order = [each.removeprefix("cards=") for each in words if each.startswith("cards=")]
    reason = " ".join(each for each in words[1:] if not each.startswith("cards="))
    cards = tuple(_card(each) for text in order for each in text.split(","))
    return GiveRuling(ruled, reason, cards), SHIFT_MANAGER


def _refer(_table: Table, words: list[str], _record: Record) -> ScriptRequest:
    return ReferDecision(" ".join(words)), SHIFT_MANAGER


# The search for a missing card


def _set_aside(table: Table, words: list[str], record: Record) -> ScriptRequest:
    return irregularity_commands.SetCardsAside(
        _named_cards(words, record[_out(table) :][:SET_ASIDE_CARDS])
    ), SHIFT_MANAGER


def _sorted(table: Table, words: list[str], record: Record) -> ScriptRequest:
    own = [record[each - 1] for each in (*_numbers(table), *_set_aside_numbers(table)) if record]
    if not words and not own:
        raise ValueError("which cards are short of complete decks? expected them, or none")
    return irregularity_commands.ReportSortedDecks(
        () if words == ["none"] else _named_cards(words, own)
    ), SHIFT_MANAGER


def _inspect(table: Table, words: list[str], record: Record) -> ScriptRequest:
    own = [record[each - 1] for each in _set_aside_numbers(table) if record]
    return irregularity_commands.InspectSetAsideCards(_named_cards(words, own)), SHIFT_MANAGER


def _missing(table: Table, words: list[str], record: Record) -> ScriptRequest:
    gone = table.pending_steps[0].numbers if table.pending_steps else ()
    own = [record[each - 1] for each in gone if record]
    return irregularity_commands.ReplaceMissingCards(_named_cards(words, own)), SHIFT_MANAGER


def _out(table: Table) -> int:
    return table.shoe.cards_out if table.shoe else 0


def _numbers(table: Table) -> tuple[int, ...]:
    return table.round.numbers if table.round else ()


def _set_aside_numbers(table: Table) -> tuple[int, ...]:
    search = table.round.aside if table.round else None
    return tuple(each for each, _ in search.cards) if search else ()


def _named_cards(words: list[str], own: Record) -> tuple[str, ...]:
    """Cards as they are named, or as the record of their shoe has them."""
    named = tuple(map(_card, words))
    if not own:
        return named
    true = [text if text == FACE_DOWN else str(card(text)) for text in named]
    if any(text not in (FACE_DOWN, *own) for text in true):
        raise ValueError(f"{' '.join(words):.60} is not what the shoe holds; expected no names")
    return tuple(true) or tuple(own)


# Words


def _named(words: list[str], names: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """Plain words, and those with a name, as in round=3, which must be one that is known."""
    plain, named = list[str](), dict[str, str]()
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            plain.append(word)
        else:
            named[choice([name], names)] = value
    return plain, named


def _facts_and_cards(words: list[str]) -> tuple[tuple[Circumstance, ...], tuple[str, ...]]:
    facts = [each for each in words if each in FACTS]
    cards = [_card(each) for each in words if each not in facts]
    return tuple(map(Circumstance, facts)), tuple(cards)


def _card(word: str) -> str:
    if is_card(word) or word == FACE_DOWN:
        return word
    raise ValueError(
        f"{word!r:.40} is neither a card, as in 9s, nor what was seen: {', '.join(FACTS)}"
    )


def _plain(command: Any, by: StaffPosition = StaffPosition.DEALER) -> IrregularityLine:
    return lambda _table, _words, _record: (command(), by)


IRREGULARITY_LINES: dict[str, IrregularityLine] = {
    "report": _report,
    "together": _several,
    "facts": _change_facts,
    "rule": _rule,
    "refer": _refer,
    "reopen": _plain(irregularity_commands.ReopenBets),
    "replace": _plain(irregularity_commands.ReplaceCards, StaffPosition.PIT_MANAGER),
    "aside": _set_aside,
    "sorted": _sorted,
    "look": _inspect,
    "missing": _missing,
}
"""What each line says, and whose line it usually is; a second person stands by."""
