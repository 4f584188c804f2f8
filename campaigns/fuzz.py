"""Send hostile messages. No unexpected error may occur, and no refusal may change the state.

Messages go to the same code as those of a browser, from terminals with credit and seats and from
unknown clients. Some are well formed and only refused; most are not. After each message without a
`done` answer, every stream must be unchanged.
"""

import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from campaigns.requested_size import requested
from punto.floor.broadcast import Subscriber
from punto.floor.floor import Floor
from punto.floor.plan import FloorPlan, Pace, TablePlan
from punto.floor.terminals.connection import ConnectionClosed, TerminalConnection
from punto.floor.terminals.recent_answers import RecentAnswers
from punto.games.library import game
from punto.table.settings import default_settings

MESSAGES = {"small": 20_000, "full": 1_000_000, "huge": 10_000_000}
PROGRESS = 100_000
STILL = Pace(betting_ms=86_400_000, result_pause_ms=1, shoe_ms=1, seat_hold_ms=86_400_000)
"""Bets stay open all day, so only a message can change the state."""

REST_SECONDS = 20.0
"""The time after which a floor that is still busy counts as stuck."""

QUICK_TURNS = 50
TABLES = ("tiger", "tiger-no-commission-live", "seven-up")
NUMBERS: tuple[Any, ...] = (
    0, 1, -1, 20, 99, 100, 2_000, 500_000, 500_001, 2**31, 2**53, 2**53 + 1, 2**64, -(2**63),
    10**40, 0.5, 1e308, -0.0, True, None, "1", "", [], {}, "１００",
)  # fmt: skip
TEXTS = (
    "", "banker", "tie", "player", "bänker", "a" * 32, "f" * 32, "A" * 32, "0" * 31, "\x00",
    "T-0001", "t0", "t1", "t2", "cage", "floor", "house-1", "\ud800", "💥", "'; DROP TABLE x;",
    "attendant", "dispute", "x" * 90, "null", "true", "../..",
)  # fmt: skip
RAW = (
    b"", b"{", b"}", b"[]", b"null", b"1", b'"hello"', b"\xff\xfe", b"\x00" * 9, b"[" * 3_000,
    b'{"type":', b'{"type":"ping","n":1}{', b'{"type":"ping","n":1e5}', b'{"type":"ping","n":01}',
    b'{"type":"ping","n":NaN}', b'{"type":"ping","type":"buy","n":1}', b"{" * 4_000, b"x" * 5_000,
    b'{"type":"\xc3\x28"}', '{"type":"ping","n":１}'.encode(),
)  # fmt: skip


class Hostile:
    """A generator of hostile messages, by a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def message(self, around: dict[str, Any]) -> str | bytes:
        """A message of any kind, often almost valid."""
        chance = self.chance
        kind = chance.random()
        if kind < 0.08:
            return chance.choice(RAW)
        if kind < 0.14:
            return chance.randbytes(chance.randrange(60))
        content = self._content(around)
        for _ in range(chance.choice((0, 0, 0, 1, 1, 3))):
            content = self._bent(content)
        text = json.dumps(content)
        if kind < 0.2:
            place = chance.randrange(len(text) + 1)
            text = (
                text[:place] + chance.choice(("", "{", '"', "\\", "\x00", ",")) + text[place + 1 :]
            )
        return text.encode() if chance.random() < 0.1 else text

    def _content(self, around: dict[str, Any]) -> dict[str, Any]:
        chance = self.chance
        id_ = chance.choice((f"{chance.getrandbits(128):032x}", "a" * 32, "b" * 32))
        table = chance.choice(("t0", "t1", "t2", "t3"))
        at_table = {"table": table, "round": 1}
        stakes = [
            {"wager": chance.choice(("banker", "tie", "player", "tiger")), "cents": cents}
            for cents in chance.choices((20, 100, 2_000, 501_000, 9_999_999), k=chance.randrange(4))
        ]
        return chance.choice(
            (
                {"type": "hello", "protocol": 1, "terminal": "T-0001", "key": "00", "tables": []},
                {"type": "watch", "tables": [table]},
                {"type": "sit", "id": id_, "table": table},
                {"type": "leave", "id": id_, "table": table},
                {
                    "type": "place-wagers",
                    "id": id_,
                    "table": table,
                    "round": chance.choice((0, 1, 1, 2)),
                    "after": chance.choice((0, around["set"], 7)),
                    "stakes": stakes,
                },
                {"type": "acknowledge", "table": table, "round": 1, "accepted": 1, "closed": True},
                {"type": "display-report", **at_table, "version": 1, "player": ["?"]},
                {"type": "answer-withdrawal", "id": id_, "table": table, "withdraws": True},
                {"type": "expose-cards", "id": id_, "table": table, "side": "player"},
                {"type": "refuse-cards", "id": id_, "table": table, "side": "banker"},
                {"type": "buy", "id": id_, "cents": chance.choice((1, 100, 10**8, 10**8 + 1, 0))},
                {"type": "redeem", "id": id_, "voucher": chance.choice(("", "AAAAA", "A" * 39))},
                {"type": "collect", "id": id_, "cents": chance.choice((0, around["credit"] + 1))},
                {"type": "limits", "id": id_, "loss_cents": 10**8, "minutes": 1_440},
                {"type": "call-attendant", "id": id_, **at_table, "reason": "attendant"},
                {"type": "ping", "n": 1},
            )
        )  # fmt: skip

    def _bent(self, content: Any) -> Any:
        """The same content with one part changed, removed or added."""
        chance = self.chance
        if isinstance(content, dict) and content:
            name = chance.choice(list(content))
            what = chance.random()
            if what < 0.2:
                return {key: value for key, value in content.items() if key != name}
            if what < 0.3:
                return {**content, chance.choice(TEXTS): chance.choice(NUMBERS)}
            if what < 0.5 and isinstance(content[name], dict | list):
                return {**content, name: self._bent(content[name])}
            return {**content, name: chance.choice((*NUMBERS, *TEXTS))}
        if isinstance(content, list) and content:
            place = chance.randrange(len(content))
            return [*content[:place], self._bent(content[place]), *content[place:]]
        return chance.choice((*NUMBERS, *TEXTS))


def plan() -> FloorPlan:
    """Three tables that do nothing while bets are open."""
    tables = []
    for number, key in enumerate(TABLES):
        book = game(key)
        tables.append(TablePlan(f"t{number}", f"T{number}", number, book, default_settings(book)))
    return replace(FloorPlan(tuple(tables), STILL), messages_per_second=10**9)


class Attack:
    """A floor, some terminals, and the tally of their messages."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._floor, self._hostile = Floor(plan(), folder), Hostile(seed)
        self._recent_answers = RecentAnswers(10**9)
        self.counts = Counter[str]()
        self._standing = frozenset[asyncio.Task[None]]()
        """The tasks that run all day."""

    async def run(self, messages: int) -> Counter[str]:
        """Send messages, and fail at the first one with a forbidden effect."""
        await self._floor.start()
        self._standing = frozenset(self._floor.tasks._running)
        await self._opened()
        keys = [await self._floor.enrolment.enrol() for _ in range(3)]
        talks = [await self._talk(key) for key in keys]
        for number in range(messages):
            if number and number % PROGRESS == 0:
                print(f"  {number:,} messages", flush=True)
            place = self._hostile.chance.randrange(4)
            if place == 3:
                await self._say(
                    TerminalConnection(
                        self._floor.web.terminals, self._recent_answers, Subscriber()
                    ),
                    number,
                )
                continue
            talks[place] = await self._say(talks[place], number) or await self._talk(keys[place])
        await self._floor.stop()
        return self.counts

    async def _opened(self) -> None:
        async with asyncio.timeout(REST_SECONDS):
            while any(table.state.phase != "bets-open" for table in self._floor.owners.values()):
                await asyncio.sleep(0.01)

    async def _talk(self, key: Any) -> TerminalConnection:
        """A terminal that has connected."""
        talk = TerminalConnection(self._floor.web.terminals, self._recent_answers, Subscriber())
        hello = {"type": "hello", "protocol": 1, "terminal": key[0], "key": key[1], "tables": []}
        await talk.receive(json.dumps(hello))
        return talk

    async def _say(self, talk: TerminalConnection, number: int) -> TerminalConnection | None:
        floor, connection = self._floor, talk.connection
        await self._settled()
        connection._messages.clear()
        visit = connection.visit
        around = {"credit": floor.history.credit_cents(visit) if visit else 0, "set": 0}
        text = self._hostile.message(around)
        before = self._stands()
        try:
            await talk.receive(text)
        except ConnectionClosed as ended:
            self.counts[f"ended {ended.code}"] += 1
            self._unmoved(before, text, number, "a message that ended a connection")
            talk.end()
            return None
        sent = [json.loads(each) for each in connection._messages]
        answers = [each for each in sent if each["type"] in ("command-done", "command-refused")]
        is_committed = any(each["ok"] for each in answers)
        is_acknowledgement = "acknowledge" in (
            text if isinstance(text, str) else text.decode("latin-1")
        )
        is_welcome = any(each["type"] == "welcome" for each in sent)
        self.counts["done" if is_committed else "refused" if answers else "unanswered"] += 1
        if not is_committed and not is_acknowledgement and not is_welcome:
            self._unmoved(before, text, number, "a refusal")
        return talk

    async def _settled(self) -> None:
        """Wait until the tasks that a closed connection started have ended."""
        turns = 0
        async with asyncio.timeout(REST_SECONDS):
            while self._floor.tasks._running - self._standing or not self._is_idle():
                # Sleep now and then, so that tasks in another process get the core.
                await asyncio.sleep(0 if turns < QUICK_TURNS else 0.001)
                turns += 1

    def _is_idle(self) -> bool:
        """Whether no command waits for a stream owner."""
        queues = [table.queue for table in self._floor.owners.values()]
        return all(each.is_idle for each in (*queues, self._floor.staff.queue))

    def _stands(self) -> dict[str, tuple[int, bytes]]:
        owners = [table.queue.owner for table in self._floor.owners.values()]
        owners += [self._floor.cage.owner, self._floor.enrolment._terminals.owner]
        owners += [self._floor.staff.queue.owner, self._floor.access_log.owner]
        return {owner.stream: (owner.version, repr(id(owner.state)).encode()) for owner in owners}

    def _unmoved(self, before: object, text: str | bytes, number: int, what: str) -> None:
        after = self._stands()
        assert after == before, f"message {number}, {text!r}: {what} moved {before} to {after}"


def main() -> None:
    """Run the attack with the requested size."""
    size, seed = requested("fuzz", MESSAGES)
    started = time.perf_counter()
    # Other campaigns test the disk, so use a folder in memory if there is one.
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        counts = asyncio.run(Attack(Path(folder), seed).run(MESSAGES[size]))
    seconds = time.perf_counter() - started
    totals = ", ".join(f"{count:,} {what}" for what, count in counts.most_common())
    print(
        f"{MESSAGES[size]:,} hostile messages, seed {seed}: {totals}; 0 unexpected errors, "
        f"0 states changed by a refusal; {MESSAGES[size] / seconds:,.0f} a second"
    )


if __name__ == "__main__":
    main()
