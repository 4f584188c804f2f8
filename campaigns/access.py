"""Who gets in and who does what: the whole matrix of positions, and forgeries without number.

Everything goes to the real handlers, in process, by the door a server would use (ASGI): the strict
headers, the routes, the staff desk, the tables and a journal on disk. The matrix asks every command
of every sample table as every role; what is expected is read from the reference page on positions.
Of each kind of forgery none may be accepted. Each check is then tried with what it guards planted
open, and must fail: a check that cannot fail proves nothing.
"""

import asyncio
import json
import random
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import structlog

from campaigns.asked_size import asked
from punto import audit
from punto.core.positions import Position
from punto.ledger import vouchers
from punto.server import sessions as of_patrons
from punto.server import wire
from punto.server.app import StrictHeaders, app_of
from punto.server.demo_staff import DEMO_STAFF, demo_password
from punto.server.desk import Done
from punto.server.staff_sessions import IDLE_SECONDS, MOST_SECONDS, StaffSessions
from punto.server.staff_wire import SUBPROTOCOL
from tests.audit.bundles import bundle_of, forged_and_accepted, house_in
from tests.server import matrix as positions
from tests.server.playing import FAST, plan_of, served

TRIES = {"small": 2_000, "full": 100_000, "huge": 1_000_000}
STRIDE = {"small": 97, "full": 1, "huge": 1}
CONTROL = 400
CONTROL_CELLS = 20
LETTERS = ("E", "F", "T", "U", "R")
SEED = 6
VICTIM = "A-05"
"""Whose sessions end; they are many."""

HERE = "127.0.0.1"
HOST = b"127.0.0.1:8731"

Try = Callable[[], Awaitable[bool]]
"""Tries to get in, and says whether it did."""


def main(size: str) -> None:
    """Tries it all and says what was found."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    for letter in LETTERS:
        asyncio.run(_matrix(letter, STRIDE[size]))
    asyncio.run(_forgeries(TRIES[size]))


# The door


class Inside:
    """Somebody who asks the application itself, by a token."""

    def __init__(self, app: Any, token: str, address: str = HERE) -> None:
        self._app, self._token, self._client = app, token, (address, 1)

    async def post(self, path: str, body: bytes) -> tuple[int, Any]:
        """The answer to something asked."""
        return await self._http("POST", path, body)

    async def get(self, path: str) -> tuple[int, Any]:
        """The answer to a look."""
        return await self._http("GET", path, b"")

    async def _http(self, method: str, path: str, body: bytes) -> tuple[int, Any]:
        answer: dict[str, Any] = {}

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                answer["status"] = message["status"]
            else:
                answer["body"] = answer.get("body", b"") + message.get("body", b"")

        headers = [(b"host", HOST), (b"x-punto", b"staff"), *self._cookie()]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": self._client,
            "server": ("127.0.0.1", 8731),
        }
        await self._app(scope, receive, send)
        return answer["status"], json.loads(answer["body"])

    async def is_let_in(self, path: str, protocol: str, origin: bytes | None) -> bool:
        """Whether a socket is accepted; it goes away at once."""
        heard = iter(({"type": "websocket.connect"},))
        told: list[str] = []

        async def receive() -> dict[str, Any]:
            return next(heard, {"type": "websocket.disconnect", "code": 1001})

        async def send(message: dict[str, Any]) -> None:
            told.append(message["type"])

        headers = [(b"host", HOST), *self._cookie()]
        if origin is not None:
            headers.append((b"origin", origin))
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": self._client,
            "server": ("127.0.0.1", 8731),
            "subprotocols": [protocol],
        }
        await self._app(scope, receive, send)
        return "websocket.accept" in told

    def _cookie(self) -> list[tuple[bytes, bytes]]:
        if not self._token:
            return []
        return [(b"cookie", f"punto_staff={self._token}".encode("utf-8", "surrogatepass"))]

    def close(self) -> None:
        """There is nothing to end."""


# The matrix


async def _matrix(letter: str, stride: int) -> None:
    async with _table_of(letter) as (matrix, inside):
        cells = positions.pairs(matrix.book)[::stride]
        begun = time.perf_counter()
        result = await positions.tried(matrix, cells, letter, inside)
        took = time.perf_counter() - begun
        missing = positions.missing(result.found, letter) if stride == 1 else []
        caught = await _planted_matrix(matrix, letter, inside)
    is_well = not result.unexpected and not missing and caught > 0
    say(
        f"matrix {letter}: {result.asked:,} asked by role, action and phase, "
        f"{result.allowed:,} allowed, unexpected allow {len(result.unexpected)}, cells of the page "
        f"not met {len(missing)}; control caught {caught}; "
        f"{result.asked / took:,.0f} a second, {'pass' if is_well else 'FAIL'}"
    )
    for each in (*result.unexpected[:5], *missing[:5]):
        say(f"  {each}")


@asynccontextmanager
async def _table_of(letter: str) -> AsyncIterator[tuple[positions.Matrix, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        async with positions.matrix_of(Path(folder), letter) as matrix:
            app = app_of(matrix.floor.floor)

            async def inside(_matrix: positions.Matrix, token: str) -> positions.Asks:
                return Inside(app, token)

            yield matrix, inside


async def _planted_matrix(matrix: positions.Matrix, letter: str, inside: Any) -> int:
    """With everybody let do everything, how many cells are found to be wrong."""
    from punto.table import decide

    with _planted(decide, "may", lambda *_: True), _planted(decide, "is_seconded", lambda *_: True):
        page = positions.expected(letter)
        cells = [
            (table, name, command)
            for table, name, command in positions.pairs(matrix.book)
            if not table.agenda and 0 < len(page[name, str(table.phase)]) < len(Position)
        ][:CONTROL_CELLS]
        return len((await positions.tried(matrix, cells, letter, inside)).unexpected)


# Forgeries


async def _forgeries(tries: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with served(Path(folder), plan_of("tiger-no-commission-live", pace=FAST)) as floor:
            forger = Forger(floor.floor, app_of(floor.floor))
            await forger.begin()
            await _tried("stolen tokens", forger.stolen, tries, forger.any_token)
            await _tried("replayed tokens", forger.replayed, tries, forger.any_token)
            await _tried("expired tokens", forger.expired, tries, forger.any_token)
            await _tried("cross-origin sockets", forger.cross_origin, tries, forger.any_origin)
            await _tried("forged vouchers", forger.voucher, tries, forger.any_voucher)
        _bundles(Path(folder), tries)


def _bundles(folder: Path, tries: int) -> None:
    """A bundle of rounds that were really played, forged again and again."""
    house, journal = house_in(folder / "audit"), folder / "floor.db"
    data = bundle_of(journal, "tiger-live-8", 1, 1, house).data
    audit.verify(data, house.key.public)
    begun = time.perf_counter()
    accepted = forged_and_accepted(data, house.key.public, tries, SEED)
    took = time.perf_counter() - begun
    with _planted(audit, "verify", lambda *_: None):
        caught = forged_and_accepted(data, house.key.public, CONTROL, SEED)
    say(
        f"forged bundles: accepted {accepted} of {tries:,}; with the check planted open {caught} "
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
        f"{kind}: accepted {accepted} of {tries:,}; with the check planted open {caught} of "
        f"{CONTROL}; {tries / took:,.0f} a second, "
        f"{'pass' if accepted == 0 and caught > 0 else 'FAIL'}"
    )


class Forger:
    """Somebody with much patience, who has seen tokens and vouchers that were once good."""

    def __init__(self, floor: Any, app: Any) -> None:
        self._floor, self._app, self._chance = floor, app, random.Random(SEED)
        self._live: list[str] = []
        self._vouchers: list[str] = []

    async def begin(self) -> None:
        """Signs people in and out again, and buys and spends vouchers."""
        room = self._floor.staff
        for each in DEMO_STAFF:
            if each.name != VICTIM:
                token, _ = await room.sign_in(each.name, demo_password(each.name), HERE)
                self._live.append(token)
        cashier, _ = await room.sign_in("C-12", demo_password("C-12"), HERE)
        self._cage = Inside(self._app, cashier)
        opened = await self._at_cage("OpenShift", float_cents=1_000_00)
        assert opened["ok"], opened
        for place in range(20):
            await self._spend_voucher(at_cage=place % 2 == 0)
        assert await self._gets_in(self._live[0]), "a token that is good is accepted"

    async def _spend_voucher(self, *, at_cage: bool) -> None:
        sessions = self._floor.sessions
        terminal, _ = await sessions.pair()
        visit = await sessions.visit(terminal)
        await sessions.buy(wire.Buy(secrets.token_hex(16), 100_00), terminal, visit)
        asked = wire.CollectAll(secrets.token_hex(16), 100_00)
        answer = await sessions.collect(asked, terminal, visit)
        assert isinstance(answer, Done)
        self._vouchers.append(sessions.voucher(answer, terminal, None).number)
        self._terminal, self._visit = terminal, await sessions.visit(terminal)
        if at_cage:
            paid = await self._at_cage("RedeemVoucher", voucher=self._vouchers[-1], cents=100_00)
            assert paid["ok"], paid
            return
        spent = wire.Redeem(secrets.token_hex(16), self._vouchers[-1])
        assert isinstance(await sessions.redeem(spent, terminal, self._visit), Done)

    async def stolen(self) -> bool:
        """Something like a token that is good: guessed, cut, turned, a digest, another's key."""
        if self._chance.random() < 0.1:
            # A good one, carried away to another machine.
            token, _ = self._floor.staff.sessions.begin(VICTIM, "", HERE)
            return await self._gets_in(token, f"10.0.0.{self._chance.randrange(256)}")
        good = self._chance.choice(self._live)
        place = self._chance.randrange(len(good))
        other = self._chance.choice("0123456789abcdef".replace(good[place], ""))
        kept = self._floor.staff.sessions._by_digest
        forged = self._chance.choice(
            (
                lambda: self._chance.randbytes(32).hex(),
                lambda: good[:place] + other + good[place + 1 :],
                lambda: good[:place],
                lambda: good + other,
                lambda: good[::-1],
                lambda: good.upper() if good.upper() != good else good + "0",
                lambda: self._chance.choice(list(kept)),
                lambda: self._floor.sessions._key.hex(),
                lambda: f"{self._chance.choice(DEMO_STAFF).name}.{good[:place]}",
                lambda: f'"{good}x"',
            )
        )()
        return await self._gets_in(forged)

    async def replayed(self) -> bool:
        """A token of somebody who has just signed out, or was signed out."""
        sessions = self._floor.staff.sessions
        token, session = sessions.begin(VICTIM, "", HERE)
        sessions.end(session, self._chance.choice(("signed-out", "revoked")))
        return await self._gets_in(token)

    async def expired(self) -> bool:
        """A token whose time is just up: not used for too long, or used for too long."""
        sessions = self._floor.staff.sessions
        token, session = sessions.begin(VICTIM, "", HERE)
        if self._chance.random() < 0.5:
            session.used -= IDLE_SECONDS
        else:
            session.began -= MOST_SECONDS
        return await self._gets_in(token)

    async def _at_cage(self, command: str, **fields: Any) -> dict[str, Any]:
        body = {"id": secrets.token_hex(16), "command": command, "with": fields}
        _, said = await self._cage.post("/api/staff/cage/acts", json.dumps(body).encode())
        answer: dict[str, Any] = said
        return answer

    async def _gets_in(self, token: str, address: str = HERE) -> bool:
        inside = Inside(self._app, token, address)
        way = self._chance.randrange(8)
        if way == 0:
            return await inside.is_let_in("/ws/staff", SUBPROTOCOL, b"http://" + HOST)
        if way == 1:
            status, said = await inside.post(
                "/api/staff/tables/tiger-live-8/attend", b'{"attends":true}'
            )
            return status == 200 or said["code"] != "not-signed-in"
        status, said = await inside.get("/api/staff/me")
        return said["me"] is not None

    async def cross_origin(self) -> bool:
        """A socket that another page opens in the browser of somebody who is signed in."""
        origin = self._chance.choice(ORIGINS) + b"" * self._chance.randrange(2)
        inside = Inside(self._app, self._chance.choice(self._live))
        if self._chance.random() < 0.5:
            return await inside.is_let_in("/ws/staff", SUBPROTOCOL, origin)
        return await inside.is_let_in("/ws", wire.SUBPROTOCOL, origin)

    async def voucher(self) -> bool:
        """A voucher that was spent, was never issued, or is another house's."""
        printed = self._chance.choice(self._vouchers)
        number, key = self._chance.randbytes(16), self._floor.sessions._key
        place = self._chance.randrange(len(printed))
        letter = self._chance.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".replace(printed[place], ""))
        forged = self._chance.choice(
            (
                lambda: printed,
                lambda: printed[:place] + letter + printed[place + 1 :],
                lambda: vouchers.printed(number, self._chance.randbytes(32)),
                lambda: vouchers.printed(number, key),
                lambda: printed[:-1],
                lambda: printed + letter,
                lambda: printed[place:] + printed[:place],
                lambda: printed.lower().replace("-", " "),
            )
        )()
        if self._chance.random() < 0.5:
            return bool((await self._at_cage("RedeemVoucher", voucher=forged, cents=100_00))["ok"])
        asked = wire.Redeem(secrets.token_hex(16), forged)
        answer = await self._floor.sessions.redeem(asked, self._terminal, self._visit)
        return isinstance(answer, Done)

    # What is planted open

    def any_token(self) -> Any:
        """Any token at all finds somebody."""
        (live,) = list(self._floor.staff.sessions._by_digest.values())[:1]
        return _planted(StaffSessions, "find", lambda _self, _token, _address: live)

    def any_origin(self) -> Any:
        """A socket of any page is ours."""
        return _planted(StrictHeaders, "_is_ours", lambda _self, _scope: True)

    def any_voucher(self) -> Any:
        """Any number is a voucher that was issued and never spent."""
        return _planted(of_patrons.Sessions, "redeem", _redeemed)


async def _redeemed(_sessions: Any, _asked: wire.Redeem, _terminal: str, _visit: str) -> Done:
    return Done(1, ())


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
"""Pages that are not ours, some of which look as if they were."""


@contextmanager
def _planted(where: Any, name: str, instead: Any) -> Iterator[None]:
    """Something that does not check what it should, for as long as it is tried."""
    kept = getattr(where, name)
    setattr(where, name, instead)
    try:
        yield
    finally:
        setattr(where, name, kept)


def say(words: str) -> None:
    """Prints a finding at once."""
    print(words, flush=True)


if __name__ == "__main__":
    main(asked("access", TRIES)[0])
