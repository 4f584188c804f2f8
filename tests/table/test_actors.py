from dataclasses import replace

import pytest

from punto.core.irregularities import Trigger
from punto.core.staff_positions import Act, Position
from punto.games.library import DOCUMENTS, document, game
from punto.games.policies import AUTHORITIES, LADDER
from punto.table import actors
from punto.table.actors import (
    CLOCK,
    DEVICE,
    HOUSE_DEALER,
    Actor,
    Kind,
    holds_or_higher,
    is_seconded,
    may,
    source_of,
)
from punto.table.commands.irregularities import Report
from punto.table.commands.play import ChangeSettings, GiveRuling, OpenTable, Ruled
from punto.table.settings import check_settings, usual_settings
from tests.tables import LIVE, Play, dealing, opened, patron, staff

T, E = document("T"), document("E")


@pytest.mark.parametrize(
    ("position", "act", "allowed"),
    [
        (Position.DEALER, Act.OPEN_BETS, True),
        (Position.DEALER, Act.RESTRICT_WAGERS_PER_AREA, False),
        (Position.PIT_MANAGER, Act.RESTRICT_WAGERS_PER_AREA, True),
        (Position.GAMING_SHIFT_MANAGER, Act.RESTRICT_WAGERS_PER_AREA, True),
        (Position.PIT_MANAGER, Act.ALLOW_METHOD_C, False),
        (Position.ASSISTANT_CASINO_MANAGER, Act.ALLOW_METHOD_C, True),
        (Position.ASSISTANT_CASINO_MANAGER, Act.RULE_ON_UNCOVERED, False),
        (Position.GAMING_SHIFT_MANAGER, Act.RULE_ON_UNCOVERED, True),
    ],
)
def test_a_position_or_a_higher_one_may(position: Position, act: Act, allowed: bool) -> None:
    assert may(staff(position), act, T) is allowed


def test_somebody_acting_in_a_position_may_what_it_may() -> None:
    acting = Actor(Kind.STAFF, "Eve", Position.DEALER, acting_as=Position.PIT_MANAGER)
    assert may(acting, Act.ALLOW_SQUEEZING, T)
    assert str(acting) == "Eve (pit-manager)"


def test_what_stands_nowhere_nobody_may() -> None:
    given = {row.act for row in E.authorities} | {row.act for row in AUTHORITIES}
    for act in set(Act) - given:
        assert not may(staff(Position.GAMING_SHIFT_MANAGER), act, E), act


@pytest.mark.parametrize("act", Act)
def test_patrons_devices_and_clocks_hold_no_position(act: Act) -> None:
    for by in (patron(1), DEVICE, CLOCK, Actor(Kind.STAFF, "nobody")):
        assert not any(may(by, act, each) for each in DOCUMENTS)
    for kind in (Kind.PATRON, Kind.DEVICE, Kind.CLOCK):
        claims = Actor(kind, "Bob", Position.GAMING_SHIFT_MANAGER)
        assert not any(may(claims, act, each) for each in DOCUMENTS)
        assert not holds_or_higher(claims, Position.DEALER)
    assert not holds_or_higher(Actor(Kind.STAFF, "nobody"), Position.DEALER)


def test_what_a_position_does_cites_the_clause_that_lets_it_or_the_house() -> None:
    assert source_of(game("tiger-no-commission-live"), Act.ALLOW_SQUEEZING) == "T 3.16"
    assert source_of(game("tiger"), Act.ALLOW_SQUEEZING) == "POLICY"


def test_the_house_dealer_deals_and_rules_nothing() -> None:
    assert may(HOUSE_DEALER, Act.OPEN_BETS, E)
    assert not may(HOUSE_DEALER, Act.RULE_ON_UNCOVERED, E)
    assert not may(HOUSE_DEALER, Act.CHANGE_SETTINGS, E)


def test_some_acts_need_two_different_persons_of_the_staff() -> None:
    act = Act.ENTER_CARD_BY_HAND
    assert not is_seconded(staff(Position.DEALER), act)
    assert is_seconded(staff(Position.DEALER, second="Bob"), act)
    assert not is_seconded(staff(Position.DEALER, name="Bob", second="Bob"), act)
    by_patron = Actor(Kind.STAFF, "Ann", Position.DEALER, seconded_by=patron(1))
    assert not is_seconded(by_patron, act)
    for kind in set(Kind) - {Kind.STAFF}:
        # Whatever position such a one claims to hold.
        claims = Actor(kind, "Bob", Position.PIT_MANAGER)
        assert not is_seconded(Actor(Kind.STAFF, "Ann", Position.DEALER, seconded_by=claims), act)
    assert is_seconded(staff(Position.DEALER), Act.OPEN_BETS)


def test_the_house_gives_each_act_to_a_position_of_the_ladder() -> None:
    assert all(row.position in LADDER for row in AUTHORITIES)
    assert len({row.act for row in AUTHORITIES}) == len(AUTHORITIES)


def test_the_house_ranks_the_positions_of_a_table() -> None:
    """E, T and U let a higher position act, and leave it to the house which is higher (R13)."""
    ladder = (*LADDER[:2], LADDER[4], LADDER[3], LADDER[2])
    usual, ranked = dealing(LIVE, "9s"), dealing(LIVE, "9s", ladder=ladder)
    for play in (usual, ranked):
        play.done(Report(Trigger.UNCOVERED), staff(Position.DEALER))
    goes_on = GiveRuling(Ruled.CONTINUE, "as ranked")
    assert usual.refused(goes_on, staff(Position.PIT_MANAGER)) == "not-allowed"
    assert ranked.done(goes_on, staff(Position.PIT_MANAGER))


def test_nobody_at_a_table_ranks_themselves_higher() -> None:
    ladder = LADDER[::-1]
    settings = replace(usual_settings(LIVE), ladder=ladder)
    opening = OpenTable(LIVE.text, settings)
    assert Play().refused(opening, staff(Position.DEALER)) == "not-allowed"
    assert Play().refused(opening, staff(Position.GAMING_SHIFT_MANAGER)) == "not-allowed"
    assert Play().done(opening, staff(Position.PIT_MANAGER))
    play = opened(LIVE)
    two = staff(Position.PIT_MANAGER, second="Bob")
    assert play.refused(ChangeSettings(settings), two) == "bad-settings"
    twice = replace(settings, ladder=(LADDER[0], *LADDER))
    with pytest.raises(ValueError, match="ladder: expected each position once"):
        check_settings(LIVE, twice)


def test_a_visit_acts_as_its_patron() -> None:
    assert actors.patron("T-1-2") == Actor(Kind.PATRON, "T-1-2")
