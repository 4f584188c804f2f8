"""Explain why a third card was drawn or not, and who won, in a sentence with its clause."""

from dataclasses import dataclass

from punto.core.drawing_rules import BANKER_ON_TOTAL, DrawDecision, is_natural
from punto.core.facts import Winner, point_total
from punto.core.rulebook import Rulebook, Words
from punto.core.rules import Rule
from punto.core.sides import BySide, Side
from punto.core.tableau import Tableau, draw_decisions, ending
from punto.pages import phrases

HANDS = BySide(phrases.PLAYER_HAND, phrases.BANKER_HAND)


def draw_reason(book: Rulebook, tableau: Tableau, language: str) -> tuple[str, ...]:
    """What the Table of Play said of the third cards so far, each with its clause."""
    decisions = draw_decisions(tableau)
    if decisions and decisions[0].rule is Rule.NATURAL:
        return (f"{_natural(tableau, language)} ({book.cite(Rule.NATURAL)})",)
    return tuple(f"{_sentence(each, language)} ({book.cite(each.rule)})" for each in decisions)


@dataclass(frozen=True, slots=True)
class DrawReason:
    """Why a hand draws or stands, in both languages, and where that is laid down."""

    side: Side
    draws: bool
    words: Words
    clause: str


def draw_reasons(book: Rulebook, tableau: Tableau) -> tuple[DrawReason, ...]:
    """What the Table of Play said of the third cards so far, as values."""
    decisions = draw_decisions(tableau)
    if decisions and decisions[0].rule is Rule.NATURAL:
        words = Words(*(_natural(tableau, language) for language in phrases.LANGUAGES))
        return (
            DrawReason(
                _natural_side(tableau), draws=False, words=words, clause=book.cite(Rule.NATURAL)
            ),
        )
    return tuple(
        DrawReason(
            each.side,
            each.draws,
            Words(*(_sentence(each, language) for language in phrases.LANGUAGES)),
            book.cite(each.rule),
        )
        for each in decisions
    )


def describe_outcome(tableau: Tableau, language: str) -> str:
    """Who won, and by which totals."""
    facts = ending(tableau)
    words = {
        Winner.PLAYER: phrases.PLAYER_WINS,
        Winner.BANKER: phrases.BANKER_WINS,
        Winner.NEITHER: phrases.TIE,
    }[facts.winner]
    low, high = sorted((facts.player_total, facts.banker_total))
    return f"{words.in_(language)}, {phrases.SCORE.in_(language).format(high=high, low=low)}"


def _natural(tableau: Tableau, language: str) -> str:
    side = _natural_side(tableau)
    total = point_total(*tableau.ranks[side][:2])
    hand = HANDS[side].in_(language)
    return phrases.NATURAL_ENDS_DEAL.in_(language).format(hand=hand, total=total)


def _natural_side(tableau: Tableau) -> Side:
    is_players = is_natural(point_total(*tableau.ranks.player[:2]))
    return Side.PLAYER if is_players else Side.BANKER


def _sentence(ruling: DrawDecision, language: str) -> str:
    against = draws_against(ruling.total) if ruling.rule is Rule.BANKER_THIRD_CARD else ()
    if 0 < len(against) < 10:
        words = phrases.DRAWS_AGAINST if ruling.draws else phrases.STANDS_AGAINST
    else:
        words = phrases.DRAWS if ruling.draws else phrases.STANDS
    return words.in_(language).format(
        hand=HANDS[ruling.side].in_(language),
        total=ruling.total,
        third=ruling.player_third,
        against=join_listed(_spans(against, language), language),
    )


def draws_against(banker_total: int) -> tuple[int, ...]:
    """The values of the Player hand's third card against which a Banker total draws."""
    return tuple(value for value in range(10) if BANKER_ON_TOTAL[banker_total][value] == "D")


def _spans(values: tuple[int, ...], language: str) -> list[str]:
    """Values with those that follow one another drawn together, as in 0 to 7."""
    spans: list[list[int]] = []
    for value in values:
        if spans and value == spans[-1][-1] + 1:
            spans[-1].append(value)
        else:
            spans.append([value])
    through = phrases.TO.in_(language)
    return [
        text
        for span in spans
        for text in ([f"{span[0]}{through}{span[-1]}"] if len(span) > 2 else map(str, span))
    ]


def join_listed(items: list[str], language: str, last: Words = phrases.OR) -> str:
    """Items one after another, as in 4, 5, 6 or 7."""
    if len(items) < 2:
        return "".join(items)
    head = phrases.COMMA.in_(language).join(items[:-1])
    return f"{head}{last.in_(language)}{items[-1]}"
