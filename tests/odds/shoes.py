"""Build shoes, rounds and a rulebook on which tests compare the counting methods."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from punto.core.cards import Card, Rank, Suit
from punto.core.conditions import All, Condition, Is, holds
from punto.core.endings import endings
from punto.core.facts import Ending, Fact, Winner
from punto.core.rulebook import PayLine, Rulebook, WagerRule, to
from punto.core.tableau import SEVEN_UP, STANDARD, DealOrder, Tableau, next_side
from punto.odds.composition import Composition
from punto.odds.engine.pairs import PAIR_PATTERNS
from punto.odds.engine.third_cards import all_totals_cells
from punto.odds.exact import count_endings
from punto.odds.measures import PayLineCounts

PATTERNS_OF_THE_DIGESTS = sorted(PAIR_PATTERNS, key=lambda pattern: pattern[::-1])
"""The pair patterns in the order of the lines whose digests `campaigns/golden.txt` stores."""

ORDERS = (STANDARD, SEVEN_UP)
MAX_CARDS = 520


def shoe_of(cards: str) -> Composition:
    """Return a small shoe from its ranks, as in `AAA7777`."""
    return Composition(tuple(cards.count(rank.letter) for rank in Rank))


def random_shoe(rng: random.Random, ranks: int = 13) -> Composition:
    """Return a random shoe of 6 to 520 cards with at most `ranks` different ranks."""
    cards = int(rng.choice((6, 7, 8, 12, 30, 80, 416, 458, 520)) * rng.uniform(0.5, 1)) or 6
    some = rng.sample(range(13), rng.randint(1, ranks))
    counts = Counter(rng.choices(some, k=max(6, cards)))
    return Composition(tuple(counts[rank] for rank in range(13)))


def random_shoes(seed: int, number: int, ranks: int = 13) -> Iterator[Composition]:
    rng = random.Random(seed)
    for _ in range(number):
        yield random_shoe(rng, ranks)


def random_round(rng: random.Random, order: DealOrder) -> Iterator[Tableau]:
    """Yield the layouts of a round: empty, after every card, and each with cards face down."""
    tableau = Tableau(order)
    yield tableau
    while (side := next_side(tableau)) is not None:
        card = Card(Rank(rng.randint(1, 13)), rng.choice(list(Suit)))
        tableau = tableau.with_card(side, card)
        yield tableau
        player, banker = (
            tuple(rng.choice((card, None)) for card in hand)
            for hand in (tableau.player, tableau.banker)
        )
        yield Tableau(order, player, banker)


def _line(condition: Condition) -> PayLine:
    return PayLine("", condition, to(1, 1))


def _wager(key: str, *conditions: Condition) -> WagerRule:
    return WagerRule(key, key, tuple(_line(condition) for condition in conditions))


def everything(order: DealOrder) -> Rulebook:
    """Return a game whose lines need every fact alone, and some facts of each kind together."""
    printed = 0 if order.permanent is None else 1
    return Rulebook(
        key=f"everything-{order.key}",
        name="Everything",
        order=order,
        wagers=(
            _wager(
                "totals",
                *(
                    All(*(Is(Fact(1 + at), value) for at, value in enumerate(cell)))
                    for cell in all_totals_cells()
                ),
            ),
            _wager(
                "naturals",
                All(Is(Fact.PLAYER_NATURAL, 1), Is(Fact.WINNER, Winner.PLAYER)),
                All(Is(Fact.BANKER_NATURAL, 1), Is(Fact.MARGIN, 1), Is(Fact.WINNER, Winner.BANKER)),
            ),
            _wager(
                "pairs",
                *(
                    All(*(Is(Fact(8 + at), value) for at, value in enumerate(pair)))
                    for pair in PATTERNS_OF_THE_DIGESTS
                    if not (printed and pair.same)
                ),
            ),
            _wager("sevens", *(Is(Fact.SEVENS, many) for many in range(printed, 7))),
            _wager(
                "joint",
                All(Is(Fact.PLAYER_PAIR, 1), Is(Fact.WINNER, Winner.NEITHER)),
                All(Is(Fact.BANKER_PAIR, 1), Is(Fact.SEVENS, 2), Is(Fact.WINNER, Winner.BANKER)),
            ),
        ),
    )


EVERYTHING = {order.key: everything(order) for order in ORDERS}
WITHOUT_JOINT = {
    key: replace(book, wagers=book.wagers[:3], key=f"{book.key}-without-joint")
    for key, book in EVERYTHING.items()
}
"""The same games with lines on totals, naturals and pairs only."""


def by_reference(composition: Composition, tableau: Tableau) -> PayLineCounts:
    """Return the deals of every line of `EVERYTHING`, from the plain count of all endings."""
    counts, lines_in = count_endings(composition, tableau), _lines_by_ending(tableau.order)
    deals = [0] * sum(len(wager.lines) for wager in EVERYTHING[tableau.order.key].wagers)
    for ending, ways in counts.by_ending.items():
        for line in lines_in[ending]:
            deals[line] += ways
    return PayLineCounts(counts.deals, tuple(deals))


@cache
def _lines_by_ending(order: DealOrder) -> dict[Ending, list[int]]:
    """Return for every ending the numbers of the lines that hold in it."""
    wagers = EVERYTHING[order.key].wagers
    conditions = [line.when for wager in wagers for line in wager.lines]
    return {
        ending: [at for at, condition in enumerate(conditions) if holds(condition, ending)]
        for ending in endings(order)
    }
