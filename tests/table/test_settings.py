"""Settings of a table: what fits a game, what a shuffler has none of, when roads start afresh."""

import pytest
from msgspec.structs import replace

from punto.games.library import game
from punto.table.commands.play import EndShoe, LoadShoe, OpenBets
from punto.table.settings import check_settings, default_settings
from tests.tables import dealing, opened

SHUFFLED, SHOE = game("super-six-plus"), game("tiger")
USUAL = replace(default_settings(SHUFFLED), shuffles_each_round=True)


def test_a_shuffler_is_for_a_game_that_has_one_and_has_nothing_of_a_shoe() -> None:
    check_settings(SHUFFLED, USUAL)
    with pytest.raises(ValueError, match="shuffles_each_round: tiger is not dealt from a shuffler"):
        check_settings(SHOE, replace(default_settings(SHOE), shuffles_each_round=True))
    with pytest.raises(ValueError, match="burns: a shuffler's cards are not burned"):
        check_settings(SHUFFLED, replace(USUAL, burns=True))
    with pytest.raises(ValueError, match="rounds_after_cut: a shuffler has no cutting card"):
        check_settings(SHUFFLED, replace(USUAL, rounds_after_cut=1))
    with pytest.raises(ValueError, match="rounds_on_roads: 0; expected 1 or more"):
        check_settings(SHUFFLED, replace(USUAL, rounds_on_roads=0))


def test_roads_of_a_shuffler_start_afresh_after_so_many_rounds() -> None:
    some = replace(USUAL, rounds_on_roads=60)
    assert not some.starts_roads_after(59)
    assert some.starts_roads_after(60)
    assert default_settings(SHOE).starts_roads_after(0)


def test_a_table_usually_gives_patrons_so_much_time_and_keeps_so_many_results() -> None:
    usual = default_settings(SHOE)
    assert (usual.betting_seconds, usual.withdrawal_seconds) == (20, 30)
    assert usual.rounds_on_roads == 80


def test_one_card_that_is_out_goes_back_into_the_shuffler_too() -> None:
    play = opened(SHUFFLED, shuffles_each_round=True)
    play.draw("9s")
    assert play.refused(OpenBets()) == "cards-return"


def test_no_round_begins_before_its_cards_are_back_in_the_shuffler() -> None:
    play = dealing(SHUFFLED, shuffles_each_round=True)
    play.finish("9s", "Kc", "Kd", "6h")
    assert play.refused(OpenBets()) == "cards-return"
    play.done(EndShoe())
    play.done(LoadShoe("shuffled"))
    play.done(OpenBets())
