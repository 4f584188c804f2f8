"""Tables as the GPU's kernels read them."""

import numpy as np

from punto.core.facts import point_value
from punto.games.library import game
from punto.simulation.game_tables import compile_tables
from punto.simulation.kernels.gpu_tables import MARK, gpu_tables, options
from punto.simulation.shoe_dealing import ShoeDealing


def test_a_cards_byte_holds_its_value_and_distinguishes_ranks() -> None:
    gpu = gpu_tables(compile_tables(game("tiger")), ShoeDealing())
    values = [point_value(rank) for rank in range(1, 14)]
    assert [int(code) & 15 for code in gpu.codes[:13]] == values
    assert len(set(gpu.codes[:13].tolist())) == 13
    assert not (gpu.codes & MARK).any()


def test_sevens_are_marked_where_a_wager_counts_them() -> None:
    gpu = gpu_tables(compile_tables(game("seven-up")), ShoeDealing())
    assert np.flatnonzero(gpu.codes & MARK).tolist() == [6]


def test_no_more_cards_are_dealt_into_place_than_may_come_out() -> None:
    book = game("tiger")
    defines = gpu_tables(compile_tables(book), ShoeDealing(cut_cards=100)).defines
    assert (defines["CARDS"], defines["DEALT"]) == (416, 324)
    defines = gpu_tables(compile_tables(book), ShoeDealing(rounds=69)).defines
    assert defines["DEALT"] == 416


def test_large_definitions_say_that_they_have_no_sign() -> None:
    assert options({"A": 1, "B": 2**31}) == ["-DA=1", "-DB=2147483648u"]
