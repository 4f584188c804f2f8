"""Reproduce every published count exactly, and every published rate to its printed digits."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt
from pathlib import Path

import pytest

from punto.core.cards import Card, Rank, Suit, rank
from punto.core.facts import point_total
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.games.library import game
from punto.odds.composition import Composition, full
from punto.odds.exact import EndingCounts, count_endings
from punto.odds.measures import WagerOdds, wager_odds
from tests.odds.reference_wagers import REFERENCE


@dataclass(frozen=True)
class Published:
    """One figure of the file `published.txt`."""

    game: str
    decks: str
    wager: str
    figure: str
    condition: str
    value: str
    tolerance: str
    source: str

    @property
    def book(self) -> Rulebook:
        return REFERENCE if self.game == "reference" else game(self.game)


def rows() -> Iterator[Published]:
    lines = (Path(__file__).parent / "published.txt").read_text(encoding="utf-8").splitlines()
    for line in [line for line in lines if not line.startswith("#")][1:]:
        yield Published(*line.split())


def exact(text: str) -> Fraction:
    return Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)


@cache
def odds(book: Rulebook, composition: Composition) -> tuple[dict[str, WagerOdds], EndingCounts]:
    counts = count_endings(composition, Tableau(book.order))
    return {wager.wager.key: wager for wager in wager_odds(book, counts)}, counts


def deals(wager: WagerOdds, name: str) -> int:
    """Return the deals of a line (key.2), of all lines with some odds (key@6), or of wins (key)."""
    if "." in name:
        return wager.lines[int(name.partition(".")[2]) - 1].deals
    if "@" in name:
        odds_of_lines = int(name.partition("@")[2])
        return sum(line.deals for line in wager.lines if line.line.pays.ratio == odds_of_lines)
    return sum(line.deals for line in wager.lines if not line.line.pays.is_push)


def figure(row: Published, composition: Composition) -> Fraction:
    by_key, counts = odds(row.book, composition)
    if row.figure == "all-deals":
        return Fraction(counts.deals)
    wager = by_key[row.wager.partition(".")[0].partition("@")[0]]
    match row.figure.removesuffix("-change"):
        case "deals":
            return Fraction(deals(wager, row.wager))
        case "lost-deals":
            return wager.lose * counts.deals
        case "edge":
            return wager.house_edge
        case "return":
            return wager.expected
        case "chance":
            return wager.win
        case "variance":
            return wager.variance
        case "deviation":
            return Fraction(isqrt(int(wager.variance * 10**24)), 10**12)
        case other:
            raise AssertionError(other)


@pytest.mark.parametrize(
    "row",
    [row for row in rows() if not row.condition.startswith("player")],
    ids=lambda row: f"{row.wager}-{row.decks}-{row.figure}-{row.condition}-{row.source}",
)
def test_every_published_figure_is_reproduced(row: Published) -> None:
    whole = full(int(row.decks))
    value = figure(row, whole)
    if row.figure.endswith("-change"):
        removed = [rank(letter) for letter in row.condition.removeprefix("less:")]
        value = figure(row, whole.less(*removed)) - value
    assert abs(value - exact(row.value)) <= exact(row.tolerance), float(value)


@cache
def mid_round(player: int, banker: int | None) -> dict[str, Fraction]:
    """Return the chances in eight decks for two-card totals, averaged over their cards."""
    ways_of: dict[str, int] = {"player": 0, "banker": 0, "tie": 0}
    deals = 0
    shoe = full(8)
    for p, player_ways in hands(shoe, player):
        rest = shoe.less(*p)
        for b, banker_ways in hands(rest, banker) if banker is not None else [((), 1)]:
            tableau = Tableau(
                REFERENCE.order, cards(p), cards(b) if banker is not None else (None, None)
            )
            counts = count_endings(rest.less(*b), tableau)
            ways = player_ways * banker_ways
            deals += ways * counts.deals
            for ending, found in counts.by_ending.items():
                ways_of[("tie", "player", "banker")[ending.winner]] += ways * found
    return {key: Fraction(ways, deals) for key, ways in ways_of.items()}


def hands(shoe: Composition, total: int) -> Iterator[tuple[tuple[Rank, ...], int]]:
    """Yield the two cards, in either order, that make a total, with their number of ways."""
    for first in Rank:
        for second in Rank:
            if point_total(first, second) == total:
                yield (first, second), shoe[first] * (shoe[second] - (first == second))


def cards(ranks: tuple[Rank, ...]) -> tuple[Card, ...]:
    return tuple(Card(rank_, Suit.SPADES) for rank_ in ranks)


@pytest.mark.parametrize(
    "row",
    [row for row in rows() if row.condition.startswith("player")],
    ids=lambda row: f"{row.wager}-{row.condition}",
)
def test_every_published_chance_during_a_round_is_reproduced(row: Published) -> None:
    totals = dict(part.split(":") for part in row.condition.split(","))
    banker = int(totals["banker"]) if "banker" in totals else None
    value = mid_round(int(totals["player"]), banker)[row.wager]
    assert abs(value - exact(row.value)) <= exact(row.tolerance), float(value)


def test_the_file_has_all_215_published_figures() -> None:
    assert len(list(rows())) == 215


#: The chance that the Banker hand wins after four cards: one row per Banker total, one column per
#: Player total.
BANKER_WINS_AFTER_FOUR_CARDS = """
.427793 .409730 .391881 .374037 .356195 .337651 .231515 .154340
.495459 .426929 .409234 .391336 .373435 .354619 .230281 .153216
.513308 .496004 .426930 .409025 .391346 .372530 .230281 .153224
.525182 .513696 .501957 .438648 .426700 .354636 .230272 .154128
.578663 .602820 .627004 .591577 .326053 .289715 .230277 .153211
.638715 .674655 .650906 .628151 .604412 .348887 .231193 .154124
.721860 .710369 .698539 .687609 .675002 .662332 .000000 .000000
.769393 .769718 .769708 .768806 .769725 .768810 1.00000 .000000
"""


def test_the_chances_after_four_cards_are_those_published() -> None:
    for banker, row in enumerate(BANKER_WINS_AFTER_FOUR_CARDS.split("\n")[1:-1]):
        for player, value in enumerate(row.split()):
            chance = mid_round(player, banker)["banker"]
            assert abs(chance - Fraction(value)) <= Fraction("0.0000005"), (banker, player)


@pytest.mark.parametrize(
    ("wager", "thousandths"),
    [
        ("dragon_7", "+0.5 -0.9 -1.1 -2.7 -2.6 -3.2 -3.6 +5.4 +4.8 +0.9"),
        ("panda_8", "+1.3 +1.4 -2.9 -2.5 -2.7 -0.9 -0.9 -2.2 +4.5 +1.2"),
    ],
)
def test_the_effects_of_removal_are_those_published(wager: str, thousandths: str) -> None:
    """Source: mrwatts88/ride-free-sim, in thousandths, the Ace first and the Ten last."""
    whole = odds(REFERENCE, full(8))[0][wager].expected
    effects = [
        odds(REFERENCE, full(8).less(removed))[0][wager].expected - whole
        for removed in list(Rank)[:10]
    ]
    assert " ".join(f"{1000 * float(effect):+.1f}" for effect in effects) == thousandths


@pytest.mark.parametrize(
    ("key", "cards_by_decks"),
    [
        ("tiger", {4: "4.9381934602", 6: "4.9386101017", 8: "4.9388188497", 10: "4.9389442324"}),
        ("seven-up", {4: "3.8488443732", 6: "3.8490455136", 8: "3.8491457398", 10: "3.8492057657"}),
    ],
)
def test_the_cards_per_round_are_those_published(key: str, cards_by_decks: dict[int, str]) -> None:
    order = game(key).order
    printed = 0 if order.permanent is None else 1
    for decks, expected in cards_by_decks.items():
        counts = count_endings(full(decks), Tableau(order))
        cards = sum(
            ways * (ending.player_cards + ending.banker_cards - printed)
            for ending, ways in counts.by_ending.items()
        )
        assert f"{float(Fraction(cards, counts.deals)):.10f}" == expected


def test_the_chances_of_sevens_are_those_published() -> None:
    counts = count_endings(full(8), Tableau(REFERENCE.order))
    chances = [
        Fraction(
            sum(ways for ending, ways in counts.by_ending.items() if ending.sevens == sevens),
            counts.deals,
        )
        for sevens in range(7)
    ]
    assert [f"{float(chance):.9g}" for chance in chances] == [
        "0.672302641",
        "0.279446616",
        "0.0444542214",
        "0.00359294166",
        "0.000197416324",
        "6.03354677e-06",
        "1.30533464e-07",
    ]
