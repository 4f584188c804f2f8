"""Test the offer of withdrawal after the cutting card came first in the HLGA."""

from typing import get_args

import pytest

from punto.core.irregularities import Remedy, Trigger
from punto.games.library import game
from punto.table.actors import CLOCK, DEVICE, Actor
from punto.table.commands import (
    AnswerWithdrawal,
    CloseBets,
    EndShoe,
    LiveCommand,
    LoadShoe,
    OfferWithdrawal,
    OpenBets,
    ReportCuttingCard,
)
from punto.table.decide import PERMISSIONS
from punto.table.events import IrregularityRaised, PlayResumed
from tests.live import DEALER, PLAYER_WINS, lay
from tests.tables import LIVE, Play, opened, patron

FORTUNE = game("fortune-six-live")


def cut_first(*, is_hlga: bool = False) -> Play:
    """A table at which the cutting card came before any card of the round."""
    play = opened(LIVE, is_hlga=is_hlga)
    play.done(EndShoe(), DEALER)
    play.done(LoadShoe("cards"), DEALER)
    play.done(OpenBets(), DEALER)
    play.bet(1, banker=100_00)
    lay(play, 5, player=50_00)
    play.done(CloseBets(), DEALER)
    play.done(ReportCuttingCard(), DEVICE)
    return play


def test_the_dealer_may_offer_withdrawal_and_the_round_continues() -> None:
    play = cut_first(is_hlga=True)
    (raised,) = play.done(OfferWithdrawal(), DEALER)
    assert isinstance(raised, IrregularityRaised)
    assert (raised.trigger, raised.source) == (Trigger.CUTTING_CARD, "T 3.17.1; POLICY P15")
    remedies = [step.remedy for step in raised.steps]
    assert remedies == [Remedy.OFFER_WITHDRAWAL, Remedy.PLAY_ON]
    assert all(step.position is None for step in raised.steps)
    play.done(AnswerWithdrawal(1, withdraws=True), patron(1))
    assert isinstance(play.done(AnswerWithdrawal(-5, withdraws=False), DEALER)[-1], PlayResumed)
    play.finish(*PLAYER_WINS)
    assert set(play.table.current.settled[0].visit.split("@")) == {"chips", "5"}


def test_withdrawal_needs_the_hlga_a_first_cutting_card_and_a_stake() -> None:
    assert cut_first().refused(OfferWithdrawal(), DEALER) == "cut-not-first"
    later = cut_first(is_hlga=True)
    later.draw("9s")
    assert later.refused(OfferWithdrawal(), DEALER) == "cut-not-first"
    assert cut_first(is_hlga=True).refused(OfferWithdrawal(), patron(1)) == "not-allowed"
    no_cut = opened(LIVE, is_hlga=True)
    no_cut.done(OpenBets(), DEALER)
    no_cut.done(CloseBets(), DEALER)
    assert no_cut.refused(OfferWithdrawal(), DEALER) == "cut-not-first"
    staked = opened(LIVE, is_hlga=True)
    staked.done(OpenBets(), DEALER)
    staked.bet(1, banker=100_00)
    staked.done(CloseBets(), DEALER)
    assert staked.refused(OfferWithdrawal(), DEALER) == "cut-not-first"


def test_a_cutting_card_behind_the_first_card_is_not_first() -> None:
    play = opened(LIVE, is_hlga=True)
    play.done(EndShoe(), DEALER)
    play.done(LoadShoe("cards"), DEALER)
    play.done(OpenBets(), DEALER)
    play.done(CloseBets(), DEALER)
    play.draw("9s")
    play.done(ReportCuttingCard(), DEVICE)
    assert not play.table.current.live.is_cut_first


@pytest.mark.parametrize("by", [patron(1), DEVICE, CLOCK])
def test_patrons_cannot_send_commands_of_the_dealer(by: Actor) -> None:
    play = cut_first(is_hlga=True)
    for command in get_args(LiveCommand):
        if command in PERMISSIONS:
            assert play.refused(command(*command.__struct_fields__), by) == "not-allowed"
