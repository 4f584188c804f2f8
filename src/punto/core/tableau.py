"""Check the cards on the layout and find the hand that the next card belongs to."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from punto.core.cards import Card, Rank
from punto.core.drawing_rules import STOOD, DrawDecision, rule_for_banker, rule_for_player
from punto.core.facts import Ending, ending_of, point_value
from punto.core.rules import Rule
from punto.core.sides import BySide, Side

Hand: TypeAlias = tuple[Card | None, ...]
"""The cards of one hand in the order drawn; None is a card that lies face down."""

Ranks: TypeAlias = tuple[Rank | None, ...]
"""The ranks of one hand, a printed card included."""


@dataclass(frozen=True, slots=True)
class DealOrder:
    """The order in which the hands get the initial cards, and the card printed on the layout."""

    key: str
    initial: tuple[Side, ...]
    permanent: Rank | None = None

    def __post_init__(self) -> None:
        printed = [] if self.permanent is None else [Side.PLAYER]
        if sorted([*self.initial, *printed]) != [Side.BANKER] * 2 + [Side.PLAYER] * 2:
            raise ValueError(
                f"initial: {', '.join(self.initial)}; expected two cards per hand, "
                "counting a permanent card of the Player hand"
            )

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def max_cards(self) -> int:
        """The maximum number of cards that a round draws from the shoe."""
        return len(self.initial) + 2


STANDARD = DealOrder("standard", (Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER))

#: The permanent seven is the Player hand's first card; it never comes from the shoe (R8).
SEVEN_UP = DealOrder("seven-up", (Side.BANKER, Side.PLAYER, Side.BANKER), Rank.SEVEN)


class WrongCard(ValueError):
    """Raised for a card that the rules do not call for, with the rule that it breaks."""

    def __init__(self, words: str, rule: Rule) -> None:
        super().__init__(words)
        self.rule = rule


CountedHand: TypeAlias = tuple[int, int | None, int | None]
"""The number of cards of a hand, the total of its first two, and the points of its third.

A number is None if its card lies face down or is missing. A printed card is the hand's first.
"""


class _WithNext:
    """Adds a slot that is not a field: its value follows from the fields, so it is never stored."""

    __slots__ = ("_next",)

    _next: frozenset[Side | None]


@dataclass(frozen=True, slots=True)
class Tableau(_WithNext):
    """The cards on the layout, in the order drawn; the constructor refuses what the rules forbid.

    Rule: TWO_HANDS, INITIAL_DEAL
    """

    order: DealOrder
    player: Hand = ()
    banker: Hand = ()

    def __post_init__(self) -> None:
        sides = _sides_after(self.order, *_counted(self))
        if not sides:
            raise _fault(self)
        object.__setattr__(self, "_next", sides)

    def __reduce__(self) -> tuple[type["Tableau"], tuple[DealOrder, Hand, Hand]]:
        return Tableau, (self.order, self.player, self.banker)

    @property
    def cards_drawn(self) -> int:
        """The number of cards drawn from the shoe."""
        return len(self.player) + len(self.banker)

    @property
    def is_initial_deal_complete(self) -> bool:
        """Whether both hands hold their first two cards."""
        return self.cards_drawn >= len(self.order.initial)

    @property
    def is_known(self) -> bool:
        """Whether all cards lie face up."""
        return None not in self.player and None not in self.banker

    @property
    def is_finished(self) -> bool:
        """Whether the round needs no further card, for every value of the cards face down."""
        return next_sides(self) == {None}

    @property
    def ranks(self) -> BySide[Ranks]:
        """The ranks of both hands, a permanent card first in the Player hand."""
        printed = () if self.order.permanent is None else (self.order.permanent,)
        return BySide((*printed, *_ranks_of(self.player)), _ranks_of(self.banker))

    def cards_in_order(self) -> Iterator[tuple[Side, Card | None]]:
        """Yield every card with its hand, in the order drawn."""
        undealt = BySide(iter(self.player), iter(self.banker))
        for side in (*self.order.initial, Side.PLAYER, Side.BANKER):
            for card in undealt[side]:
                yield side, card
                break

    def with_card(self, side: Side, card: Card | None) -> "Tableau":
        """Return the tableau with one more card in a hand."""
        if side is Side.PLAYER:
            return Tableau(self.order, (*self.player, card), self.banker)
        return Tableau(self.order, self.player, (*self.banker, card))


def lay_out(
    order: DealOrder, cards: Iterable[Card | None]
) -> tuple[Tableau, tuple[Card | None, ...]]:
    """Deal cards in the order drawn; return the tableau and the cards left at its end (R25)."""
    tableau, undealt = Tableau(order), list(cards)
    while undealt and (side := next_side(tableau)) is not None:
        tableau = tableau.with_card(side, undealt.pop(0))
    return tableau, tuple(undealt)


def next_side(tableau: Tableau) -> Side | None:
    """Return the hand that the next card belongs to, None if the round needs no further card."""
    sides = next_sides(tableau)
    if len(sides) > 1:
        raise ValueError(
            "the hand of the next card depends on a card that lies face down; turn it up first"
        )
    return next(iter(sides))


def next_sides(tableau: Tableau) -> frozenset[Side | None]:
    """Return the hands that the next card may belong to, for every value of cards face down."""
    return tableau._next


def draw_decisions(tableau: Tableau) -> tuple[DrawDecision, ...]:
    """Return the decisions of the Table of Play on third cards so far, the Player hand first."""
    if not tableau.is_initial_deal_complete or not tableau.is_known:
        return ()
    hands = _counted(tableau)
    (player, banker), *_ = _possible_decisions(*hands)
    return (player,) if _next_of(*hands, (player, banker)) is Side.PLAYER else (player, banker)


def ending(tableau: Tableau) -> Ending:
    """Return the facts of a finished round."""
    if not tableau.is_known or not tableau.is_finished:
        raise ValueError("the round is not finished; expected all its cards, face up")
    ranks = tableau.ranks
    return ending_of((*ranks.player, 0)[:3], (*ranks.banker, 0)[:3])


def _ranks_of(hand: Hand) -> Ranks:
    return tuple(None if card is None else card.rank for card in hand)


_VALUES = (0, *(point_value(int(rank)) for rank in Rank))
"""The point value of each rank, by its number."""


def _counted(tableau: Tableau) -> tuple[CountedHand, CountedHand]:
    """Reduce both hands to the numbers that decide on the next card."""
    permanent = tableau.order.permanent
    player = [None if card is None else _VALUES[card.rank] for card in tableau.player]
    if permanent is not None:
        player.insert(0, _VALUES[permanent])
    banker = [None if card is None else _VALUES[card.rank] for card in tableau.banker]
    return _counted_hand(player), _counted_hand(banker)


def _counted_hand(values: Sequence[int | None]) -> CountedHand:
    cards = len(values)
    if cards < 2:
        return cards, None, None
    first, second = values[0], values[1]
    total = None if first is None or second is None else (first + second) % 10
    return cards, total, values[2] if cards > 2 else None


@cache
def _sides_after(
    order: DealOrder, player: CountedHand, banker: CountedHand
) -> frozenset[Side | None]:
    """Return the hands that the next card may belong to; empty if the rules forbid these cards."""
    drawn = player[0] + banker[0] - (order.permanent is not None)
    if _short_hand(order, player, banker) is not None or max(player[0], banker[0]) > 3:
        return frozenset()
    if drawn < len(order.initial):
        return frozenset({order.initial[drawn]})
    return frozenset(
        _next_of(player, banker, decisions) for decisions in _possible_decisions(player, banker)
    )


def _short_hand(order: DealOrder, player: CountedHand, banker: CountedHand) -> Side | None:
    """Return the hand that lacks a card of the initial deal, None if the cards are in order."""
    dealt = BySide(player[0] - (order.permanent is not None), banker[0])
    so_far = order.initial[: dealt.player + dealt.banker]
    return next((side for side in Side if dealt[side] < so_far.count(side)), None)


def _next_of(
    player_hand: CountedHand,
    banker_hand: CountedHand,
    decisions: tuple[DrawDecision, DrawDecision],
) -> Side | None:
    """Return the first hand that must draw and has not yet drawn."""
    player, banker = decisions
    if player.draws and player_hand[0] < 3:
        return Side.PLAYER
    if banker.draws and banker_hand[0] < 3:
        return Side.BANKER
    return None


def _possible_decisions(
    player_hand: CountedHand, banker_hand: CountedHand
) -> Iterator[tuple[DrawDecision, DrawDecision]]:
    """Yield the decisions on both hands that agree with the third cards on the layout."""
    player_drew, banker_drew = player_hand[0] == 3, banker_hand[0] == 3
    for player, banker in _all_decisions(player_hand, banker_hand):
        if banker_drew and banker.draws and player.draws == player_drew:
            yield player, banker
        if not banker_drew and (player.draws or not player_drew):
            yield player, banker


def _all_decisions(
    player: CountedHand, banker: CountedHand
) -> Iterator[tuple[DrawDecision, DrawDecision]]:
    """Yield the decisions on both hands, for every value that the cards face down may have."""
    cards, total, third = player
    for player_total in _possible_values(total):
        for banker_total in _possible_values(banker[1]):
            for third_value in _possible_values(third) if cards == 3 else (STOOD,):
                yield (
                    rule_for_player(player_total, banker_total),
                    rule_for_banker(player_total, banker_total, third_value),
                )


def _possible_values(value: int | None) -> Sequence[int]:
    """Return every value from 0 to 9 for an unknown card, else the known value."""
    return range(10) if value is None else (value,)


def _fault(tableau: Tableau) -> WrongCard:
    """Return the error that explains why the rules forbid the cards of a tableau."""
    hands = BySide(*_counted(tableau))
    short = _short_hand(tableau.order, hands.player, hands.banker)
    if short is not None:
        order = ", ".join(side.title() for side in tableau.order.initial)
        return WrongCard(
            f"too few cards for the {short.title()} hand: the first cards go to {order}; "
            "write ? for a card that lies face down",
            Rule.INITIAL_DEAL,
        )
    for side, rule in (
        (Side.PLAYER, Rule.PLAYER_THIRD_CARD),
        (Side.BANKER, Rule.BANKER_THIRD_CARD),
    ):
        if hands[side][0] > 3:
            printed = tableau.order.permanent if side is Side.PLAYER else None
            included = "" if printed is None else f", the printed {printed.letter} included"
            return WrongCard(
                f"too many cards for the {side.title()} hand: three are the maximum{included}", rule
            )
    player, banker = next(_all_decisions(hands.player, hands.banker))
    player_drew = hands.player[0] == 3
    if player_drew and not player.draws:
        return _not_called_for(player, tableau.player[-1])
    if player.draws and not player_drew:
        return WrongCard(
            f"the Banker hand's third card {_written(tableau.banker[-1])} is not called for yet: "
            f"the Player hand draws first on {player.total}",
            player.rule,
        )
    return _not_called_for(banker, tableau.banker[-1])


def _not_called_for(decision: DrawDecision, card: Card | None) -> WrongCard:
    reason = f"the {decision.side.title()} hand stands on {decision.total}"
    if decision.rule is Rule.NATURAL:
        reason = "a natural ends the deal"
    elif decision.rule is Rule.BANKER_THIRD_CARD:
        reason = f"{reason} when the Player hand's third card counts {decision.player_third}"
    return WrongCard(
        f"the {decision.side.title()} hand's third card {_written(card)} is not called for: "
        f"{reason}",
        decision.rule,
    )


def _written(card: Card | None) -> str:
    return "?" if card is None else str(card)
