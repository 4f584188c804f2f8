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
from punto.odds.engine import count_pay_lines
from punto.odds.engine.line_facts import (
    EVERY_PAIRED,
    RequiredFacts,
    pair_patterns,
    required_facts,
    totals_cells,
)
from punto.odds.engine.pairs import PairPattern
from punto.odds.engine.third_cards import TotalsCell, all_totals_cells
from punto.odds.exact import count_endings
from tests.odds.shoes import ORDERS, shoe_of

PLAYER_WINS = Is(Fact.WINNER, Winner.PLAYER)
PAIR = Is(Fact.PLAYER_PAIR, 1)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (PLAYER_WINS, RequiredFacts.TOTALS),
        (
            All(PLAYER_WINS, Not(Is(Fact.MARGIN, 9)), Is(Fact.BANKER_NATURAL, 0)),
            RequiredFacts.TOTALS,
        ),
        (PAIR, RequiredFacts.PAIRS),
        (Either(PAIR, Not(Is(Fact.SAME_PAIR, 1))), RequiredFacts.PAIRS),
        (Is(Fact.SEVENS, 2), RequiredFacts.JOINT),
        (All(PAIR, PLAYER_WINS), RequiredFacts.JOINT),
        (Either(PAIR, Is(Fact.SEVENS, 3)), RequiredFacts.JOINT),
    ],
)
def test_the_matter_of_a_condition(condition: Condition, expected: RequiredFacts) -> None:
    assert required_facts(condition) is expected


def test_what_the_ten_games_ask_about() -> None:
    found = Counter(
        required_facts(line.when) for book in GAMES for wager in book.wagers for line in wager.lines
    )
    assert set(found) == set(RequiredFacts)
    joint = {
        wager.key
        for book in GAMES
        for wager in book.wagers
        for line in wager.lines
        if required_facts(line.when) is RequiredFacts.JOINT
    }
    assert joint == {"super_sevens"}


def test_a_condition_that_names_a_fact_in_vain_is_counted_in_more_detail() -> None:
    in_vain = All(PLAYER_WINS, Either(PAIR, Not(PAIR)))
    assert required_facts(in_vain) is RequiredFacts.JOINT


def test_the_cells_and_pairs_of_a_condition() -> None:
    natural_nine = All(Is(Fact.PLAYER_NATURAL, 1), Is(Fact.PLAYER_TOTAL, 9))
    assert totals_cells(natural_nine) == {TotalsCell(9, total, 2, 2) for total in range(10)}
    assert totals_cells(Either(PLAYER_WINS, Not(PLAYER_WINS))) == set(all_totals_cells())
    assert pair_patterns(PAIR) == {PairPattern(1, 0, 0), PairPattern(1, 1, 0), PairPattern(1, 1, 1)}
    assert pair_patterns(Either(PAIR, Not(PAIR))) == set(EVERY_PAIRED)


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
        ways
        for ending, ways in count_endings(shoe, tableau).by_ending.items()
        if holds(condition, ending)
    )
    assert count_pay_lines(book, shoe, tableau).by_line == (expected,)
