"""What a condition asks about is never less than what decides it."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis.strategies import DrawFn, composite, integers, lists, sampled_from

from punto.core.conditions import All, Condition, Either, Is, Not, holds
from punto.core.facts import Fact, Winner
from punto.core.rulebook import PayLine, Rulebook, WagerRule, Words, to
from punto.core.tableau import DealOrder, Tableau
from punto.games.library import GAMES
from punto.odds.engine import count_lines
from punto.odds.engine.line_facts import EVERY_PAIRED, Matter, cells, matter, paired
from punto.odds.engine.pairs import Paired
from punto.odds.engine.third_cards import Cell, every_cell
from punto.odds.exact import count
from tests.odds.shoes import ORDERS, shoe_of

PLAYER_WINS = Is(Fact.WINNER, Winner.PLAYER)
PAIR = Is(Fact.PLAYER_PAIR, 1)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (PLAYER_WINS, Matter.TOTALS),
        (All(PLAYER_WINS, Not(Is(Fact.MARGIN, 9)), Is(Fact.BANKER_NATURAL, 0)), Matter.TOTALS),
        (PAIR, Matter.PAIRS),
        (Either(PAIR, Not(Is(Fact.SAME_PAIR, 1))), Matter.PAIRS),
        (Is(Fact.SEVENS, 2), Matter.JOINT),
        (All(PAIR, PLAYER_WINS), Matter.JOINT),
        (Either(PAIR, Is(Fact.SEVENS, 3)), Matter.JOINT),
    ],
)
def test_the_matter_of_a_condition(condition: Condition, expected: Matter) -> None:
    assert matter(condition) is expected


def test_what_the_ten_games_ask_about() -> None:
    found = Counter(
        matter(line.when) for book in GAMES for wager in book.wagers for line in wager.lines
    )
    assert set(found) == set(Matter)
    joint = {
        wager.key
        for book in GAMES
        for wager in book.wagers
        for line in wager.lines
        if matter(line.when) is Matter.JOINT
    }
    assert joint == {"super_sevens"}


def test_a_condition_that_names_a_fact_in_vain_is_counted_in_more_detail() -> None:
    in_vain = All(PLAYER_WINS, Either(PAIR, Not(PAIR)))
    assert matter(in_vain) is Matter.JOINT


def test_the_cells_and_pairs_of_a_condition() -> None:
    natural_nine = All(Is(Fact.PLAYER_NATURAL, 1), Is(Fact.PLAYER_TOTAL, 9))
    assert cells(natural_nine) == {Cell(9, total, 2, 2) for total in range(10)}
    assert cells(Either(PLAYER_WINS, Not(PLAYER_WINS))) == set(every_cell())
    assert paired(PAIR) == {Paired(1, 0, 0), Paired(1, 1, 0), Paired(1, 1, 1)}
    assert paired(Either(PAIR, Not(PAIR))) == set(EVERY_PAIRED)


@composite
def conditions(draw: DrawFn, depth: int = 2) -> Condition:
    kind = draw(sampled_from([Is, All, Either, Not] if depth else [Is]))
    if kind is Is:
        fact = draw(sampled_from(list(Fact)))
        return Is(fact, *draw(lists(integers(0, 9), min_size=1, max_size=3)))
    if kind is Not:
        return Not(draw(conditions(depth - 1)))
    parts = draw(lists(conditions(depth - 1), min_size=1, max_size=3))
    return All(*parts) if kind is All else Either(*parts)


@given(condition=conditions(), order=sampled_from(ORDERS))
@settings(max_examples=60, deadline=None)
def test_whatever_a_line_asks_its_deals_are_those_of_the_reference(
    condition: Condition, order: DealOrder
) -> None:
    shoe, tableau = shoe_of("AA2677779TTJK"), Tableau(order)
    line = PayLine("", Words("a line"), condition, to(1, 1))
    book = Rulebook("any", Words("Any"), (WagerRule("any", Words("any"), (line,)),), order=order)
    expected = sum(
        ways for ending, ways in count(shoe, tableau).by_ending.items() if holds(condition, ending)
    )
    assert count_lines(book, shoe, tableau).by_line == (expected,)
