"""Check the auditor on chips, limits, the differential, methods and cards in patrons' hands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.audit import audit
from punto.audit.findings import Check
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.commands import (
    AllowDrawing,
    AllowSqueezing,
    ChangeSettings,
    ChooseFirstHand,
    ChooseMethod,
    CloseBets,
    ConfirmParticipants,
    EnterChips,
    ExposeCards,
    HandOverDevice,
    OpenBets,
    PassCards,
    RefuseCards,
    RelinquishDevice,
    RemoveWagers,
    RequestLowerWagers,
    RestrictWagers,
    SettleRound,
    WagerRemoval,
)
from punto.table.settings import Limit
from punto.table.stakes import Stake, chips_at
from tests.audit.forger import Event, Forger
from tests.audit.lines import finding_lines
from tests.audit.shift import MANAGER, Shift


def chips(shift: Shift, position: int, *stakes: Stake) -> None:
    """Enter the chips at a position."""
    current = shift.owner.state.current
    before = current.sets.get(chips_at(position))
    number = before.number if before else 0
    shift.commit(EnterChips(current.number, position, stakes, number), MANAGER)


def outside_limits(shift: Shift) -> None:
    """Stake under the minimum twice, over the maximum, late, and lift a stake."""
    limits = tuple(Limit(wager.key, 100_00, 500_00) for wager in shift.book.wagers)
    chosen = replace(shift.owner.state.settings_in_force, limits=limits, is_hlga=True)
    shift.commit(ChangeSettings(chosen), MANAGER)
    for _ in range(2):
        shift.commit(OpenBets())
        chips(shift, 6, Stake("tiger", 20_00), Stake("banker", 700_00))
        chips(shift, 7, Stake("banker", 40_00, 6))
        shift.commit(CloseBets())
        chips(shift, 6, Stake("tiger", 40_00))
        shift.commit(ConfirmParticipants())
        shift.settle()


def differential(shift: Shift) -> None:
    """Exceed the differential: request lower wagers, then remove some."""
    shift.commit(
        ChangeSettings(replace(shift.owner.state.settings_in_force, differential_cents=0)), MANAGER
    )
    shift.commit(OpenBets())
    chips(shift, 6, Stake("banker", 200_00), Stake("tie", 100_00))
    chips(shift, 7, Stake("player", 100_00))
    shift.commit(RequestLowerWagers(), MANAGER)
    chips(shift, 6, Stake("banker", 150_00), Stake("tie", 100_00))
    removed = tuple(
        WagerRemoval(-position, Stake(wager, cents, position))
        for position, wager, cents in ((6, "banker", 150_00), (7, "player", 100_00))
    )
    shift.commit(RemoveWagers(removed[:1], "placed last"), MANAGER)
    shift.commit(RemoveWagers(removed[1:], "now the heavier"), MANAGER)
    shift.close()
    shift.settle()
    shift.commit(
        ChangeSettings(replace(shift.owner.state.settings_in_force, differential_cents=None)),
        MANAGER,
    )


def turn_up(shift: Shift) -> None:
    """Deal a round to its end. The Dealer exposes face-down cards."""
    while shift.owner.state.phase != "complete":
        shift.draw(1)
    for side in Side:
        if any(each is side for each, _ in shift.owner.state.current.live.face_down):
            shift.commit(ExposeCards(side, in_error=True), MANAGER)
    shift.commit(SettleRound())


def by_methods(shift: Shift) -> None:
    """Play Method A with refusals and squeezing, and Method C with the device passed and lost."""
    shift.commit(RestrictWagers(2), MANAGER)
    shift.commit(ChooseMethod(DealingMethod.A), MANAGER)
    shift.commit(OpenBets())
    chips(shift, 6, Stake("player", 200_00))
    chips(shift, 7, Stake("player", 100_00))
    shift.close()
    shift.draw(4)
    shift.commit(PassCards(Side.PLAYER, 6), MANAGER)
    shift.commit(RefuseCards(Side.PLAYER, 6), MANAGER)
    shift.commit(PassCards(Side.PLAYER, 7), MANAGER)
    shift.commit(ChooseFirstHand(Side.PLAYER), MANAGER)
    shift.commit(AllowSqueezing(Side.PLAYER, 2, 3), MANAGER)
    shift.commit(ExposeCards(Side.PLAYER, 7), MANAGER)
    turn_up(shift)
    shift.commit(ChooseMethod(DealingMethod.C), MANAGER)
    shift.commit(AllowDrawing(5), MANAGER)
    for position in (5, 6):
        shift.commit(OpenBets())
        chips(shift, 6, Stake("player", 200_00), Stake("banker", 200_00))
        if not shift.owner.state.live.device:
            shift.commit(HandOverDevice(position), MANAGER)
        shift.close()
        turn_up(shift)
    relinquish(shift)


def relinquish(shift: Shift) -> None:
    """Return the device after two cards. No patron takes it, and the Dealer draws the rest."""
    shift.commit(OpenBets())
    chips(shift, 6, Stake("player", 200_00), Stake("banker", 200_00))
    if not shift.owner.state.live.device:
        shift.commit(HandOverDevice(6), MANAGER)
    shift.close()
    shift.draw(2)
    shift.commit(RelinquishDevice(shift.owner.state.live.device), MANAGER)
    shift.commit(HandOverDevice(0), MANAGER)
    shift.draw(2)
    turn_up(shift)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return live_shift(tmp_path_factory.mktemp("conduct"))


def live_shift(folder: Path) -> Path:
    """Play a journal with chips and all live procedures."""
    shift = Shift(folder, game("tiger-no-commission-live"))
    shift.open()
    shift.load()
    outside_limits(shift)
    differential(shift)
    by_methods(shift)
    shift.journal.close()
    return shift.path


def test_a_shift_at_a_live_table_is_clean(played: Path) -> None:
    report = audit(played)
    assert report.findings == ()
    assert report.rounds_settled == 7


def changed(kind: str, change: Callable[[Event], None]) -> Callable[[Forger], None]:
    return lambda forger: change(forger.event(kind))


def put(name: str, value: object) -> Callable[[Event], None]:
    return lambda event: event.__setitem__(name, value)


def of_first_wager(name: str, value: object) -> Callable[[Event], None]:
    return lambda event: event["wagers"][0].__setitem__(name, value)


def by(forger: Forger, kind: str, position: StaffPosition) -> None:
    forger.body(kind)[2]["position"] = position


def left_to_nobody(forger: Forger) -> None:
    """Remove the event that lets the Dealer draw, so that no one may draw the next card."""
    del forger.rows[forger.place("DeviceHandedOver", lambda event: not event["position"])]


@pytest.mark.parametrize(
    ("plant", "check"),
    [
        (changed("WagersOutsideLimits", of_first_wager("uncounted_cents", 2)), Check.LIMIT),
        (changed("WagersOutsideLimits", of_first_wager("patron", "chips@1")), Check.LIMIT),
        (changed("RoundSettled", of_first_wager("uncounted_cents", 2)), Check.LIMIT),
        (changed("LowerWagersRequested", put("exceeded_cents", 2)), Check.LIMIT),
        (changed("WagersRemoved", put("cents", 2)), Check.STAKE),
        (changed("MethodChosen", put("method", "B")), Check.SETTINGS),
        (changed("WagersRestricted", put("per_area", 3)), Check.SETTINGS),
        (changed("WagersRestricted", put("per_area", 4)), Check.SETTINGS),
        (changed("WagersRestricted", put("source", "T 3.6")), Check.HANDLING),
        (lambda forger: by(forger, "WagersRestricted", StaffPosition.PIT_SUPERVISOR), Check.WHO),
        (changed("DeviceHandedOver", put("position", 8)), Check.HANDLING),
        (changed("DeviceHandedOver", put("position", 0)), Check.HANDLING),
        (left_to_nobody, Check.HANDLING),
        (changed("CardsExposed", put("cards", [3])), Check.HANDLING),
        (changed("SqueezingAllowed", put("card", 3)), Check.HANDLING),
        (lambda forger: by(forger, "WagersRemoved", StaffPosition.DEALER), Check.WHO),
        (lambda forger: by(forger, "MethodChosen", StaffPosition.PIT_SUPERVISOR), Check.WHO),
        (lambda forger: by(forger, "DrawingAllowed", StaffPosition.PIT_MANAGER), Check.WHO),
        (lambda forger: by(forger, "SqueezingAllowed", StaffPosition.DEALER), Check.WHO),
    ],
)
def test_a_changed_live_event_is_found(
    played: Path, tmp_path: Path, plant: Callable[[Forger], None], check: Check
) -> None:
    forger = Forger(played, tmp_path / "changed.db")
    plant(forger)
    forger.write()
    found = audit(forger.close()).findings
    assert check in {finding.check for finding in found}, finding_lines(found)
