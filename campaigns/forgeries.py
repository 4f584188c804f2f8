"""Try forged tokens, sockets, vouchers and bundles.

The floor must refuse every one. Afterwards the campaign disables each check and repeats the
attempts. These must succeed, because a check that cannot fail proves nothing.
"""

import hmac
import json
import random
import secrets
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from campaigns.door import HERE, HOST, Inside, decides_at_once, planted, say
from punto import audit
from punto.floor.access.demo_staff import DEMO_STAFF, demo_password
from punto.floor.access.sessions import IDLE_SECONDS, MAX_SECONDS, StaffSessions
from punto.floor.streams.owner import Committed
from punto.floor.web.app import make_app
from punto.floor.web.security_headers import SecurityHeaders
from punto.floor.wire import terminal as wire
from punto.floor.wire.staff import SUBPROTOCOL
from punto.journal.keys import key_of
from punto.ledger import vouchers
from tests.audit.exported_bundles import bundle_of, forged_and_accepted, house_in
from tests.audit.shift import whole_shift
from tests.floor.playing import FAST, plan_of, served

CONTROL = 400
SEED = 6
VICTIM = "A-05"
"""The person whose sessions end. The forger opens many of them."""

LIVE_VOUCHERS = 5

Try = Callable[[], Awaitable[bool]]
"""An attempt. It returns whether the floor accepted it."""


async def forgeries(tries: int) -> None:
    """Make this number of attempts of every kind."""
    with tempfile.TemporaryDirectory() as folder:
        async with served(Path(folder), plan_of("tiger-no-commission-live", pace=FAST)) as floor:
            decides_at_once(floor.floor)
            forger = Forger(floor.floor, make_app(floor.floor.web))
            await forger.begin()
            await _tried("stolen tokens", forger.stolen, tries, forger.any_token)
            await _tried("replayed tokens", forger.replayed, tries, forger.any_token)
            await _tried("expired tokens", forger.expired, tries, forger.any_token)
            await _tried("cross-origin sockets", forger.cross_origin, tries, forger.any_origin)
            await _tried("forged vouchers", forger.voucher, tries, forger.any_voucher)
    with tempfile.TemporaryDirectory() as folder:
        _bundles(Path(folder), tries)


def _bundles(folder: Path, tries: int) -> None:
    """Forge the bundle of a real round again and again."""
    house, journal = house_in(folder / "audit"), whole_shift(folder, "tiger-no-commission-live")
    data = bundle_of(journal, "t1", 1, 1, house).data
    audit.verify(data, house.key.public)
    begun = time.perf_counter()
    accepted = forged_and_accepted(data, house.key.public, tries, SEED)
    took = time.perf_counter() - begun
    with planted(audit, "verify", lambda *_: None):
        caught = forged_and_accepted(data, house.key.public, CONTROL, SEED)
    say(
        f"forged bundles: accepted {accepted} of {tries:,}; with the check disabled {caught} "
        f"of {CONTROL}; {tries / took:,.0f} a second, "
        f"{'pass' if accepted == 0 and caught > 0 else 'FAIL'}"
    )


async def _tried(kind: str, attempt: Try, tries: int, plant: Callable[[], Any]) -> None:
    begun = time.perf_counter()
    accepted = sum([await attempt() for _ in range(tries)])
    took = time.perf_counter() - begun
    with plant():
        caught = sum([await attempt() for _ in range(CONTROL)])
    say(
        f"{kind}: accepted {accepted} of {tries:,}; with the check disabled {caught} of "
        f"{CONTROL}; {tries / took:,.0f} a second, "
        f"{'pass' if accepted == 0 and caught > 0 else 'FAIL'}"
    )


class Forger:
    """A forger who has seen valid tokens and vouchers of the past."""

    def __init__(self, floor: Any, app: Any) -> None:
        self._floor, self._app, self._chance = floor, app, random.Random(SEED)
        self._live: list[str] = []
        self._vouchers: list[str] = []

    async def begin(self) -> None:
        """Sign in the staff, and buy and redeem vouchers."""
        room = self._floor.staff
        for each in DEMO_STAFF:
            if each.name != VICTIM:
                token, _ = await room.sign_in(each.name, demo_password(each.name), HERE)
                self._live.append(token)
        cashier, _ = await room.sign_in("C-12", demo_password("C-12"), HERE)
        self._cage = Inside(self._app, cashier)
        opened = await self._at_cage("OpenShift", float_cents=10_000_00)
        assert opened["ok"], opened
        for place in range(20):
            await self._spend_voucher(at_cage=place % 2 == 0)
        self._unspent = [await self._new_voucher() for _ in range(LIVE_VOUCHERS)]
        assert await self._gets_in(self._live[0]), "a token that is good is accepted"

    async def _new_voucher(self) -> str:
        """The printed number of a new voucher."""
        floor = self._floor
        terminal, _ = await floor.enrolment.enrol()
        visit = await floor.visits.visit(terminal)
        bought = wire.BuyCredit(secrets.token_hex(16), 100_00)
        await floor.visits.buy_demo_credit(bought, terminal, visit)
        requested = wire.CollectCredit(secrets.token_hex(16), 100_00)
        answer = await floor.vouchers.collect(requested, terminal, visit)
        assert isinstance(answer, Committed)
        self._terminal, self._visit = terminal, await floor.visits.visit(terminal)
        printed = await floor.vouchers.voucher(answer, terminal, requested.id, None)
        return str(printed.number)

    async def _spend_voucher(self, *, at_cage: bool) -> None:
        self._vouchers.append(await self._new_voucher())
        if at_cage:
            paid = await self._at_cage("RedeemVoucher", voucher=self._vouchers[-1], cents=100_00)
            assert paid["ok"], paid
            return
        spent = wire.RedeemVoucher(secrets.token_hex(16), self._vouchers[-1])
        answer = await self._floor.vouchers.redeem(spent, self._terminal, self._visit)
        assert isinstance(answer, Committed)

    async def stolen(self) -> bool:
        """Try an altered token: guessed, cut, reversed, a digest or another key."""
        if self._chance.random() < 0.1:
            # A valid token, but from another machine
            token, _ = self._floor.staff.sessions.begin(VICTIM, "", HERE)
            return await self._gets_in(token, f"10.0.0.{self._chance.randrange(256)}")
        good = self._chance.choice(self._live)
        place = self._chance.randrange(len(good))
        other = self._chance.choice("0123456789abcdef".replace(good[place], ""))
        sessions = self._floor.staff.sessions._by_digest
        forged = self._chance.choice(
            (
                lambda: self._chance.randbytes(32).hex(),
                lambda: good[:place] + other + good[place + 1 :],
                lambda: good[:place],
                lambda: good + other,
                lambda: good[::-1],
                lambda: good.upper() if good.upper() != good else good + "0",
                lambda: self._chance.choice(list(sessions)),
                lambda: self._floor.vouchers._key.newest.raw.hex(),
                lambda: f"{self._chance.choice(DEMO_STAFF).name}.{good[:place]}",
                lambda: f'"{good}x"',
            )
        )()
        return await self._gets_in(forged)

    async def replayed(self) -> bool:
        """Try a token after its session ended."""
        sessions = self._floor.staff.sessions
        token, session = sessions.begin(VICTIM, "", HERE)
        sessions.end(session, self._chance.choice(("signed-out", "revoked")))
        return await self._gets_in(token)

    async def expired(self) -> bool:
        """Try a token that just expired, by inactivity or by age."""
        sessions = self._floor.staff.sessions
        token, session = sessions.begin(VICTIM, "", HERE)
        if self._chance.random() < 0.5:
            session.used -= IDLE_SECONDS
        else:
            session.began -= MAX_SECONDS
        return await self._gets_in(token)

    async def _at_cage(self, command: str, **fields: Any) -> dict[str, Any]:
        body = {"id": secrets.token_hex(16), "command": command, "with": fields}
        _, received = await self._cage.post("/api/staff/cage/actions", json.dumps(body).encode())
        answer: dict[str, Any] = received
        return answer

    async def _gets_in(self, token: str, address: str = HERE) -> bool:
        inside = Inside(self._app, token, address)
        way = self._chance.randrange(8)
        if way == 0:
            return await inside.is_let_in("/ws/staff", SUBPROTOCOL, b"http://" + HOST)
        if way == 1:
            status, content = await inside.post(
                "/api/staff/tables/tiger-live-8/dealer", b'{"attends":true}'
            )
            return status == 200 or content["code"] != "not-signed-in"
        status, content = await inside.get("/api/staff/me")
        return content["me"] is not None

    async def cross_origin(self) -> bool:
        """Open a socket from another site, with the cookie of a signed-in person."""
        origin = self._chance.choice(ORIGINS) + b"" * self._chance.randrange(2)
        inside = Inside(self._app, self._chance.choice(self._live))
        if self._chance.random() < 0.5:
            return await inside.is_let_in("/ws/staff", SUBPROTOCOL, origin)
        return await inside.is_let_in("/ws", wire.SUBPROTOCOL, origin)

    async def voucher(self) -> bool:
        """Try a voucher that was redeemed, never issued, of another house, or altered."""
        printed = self._chance.choice(self._vouchers)
        number = vouchers.DEMO + self._chance.randbytes(16).hex()
        mark = self._floor.vouchers._key.newest.mac
        place = self._chance.randrange(len(printed))
        letter = self._chance.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".replace(printed[place], ""))
        forged = self._chance.choice(
            (
                lambda: printed,
                lambda: printed[:place] + letter + printed[place + 1 :],
                lambda: vouchers.format_voucher(
                    number, key_of(self._chance.randbytes(32)).newest.mac
                ),
                lambda: vouchers.format_voucher(number, mark),
                lambda: self._with_another_check(),
                lambda: vouchers.format_voucher(number.removeprefix(vouchers.DEMO), mark),
                lambda: printed.removeprefix("DEMO-"),
                lambda: printed[:-1],
                lambda: printed + letter,
                lambda: printed[place:] + printed[:place],
                lambda: printed.lower().replace("-", " "),
            )
        )()
        if self._chance.random() < 0.5:
            return bool((await self._at_cage("RedeemVoucher", voucher=forged, cents=100_00))["ok"])
        requested = wire.RedeemVoucher(secrets.token_hex(16), forged)
        answer = await self._floor.vouchers.redeem(requested, self._terminal, self._visit)
        return isinstance(answer, Committed)

    def _with_another_check(self) -> str:
        """The number of a valid voucher, with a check from a client without the key."""
        good = self._chance.choice(self._unspent)
        number = vouchers.parse_voucher(good, [self._floor.vouchers._key.newest.mac])
        check = self._chance.randbytes(vouchers.CHECK_BYTES)
        return vouchers.format_voucher(number, lambda _text: check)

    # Disabled checks

    def any_token(self) -> Any:
        """Accept every token."""
        (live,) = list(self._floor.staff.sessions._by_digest.values())[:1]
        return planted(StaffSessions, "find", lambda _self, _token, _address: live)

    def any_origin(self) -> Any:
        """Accept sockets of every site."""
        return planted(SecurityHeaders, "_is_for_floor", lambda _self, _scope: True)

    def any_voucher(self) -> Any:
        """Ignore the check of a voucher, so that its number is enough."""
        unchecked = SimpleNamespace(digest=hmac.digest, compare_digest=lambda *_: True)
        return planted(vouchers, "hmac", unchecked)


ORIGINS = (
    b"null",
    b"",
    b"http://evil.example",
    b"https://127.0.0.1:8731.evil.example",
    b"http://127.0.0.1",
    b"http://127.0.0.1:8732",
    b"http://localhost:8731",
    b"http://[::1]:8731",
    b"http://evil.example#http://127.0.0.1:8731",
    b"http://evil.example/127.0.0.1:8731",
    b"http://127.0.0.1:8731@evil.example",
    b"http://evil.example?127.0.0.1:8731",
    b"file://",
    b"127.0.0.1:8731",
    b"http://127.0.0.1:08731",
    b"\xff\xfe",
)
"""Origins of other sites. Some of them resemble ours."""
