"""Explain why a third card was drawn or not, and who won, with the clause of each rule."""

from dataclasses import dataclass

from punto.core.drawing_rules import BANKER_ON_TOTAL, DrawDecision, is_natural
from punto.core.facts import Winner, point_total
from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.core.sides import BySide, Side
from punto.core.tableau import Tableau, draw_decisions, ending
from punto.messages.message import Message, message
from punto.messages.render import render

HANDS = BySide(message("hand.player"), message("hand.banker"))
OUTCOMES = {Winner.PLAYER: "player", Winner.BANKER: "banker", Winner.NEITHER: "tie"}
"""The members of the closed set `outcome`."""


@dataclass(frozen=True, slots=True)
class DrawReason:
    """The reason why a hand draws or stands, and the clause that decides it."""

    side: Side
    draws: bool
    words: Message
    clause: str

    def with_clause(self) -> Message:
        """The reason with its clause in one message."""
        return message("draw.with-clause", reason=self.words, clause=self.clause)


def draw_reasons(book: Rulebook, tableau: Tableau) -> tuple[DrawReason, ...]:
    """The reasons for the third cards so far. A natural is one reason for both hands."""
    decisions = draw_decisions(tableau)
    if decisions and decisions[0].rule is Rule.NATURAL:
        clause = book.cite(Rule.NATURAL)
        side = _natural_side(tableau)
        total = point_total(*tableau.ranks[side][:2])
        words = message("draw.natural", side=side, total=total)
        return (DrawReason(side, draws=False, words=words, clause=clause),)
    return tuple(
        DrawReason(decision.side, decision.draws, _reason(decision), book.cite(decision.rule))
        for decision in decisions
    )


def reasons_in_english(book: Rulebook, tableau: Tableau) -> list[str]:
    """The reasons for the third cards, for records that programs read."""
    return [render(reason.with_clause(), "en") for reason in draw_reasons(book, tableau)]


def describe_outcome(tableau: Tableau) -> Message:
    """The outcome, and both totals."""
    facts = ending(tableau)
    low, high = sorted((int(facts.player_total), int(facts.banker_total)))
    outcome = OUTCOMES[Winner(facts.winner)]
    return message("draw.outcome", outcome=outcome, high=high, low=low)


def draws_against(banker_total: int) -> tuple[int, ...]:
    """The values of the Player hand's third card against which a Banker total draws."""
    return tuple(value for value in range(10) if BANKER_ON_TOTAL[banker_total][value] == "D")


def _natural_side(tableau: Tableau) -> Side:
    is_players = is_natural(point_total(*tableau.ranks.player[:2]))
    return Side.PLAYER if is_players else Side.BANKER


def _reason(decision: DrawDecision) -> Message:
    side, total, third = decision.side, decision.total, decision.player_third
    against = draws_against(total) if decision.rule is Rule.BANKER_THIRD_CARD else ()
    if not 0 < len(against) < 10:
        if decision.draws:
            return message("draw.draws", side=side, total=total)
        return message("draw.stands", side=side, total=total)
    spans = _spans(against)
    if decision.draws:
        return message("draw.draws-against", side=side, total=total, third=third, against=spans)
    return message("draw.stands-against", side=side, total=total, third=third, against=spans)


def _spans(values: tuple[int, ...]) -> tuple[Message, ...]:
    """Values, with three or more in a row as one span such as 0 to 7."""
    spans: list[list[int]] = []
    for value in values:
        if spans and value == spans[-1][-1] + 1:
            spans[-1].append(value)
        else:
            spans.append([value])
    return tuple(text for span in spans for text in _span(span))


def _span(values: list[int]) -> tuple[Message, ...]:
    if len(values) > 2:
        return (message("draw.values", first=values[0], last=values[-1]),)
    return tuple(message("draw.value", value=value) for value in values)
