"""Apply the Table of Play to cards, find the next hand, and read the outcome of a round."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from punto.messages.message import Message, message

PLAYER, BANKER = "player", "banker"

RANKS = "A23456789TJQK"
SUITS = "shdc"

#: The one name of a card, for every way to write it.
NAMES = {
    spelled + letter: rank + suit
    for rank in RANKS
    for suit in SUITS
    for spelled in {rank, rank.lower(), "10" if rank == "T" else rank}
    for letter in (suit, suit.upper())
}


def quoted_unless_known(text: str) -> str:
    """The one name of a card, or a text that names none in quotation marks."""
    return NAMES.get(text, f"'{text}'")


#: The rank of each card by its name: Ace 1 to King 13.
RANK_OF = {rank + suit: place for place, rank in enumerate(RANKS, 1) for suit in SUITS}

DECK = frozenset(RANK_OF)


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands that get the first cards, in order, and the rank printed on the layout or 0."""

    first: tuple[str, ...]
    printed: int = 0


FOUR_CARDS = Deal((PLAYER, BANKER, PLAYER, BANKER))
THREE_CARDS_AND_A_SEVEN = Deal((BANKER, PLAYER, BANKER), printed=7)


class Outcome(NamedTuple):
    """The facts of a finished round on which pay lines depend."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int
    player_pair: bool
    banker_pair: bool
    same_pair: bool
    sevens: int

    @property
    def description(self) -> Message:
        """The outcome as a message."""
        return message(
            "finding-part.outcome",
            player=self.player,
            player_cards=self.player_cards,
            banker=self.banker,
            banker_cards=self.banker_cards,
            pairs=self.player_pair + self.banker_pair,
            same_pair=self.same_pair,
            sevens=self.sevens,
        )


UNREAD = "?"
"""An unread card, or a hand that depends on one."""


class Hands:
    """The cards on the layout, each hand in draw order. An unread card has rank 0."""

    __slots__ = ("cards", "deal", "drawn", "names", "ranks")

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.ranks: dict[str, list[int]] = {
            PLAYER: [deal.printed] if deal.printed else [],
            BANKER: [],
        }
        self.names: dict[str, list[str]] = {PLAYER: [], BANKER: []}
        self.drawn: list[int] = []
        self.cards: list[tuple[int, str]] = []
        """Every card with its number in the shoe, in draw order."""

    def lay(self, side: str, name: str, number: int = 0) -> None:
        """Add a card to a hand."""
        rank = RANK_OF.get(name, 0)
        self.ranks[side].append(rank)
        self.names[side].append(name)
        self.drawn.append(rank)
        self.cards.append((number, name))

    def next(self) -> str:
        """The hand that is due a card, empty if the round needs none."""
        if len(self.drawn) < len(self.deal.first):
            return self.deal.first[len(self.drawn)]
        if 0 not in self.drawn:
            return next_side(self.ranks[PLAYER], self.ranks[BANKER])
        possible = {_next_of(self.deal, reading) for reading in readings(self.deal, self.drawn)}
        return possible.pop() if len(possible) == 1 else UNREAD

    @property
    def is_known(self) -> bool:
        """Whether every card was read."""
        return 0 not in self.drawn

    @property
    def is_dealt(self) -> bool:
        """Whether the initial deal is complete."""
        return len(self.drawn) >= len(self.deal.first)

    def face_up_ranks(self, face_down: Collection[tuple[str, int]]) -> tuple[tuple[int, ...], str]:
        """Return the ranks of the cards, 0 for one face down, and the hand of a fifth card."""
        fifth = PLAYER if len(self.ranks[PLAYER]) > 2 else BANKER
        sides = [*self.deal.first, fifth, BANKER][: len(self.drawn)]
        places = [(side, sides[: at + 1].count(side)) for at, side in enumerate(sides)]
        ranks = zip(self.drawn, places, strict=True)
        visible = tuple(0 if place in face_down else rank for rank, place in ranks)
        return visible, fifth if len(sides) > len(self.deal.first) else ""

    def outcome(self) -> Outcome:
        """The outcome of the finished round."""
        return outcome_of(self.ranks[PLAYER], self.ranks[BANKER])

    def line(self) -> str:
        """Format both hands as one line."""
        player, banker = self.names[PLAYER], self.names[BANKER]
        return f"{' '.join(player)} / {' '.join(banker)}".strip()


Order: TypeAlias = Sequence[tuple[int, str]]
"""Cards with their numbers, in draw order."""


def lay_cards(deal: Deal, order: Order) -> tuple[Hands, tuple[tuple[int, str], ...]]:
    """The hands that cards make in draw order, and the cards that no rule called for (R25)."""
    hands = Hands(deal)
    for place, (number, name) in enumerate(order):
        side = hands.next()
        if side in ("", UNREAD):
            return hands, tuple(order[place:])
        hands.lay(side, name, number)
    return hands, ()


def readings(deal: Deal, drawn: Sequence[int], fifth: str = "") -> Iterator[tuple[int, ...]]:
    """Every sequence of ranks that the drawn cards can have, if a rule called for each card.

    Unread cards take every rank. `fifth` names the hand of the fifth card if that is known.
    """
    choices = [[rank] if rank else range(1, 14) for rank in drawn]
    initial = len(deal.first)
    for reading in product(*choices):
        called = [_next_of(deal, reading[:many]) for many in range(initial, len(reading))]
        if all(called) and (not fifth or called[0] == fifth):
            yield reading


def _next_of(deal: Deal, ranks: Sequence[int]) -> str:
    """The hand that is due a card after these."""
    player = [deal.printed] if deal.printed else []
    banker: list[int] = []
    for place in range(len(ranks) + 1):
        side = deal.first[place] if place < len(deal.first) else next_side(player, banker)
        if place == len(ranks):
            return side
        (player if side == PLAYER else banker).append(ranks[place])
    raise AssertionError("the hand after the last card was found")


def point_value(rank: int) -> int:
    """The points of a card."""
    return rank if rank <= 9 else 0


def points(ranks: Sequence[int]) -> int:
    """The points of a hand."""
    return sum(rank for rank in ranks if rank <= 9) % 10


#: The point values of the Player hand's third card at which a two-card Banker hand draws.
BANKER_DRAWS_AGAINST = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: range(2, 8),
    5: range(4, 8),
    6: (6, 7),
    7: (),
}


def next_side(player: Sequence[int], banker: Sequence[int]) -> str:
    """The hand that draws a third card once both hands have two; empty if none does."""
    player_two, banker_two = points(player[:2]), points(banker[:2])
    if player_two > 7 or banker_two > 7 or len(banker) > 2:
        return ""
    if player_two < 6 and len(player) == 2:
        return PLAYER
    if len(player) == 2:
        return BANKER if banker_two < 6 else ""
    return BANKER if point_value(player[2]) in BANKER_DRAWS_AGAINST[banker_two] else ""


def outcome_of(player: Sequence[int], banker: Sequence[int]) -> Outcome:
    """The outcome of two finished hands."""
    player_pair, banker_pair = player[0] == player[1], banker[0] == banker[1]
    return Outcome(
        points(player),
        points(banker),
        len(player),
        len(banker),
        player_pair,
        banker_pair,
        player_pair and banker_pair and player[0] == banker[0],
        [*player, *banker].count(7),
    )


FEW_ENDS = 4
"""After this number of cards a round has few possible outcomes, so they are cached."""


def completions(deal: Deal, drawn: Sequence[int], fifth: str = "") -> Iterator[Outcome]:
    """Every possible outcome of a round after these ranks, for any remaining cards.

    Samples with little in common come first, because they usually show early where outcomes differ.
    """
    if 0 in drawn:
        for reading in readings(deal, drawn, fifth):
            yield from completions(deal, reading)
        return
    if len(drawn) >= FEW_ENDS:
        yield from _few_ends(deal, tuple(drawn))
        return
    for step in range(1, 13):
        for start in range(13):
            next_ranks = [(start + step * place) % 13 + 1 for place in range(6)]
            yield from _ends(deal, [*drawn, *next_ranks])
    yield from _ends(deal, list(drawn))


@lru_cache(maxsize=4_096)
def _few_ends(deal: Deal, drawn: tuple[int, ...]) -> tuple[Outcome, ...]:
    return tuple(dict.fromkeys(_ends(deal, list(drawn))))


def _ends(deal: Deal, ranks: list[int]) -> Iterator[Outcome]:
    """The outcomes of a round that starts with these ranks, as far as it needs them."""
    player = [deal.printed] if deal.printed else []
    banker: list[int] = []
    for place, rank in enumerate(ranks):
        side = deal.first[place] if place < len(deal.first) else next_side(player, banker)
        if not side:
            break
        (player if side == PLAYER else banker).append(rank)
    yield from _completed(deal, len(player) + len(banker) - bool(deal.printed), player, banker)


def _completed(deal: Deal, cards: int, player: list[int], banker: list[int]) -> Iterator[Outcome]:
    side = deal.first[cards] if cards < len(deal.first) else next_side(player, banker)
    if not side:
        yield outcome_of(player, banker)
        return
    hand = player if side == PLAYER else banker
    for rank in range(1, 14):
        hand.append(rank)
        yield from _completed(deal, cards + 1, player, banker)
        hand.pop()
