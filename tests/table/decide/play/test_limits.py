"""Test that settlement applies the minimum once and the maximum always."""

import pytest

from punto.core.irregularities import Trigger
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.ledger.postings import transfers_of
from punto.table.commands import (
    CloseTable,
    EndShoe,
    LoadShoe,
    OpenBets,
    OpenTable,
    ReportIrregularity,
)
from punto.table.events import RoundCorrected, WagersOutsideLimits
from punto.table.settings import Settings
from punto.table.stakes import Stake
from tests.live import (
    BANKER_WINS,
    DEALER,
    PIT_MANAGER,
    PLAYER_WINS,
    TIE,
    lay,
    limits,
    returned,
    settled,
)
from tests.tables import LIVE, Play, betting, opened, patron, staff


def small(seats: tuple[int, ...] = ()) -> Play:
    """A table with limits from 100 to 500 and bets open."""
    return betting(LIVE, seats, limits=limits())


def played(play: Play, cards: tuple[str, ...], *stakes: Stake, **cents: int) -> dict[str, int]:
    """Play a round with chips at position 5, and list the returns."""
    if play.table.phase != "bets-open":
        play.done(OpenBets(), DEALER)
    lay(play, 5, *stakes, **cents)
    play.close()
    play.finish(*cards)
    return returned(play)


def outside(play: Play) -> list[tuple[Trigger, int, bool]]:
    """The stakes outside the limits in all rounds so far."""
    return [
        (each.trigger, each.uncounted_cents, each.is_one_time)
        for event in play.events
        if isinstance(event, WagersOutsideLimits)
        for each in event.wagers
    ]


@pytest.mark.parametrize(("cards", "back"), [(BANKER_WINS, 40_00), (PLAYER_WINS, 0)])
def test_a_wager_under_the_minimum_is_paid_or_collected_once(
    cards: tuple[str, ...], back: int
) -> None:
    play = small()
    assert played(play, cards, banker=20_00) == {"chips@5": back}
    assert played(play, cards, banker=20_00) == {"chips@5": 20_00}
    assert [(each.line, each.uncounted_cents) for each in settled(play)] == [(0, 20_00)]
    assert played(play, BANKER_WINS, banker=40_00) == {"chips@5": 40_00}
    under = Trigger.UNDER_MINIMUM
    assert outside(play) == [(under, 0, True), (under, 20_00, False), (under, 40_00, False)]


def test_a_returned_stake_does_not_use_the_one_settlement() -> None:
    play = small()
    assert played(play, TIE, banker=20_00) == {"chips@5": 20_00}
    assert played(play, BANKER_WINS, banker=20_00) == {"chips@5": 40_00}
    assert played(play, BANKER_WINS, banker=20_00) == {"chips@5": 20_00}


def test_a_stake_within_the_limits_is_settled_after_the_one_settlement() -> None:
    play = small()
    played(play, BANKER_WINS, banker=20_00)
    assert played(play, BANKER_WINS, banker=100_00) == {"chips@5": 200_00}


def test_each_position_has_its_own_one_settlement() -> None:
    play = small()
    played(play, PLAYER_WINS, banker=20_00)
    play.done(OpenBets(), DEALER)
    lay(play, 6, banker=20_00)
    play.close()
    play.finish(*BANKER_WINS)
    assert returned(play) == {"chips@6": 40_00}


def test_chips_of_a_seated_patron_count_for_the_visit() -> None:
    play = small((5,))
    played(play, PLAYER_WINS, banker=20_00)
    assert play.table.live.under_minimum == ("visit-5",)


def test_each_share_of_a_wager_uses_its_owners_one_settlement() -> None:
    play = small()
    played(play, PLAYER_WINS, banker=20_00)
    play.done(OpenBets(), DEALER)
    lay(play, 5, banker=20_00)
    lay(play, 6, Stake("banker", 40_00, position=5))
    play.close()
    play.finish(*BANKER_WINS)
    assert returned(play) == {"chips@5": 20_00, "chips@6": 80_00}
    assert play.table.live.under_minimum == ("chips@5", "chips@6")


def test_shares_that_reach_the_minimum_together_are_within_the_limits() -> None:
    play = small()
    lay(play, 5, banker=60_00)
    lay(play, 6, Stake("banker", 40_00, position=5))
    play.close()
    play.finish(*BANKER_WINS)
    assert outside(play) == []
    assert returned(play) == {"chips@5": 120_00, "chips@6": 80_00}


def test_a_terminals_share_is_below_the_minimum_after_chips_are_lifted() -> None:
    play = small((1,))
    lay(play, 5, banker=60_00)
    share = play.wagers(1)
    play.done(type(share)(1, 1, (Stake("banker", 40_00, 5),), 0), patron(1))
    lay(play, 5)
    play.close()
    play.finish(*BANKER_WINS)
    assert outside(play) == [(Trigger.UNDER_MINIMUM, 0, True)]
    assert play.table.live.under_minimum == ("visit-1",)


def test_without_a_clause_a_share_below_the_minimum_counts_whole() -> None:
    book = game("fortune-six-live")
    play = betting(book, (), limits=limits(book))
    lay(play, 5, banker=100_00)
    lay(play, 6, Stake("banker", 40_00, position=5))
    lay(play, 5)
    play.close()
    play.finish(*PLAYER_WINS)
    assert outside(play) == []
    assert returned(play) == {"chips@6": 0}


def test_a_wager_at_the_maximum_is_within_the_limits() -> None:
    play = small()
    assert played(play, PLAYER_WINS, player=500_00) == {"chips@5": 1_000_00}
    assert outside(play) == []


@pytest.mark.parametrize(("cards", "back"), [(BANKER_WINS, 1_200_00), (PLAYER_WINS, 200_00)])
def test_a_wager_over_the_maximum_is_settled_up_to_it(cards: tuple[str, ...], back: int) -> None:
    play = small()
    assert played(play, cards, banker=700_00) == {"chips@5": back}
    assert outside(play) == [(Trigger.OVER_MAXIMUM, 200_00, False)]


def test_the_excess_comes_off_the_stakes_placed_last() -> None:
    play = small()
    lay(play, 5, banker=400_00)
    lay(play, 6, Stake("banker", 100_00, position=5))
    lay(play, 7, Stake("banker", 60_00, position=5))
    lay(play, 5, Stake("banker", 400_00), tie=100_00)
    lay(play, 6, Stake("banker", 160_00, position=5))
    play.close()
    play.finish(*PLAYER_WINS)
    # The stake raised to 160 came last, so the excess of 120 comes off it alone.
    assert returned(play) == {"chips@5": 0, "chips@6": 120_00, "chips@7": 0}


def test_an_excess_may_take_more_than_one_stake() -> None:
    play = small()
    lay(play, 5, banker=600_00)
    lay(play, 6, Stake("banker", 60_00, position=5))
    play.close()
    play.finish(*PLAYER_WINS)
    assert returned(play) == {"chips@5": 100_00, "chips@6": 60_00}
    assert {each.seat: each.uncounted_cents for each in settled(play)} == {-5: 100_00, -6: 60_00}


def test_closing_the_table_resets_the_one_settlement() -> None:
    play = small()
    played(play, PLAYER_WINS, banker=20_00)
    settings = play.table.settings_in_force
    assert isinstance(settings, Settings)
    play.done(EndShoe(), DEALER)
    play.done(CloseTable(), PIT_MANAGER)
    play.done(OpenTable(LIVE.text, settings), PIT_MANAGER)
    play.done(LoadShoe("shoe-2", "beef"), DEALER)
    assert played(play, BANKER_WINS, banker=20_00) == {"chips@5": 40_00}


def test_a_corrected_settlement_applies_the_limits() -> None:
    play = opened(LIVE, (), limits=limits())
    play.done(EndShoe(), DEALER)
    play.done(LoadShoe("cards"), DEALER)
    assert played(play, PLAYER_WINS, banker=700_00) == {"chips@5": 200_00}
    shown_wrongly = ReportIrregularity(
        Trigger.WRONG_DISPLAY, cards=BANKER_WINS, evidence="on camera"
    )
    corrected = play.done(shown_wrongly, staff(StaffPosition.PIT_MANAGER, second="Bob"))[-1]
    assert isinstance(corrected, RoundCorrected)
    (wager,) = corrected.wagers
    assert (wager.line, wager.returned_cents, wager.uncounted_cents) == (2, 1_200_00, 200_00)
    (moved,) = transfers_of("t", "c", [corrected])
    assert (moved.source, moved.target, moved.cents) == ("bank/t", "chips/t", 1_000_00)
