"""Test the settings of a shuffler and the restart of roads."""

import pytest
from msgspec.structs import replace

from punto.games.library import game
from punto.table.commands import EndShoe, LoadShoe, OpenBets
from punto.table.settings import check_settings, default_settings
from tests.tables import dealing, opened

SHUFFLED, SHOE = game("super-six-plus"), game("tiger")
USUAL = replace(default_settings(SHUFFLED), shuffles_each_round=True)


def test_shuffler_settings_need_a_game_with_a_shuffler() -> None:
    check_settings(SHUFFLED, USUAL)
    with pytest.raises(ValueError, match="shuffles_each_round: tiger is not dealt from a shuffler"):
        check_settings(SHOE, replace(default_settings(SHOE), shuffles_each_round=True))
    with pytest.raises(ValueError, match="burns: a shuffler's cards are not burned"):
        check_settings(SHUFFLED, replace(USUAL, burns=True))
    with pytest.raises(ValueError, match="rounds_after_cut: a shuffler has no cutting card"):
        check_settings(SHUFFLED, replace(USUAL, rounds_after_cut=1))
    with pytest.raises(ValueError, match="rounds_on_roads: 0; expected 1 or more"):
        check_settings(SHUFFLED, replace(USUAL, rounds_on_roads=0))


def test_roads_of_a_shuffler_restart_after_the_set_number_of_rounds() -> None:
    some = replace(USUAL, rounds_on_roads=60)
    assert not some.starts_roads_after(59)
    assert some.starts_roads_after(60)
    assert default_settings(SHOE).starts_roads_after(0)


def test_default_settings_have_times_and_a_length_of_roads() -> None:
    usual = default_settings(SHOE)
    assert (usual.betting_seconds, usual.withdrawal_seconds) == (20, 30)
    assert usual.rounds_on_roads == 80


def test_a_single_drawn_card_must_go_back_into_the_shuffler() -> None:
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
