"""The next step and the calls of the dealer follow from the rulebook, in both languages."""

import pytest

from punto.certification.sample_tables import sample_tables
from punto.core.rulebook import DealingMethod, Rulebook
from punto.floor.dealer_console import guidance
from punto.games.library import GAMES, game
from punto.messages.message import message
from punto.table.actors import DEVICE
from punto.table.commands import (
    CloseBets,
    ConfirmParticipants,
    DrawCard,
    OpenBets,
    ReportCuttingCard,
    SettleRound,
)
from punto.table.next_step import NextStep, next_step
from tests.live import DEALER, by_method, dealt
from tests.tables import LIVE, Play, betting, dealer, dealing, physical
from tests.texts import text


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_every_step_of_every_game_has_texts(book: Rulebook) -> None:
    for table in sample_tables(book):
        said = guidance.guidance(table)
        assert said.key is next_step(table)
        assert text(said.title)
        assert text(said.title, "zh")
        call = guidance.dealer_call(table)
        assert call is None or (text(call) and text(call, "zh"))
        states = [each.state for each in guidance.round_steps(table)]
        assert states.count("now") <= 1


def test_the_table_of_play_explains_why_banker_draws_against_a_six() -> None:
    play = dealing(LIVE, "2s", "7c", "2d", "8d", "6h")
    said = guidance.guidance(play.table)
    assert text(said.title) == "Banker draws a third card"
    assert said.button is not None
    assert text(said.button) == "Draw for Banker"
    assert said.why is not None
    assert "(5 draws against 4 to 7)" in text(said.why)
    assert (said.clause, said.hint) == ("T 3.14", message("next-step.face-up"))
    call = guidance.dealer_call(play.table)
    assert call is not None
    assert (text(call), text(call, "zh")) == ("Card for Banker", "庄补牌")


def test_both_totals_are_called_before_the_first_further_card() -> None:
    call = guidance.dealer_call(dealing(LIVE, "2s", "7c", "2d", "8d").table)
    assert call is not None
    assert text(call) == "Player four, Banker five. Card for Player"
    assert text(call, "zh") == "闲四点，庄五点，闲补牌"


def test_the_call_of_the_outcome_names_the_winning_lines() -> None:
    call = guidance.dealer_call(dealing(LIVE, "2s", "2c", "3d", "4d", "Kh").table)
    assert call is not None
    assert text(call) == "Banker wins. Player five, Banker six. Tiger: 6 on two cards, Small Tiger"


def test_the_steps_skip_a_third_card_that_is_not_needed() -> None:
    play = dealing(LIVE, "7s", "2c", "Kd", "3d")
    states = {each.key: each.state for each in guidance.round_steps(play.table)}
    assert states == {
        "open": "done",
        "close": "done",
        "initial": "done",
        "player": "skipped",
        "banker": "now",
        "outcome": "later",
    }


def test_the_steps_include_the_squeeze_if_patrons_handle_cards() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    keys = [each.key for each in guidance.round_steps(dealt(play, "7s", "2c", "Kd", "3d").table)]
    assert "hands" in keys


def test_the_opening_call_names_the_last_round_of_a_shoe() -> None:
    play = physical(LIVE, rounds_after_cut=1)
    assert text(guidance.bets_open_call(play.table)) == "Place your bets, please"
    _to_the_cut(play)
    assert next_step(play.table) is NextStep.OPEN_BETS
    call = guidance.dealer_call(play.table)
    assert call is not None
    assert text(call) == "Place your bets, please. Last round of this shoe"


def _to_the_cut(play: Play) -> None:
    play.done(OpenBets(), DEALER)
    play.done(CloseBets(), DEALER)
    play.done(ConfirmParticipants(), DEALER)
    play.done(ReportCuttingCard(), DEALER)
    for number, card in enumerate(("9s", "Kc", "Kd", "6h"), start=1):
        play.done(DrawCard(number, card), DEVICE)
    play.done(SettleRound(), DEALER)


def test_the_dealer_asks_for_lower_wagers_before_closing_an_unbalanced_table() -> None:
    play = betting(LIVE, differential_cents=50_00)
    play.bet(1, banker=100_00)
    call = guidance.dealer_call(play.table)
    assert call is not None
    assert text(call) == "Please lower the wagers on Banker"


def test_the_called_total_includes_the_permanent_seven() -> None:
    play = betting(game("seven-up"))
    play.done(CloseBets(), dealer(play.table))
    play.done(ConfirmParticipants(), dealer(play.table))
    play.draw("Kc", "3d", "4c")
    call = guidance.dealer_call(play.table)
    assert call is not None
    assert text(call) == "Player zero, Banker four. Card for Player"


def test_a_hand_may_draw_although_an_earlier_card_was_not_read() -> None:
    """A Banker total of zero draws for every third card of the Player hand."""
    play = physical(LIVE)
    play.done(OpenBets(), DEALER)
    play.close()
    play.draw("Jd", "4d", "Ad", "6s", "?")
    said = guidance.guidance(play.table)
    assert text(said.title) == "Banker draws a third card"
    assert (said.why, said.clause) == (None, "T 3.14")
    call = guidance.dealer_call(play.table)
    assert call is not None
    assert text(call) == "Card for Banker"
