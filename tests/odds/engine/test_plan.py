"""Check the counting method of each pay line, and the facts that decide it."""

import pytest
from hypothesis import given, settings
from hypothesis.strategies import DrawFn, composite, integers, lists, sampled_from

from punto.core.conditions import All, Condition, Either, Is, Not, holds
from punto.core.facts import Fact, Winner
from punto.core.notation import parse_round
from punto.core.rulebook import PayLine, Rulebook, WagerRule, to
from punto.core.tableau import STANDARD, DealOrder, Tableau
from punto.games.library import GAMES, game
from punto.odds.engine import count_pay_lines
from punto.odds.engine.pairs import PAIR_PATTERNS, PairPattern
from punto.odds.engine.plan import (
    CountMethod,
    PayLinePlan,
    RequiredFacts,
    pair_patterns,
    plan_count,
    required_facts,
    totals_cells,
)
from punto.odds.engine.third_cards import TotalsCell, all_totals_cells
from punto.odds.exact import count_endings
from tests.odds.shoes import EVERYTHING, ORDERS, shoe_of

PLAYER_WINS = Is(Fact.WINNER, Winner.PLAYER)
PAIR = Is(Fact.PLAYER_PAIR, 1)


def planned(book: Rulebook, line: str, wager: str) -> list[PayLinePlan]:
    """Return the plans for the lines of one wager."""
    plans = plan_count(book, parse_round(line, book.order)).lines
    keys = [rule.key for rule in book.wagers for _ in rule.lines]
    return [plan for key, plan in zip(keys, plans, strict=True) if key == wager]


@pytest.mark.parametrize(
    ("line", "wager", "method"),
    [
        ("/", "totals", CountMethod.FACTORISED),
        ("/", "naturals", CountMethod.FACTORISED),
        ("/", "pairs", CountMethod.PAIRS),
        ("/", "sevens", CountMethod.MULTISETS),
        ("/", "joint", CountMethod.MULTISETS),
        ("9s / Kc", "totals", CountMethod.FACTORISED),
        ("9s / Kc", "pairs", CountMethod.PAIRS),
        ("9s / Kc", "sevens", CountMethod.REFERENCE),
        ("9s / Kc", "joint", CountMethod.REFERENCE),
        # A third card limits the values of unseen cards, so only the reference counts pairs.
        ("? ? 2d / Kc 6h", "totals", CountMethod.FACTORISED),
        ("? ? 2d / Kc 6h", "pairs", CountMethod.REFERENCE),
        ("9s 4d 2d / Kc 6h", "pairs", CountMethod.FACTORISED),
    ],
)
def test_the_facts_and_the_layout_decide_the_method(
    line: str, wager: str, method: CountMethod
) -> None:
    assert {plan.method for plan in planned(EVERYTHING["standard"], line, wager)} == {method}


def test_pairs_on_the_layout_hold_in_every_deal_or_in_none() -> None:
    (player,) = planned(game("super-six"), "2s 2d 5h / Kc 6h", "player_pair")
    (banker,) = planned(game("super-six"), "2s 2d 5h / Kc 6h", "banker_pair")
    assert player.parts == frozenset(all_totals_cells())
    assert banker.parts == frozenset()


def test_a_plan_is_computed_once() -> None:
    book = game("tiger")
    assert plan_count(book, Tableau(STANDARD)) is plan_count(book, Tableau(STANDARD))


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
def test_a_condition_needs_the_facts_that_it_names(
    condition: Condition, expected: RequiredFacts
) -> None:
    assert required_facts(condition) is expected


def test_only_super_sevens_needs_joint_facts_in_the_ten_games() -> None:
    wagers = {required: set[str]() for required in RequiredFacts}
    for book in GAMES:
        for wager in book.wagers:
            for line in wager.lines:
                wagers[required_facts(line.when)].add(wager.key)
    assert wagers[RequiredFacts.JOINT] == {"super_sevens"}
    assert all(wagers.values())


def test_a_fact_that_does_not_matter_still_counts_as_required() -> None:
    irrelevant = Either(PAIR, Not(PAIR))
    assert required_facts(All(PLAYER_WINS, irrelevant)) is RequiredFacts.JOINT


def test_a_condition_has_the_cells_and_patterns_in_which_it_holds() -> None:
    natural_nine = All(Is(Fact.PLAYER_NATURAL, 1), Is(Fact.PLAYER_TOTAL, 9))
    assert totals_cells(natural_nine) == {TotalsCell(9, total, 2, 2) for total in range(10)}
    assert totals_cells(Either(PLAYER_WINS, Not(PLAYER_WINS))) == set(all_totals_cells())
    assert pair_patterns(PAIR) == {PairPattern(1, 0, 0), PairPattern(1, 1, 0), PairPattern(1, 1, 1)}
    assert pair_patterns(Either(PAIR, Not(PAIR))) == set(PAIR_PATTERNS)


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
def test_any_line_has_the_deals_of_the_reference(condition: Condition, order: DealOrder) -> None:
    shoe, tableau = shoe_of("AA2677779TTJK"), Tableau(order)
    line = PayLine("", condition, to(1, 1))
    book = Rulebook("any", "Any", (WagerRule("any", "any", (line,)),), order=order)
    expected = sum(
        ways
        for ending, ways in count_endings(shoe, tableau).by_ending.items()
        if holds(condition, ending)
    )
    assert count_pay_lines(book, shoe, tableau).by_line == (expected,)
