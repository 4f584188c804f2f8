"""Say in a message when a pay line wins, from its condition."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from punto.core.conditions import All, Condition, Either, Is, Not
from punto.core.facts import Fact, Winner
from punto.core.sides import BySide, Side
from punto.games import shared_terms
from punto.messages.message import Message, message

HANDS = {Winner.PLAYER: Side.PLAYER, Winner.BANKER: Side.BANKER}
TOTALS = BySide(Fact.PLAYER_TOTAL, Fact.BANKER_TOTAL)
CARDS = BySide(Fact.PLAYER_CARDS, Fact.BANKER_CARDS)
NATURALS = BySide(Fact.PLAYER_NATURAL, Fact.BANKER_NATURAL)
BOTH_TOTALS = (Fact.PLAYER_TOTAL, Fact.BANKER_TOTAL)
PAIRS = BySide(Fact.PLAYER_PAIR, Fact.BANKER_PAIR)


def condition_message(when: Condition) -> Message:
    """A sentence that says when a pay line wins."""
    facts = _facts(when)
    sentence = _special(when) or (_result(facts) if facts else None)
    return sentence or message("condition.sentence", phrase=_phrase(when))


def distinction(when: Condition) -> Message | None:
    """The part of a condition that tells one pay of a hand from another, such as "total of 6"."""
    facts = _facts(when)
    part = _total_part(facts) if facts else None
    return part if part and part.key != "pay-line.other-total" else None


def short_condition(when: Condition) -> Message:
    """The condition of a pay line in a few words, for a list that names its wager."""
    facts = _facts(when)
    part = (_total_part(facts) or _result_part(facts)) if facts else None
    return _SHORT.get(condition_message(when).key) or part or condition_message(when)


def _total_part(facts: "_Facts") -> Message | None:
    totals = [value for fact in BOTH_TOTALS for value in facts.has.get(fact, ())]
    cards = [value for fact in (CARDS.player, CARDS.banker) for value in facts.has.get(fact, ())]
    if len(totals) == 1 and cards:
        return message("pay-line.total-and-cards", total=totals[0], cards=cards[0])
    if len(totals) == 1:
        return message("pay-line.total", total=totals[0])
    is_other = any(fact in facts.lacks for fact in BOTH_TOTALS)
    return message("pay-line.other-total") if is_other else None


def _result_part(facts: "_Facts") -> Message | None:
    winner = HANDS.get(Winner(facts.has.get(Fact.WINNER, (Winner.NEITHER,))[0]))
    if winner and (margin := facts.has.get(Fact.MARGIN)):
        return message("pay-line.margin", side=winner, points=margin[0])
    if winner and NATURALS[winner] in facts.has:
        return message("pay-line.natural", side=winner)
    if sevens := facts.has.get(Fact.SEVENS):
        return message("pay-line.sevens", sevens=sevens[0])
    return None


@dataclass(frozen=True, slots=True)
class _Facts:
    """Facts that must have one of some values, and facts that must not."""

    has: dict[Fact, tuple[int, ...]] = field(default_factory=dict)
    lacks: dict[Fact, tuple[int, ...]] = field(default_factory=dict)

    def take(self, fact: Fact) -> tuple[int, ...]:
        """The values that a fact must have; the caller has described it."""
        return self.has.pop(fact, ())

    @property
    def are_described(self) -> bool:
        """Whether nothing is left to describe."""
        return not self.has and not self.lacks


def _facts(when: Condition) -> _Facts | None:
    """The facts of a condition whose parts must all hold; None if it has another shape."""
    found = _Facts()
    for part in _flat(when):
        match part:
            case Is() if part.fact not in found.has:
                found.has[part.fact] = part.values
            case Not(part=Is() as inner) if inner.fact not in found.lacks:
                found.lacks[inner.fact] = inner.values
            case _:
                return None
    return found


def _flat(when: Condition) -> Iterator[Condition]:
    if isinstance(when, All):
        for part in when.parts:
            yield from _flat(part)
    else:
        yield when


def _special(when: Condition) -> Message | None:
    """Sentences about pairs and sevens."""
    match when:
        case shared_terms.ONE_PAIRS:
            return message("condition.one-pair")
        case shared_terms.BOTH_PAIR_UNLIKE:
            return message("condition.two-pairs")
        case shared_terms.BOTH_PAIR_ALIKE:
            return message("condition.same-pairs")
        case Is(fact=Fact.PLAYER_PAIR, values=(1,)):
            return message("condition.pair", side=Side.PLAYER)
        case Is(fact=Fact.BANKER_PAIR, values=(1,)):
            return message("condition.pair", side=Side.BANKER)
        case Is(fact=Fact.SEVENS, values=(sevens,)):
            return message("condition.sevens", sevens=sevens)
        case _:
            return None


def _result(facts: _Facts) -> Message | None:
    """A sentence about the winner; None if the facts need more than it can say."""
    winners = facts.take(Fact.WINNER)
    if len(winners) != 1:
        return None
    winner = Winner(winners[0])
    sentence = _tie(facts) if winner is Winner.NEITHER else _win(facts, HANDS[winner])
    return sentence if facts.are_described else None


def _win(facts: _Facts, side: Side) -> Message:
    cards, margin = facts.take(CARDS[side]), facts.take(Fact.MARGIN)
    return message(
        "condition.wins",
        side=side,
        total=_total(facts, side),
        cards=message("condition.cards", cards=cards[0]) if len(cards) == 1 else None,
        margin=message("condition.margin", points=margin[0]) if len(margin) == 1 else None,
        natural=_natural(facts, side),
    )


def _total(facts: _Facts, side: Side) -> Message | None:
    if totals := facts.take(TOTALS[side]):
        return message("condition.total", totals=totals)
    if totals := facts.lacks.pop(TOTALS[side], ()):
        return message("condition.other-total", totals=totals)
    return None


def _natural(facts: _Facts, side: Side) -> Message | None:
    if facts.take(NATURALS[side]) == (1,):
        return message("condition.with-natural")
    if facts.lacks.pop(NATURALS[side], ()) == (1,):
        return message("condition.without-natural")
    return None


def _tie(facts: _Facts) -> Message:
    # Both hands have the same total, so a condition may name either.
    total = _total(facts, Side.PLAYER) or _total(facts, Side.BANKER)
    both = facts.has.get(NATURALS.player) == facts.has.get(NATURALS.banker) == (1,)
    if both:
        facts.take(NATURALS.player)
        facts.take(NATURALS.banker)
    natural = message("condition.both-natural") if both else None
    return message("condition.ties", total=total, natural=natural)


def _phrase(when: Condition) -> Message:
    """A phrase for any condition, one part for each of its facts."""
    match when:
        case All():
            return message("condition.all", parts=tuple(map(_phrase, when.parts)))
        case Either():
            return message("condition.either", parts=tuple(map(_phrase, when.parts)))
        case Not():
            return message("condition.not", part=_phrase(when.part))
        case Is():
            return _fact(when.fact, when.values)


def _fact(fact: Fact, values: tuple[int, ...]) -> Message:
    for side in Side:
        if fact is TOTALS[side]:
            return message("condition.has-total", side=side, totals=values)
        if fact is CARDS[side]:
            return message("condition.has-cards", side=side, cards=values)
        if fact is NATURALS[side]:
            return message("condition.has-natural", side=side, has=1 in values)
        if fact is PAIRS[side]:
            return message("condition.has-pair", side=side, has=1 in values)
    if fact is Fact.WINNER:
        winners = tuple(Winner(value).name.lower() for value in values)
        return message("condition.winner-is", winners=winners)
    if fact is Fact.MARGIN:
        return message("condition.margin-is", points=values)
    if fact is Fact.SAME_PAIR:
        return message("condition.has-same-pairs", has=1 in values)
    assert fact is Fact.SEVENS, f"{fact} has no phrase"
    return message("condition.shows-sevens", sevens=values)


_SHORT = {
    "condition.one-pair": message("pay-line.one-pair"),
    "condition.two-pairs": message("pay-line.two-pairs"),
    "condition.same-pairs": message("pay-line.same-pairs"),
}
