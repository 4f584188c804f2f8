"""Compare the authority of every role in the real API with the reference page.

The bounded sample of `scripts/test`; the whole is `scripts/campaign access`.
"""

import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from starlette.routing import Route

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.floor.access.authorisation import table_refusal
from punto.floor.read_models.table_operations import WHOLE_FLOOR, game_version
from punto.floor.web.app import make_app
from punto.games.library import game
from punto.house.staff.state import DealerAssignment, Person, Staff
from punto.table import commands
from punto.table.commands import ChooseMethod, ReportIrregularity
from tests.floor.matrix import expected, matrix_of, pairs, tried
from tests.floor.playing import plan_of, served
from tests.floor.working import LIVE, administrator, at_door, signed

LETTERS = ("E", "F", "T", "U", "R")
STRIDE = 97
"""A prime, so that the sample walks through all commands and all states."""


@pytest.mark.parametrize("letter", LETTERS)
async def test_positions_may_do_only_what_the_page_of_positions_allows(
    tmp_path: Path, letter: str
) -> None:
    async with matrix_of(tmp_path, letter) as matrix:
        result = await tried(matrix, pairs(matrix.book)[::STRIDE], letter)
        assert result.unexpected == []
        assert result.allowed > 0
        assert result.asked == 16 * len(pairs(matrix.book)[::STRIDE])


def test_the_page_of_positions_lists_every_action() -> None:
    page = expected("T")
    everybody = {str(each) for each in StaffPosition}
    assert page["open bets", "idle"] == everybody
    assert page["open bets", "dealing"] == frozenset()
    assert page["rule a round void", "held"] >= {"gaming-shift-manager+2"}
    assert page["change settings", "idle"] == {
        "pit-manager+2",
        "assistant-casino-manager+2",
        "gaming-shift-manager+2",
    }
    assert page["report a drawn card", "dealing"] == frozenset()


DEALER = Person("D-1", "D", StaffPosition.DEALER, (), "")
OTHER = Person("D-2", "D", StaffPosition.DEALER, (), "")
SUPERVISOR = Person("S-1", "S", StaffPosition.PIT_SUPERVISOR, (), "")
MANAGER = Person("P-1", "P", StaffPosition.PIT_MANAGER, (), "")
STAFF = Staff(people={each.name: each for each in (DEALER, OTHER, SUPERVISOR, MANAGER)})
BOOK = game("tiger-no-commission-live")


def refusal(person: Person, command: commands.Command | None, attended: str = "") -> str:
    staff = Staff(STAFF.people, {"t": DealerAssignment(attended, "")} if attended else {})
    no = table_refusal(staff, "t", BOOK, person, command)
    return "" if no is None else no.code


def test_a_dealer_takes_the_table_over_before_dealing() -> None:
    for command in (
        commands.OpenBets(),
        commands.CloseBets(),
        commands.SettleRound(),
        commands.LoadShoe("x"),
        None,
    ):
        assert refusal(DEALER, command) == "not-attending"
        assert refusal(MANAGER, command) == "not-attending"
        assert refusal(DEALER, command, "D-1") == ""
        assert refusal(OTHER, command, "D-1") == "other-dealer"
        assert refusal(SUPERVISOR, command, "D-1") == ""
        assert refusal(SUPERVISOR, command, "P-1") == "other-dealer"
        assert refusal(MANAGER, command, "S-1") == ""
        assert refusal(DEALER, command, "somebody who is gone") == "other-dealer"


def test_commands_of_higher_positions_need_no_assignment_to_the_table() -> None:
    assert refusal(MANAGER, commands.CloseTable()) == ""
    assert refusal(MANAGER, commands.GiveRuling(commands.RulingOutcome.CONTINUE, "x")) == ""
    told = ReportIrregularity(Trigger.UNCOVERED)
    assert refusal(SUPERVISOR, told) == ""
    assert refusal(DEALER, told) == "not-attending"
    assert refusal(MANAGER, ChooseMethod(DealingMethod.A)) == "not-attending"
    assert refusal(MANAGER, ChooseMethod(DealingMethod.B)) == ""
    assert refusal(MANAGER, ChooseMethod(DealingMethod.A), "D-1") == ""


@pytest.mark.parametrize("component", ["t", game_version(BOOK), WHOLE_FLOOR])
def test_a_disabled_table_begins_no_round(component: str) -> None:
    staff = Staff(STAFF.people, {"t": DealerAssignment("D-1", "")}, disabled={component: "a spill"})
    no = table_refusal(staff, "t", BOOK, DEALER, commands.OpenBets())
    assert no is not None
    assert no.code == "table-disabled"
    assert table_refusal(staff, "t", BOOK, DEALER, commands.CloseBets()) is None


ROUTES: dict[str, tuple[str, ...]] = {
    "GET people": ("admin", "S-31", "P-07", "M-03", "G-02"),
    "GET approvals": ("D-214", "S-31", "P-07", "M-03", "G-02"),
    f"GET tables/{LIVE}/irregularities": ("D-214", "S-31", "P-07", "M-03", "G-02"),
    "POST people": ("admin",),
    "POST people/D-214/change": ("admin",),
    "POST people/nobody/disable": ("admin",),
    "POST people/nobody/enable": ("admin",),
    "POST people/nobody/sign-out": ("admin",),
    "POST people/nobody/reset": ("admin",),
    f"POST tables/{LIVE}/dealer": ("D-214", "S-31", "P-07", "M-03", "G-02"),
    f"POST tables/{LIVE}/calls": ("D-214", "S-31", "P-07", "M-03", "G-02"),
    f"POST tables/{LIVE}/previews": ("D-214", "S-31", "P-07", "M-03", "G-02"),
    f"POST tables/{LIVE}/disable": ("S-31", "P-07", "M-03", "G-02"),
    f"POST tables/{LIVE}/game/disable": ("P-07", "M-03", "G-02"),
    f"POST tables/{LIVE}/game/enable": ("P-07", "M-03", "G-02"),
    "POST floor/disable": ("P-07", "M-03", "G-02"),
    "POST floor/enable": ("P-07", "M-03", "G-02"),
    f"POST tables/{LIVE}/enable": ("S-31", "P-07", "M-03", "G-02"),
    "POST terminals/T-0001/disable": ("S-31", "P-07", "M-03", "G-02"),
    "POST terminals/T-0001/enable": ("S-31", "P-07", "M-03", "G-02"),
    "POST visits/V-1/disable": ("S-31", "P-07", "M-03", "G-02"),
    "POST visits/V-1/enable": ("S-31", "P-07", "M-03", "G-02"),
    "POST people/nobody/second-factor": ("admin",),
    "POST calls/1/outcome": ("D-214", "S-31", "P-07", "M-03", "G-02"),
    "POST approvals/E-1": ("D-214", "S-31", "P-07", "M-03", "G-02"),
}
"""Who is let through the door of each route; the others hear `not-allowed`, strangers 401."""


async def test_every_staff_route_accepts_exactly_the_people_with_authority(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger-no-commission-live")) as floor:
        async with AsyncExitStack() as stack:
            enter = stack.enter_async_context
            stranger = await enter(at_door(floor))
            everybody = {"admin": await enter(administrator(floor))}
            for name in ("D-214", "S-31", "P-07", "M-03", "G-02", "C-11", "A-05"):
                everybody[name] = await enter(signed(floor, name))
            for route, may in ROUTES.items():
                method, path = route.split()
                answer = await stranger.client.request(method, f"/api/staff/{path}")
                assert answer.status_code == 401, route
                for name, member in everybody.items():
                    # The body is empty: a person with authority gets the refusal of the body.
                    answer = await member.client.request(method, f"/api/staff/{path}")
                    let_in = answer.json().get("code") != "not-allowed"
                    assert let_in is (name in may), (route, name, answer.text)


async def test_every_staff_route_refuses_strangers_and_other_sites(tmp_path: Path) -> None:
    """The list of routes comes from the application, so a new route is checked too."""
    open_to_all = {"/api/staff/sign-in", "/api/staff/me"}
    values = {"table": LIVE, "name": "D-214", "terminal": "T-0001", "entry": "E-1"}

    async with served(tmp_path, plan_of("tiger-no-commission-live")) as floor:
        routes = [
            (method, filled(route.path, values))
            for route in make_app(floor.floor.web).routes
            if isinstance(route, Route) and route.path.startswith("/api/staff/")
            for method in (route.methods or set()) - {"HEAD"}
            if route.path not in open_to_all
        ]
        assert len(routes) > 20
        async with at_door(floor) as stranger, signed(floor, "G-02") as manager:
            del manager.client.headers["x-punto"]
            for method, path in routes:
                answer = await stranger.client.request(method, path)
                assert answer.status_code == 401, (method, path, answer.text)
                if method != "GET":
                    answer = await manager.client.request(method, path)
                    assert answer.json()["code"] == "not-from-here", (method, path)


def filled(path: str, values: dict[str, str]) -> str:
    """A path with a sample for each of its parameters."""
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: values.get(found[1], "1"), path)
