"""Test the significant events on screens, with values before and after and no hidden card."""

from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.floor.read_models.significant_events import SignificantEventView, significant_event_views
from punto.table.actors import Actor
from punto.table.commands import (
    ChangeSettings,
    ChooseMethod,
    Command,
    EnterCard,
    GiveRuling,
    RemoveWagers,
    ReportIrregularity,
    RequestLowerWagers,
    RestrictWagers,
    RulingOutcome,
    SettleRound,
)
from punto.table.differential import balancing_proposal
from punto.table.events import WagersPlaced
from punto.table.evolve import evolve
from punto.table.settings import Limit
from punto.table.stakes import Stake
from tests.irregularities import dealt
from tests.live import DEALER, PIT_MANAGER, SHIFT_MANAGER
from tests.tables import LIVE, Play, betting, dealing, opened, staff
from tests.texts import text

TWO = staff(StaffPosition.PIT_MANAGER, second="Sam")


def told(play: Play, command: Command, by: Actor) -> list[SignificantEventView]:
    table, found = play.table, []
    for event in play.done(command, by):
        after = evolve(table, event)
        one = significant_event_views(event, table, after, "at", "t", by)
        found += [one] if one else []
        table = after
    return found


def moved(found: SignificantEventView, language: str = "en") -> tuple[str, str]:
    """The values before and after, in a language."""
    return text(found.before, language), text(found.after, language)


def test_a_changed_limit_is_shown_with_its_value_before_and_after() -> None:
    play = opened(LIVE)
    limits = tuple(
        replace(each, maximum_cents=10_000_00) for each in play.table.settings_in_force.limits
    )
    settings = replace(play.table.settings_in_force, limits=limits, betting_seconds=30)
    (found,) = told(play, ChangeSettings(settings), TWO)
    assert "Seconds to bet: 20" in text(found.before)
    assert "Seconds to bet: 30" in text(found.after)
    assert "Player: $1 – $5,000" in text(found.before)
    assert "Player: $1 – $10,000" in text(found.after)
    assert found.by == "Ann (pit-manager)"


def test_unchanged_limits_are_not_shown() -> None:
    play = opened(LIVE)
    first, *others = play.table.settings_in_force.limits
    changed = replace(
        play.table.settings_in_force, limits=(replace(first, maximum_cents=9_00), *others)
    )
    (found,) = told(play, ChangeSettings(changed), TWO)
    assert moved(found) == ("Player: $1 – $5,000", "Player: $1 – $9")


def test_a_round_that_was_never_on_hold_is_not_shown_as_held() -> None:
    play = dealing(LIVE, "2s")
    two = staff(StaffPosition.DEALER, second="Sam")
    raised, *_ = told(play, ReportIrregularity(Trigger.FOREIGN_CARD, evidence="the back"), two)
    assert moved(raised) == ("Dealing", "Void")
    play = dealing(LIVE, "2s", "9d", "Ks", "Kd")
    raised, *_ = told(play, ReportIrregularity(Trigger.WRONG_PATRON), DEALER)
    assert moved(raised) == ("Outcome", "Outcome")


def test_a_void_by_a_ruling_is_three_events() -> None:
    play = dealing(LIVE, "2s")
    raised = told(play, ReportIrregularity(Trigger.UNCOVERED), DEALER)
    assert [text(each.words) for each in raised] == ["Anything else (T 6.1)."]
    assert moved(raised[0]) == ("Dealing", "Held")
    by = staff(StaffPosition.GAMING_SHIFT_MANAGER, second="Sam")
    ruled, void = told(play, GiveRuling(RulingOutcome.VOID, "spilled"), by)
    assert text(ruled.words) == "Gaming Shift Manager ruled: The round is void."
    assert text(void.words) == "Round 1 is void: Anything else (T 6.1)."
    assert moved(void) == ("$160.00 at stake", "$160.00 returned")
    assert moved(raised[0], "zh") == ("发牌中", "暂停")
    assert moved(ruled, "zh") == ("暂停", "该局作废")
    assert moved(void, "zh") == ("在台 $160.00", "退回 $160.00")


def test_a_card_entered_by_hand_is_shown_without_its_value() -> None:
    play = dealt(LIVE)
    two = staff(StaffPosition.DEALER, second="Sam")
    (found,) = told(play, EnterCard(1, "9s"), two)
    assert "9s" not in str(found)
    assert moved(found) == ("not read", "read")


def test_methods_removals_and_large_wins_are_significant() -> None:
    play = opened(LIVE)
    (fewer,) = told(play, RestrictWagers(2), PIT_MANAGER)
    assert text(fewer.words) == "A betting area takes 2 wagers (T 3.6.1)."
    assert moved(fewer) == ("3 wagers per area", "2 wagers per area")
    (method,) = told(play, ChooseMethod(DealingMethod.A), PIT_MANAGER)
    assert moved(method) == ("Method B", "Method A")
    play = betting(LIVE, differential_cents=0)
    play.bet(1, banker=100_00)
    play.done(RequestLowerWagers(), DEALER)
    found = balancing_proposal(play.table)
    assert found is not None
    (removed,) = told(play, RemoveWagers(found.removed, "r"), PIT_MANAGER)
    assert text(removed.words) == (
        "$100.00 was removed from seat 1 (T 5.18, 5.18.1, 5.18.2, 5.18.3)."
    )
    assert moved(removed) == ("$100.00 at stake", "$0.00 at stake")
    rich = tuple(Limit(each.key, 1_00, 1_000_000_00) for each in LIVE.wagers)
    play = betting(LIVE, limits=rich)
    play.bet(1, banker=20_000_00)
    play.close()
    play.draw("6s", "9c", "Kd", "Kh")
    (large,) = told(play, SettleRound(), DEALER)
    assert text(large.words) == (
        "Large win at seat 1: Banker returned $40,000.00 for a stake of $20,000.00."
    )
    assert moved(large) == ("$20,000.00 staked", "$40,000.00 paid")
    assert moved(large, "zh") == ("投注 $20,000.00", "已派 $40,000.00")
    # The plan of the house sets the amount from which wagers and wins are large.
    table, stakes = play.table, (Stake("tie", 5_00),)
    placed = WagersPlaced(1, 1, "v", 1, stakes, 5_00, 0)
    assert significant_event_views(placed, table, table, "at", "t", DEALER) is None
    found_wager = significant_event_views(placed, table, table, "at", "t", DEALER, large_cents=5_00)
    assert found_wager is not None
    assert text(found_wager.words) == "Seat 1 made a large wager of $5.00: Tie $5.00."
    assert text(found_wager.after) == "$5.00 staked"


def test_an_ordinary_settlement_is_not_significant() -> None:
    play = dealing(LIVE, "9s", "Kd", "Ks", "8d")
    assert told(play, SettleRound(), SHIFT_MANAGER) == []
