"""Compare the lookup tables of a game with its rules."""

from itertools import product

import numpy as np
import pytest

from punto.api import odds_of
from punto.core.endings import paytable
from punto.core.rulebook import Rulebook
from punto.games.library import GAMES, game
from punto.simulation.game_tables import compile_tables, deals_by_ending
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.shoe_play import rounds_at_offsets
from tests.simulation.plain import endings_of

by_key = pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)


@by_key
def test_random_rounds_have_the_ending_that_the_rules_give(book: Rulebook) -> None:
    rng = np.random.default_rng(11)
    orders = rng.integers(0, 13, (400, 16)).astype(np.uint8)
    tables = compile_tables(book)
    outcomes, used = rounds_at_offsets(tables, orders, np.zeros(len(orders), np.int64))
    counts_sevens = len({end.sevens for end in tables.endings}) > 1
    for order, outcome, cards in zip(orders, outcomes, used, strict=True):
        (expected,) = endings_of(book, ShoeDealing(rounds=1), order)
        found = tables.endings[tables.ending_at[outcome]]
        assert found == (expected if counts_sevens else expected._replace(sevens=0))
        assert cards == expected.player_cards + expected.banker_cards - (
            book.order.max_cards + 1 < 7
        )


@by_key
def test_lines_and_net_results_equal_the_paytable(book: Rulebook) -> None:
    tables, table = compile_tables(book), paytable(book)
    with_sevens = {end._replace(sevens=0): end for end in table}
    for place, end in enumerate(tables.endings):
        lines = table[end if end in table else with_sevens[end]]
        for at, wager in enumerate(book.wagers):
            line = lines[wager.key]
            assert tables.lines[at, place] == (-1 if line is None else wager.lines.index(line))
            net = -1 if line is None else line.pays.ratio
            assert tables.nets[at, place] == net * tables.units[at]


@by_key
def test_deals_by_ending_add_up_to_the_exact_odds(book: Rulebook) -> None:
    tables, deals = compile_tables(book), deals_by_ending(book, 6)
    for at, odds in enumerate(odds_of(book, 6)):
        for number, line in enumerate(odds.lines):
            lines = zip(deals, tables.lines[at], strict=True)
            assert line.deals == sum(ways for ways, holding in lines if holding == number)


def test_standard_games_have_779_endings() -> None:
    assert len(compile_tables(game("tiger")).endings) == 779
    assert len(compile_tables(game("seven-up")).endings) == 1439


def test_an_impossible_outcome_fails_an_assertion() -> None:
    tables = compile_tables(game("tiger"))
    tally = np.zeros(tables.outcomes, np.int64)
    tally[int(np.flatnonzero(tables.ending_at < 0)[0])] = 1
    with pytest.raises(AssertionError, match="impossible outcome"):
        tables.by_ending(tally)


def test_both_hands_have_the_same_kinds() -> None:
    tables = compile_tables(game("tiger"))
    for a, b in product(range(13), range(13)):
        assert tables.player_hand[a | b << 4] >> 16 == tables.banker_hand[a | b << 4] >> 16


def test_the_unit_of_a_wager_makes_its_net_results_whole() -> None:
    tables = compile_tables(game("tiger"))
    assert tables.units[tables.wager_at("banker")] == 20
    assert tables.units[tables.wager_at("tie")] == 1
