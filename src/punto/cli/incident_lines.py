"""Lines for what went wrong: what was seen, who rules, new cards, the search for a missing one."""

from typing import TypeAlias

from punto.cli.line_words import Line, Said, choice, number, plain
from punto.core.cards import is_card
from punto.core.irregularity import Circumstance, Detail, Remedy, Step, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.positions import Position
from punto.pages.situations import SEEN_BY_PEOPLE, waiting_for
from punto.table import incidents as ask
from punto.table.commands import ChangeFacts, Command, GiveRuling, ReferUpwards, Ruled
from punto.table.state import Table

HELP = """\
report TRIGGER          as in report drawn-together order-known 9s 4d
                        also numbers=4,5 round=3 "proof=camera 4"
facts [FACTS] [CARDS]   the same told anew, as in facts "because=seen again"
rule void|continue|as-proposed|offer-withdrawal|reopen-bets REASON
                        also cards=9s,4d, the order of cards that lie loose
refer REASON            to the next higher position
reopen                  replace       bets after a reset; cards for a new round
aside CARDS             sorted [CARDS]        look CARDS      missing CARDS
"""

FACTS = tuple(each for each in Circumstance if each in SEEN_BY_PEOPLE)
"""What may be told as seen; the rest a table knows by itself."""

Told: TypeAlias = tuple[list[str], dict[str, str]]
"""Plain words, and those with a name, as in round=3."""


def waiting(table: Table, language: str) -> str:
    """Who a held table waits for, by what, and the lines that answer; empty where nothing holds."""
    if not table.agenda:
        return ""
    first = table.agenda[0]
    source = f" ({first.source})" if first.source else ""
    return f"{waiting_for(table, first).in_(language)}{source}: {_answers(first.step)}"


def _answers(step: Step | None) -> str:
    match step:
        case None:
            return "interrupt power, interrupt other"
        case Step(detail=Detail.MISSING_CARD):
            return "aside CARDS, then sorted CARDS, look CARDS, missing CARDS"
        case Step(remedy=Remedy.OFFER_WITHDRAWAL, position=None):
            return "withdraw SEAT, stay SEAT, time"
        case Step(remedy=Remedy.REOPEN_BETS, position=None):
            return "reopen"
        case _:
            return "rule as-proposed REASON, rule void REASON and so on, refer REASON"


def _report(_table: Table, words: list[str]) -> Said:
    trigger = Trigger(choice(words, tuple(Trigger)))
    rest, named = _named(words[1:], ("numbers", "round", "proof"))
    saw, cards = facts_and_cards(rest)
    told = named.get("numbers", "").split(",") if "numbers" in named else ()
    numbers = tuple(number(each, "the number of a card") for each in told)
    about = number(named.get("round", "0"), "a round")
    report = ask.Report(trigger, saw, cards, numbers, about, named.get("proof", ""))
    return report, Position.DEALER


def _change_facts(_table: Table, words: list[str]) -> Said:
    rest, named = _named(words, ("because",))
    saw, cards = facts_and_cards(rest)
    return ChangeFacts(saw, named.get("because", ""), cards), Position.DEALER


def _rule(_table: Table, words: list[str]) -> Said:
    ruled = Ruled(choice(words, tuple(Ruled)))
    # Named, for a reason is free text and "as" is an ace.
    order = [each.removeprefix("cards=") for each in words if each.startswith("cards=")]
    reason = " ".join(each for each in words[1:] if not each.startswith("cards="))
    cards = tuple(_card(each) for text in order for each in text.split(","))
    return GiveRuling(ruled, reason, cards), Position.GAMING_SHIFT_MANAGER


def _refer(_table: Table, words: list[str]) -> Said:
    return ReferUpwards(" ".join(words)), Position.GAMING_SHIFT_MANAGER


def _with_cards(command: type[Command]) -> Line:
    def said(_table: Table, words: list[str]) -> Said:
        cards = tuple(map(_card, words))
        return command(cards), Position.GAMING_SHIFT_MANAGER  # type: ignore[call-arg,arg-type]

    return said


def _named(words: list[str], names: tuple[str, ...]) -> Told:
    """Words apart from those with a name, which must be one that is known."""
    plain_words, named = list[str](), dict[str, str]()
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            plain_words.append(word)
        else:
            named[choice([name], names)] = value
    return plain_words, named


def facts_and_cards(words: list[str]) -> tuple[tuple[Circumstance, ...], tuple[str, ...]]:
    """Words as facts that were seen and as cards, each in its order."""
    facts = [each for each in words if each in FACTS]
    cards = [_card(each) for each in words if each not in facts]
    return tuple(map(Circumstance, facts)), tuple(cards)


def _card(word: str) -> str:
    if is_card(word) or word == FACE_DOWN:
        return word
    raise ValueError(
        f"{word!r:.40} is neither a card, as in 9s, nor what was seen: {', '.join(FACTS)}"
    )


INCIDENT_LINES: dict[str, Line] = {
    "report": _report,
    "facts": _change_facts,
    "rule": _rule,
    "refer": _refer,
    "reopen": plain(ask.ReopenBets),
    "replace": plain(ask.ReplaceCards, Position.PIT_MANAGER),
    "aside": _with_cards(ask.SetCardsAside),
    "sorted": _with_cards(ask.TellSortedDecks),
    "look": _with_cards(ask.LookAtCardsAside),
    "missing": _with_cards(ask.ReplaceMissingCards),
}
"""What each line says, and whose line it usually is; a second person stands by."""
