"""Parse the canonical text of a rulebook: its wagers, pay lines and dealing order."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from punto.audit.rules.deal import BANKER, PLAYER, Deal, Outcome
from punto.audit.rules.paytables import PayLine, Paytable, Test, banker_natural, player_natural


class NotARulebook(ValueError):
    """Raised for a text that is not a rulebook."""


class Is(msgspec.Struct, tag_field="is", frozen=True):
    """The fact has one of these values."""

    fact: str
    values: tuple[int, ...]


class All(msgspec.Struct, tag_field="is", frozen=True):
    """Every part is true."""

    parts: tuple["Condition", ...]


class Either(msgspec.Struct, tag_field="is", frozen=True):
    """At least one part is true."""

    parts: tuple["Condition", ...]


class Not(msgspec.Struct, tag_field="is", frozen=True):
    """The part is not true."""

    part: "Condition"


Condition: TypeAlias = Is | All | Either | Not


class Pays(msgspec.Struct, frozen=True):
    """The win of a pay line, and the stake for it."""

    win: int
    per: int


class PublishedPayLine(msgspec.Struct, frozen=True):
    """A pay line: its condition and its pays."""

    when: Condition
    pays: Pays


class WagerRule(msgspec.Struct, frozen=True):
    """A wager with its pay lines."""

    key: str
    lines: tuple[PublishedPayLine, ...]
    optional: bool


class DealOrder(msgspec.Struct, frozen=True):
    """The hands of the first cards, and the rank of the card printed on the layout."""

    initial: tuple[str, ...]
    permanent: str | None


class Decks(msgspec.Struct, frozen=True):
    """The minimum and maximum number of decks."""

    minimum: int
    maximum: int


class Document(msgspec.Struct, frozen=True):
    """The document of a rulebook: its letter, its version and the limits that it sets."""

    letter: str
    version: str
    effective: str
    placement: str
    decks: Decks
    wagers_per_area: int


class RulebookText(msgspec.Struct, frozen=True):
    """A rulebook as its canonical text describes it."""

    key: str
    document: Document
    order: DealOrder
    wagers: tuple[WagerRule, ...]

    def deal(self) -> Deal:
        """The dealing order of its cards."""
        sides = {"PLAYER": PLAYER, "BANKER": BANKER}
        first = tuple(sides.get(side, "") for side in self.order.initial)
        permanent = self.order.permanent
        if permanent not in (None, *RANK_NAMES):
            raise NotARulebook(f"there is no rank {permanent}")
        printed = RANK_NAMES.index(permanent) + 1 if permanent else 0
        hands = sorted([*first, *[PLAYER] * bool(printed)])
        if hands != [BANKER, BANKER, PLAYER, PLAYER]:
            raise NotARulebook("the initial deal does not give each hand two cards")
        return Deal(first, printed)

    def paytable(self) -> Paytable:
        """Its wagers and their pay lines."""
        return {
            wager.key: tuple(
                PayLine(test_of(line.when), line.pays.win, line.pays.per) for line in wager.lines
            )
            for wager in self.wagers
        }


RANK_NAMES = (
    *("ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"),
    *("EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING"),
)

FACTS: dict[str, Callable[[Outcome], int]] = {
    "WINNER": lambda o: (o.player > o.banker) + 2 * (o.banker > o.player),
    "PLAYER_TOTAL": lambda o: o.player,
    "BANKER_TOTAL": lambda o: o.banker,
    "PLAYER_CARDS": lambda o: o.player_cards,
    "BANKER_CARDS": lambda o: o.banker_cards,
    "MARGIN": lambda o: abs(o.player - o.banker),
    "PLAYER_NATURAL": player_natural,
    "BANKER_NATURAL": banker_natural,
    "PLAYER_PAIR": lambda o: o.player_pair,
    "BANKER_PAIR": lambda o: o.banker_pair,
    "SAME_PAIR": lambda o: o.same_pair,
    "SEVENS": lambda o: o.sevens,
}
"""The facts that conditions can test, by name."""


def decode(text: str) -> RulebookText:
    """Parse the text of a rulebook."""
    try:
        found = _DECODER.decode(text)
        found.deal()
        found.paytable()
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise NotARulebook(str(error)) from None
    if not all(line.pays.per > 0 for wager in found.wagers for line in wager.lines):
        raise NotARulebook("a pay line pays on a stake of 0")
    return found


_DECODER = msgspec.json.Decoder(RulebookText)


def test_of(condition: Condition) -> Test:
    """Turn a condition into a test of an outcome."""
    match condition:
        case Is():
            if condition.fact not in FACTS:
                raise NotARulebook(f"there is no fact {condition.fact}")
            fact, values = FACTS[condition.fact], condition.values
            return lambda o: fact(o) in values
        case Not():
            part = test_of(condition.part)
            return lambda o: not part(o)
        case All():
            parts = [test_of(each) for each in condition.parts]
            return lambda o: all(part(o) for part in parts)
        case Either():
            parts = [test_of(each) for each in condition.parts]
            return lambda o: any(part(o) for part in parts)
