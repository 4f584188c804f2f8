"""Take the screenshots that the pages show, from real floors in a real browser."""

import asyncio
import io
import json
import re
import secrets
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, cast

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from punto.certification.days.sample_floor import SampleFloor
from punto.floor.access.demo_staff import demo_password
from punto.floor.operations.start_check import record_kind
from punto.games.library import GAMES
from punto.journal.stores.sqlite import SqliteJournal
from tests.browser.chromium import launched
from tests.browser.desks import PIT_MANAGER, Staff, live_house
from tests.browser.evening import Evening, bet
from tests.browser.house import House
from tests.browser.member import DESK_SCREEN, PIT_SCREEN, Member
from tests.browser.patron import Patron
from tests.browser.test_terminal import collected
from tests.floor.playing import Served, Terminal

SHOTS = Path(__file__).parent / "shots"
KIOSK, LAPTOP, PHONE = (1920, 1080), (1366, 768), (390, 844)
NUMBERS = (7, 8, 9, 10, 11, 12, 21, 22, 31, 41)
LIMITS = ((500, 200_000), (500, 200_000), (2_500, 500_000), (100, 50_000), (1_000, 500_000))
LIVE_TABLE, AUDITOR = "baccarat-12", "A-05"
ROUNDS_FIRST = 8
"""The rounds that fill the roads of a live table before the first picture."""

CHIP_CENTS = 10_000
"""The chip that patrons place on Player and Banker. On side wagers they place a smaller chip."""

SECONDS_PLAYED = 12
STAKES = {"banker": 60, "player": 50, "tie": 3}
FAST = {
    "betting_ms": 120,
    "confirm_ms": 20,
    "card_gap_ms": 20,
    "settle_ms": 10,
    "result_pause_ms": 60,
    "shoe_ms": 20,
}
VISIBLE_PACE = {
    "betting_ms": 45_000,
    "confirm_ms": 300,
    "card_gap_ms": 4_000,
    "settle_ms": 600,
    "result_pause_ms": 9_000,
    "shoe_ms": 500,
    "ruling_ms": 3_600_000,
}
ROUND_SECONDS = 120.0

#: Waits until open dialogs have faded in.
STILL = """() => Promise.all([...document.querySelectorAll('dialog[open]')]
  .flatMap((dialog) => dialog.getAnimations()).map((fade) => fade.finished))"""


class Camera:
    """Takes screenshots of pages, as small WebP files."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser, self.house = browser, house

    def patron(self, size: tuple[int, int], **options: object) -> Patron:
        """Open a screen of the given size for a patron."""
        scale = 2 if size == PHONE else 1
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            **options,  # type: ignore[arg-type]
        )
        return Patron(context.new_page(), self.house.address)

    def take(self, page: Page, name: str) -> None:
        """Save a screenshot of a page under a name."""
        page.mouse.move(1, 1)
        page.evaluate(STILL)
        image = Image.open(io.BytesIO(page.screenshot()))
        SHOTS.mkdir(exist_ok=True)
        image.convert("RGB").save(SHOTS / f"{name}.webp", quality=82, method=6)
        sys.stdout.write(f"{name}\n")

    def close(self, patron: Patron) -> None:
        """Close the page of a patron, and fail if it had an error."""
        assert not patron.errors, patron.errors
        patron.page.context.close()


# Automatic tables with patrons, pit and cage


def plan(pace: dict[str, int]) -> str:
    """The plan of the floor. The live Tiger table has a differential."""
    lines = ["[pace]", *(f"{key} = {value}" for key, value in pace.items())]
    lines += ["[floor]", "pairings_per_second = 1000", "messages_per_second = 200"]
    for place, (number, book) in enumerate(zip(NUMBERS, GAMES, strict=True)):
        minimum, maximum = LIMITS[place % len(LIMITS)]
        lines += ["[[table]]", f'name = "Baccarat-{number:02}"', f"number = {number}"]
        lines += [f'game = "{book.key}"', f"maximum_cents = {maximum}"]
        lines += [f"minimum_cents = {minimum}", f"total_minimum_cents = {minimum}"]
        lines += ["denominations_cents = [500, 1000, 5000, 10000, 50000, 100000]"]
        if book.key == "tiger-no-commission-live":
            lines += ["differential_cents = 150_000"]
    return "\n".join(lines)


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


def automatic_tables(browser: Browser) -> None:
    """Take terminals, then pit, cage and staff accounts with patrons at the tables."""
    with floor() as house:
        camera = Camera(browser, house)
        terminal_images(camera)
        phone_image(camera)
        with staying(house):
            trouble(house)
            pit_images(camera)
            cage_images(camera)
            people_image(camera)


def terminal_images(camera: Camera) -> None:
    """Take Tiger No Commission on a kiosk, with bets open and settled."""
    patron = camera.patron(KIOSK).sit("baccarat-12", credit_cents=500_000)
    patron.wait_for_bets()
    patron.page.click("[data-cents='10000']")
    patron.bet("banker")
    patron.page.click("[data-cents='1000']")
    patron.bet("tie", "tiger", "small_tiger")
    camera.take(patron.page, "terminal-open")
    patron.wait_for("settled", ROUND_SECONDS)
    patron.page.wait_for_timeout(1_200)
    camera.take(patron.page, "terminal-result")
    camera.close(patron)


def phone_image(camera: Camera) -> None:
    """Take Fortune Six on a phone."""
    patron = camera.patron(PHONE, has_touch=True, is_mobile=True)
    patron.sit("baccarat-08", credit_cents=100_000)
    patron.until("punto.terminal.canBet", ROUND_SECONDS)
    patron.bet("player", "tie", "fortune_six")
    camera.take(patron.page, "phone-open")
    camera.close(patron)


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


# A live table, and the audit desk that replays its rounds


@contextmanager
def live_table(browser: Browser, **settings: int) -> Iterator[Evening]:
    """Open a floor with one live table, and fail if a page had an error."""
    with tempfile.TemporaryDirectory() as folder:
        limits = {"number": 12, "positions": 9, "maximum_cents": 2_000_000, **settings}
        house = live_house(Path(folder), name="Baccarat-12", **limits)
        house.open()
        evening = Evening(browser, house, LIVE_TABLE)
        try:
            yield evening
        finally:
            errors = evening.close()
            house.close()
        assert not errors, errors


def place(patrons: list[Patron], stakes: tuple[tuple[tuple[str, int], ...], ...]) -> None:
    """Let each patron place chips on some areas."""
    for patron, bets in zip(patrons, stakes, strict=True):
        for wager, times in bets:
            bet(patron, wager, times, CHIP_CENTS if wager in ("banker", "player") else 2_500)


def opened(evening: Evening) -> Staff:
    """Play some rounds for the roads, without patrons."""
    console = evening.opened()
    for _ in range(ROUNDS_FIRST):
        console.deal_until("settle")
        console.step()
        console.deal_until("open-bets")
    return console


def dealer(browser: Browser) -> None:
    """Take sign-in, a squeeze, a third card, the facts, a held round and the patrons' choices."""
    with live_table(browser, differential_cents=150_000, withdrawal_seconds=600) as evening:
        _evening(evening, Camera(browser, evening.house))


STAKES_AT_THE_TABLE = (
    (("banker", 3), ("tiger", 1)),
    (("player", 2), ("tie", 1)),
    (("banker", 3),),
    (("player", 4),),
)


def _evening(evening: Evening, camera: Camera) -> None:
    page = evening.staff().page
    page.goto(f"{evening.house.address}/staff")
    page.wait_for_selector(".demo")
    camera.take(page, "staff-sign-in")
    page.context.close()
    console = opened(evening)
    patrons = [evening.patron(500_000) for _ in STAKES_AT_THE_TABLE]
    is_squeezed = is_recorded = False
    for _ in range(16):
        _bets(console, patrons)
        console.deal_until("expose")
        if not is_squeezed:
            _squeeze(console, patrons, camera)
            is_squeezed = True
        console.deal_until("draw", "settle")
        if is_recorded and console.title == "Player draws a third card":
            _held(evening, console, patrons, camera)
            return
        while console.next["key"] != "settle":
            if console.next["table_of_play"] and not is_recorded:
                camera.take(console.page, "dealer")
                is_recorded = True
            console.step()
        console.step()
        console.deal_until("open-bets")


def _bets(console: Staff, patrons: list[Patron]) -> None:
    console.step()
    place(patrons, STAKES_AT_THE_TABLE)
    console.press("s")
    console.until("document.activeElement?.name === 'position'")
    console.page.keyboard.type("7")
    for wager, dollars in (("player", "300"), ("tiger_pair", "20")):
        console.tab_to(f"[name={wager}]")
        console.page.keyboard.type(dollars)
    console.press("Enter")
    console.until("!document.querySelector('dialog[open]')")


def _squeeze(console: Staff, patrons: list[Patron], camera: Camera) -> None:
    """Let the patron who squeezes lift an edge of a card."""
    console.step()
    console.step()
    for patron in patrons:
        if patron.page.evaluate("Boolean(punto.terminal.seat.view.own.squeeze)"):
            patron.page.click(".squeeze .lift >> nth=0")
            patron.page.click(".squeeze .lift >> nth=1")
            patron.page.click(".squeeze .lift >> nth=1")
            camera.take(patron.page, "terminal-squeeze")
            break


def _held(evening: Evening, console: Staff, patrons: list[Patron], camera: Camera) -> None:
    console.press("i")
    console.page.click("[data-trigger=drawn-together]")
    console.until("document.querySelector('dialog[open] .facts-form')")
    camera.take(console.page, "dealer-facts")
    console.press("Escape")
    console.report("drawn-together", "order-unknown")
    console.until("punto.dealer.view.hold")
    console.page.wait_for_timeout(1_500)
    camera.take(console.page, "dealer-held")
    pit = evening.staff().sign_in(PIT_MANAGER, f"/dealer/{LIVE_TABLE}")
    pit.until("globalThis.punto?.dealer?.view?.hold")
    pit.choose("1", reason="As surveillance saw it")
    for patron, act in zip(patrons, ("stay", "withdraw"), strict=False):
        patron.until("punto.terminal.seat.view.hold?.may_answer")
        patron.page.click(f"[data-act={act}]")
    console.until("document.querySelector('.answer-withdraws')")
    camera.take(console.page, "dealer-choices")


def audit(browser: Browser) -> None:
    """Take the audit desk at a moment of a replay when only one seat may see a card."""
    with live_table(browser) as evening:
        number = _squeezed_round(evening)
        _replayed(evening.staff(), number, Camera(browser, evening.house))


def _squeezed_round(evening: Evening) -> int:
    """Play until Banker draws a third card, and return the number of the round."""
    console = opened(evening)
    stakes = STAKES_AT_THE_TABLE[:3]
    patrons = [evening.patron(500_000) for _ in stakes]
    for _ in range(12):
        console.step()
        place(patrons, stakes)
        console.deal_until("settle")
        number, cards = console.page.evaluate(
            "[punto.dealer.view.round, punto.dealer.view.hands.banker.cards.length]"
        )
        console.step()
        console.deal_until("open-bets")
        if cards == 3:
            return int(number)
    raise AssertionError("Banker drew no third card in 12 rounds")


def _replayed(auditor: Staff, number: int, camera: Camera) -> None:
    auditor.sign_in(AUDITOR, "/audit")
    page = auditor.page
    auditor.until("document.querySelector('.chain .verdict b')")
    auditor.press("h")
    auditor.until("document.querySelector('.verdict').textContent.includes('Chain intact')", 60)
    page.goto(f"{auditor.address}/audit?table={LIVE_TABLE}&round={number}")
    auditor.until("document.querySelectorAll('.screen').length === 4")
    steps = page.locator(".entries tbody tr").count()
    for _ in range(steps):
        # Step back from the end to the last moment at which a seat holds cards.
        if page.locator(".screen.may .in-hand .face").count():
            break
        auditor.press("ArrowLeft")
        page.wait_for_timeout(60)
    page.wait_for_timeout(800)
    camera.take(page, "audit")


# The reports


def reports(browser: Browser) -> None:
    """Take the game performance report in English and in Chinese."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        journal = SqliteJournal(data / "floor.db")
        floor = SampleFloor(journal)
        record_kind(floor.cage, is_demo=True)
        floor.play(128)
        journal.close()
        house = House(Path(folder), {"tiger-5": "tiger"})
        house.open()
        camera = Camera(browser, house)
        member = Member(browser, house.address, AUDITOR, "/reports", DESK_SCREEN)
        member.until("document.querySelector('.report .sheet')", ROUND_SECONDS)
        _on_the_day(member, "gaming day 13 Nov 2026")
        camera.take(member.page, "reports")
        member.page.evaluate("localStorage.setItem('punto.settings', '{\"language\":\"zh\"}')")
        member.page.reload()
        member.until("document.querySelector('.report .sheet')", ROUND_SECONDS)
        _on_the_day(member, "营业日 2026 年 11 月 13 日")
        camera.take(member.page, "reports-zh")
        member.close()
        house.close()


def _on_the_day(member: Member, words: str) -> None:
    member.page.fill("[name=day]", "2026-11-13")
    member.until(f"document.body.innerText.includes('{words}')", ROUND_SECONDS)
    member.page.evaluate("document.activeElement.blur()")


SCENES: tuple[Callable[[Browser], None], ...] = (automatic_tables, dealer, audit, reports)


def main() -> None:
    """Take all screenshots, or those of the scenes on the command line."""
    only = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for scene in SCENES:
            if not only or scene.__name__ in only:
                scene(browser)
        browser.close()


if __name__ == "__main__":
    main()
