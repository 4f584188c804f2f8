"""Take screenshots of pit, cage and staff accounts, on a floor with patrons and held rounds."""

import asyncio
import json
import re
import secrets
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Browser

from docs.shots import FAST, LIMITS, NUMBERS, Camera
from punto.floor.access.demo_staff import demo_password
from punto.games.library import GAMES
from tests.browser.house import House
from tests.browser.member import DESK_SCREEN, PIT_SCREEN, Member
from tests.browser.test_terminal import collected
from tests.floor.playing import Served, Terminal

SECONDS_PLAYED = 12
STAKES = {"banker": 60, "player": 50, "tie": 3}
VISIBLE_PACE = {
    "betting_ms": 45_000,
    "confirm_ms": 300,
    "card_gap_ms": 4_000,
    "settle_ms": 600,
    "result_pause_ms": 9_000,
    "shoe_ms": 500,
    "ruling_ms": 3_600_000,
}


def plan(pace: dict[str, int]) -> str:
    """The plan of the floor. The live Tiger table has a differential."""
    lines = ["[pace]", *(f"{key} = {value}" for key, value in pace.items())]
    lines += ["[floor]", "pairings_per_second = 1000", "messages_per_second = 200"]
    for place, (number, book) in enumerate(zip(NUMBERS, GAMES, strict=True)):
        minimum, maximum = LIMITS[place % len(LIMITS)]
        lines += ["[[table]]", f'name = "Baccarat-{number:02}"', f"number = {number}"]
        lines += [
            f'game = "{book.key}"',
            f"minimum_cents = {minimum}",
            f"maximum_cents = {maximum}",
        ]
        lines += [f"total_minimum_cents = {minimum}"]
        if book.key == "tiger-no-commission-live":
            lines += ["differential_cents = 150_000"]
    return "\n".join(lines)


class StaffClient:
    """A member of the staff who sends requests without a screen."""

    def __init__(self, house: House, name: str) -> None:
        self.address = house.address
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self.open = urllib.request.build_opener(cookies).open
        self.post("sign-in", name=name, password=demo_password(name))

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Send a request, and return the answer even if it is a refusal."""
        request = urllib.request.Request(  # noqa: S310  our own floor
            f"{self.address}/api/staff/{path}",
            json.dumps(body).encode(),
            {"x-punto": "staff", "content-type": "application/json"},
        )
        with self.open(request) as answer:
            return cast("dict[str, Any]", json.load(answer))

    def act(self, table: str, command: str, propose: bool = False, **fields: Any) -> dict[str, Any]:
        """Send a command to a table."""
        body = {"id": secrets.token_hex(16), "command": command, "with": fields}
        return self.post(f"tables/{table}/actions", **body, second=None, propose=propose)


@contextmanager
def floor() -> Iterator[House]:
    """Open a floor whose patrons have played, with betting open."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.plan.write_text(plan(FAST), encoding="utf-8")
        house.open()
        # The browser's driver uses the event loop of this thread.
        with ThreadPoolExecutor(1) as beside:
            beside.submit(asyncio.run, play(house.port, SECONDS_PLAYED)).result()
        house.close()
        house.plan.write_text(plan(VISIBLE_PACE), encoding="utf-8")
        house.open()
        yield house
        house.close()


def names() -> list[str]:
    """The keys of the tables."""
    return [f"baccarat-{number:02}" for number in NUMBERS]


async def play(port: int, seconds: float, maximum: int = 3) -> None:
    """Let patrons at every table bet in every round."""
    served = Served(None, port, None)  # type: ignore[arg-type]
    async with AsyncExitStack() as stack:
        players = [
            (await stack.enter_async_context(served.terminal(name, cents=900_000_00)), name, seat)
            for seat in range(maximum)
            for name in names()
        ]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                # On a busy machine the floor disconnects slow readers; the others continue.
                stakes = (_stake(*each) for each in players)
                await asyncio.gather(*stakes, return_exceptions=True)


async def _stake(terminal: Terminal, table: str, seat: int) -> None:
    wager = ("banker", "player", "banker")[seat]
    while True:
        view = await terminal.seen(table, "bets-open")
        with suppress(KeyError):
            cents = STAKES[wager] * 500 * (1 + (view["round"] * (seat + 2)) % 4)
            await terminal.place(table, **{wager: cents, "tie": STAKES["tie"] * 500})
        await terminal.seen(table, "bets-open", after=view["round"])


async def sit(port: int, ready: asyncio.Event, finished: asyncio.Event) -> None:
    """Seat patrons with stakes on the layout, who stay while the screenshots are taken."""
    served = Served(None, port, None)  # type: ignore[arg-type]
    async with AsyncExitStack() as stack:
        for place, name in enumerate(names()):
            for seat in range(2 + place % 4):
                terminal = await stack.enter_async_context(served.terminal(name, cents=90_000_00))
                wager = ("banker", "player", "banker", "banker")[seat % 4]
                cents = 30_000 + 10_000 * ((place + seat) % 5)
                side = {"tie": 1_000 * (1 + seat)}
                if place != 8:
                    await terminal.place(name, **{wager: cents}, **side)
                if (place, seat) == (3, 0):
                    call = {"table": name, "reason": "dispute", "round": 5}
                    await terminal.ask(type="call-attendant", **call)
        ready.set()
        await finished.wait()


def trouble(house: House) -> None:
    """Cause held rounds, and propose a void and new limits that wait for approval."""
    manager, pit = StaffClient(house, "G-02"), StaffClient(house, "P-07")
    for table in ("baccarat-12", "baccarat-09"):
        report: dict[str, Any] = {
            "trigger": "uncovered",
            "saw": [],
            "evidence": "A patron fell ill at the table",
        }
        assert manager.act(table, "ReportIrregularity", **report)["ok"]
    void: dict[str, Any] = {
        "outcome": "void",
        "reason": "The round cannot be finished",
        "cards": [],
    }
    assert manager.act("baccarat-09", "GiveRuling", propose=True, **void)["ok"]
    with pit.open(f"{house.address}/api/staff/tables/baccarat-21/settings") as answer:
        settings = json.load(answer)["settings"]
    settings["limits"] = [{**each, "maximum_cents": 800_000} for each in settings["limits"]]
    pit.act("baccarat-21", "ChangeSettings", propose=True, settings=settings)


def pit_images(camera: Camera) -> None:
    """Take the queue, a void in the side panel, the differential and the limits."""
    member = Member(camera.browser, camera.house.address, "P-07", "/pit", PIT_SCREEN)
    member.until("punto.pit.floor?.queue.length >= 3")
    place = member.until(
        "1 + punto.pit.floor.queue.findIndex((each) => each.opens.kind === 'entry'"
        " && each.table === 'baccarat-09')"
    )
    member.press(str(place))
    member.until("document.querySelector('.part-entry .two-persons')")
    member.page.wait_for_timeout(400)
    camera.take(member.page, "pit")
    member.press("Escape")
    held = member.until("1 + punto.pit.floor.queue.findIndex((each) => each.opens.kind === 'hold')")
    member.press(str(held))
    member.until("punto.pit.view?.hold")
    member.page.wait_for_timeout(300)
    camera.take(member.page, "pit-held")
    member.press("l")
    member.until("document.querySelector('.limits-grid')")
    camera.take(member.page, "pit-limits")
    member.close()


def cage_images(camera: Camera) -> None:
    """Take a shift with sales, a voucher and a request for approval."""
    member = Member(camera.browser, camera.house.address, "C-11", "/cage", DESK_SCREEN)
    member.reads("Count the float")
    member.press("o")
    member.type("20000")
    member.press("Enter")
    member.until("document.querySelector('[data-cash]')")
    patron = camera.patron((1366, 768)).sit("baccarat-07", credit_cents=0)
    # On a busy floor the new visit appears only after a moment.
    member.until("punto.desk.view.visits.some((each) => each.credit_cents === 0)")
    rows = member.page.evaluate("punto.desk.view.visits.map((each) => each.credit_cents)")
    place = rows.index(0)
    member.page.click(f".visits-grid tbody tr >> nth={place} >> text=Sell credit")
    member.type("1250.50")
    member.press("Enter")
    patron.until("punto.terminal.credit === 125050")
    number = collected(patron)
    member.press("r")
    member.type(number)
    member.press("Enter")
    member.until("document.querySelector('.worth-box .loud')")
    member.page.wait_for_timeout(2_500)
    camera.take(member.page, "cage-desk")
    member.page.evaluate("document.activeElement.blur()")
    member.press("v")
    member.page.locator(".which .btn").first.click()
    member.reads("becomes worthless")
    member.type("printed twice")
    member.press("Enter")
    member.until("document.activeElement?.name === 'second'")
    camera.take(member.page, "cage-second")
    member.press("Escape")
    member.close()
    camera.close(patron)


def people_image(camera: Camera) -> None:
    """Take the staff accounts, as the administrator sees them."""
    out = (camera.house.folder / "serve.out").read_text(encoding="utf-8")
    code = re.findall(r"the code (\S+) for one use", out)[-1]
    page = camera.patron(DESK_SCREEN).page
    page.goto(f"{camera.house.address}/staff")
    page.fill("[name=name]", "admin")
    page.fill("[name=password]", code)
    page.keyboard.press("Enter")
    page.wait_for_selector("[name=new]")
    page.fill("[name=old]", code)
    for field in ("new", "again"):
        page.fill(f"[name={field}]", "a long word of my own")
    page.keyboard.press("Enter")
    page.wait_for_selector("a[href='/people']")
    page.goto(f"{camera.house.address}/people")
    page.wait_for_selector("[data-person=C-11]")
    camera.take(page, "people")


def pit(browser: Browser) -> None:
    """Take the screens of pit, cage and staff accounts."""
    with floor() as house, staying(house):
        camera = Camera(browser, house)
        trouble(house)
        pit_images(camera)
        cage_images(camera)
        people_image(camera)


@contextmanager
def staying(house: House) -> Iterator[None]:
    """Keep patrons at the tables in another thread while the screenshots are taken."""
    loop = asyncio.new_event_loop()
    ready, finished = asyncio.Event(), asyncio.Event()
    thread = threading.Thread(
        target=lambda: loop.run_until_complete(sit(house.port, ready, finished)), daemon=True
    )
    thread.start()
    until = time.monotonic() + 60
    while not ready.is_set() and time.monotonic() < until:
        time.sleep(0.1)
    yield
    loop.call_soon_threadsafe(finished.set)
    thread.join(10)
