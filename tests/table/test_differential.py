"""Test the table differential and the proposal to meet it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from punto.core.sides import Side
from punto.table.commands import CloseBets, RemoveWagers, RequestLowerWagers, WagerRemoval
from punto.table.differential import BalancingProposal, balancing_proposal, is_exceeded
from punto.table.events import LowerWagersRequested, WagersRemoved
from punto.table.stakes import Stake
from punto.table.state import Phase
from tests.live import DEALER, PIT_MANAGER, lay
from tests.tables import LIVE, Play, betting


def apart(differential_cents: int | None = 100_00) -> Play:
    """A table whose Banker wagers exceed its Player wagers by 250."""
    play = betting(LIVE, differential_cents=differential_cents)
    play.bet(1, banker=200_00)
    play.bet(2, player=50_00, tie=400_00)
    lay(play, 5, banker=100_00)
    return play


def test_side_wagers_do_not_count() -> None:
    play = betting(LIVE, differential_cents=100_00)
    play.bet(1, tie=400_00)
    assert not is_exceeded(play.table)


@pytest.mark.parametrize(("most", "exceeded"), [(None, False), (250_00, False), (249_98, True)])
def test_the_settings_contain_the_table_differential(most: int | None, exceeded: bool) -> None:
    assert is_exceeded(apart(most).table) is exceeded


def test_a_single_cent_makes_a_hand_the_heavier_where_a_game_pays_cents() -> None:
    whole = [each for each in LIVE.wagers if all(line.pays.per == 1 for line in each.lines)]
    cents = replace(LIVE, key="cents", wagers=tuple(whole), layout=())
    play = betting(cents, differential_cents=0)
    assert play.table.game.unit_cents == 1
    lay(play, 5, player=1)
    assert is_exceeded(play.table)
    assert balancing_proposal(play.table) == BalancingProposal(
        Side.PLAYER, 1, (WagerRemoval(-5, Stake("player", 1, 5)),)
    )


def test_bets_do_not_close_while_the_differential_is_exceeded() -> None:
    play = apart()
    assert play.refused(CloseBets(), DEALER) == "differential"
    lay(play, 5)
    play.bet(2, player=100_00)
    play.done(CloseBets(), DEALER)


def test_the_dealer_first_asks_the_heavier_side() -> None:
    play = apart()
    source = "T 5.18, 5.18.1, 5.18.2, 5.18.3"
    asked = play.done(RequestLowerWagers(), DEALER)
    assert asked == (LowerWagersRequested(1, Side.BANKER, 150_00, source),)
    assert play.table.current.live.is_lower_requested


def test_a_request_is_refused_while_the_differential_is_met() -> None:
    assert apart(None).refused(RequestLowerWagers(), DEALER) == "differential-met"


def test_wagers_are_removed_only_after_asking_and_only_as_long_as_needed() -> None:
    play = apart()
    last = RemoveWagers((WagerRemoval(-5, Stake("banker", 100_00, 5)),), "last placed")
    assert play.refused(last, PIT_MANAGER) == "not-asked-yet"
    play.done(RequestLowerWagers(), DEALER)
    assert play.refused(last, DEALER) == "not-allowed"
    (removed,) = play.done(last, PIT_MANAGER)
    assert isinstance(removed, WagersRemoved)
    assert (removed.seat, removed.visit, removed.cents) == (-5, "chips@5", 100_00)
    play.bet(2, player=100_00)
    assert play.refused(last, PIT_MANAGER) == "differential-met"


@pytest.mark.parametrize(
    "removed",
    [
        (),
        (WagerRemoval(1, Stake("banker", 300_00)),),
        (WagerRemoval(2, Stake("tie", 400_00)),),
        (WagerRemoval(3, Stake("banker", 200_00)),),
    ],
)
def test_only_wagers_on_a_hand_are_removed(removed: tuple[WagerRemoval, ...]) -> None:
    play = apart()
    play.done(RequestLowerWagers(), DEALER)
    assert play.refused(RemoveWagers(removed, ""), PIT_MANAGER) == "not-to-remove"


def test_the_other_wagers_of_a_patron_stay() -> None:
    play = apart(0)
    play.done(RequestLowerWagers(), DEALER)
    play.done(RemoveWagers((WagerRemoval(2, Stake("player", 50_00)),) * 2, ""), PIT_MANAGER)
    assert play.table.current.sets[2].stakes == (Stake("tie", 400_00),)
    play.done(RemoveWagers((WagerRemoval(1, Stake("banker", 200_00)),), ""), PIT_MANAGER)
    assert 1 not in play.table.current.sets


def test_no_wager_is_removed_after_the_close() -> None:
    play = apart(None)
    play.close()
    assert play.refused(RequestLowerWagers(), DEALER) == "bets-closed"


def test_the_wager_placed_last_is_proposed_first() -> None:
    found = balancing_proposal(apart(100_00).table)
    assert found is not None
    assert (found.heavier, found.exceeded_cents) == (Side.BANKER, 150_00)
    assert [each.seat for each in found.removed] == [-5, 1]
    assert balancing_proposal(apart(None).table) is None


def test_a_stake_sent_again_unchanged_keeps_its_place() -> None:
    play = apart(200_00)
    play.bet(1, banker=200_00, tie=10_00)
    found = balancing_proposal(play.table)
    assert found is not None
    assert [each.seat for each in found.removed] == [-5]
    play.bet(1, banker=202_00)
    raised = balancing_proposal(play.table)
    assert raised is not None
    assert [each.seat for each in raised.removed] == [1]


@settings(deadline=None)
@given(
    stakes=some.lists(
        some.tuples(some.sampled_from(["player", "banker"]), some.integers(1, 2_000)),
        min_size=1,
        max_size=8,
    ),
    most=some.integers(0, 1_000),
)
def test_the_proposal_balances_the_table(stakes: list[tuple[str, int]], most: int) -> None:
    play = betting(LIVE, (), differential_cents=most * 2)
    for position, (wager, units) in enumerate(stakes, start=1):
        lay(play, position, Stake(wager, units * 2))
    found = balancing_proposal(play.table)
    if found is not None:
        play.done(RequestLowerWagers(), DEALER)
        play.done(RemoveWagers(found.removed, "as proposed"), PIT_MANAGER)
    assert not is_exceeded(play.table)
    play.done(CloseBets(), DEALER)
    assert play.table.phase is Phase.BETS_CLOSED
