import pytest
from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.staff_positions import Permission, StaffPosition
from punto.games.library import DOCUMENTS, document, game
from punto.games.policies import AUTHORITIES, LADDER
from punto.table import actors
from punto.table.actors import (
    CLOCK,
    DEVICE,
    HOUSE_DEALER,
    Actor,
    ActorKind,
    authority_source,
    holds_or_higher,
    is_seconded,
    may_do,
)
from punto.table.commands import (
    ChangeSettings,
    GiveRuling,
    OpenTable,
    ReportIrregularity,
    RulingOutcome,
)
from punto.table.settings import check_settings, default_settings
from tests.tables import LIVE, Play, dealing, opened, patron, staff

T, E = document("T"), document("E")


@pytest.mark.parametrize(
    ("position", "act", "allowed"),
    [
        (StaffPosition.DEALER, Permission.OPEN_BETS, True),
        (StaffPosition.DEALER, Permission.RESTRICT_WAGERS_PER_AREA, False),
        (StaffPosition.PIT_MANAGER, Permission.RESTRICT_WAGERS_PER_AREA, True),
        (StaffPosition.GAMING_SHIFT_MANAGER, Permission.RESTRICT_WAGERS_PER_AREA, True),
        (StaffPosition.PIT_MANAGER, Permission.ALLOW_METHOD_C, False),
        (StaffPosition.ASSISTANT_CASINO_MANAGER, Permission.ALLOW_METHOD_C, True),
        (StaffPosition.ASSISTANT_CASINO_MANAGER, Permission.RULE_ON_UNCOVERED, False),
        (StaffPosition.GAMING_SHIFT_MANAGER, Permission.RULE_ON_UNCOVERED, True),
    ],
)
def test_a_position_or_a_higher_one_has_a_permission(
    position: StaffPosition, act: Permission, allowed: bool
) -> None:
    assert may_do(staff(position), act, T) is allowed


def test_a_person_acting_in_a_position_has_its_permissions() -> None:
    acting = Actor(
        ActorKind.STAFF, "Eve", StaffPosition.DEALER, acting_as=StaffPosition.PIT_MANAGER
    )
    assert may_do(acting, Permission.ALLOW_SQUEEZING, T)
    assert str(acting) == "Eve (pit-manager)"


def test_no_position_has_a_permission_that_no_row_gives() -> None:
    given = {row.act for row in E.authorities} | {row.act for row in AUTHORITIES}
    for act in set(Permission) - given:
        assert not may_do(staff(StaffPosition.GAMING_SHIFT_MANAGER), act, E), act


@pytest.mark.parametrize("act", Permission)
def test_patrons_devices_and_clocks_hold_no_position(act: Permission) -> None:
    for by in (patron(1), DEVICE, CLOCK, Actor(ActorKind.STAFF, "nobody")):
        assert not any(may_do(by, act, each) for each in DOCUMENTS)
    for kind in (ActorKind.PATRON, ActorKind.DEVICE, ActorKind.CLOCK):
        claims = Actor(kind, "Bob", StaffPosition.GAMING_SHIFT_MANAGER)
        assert not any(may_do(claims, act, each) for each in DOCUMENTS)
        assert not holds_or_higher(claims, StaffPosition.DEALER)
    assert not holds_or_higher(Actor(ActorKind.STAFF, "nobody"), StaffPosition.DEALER)


def test_a_permission_cites_its_clause_or_the_house() -> None:
    assert (
        authority_source(game("tiger-no-commission-live"), Permission.ALLOW_SQUEEZING) == "T 3.16"
    )
    assert authority_source(game("tiger"), Permission.ALLOW_SQUEEZING) == "POLICY"


def test_the_house_dealer_deals_and_rules_nothing() -> None:
    assert may_do(HOUSE_DEALER, Permission.OPEN_BETS, E)
    assert not may_do(HOUSE_DEALER, Permission.RULE_ON_UNCOVERED, E)
    assert not may_do(HOUSE_DEALER, Permission.CHANGE_SETTINGS, E)


def test_some_permissions_need_two_different_staff_members() -> None:
    act = Permission.ENTER_CARD_BY_HAND
    assert not is_seconded(staff(StaffPosition.DEALER), act)
    assert is_seconded(staff(StaffPosition.DEALER, second="Bob"), act)
    assert not is_seconded(staff(StaffPosition.DEALER, name="Bob", second="Bob"), act)
    by_patron = Actor(ActorKind.STAFF, "Ann", StaffPosition.DEALER, seconded_by=patron(1))
    assert not is_seconded(by_patron, act)
    for kind in set(ActorKind) - {ActorKind.STAFF}:
        # This actor claims a position without being staff.
        claims = Actor(kind, "Bob", StaffPosition.PIT_MANAGER)
        assert not is_seconded(
            Actor(ActorKind.STAFF, "Ann", StaffPosition.DEALER, seconded_by=claims), act
        )
    assert is_seconded(staff(StaffPosition.DEALER), Permission.OPEN_BETS)


def test_the_house_gives_each_act_to_a_position_of_the_ladder() -> None:
    assert all(row.position in LADDER for row in AUTHORITIES)
    assert len({row.act for row in AUTHORITIES}) == len(AUTHORITIES)


def test_the_house_ranks_the_positions_of_a_table() -> None:
    """Documents E, T and U let a higher position act; the house ranks the positions (R13)."""
    ladder = (*LADDER[:2], LADDER[4], LADDER[3], LADDER[2])
    usual, ranked = dealing(LIVE, "9s"), dealing(LIVE, "9s", ladder=ladder)
    for play in (usual, ranked):
        play.done(ReportIrregularity(Trigger.UNCOVERED), staff(StaffPosition.DEALER))
    goes_on = GiveRuling(RulingOutcome.CONTINUE, "as ranked")
    assert usual.refused(goes_on, staff(StaffPosition.PIT_MANAGER)) == "not-allowed"
    assert ranked.done(goes_on, staff(StaffPosition.PIT_MANAGER))


def test_a_ladder_cannot_promote_its_sender() -> None:
    ladder = LADDER[::-1]
    settings = replace(default_settings(LIVE), ladder=ladder)
    opening = OpenTable(LIVE.text, settings)
    assert Play().refused(opening, staff(StaffPosition.DEALER)) == "not-allowed"
    assert Play().refused(opening, staff(StaffPosition.GAMING_SHIFT_MANAGER)) == "not-allowed"
    assert Play().done(opening, staff(StaffPosition.PIT_MANAGER))
    play = opened(LIVE)
    two = staff(StaffPosition.PIT_MANAGER, second="Bob")
    assert play.refused(ChangeSettings(settings), two) == "ladder-fixed"
    twice = replace(settings, ladder=(LADDER[0], *LADDER))
    with pytest.raises(ValueError, match="ladder: expected each position once"):
        check_settings(LIVE, twice)


def test_a_visit_acts_as_its_patron() -> None:
    assert actors.patron_actor("T-1-2") == Actor(ActorKind.PATRON, "T-1-2")
