"""Test the reports of public displays, and the alarm for one that lags or is wrong."""

import asyncio
import re
from pathlib import Path
from typing import Any

from msgspec import structs

from punto.floor.displays import LAG_SECONDS
from punto.floor.floor import Floor
from punto.floor.web.app import metrics_page
from punto.house.staff.events import SignificantEventKind, SignificantEventRecorded
from tests.floor.playing import FAST, Terminal, plan_of, served
from tests.texts import text

TABLE = "tiger-5"
STEADY = structs.replace(FAST, betting_ms=60_000, result_pause_ms=60_000)


def painted(view: dict[str, Any], roads: int) -> dict[str, Any]:
    """The report of a display that shows a view as received."""
    hands, is_over = view["hands"], view["phase"] == "settled"
    return {
        "type": "display-report",
        "table": TABLE,
        "version": view["version"],
        "round": view["round"],
        "player": hands["player"]["cards"],
        "banker": hands["banker"]["cards"],
        "result": view["winner"] if is_over else None,
        "roads": roads,
    }


async def heard(display: Terminal, **said: Any) -> None:
    """Send a report and wait until the floor has processed it."""
    await display.say(**said)
    await display.say(type="ping", n=1)
    await display.heard("pong")


def noted(floor: Floor) -> int:
    """The number of significant events about a wrong display."""
    events = [each.event for each in floor.replica.significant]
    kinds = [each.kind for each in events if isinstance(each, SignificantEventRecorded)]
    return kinds.count(SignificantEventKind.DISPLAY)


def figures(floor: Floor) -> tuple[int, int]:
    """The metrics for all displays of the table, and for those with an old view."""
    text = metrics_page(floor.web)[0].decode()
    found = re.findall(rf'^punto_displays(?:_old)?{{table="{TABLE}"}} (\d+)', text, re.MULTILINE)
    connected, old = map(int, found)
    return connected, old


async def test_the_pit_gets_an_alarm_for_a_display_that_lags_or_shows_other_cards(
    tmp_path: Path,
) -> None:
    plan = plan_of("tiger", pace=structs.replace(STEADY, betting_ms=50))
    async with (
        served(tmp_path, plan) as floor,
        floor.terminal(TABLE, key=("", ""), is_display=True) as display,
    ):
        displays, live = floor.floor.displays, floor.floor.replicas[TABLE]

        def faults() -> list[tuple[int, str]]:
            return [(each.level, text(each.words)) for each in displays.faults(live)]

        view = await display.seen(TABLE, "settled")
        right = painted(view, display.roads[TABLE]["revision"])
        now = displays.now()
        displays.now = lambda: now + 60
        assert [level for level, _ in faults()] == [1]
        assert figures(floor.floor) == (1, 1)
        displays.now = lambda: now + LAG_SECONDS / 2
        await heard(display, **right)
        displays.now = lambda: now + 60
        assert faults() == []
        assert figures(floor.floor) == (1, 0)

        # The floor records one event per round, and always sends the display a complete view.
        wrong = {**right, "result": "void"}
        display.views.clear()
        await heard(display, **wrong)
        assert (await display.seen(TABLE, "settled"))["roads"] is not None
        await heard(display, **{**wrong, "player": []})
        assert [(level, "(E 6.3)" in words) for level, words in faults()] == [(2, True)]
        assert figures(floor.floor) == (1, 1)
        while not noted(floor.floor):
            await asyncio.sleep(0.01)
        assert noted(floor.floor) == 1
        await heard(display, **right)
        assert faults() == []
    assert displays._screens == {}
    assert figures(floor.floor) == (0, 0)


async def test_only_a_display_reports_its_view(tmp_path: Path) -> None:
    async with (
        served(tmp_path, plan_of("tiger", pace=STEADY)) as floor,
        floor.terminal(TABLE, key=("", "")) as lobby,
    ):
        view = await lobby.seen(TABLE, "bets-open")
        await heard(lobby, **painted(view, 99))
        assert list(floor.floor.displays.faults(floor.floor.replicas[TABLE])) == []
