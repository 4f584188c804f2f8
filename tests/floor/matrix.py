"""Try every action of every position over the real API, in every state of a table.

The expectations come from the reference page on positions, not from the code under test. The test
sets the state of the table directly and sends the commands through a real socket.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import patch

import msgspec
from msgspec import structs

from docs.generate import OF_EACH_DOCUMENT
from punto.certification.authority_matrix import HELD, SHORT, authority_sheet
from punto.certification.sample_tables import sample_commands, sample_tables
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.floor.access.demo_staff import demo_password
from punto.floor.access.staff_access import person_actor
from punto.floor.read_models.history import History
from punto.floor.tables.table_owner import TableOwner
from punto.games.library import game
from punto.house.staff.commands import AssignDealer
from punto.ledger.accounts import credit, stakes
from punto.reports.formats.text import markdown
from punto.table.commands import Command
from punto.table.state import Table
from tests.floor.playing import FAST, Served, plan_of, served

POSITIONS = {
    StaffPosition.DEALER: "D-214",
    StaffPosition.PIT_SUPERVISOR: "S-31",
    StaffPosition.PIT_MANAGER: "P-07",
    StaffPosition.ASSISTANT_CASINO_MANAGER: "M-03",
    StaffPosition.GAMING_SHIFT_MANAGER: "G-02",
}
WITHOUT = {"cashier": "C-11", "auditor": "A-05", "nobody": ""}
SECOND = "D-198"

Cell = tuple[str, str]
"""A command by its name in the page, and the column of a table's phase."""


@cache
def page() -> str:
    """The reference page on positions."""
    return markdown(authority_sheet(tuple(map(game, OF_EACH_DOCUMENT))))


def expected(letter: str) -> dict[Cell, frozenset[str]]:
    """The positions on the page, marked `+2` if they need a second person."""
    (section,) = [part for part in page().split("\n## ") if part.startswith(f"{letter}  ")]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    columns = [each.strip() for each in rows[0].strip("| ").split("|")][1:]
    found: dict[Cell, frozenset[str]] = {}
    for row in rows[2:]:
        name, *cells = (each.strip() for each in row.strip("| ").split("|"))
        for column, words in zip(columns, cells, strict=True):
            found[name, column] = frozenset(_positions(words))
    return found


def game_of(letter: str) -> Rulebook:
    """The game by which the page shows a document."""
    (head,) = [line for line in page().splitlines() if line.startswith(f"## {letter}  ")]
    return game(head.rpartition(", by ")[2])


def _positions(words: str) -> Iterator[str]:
    ladder, shorts = list(StaffPosition), [SHORT[each] for each in StaffPosition]
    for part in words.split(", "):
        mark = "+2" if part.endswith(" (2)") else ""
        lowest, _, highest = part.removesuffix(" (2)").partition(" to ")
        first = lowest.removesuffix("+")
        if first in shorts:
            last = highest or (shorts[-1] if lowest.endswith("+") else first)
            among = ladder[shorts.index(first) : shorts.index(last) + 1]
            yield from (f"{each}{mark}" for each in among)


@dataclass(slots=True)
class Tried:
    """A request and its answer."""

    asked: int = 0
    allowed: int = 0
    unexpected: list[str] = field(default_factory=list)
    found: dict[Cell, set[str]] = field(default_factory=dict)
    codes: dict[str, int] = field(default_factory=dict)


class Asks(Protocol):
    """A connection to the real API."""

    async def post(self, path: str, body: bytes) -> tuple[int, Any]:
        """The status and the body of an answer."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


class Line:
    """A connection that sends the next request as soon as the last is answered."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def post(self, path: str, body: bytes) -> tuple[int, Any]:
        cookie = f"cookie: punto_staff={self._token}\r\n" if self._token else ""
        head = (
            f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-punto: staff\r\n{cookie}"
            f"content-length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        status = int((await self._reader.readline()).split()[1])
        length = 0
        while (line := await self._reader.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return status, json.loads(await self._reader.readexactly(length))

    def close(self) -> None:
        self._writer.close()


class Matrix:
    """A served floor with one table, whose state the test sets."""

    def __init__(self, floor: Served, book: Rulebook) -> None:
        self.floor, self.book = floor, book
        self.live: TableOwner
        (self.live,) = floor.floor.owners.values()
        self._number = 0

    async def token_of(self, name: str) -> str:
        found = await self.floor.floor.staff.sign_in(name, demo_password(name), "127.0.0.1")
        assert isinstance(found, tuple), found
        return found[0]

    async def attend(self, name: str) -> None:
        room = self.floor.floor.staff
        by = person_actor(room.state.people[name])
        await room.ask(AssignDealer(self.live.plan.key, attends=True, at=""), by)

    def put(self, table: Table) -> None:
        """Set the table to a sample, and cover its stakes with money."""
        assert self.live.queue.is_idle
        # The table runs deferred commands between rounds, so they do not belong to this cell.
        self.floor.floor.replica.operations.deferred.clear()
        self.live.queue.owner.state = self.live.state = table
        self.floor.floor.replicas[self.live.plan.key].history.state = table
        journal: Any = self.floor.floor.journal
        for visit in ("visit-1", "visit-2", "visit-3", "visit-4"):
            journal._balances[credit(visit)] = 10**9
        for placed in table.round.sets.values() if table.round else ():
            journal._balances[stakes(placed.visit, self.live.plan.key)] = placed.cents

    async def ask(self, line: Asks, command: Command, second: str) -> dict[str, Any]:
        self._number += 1
        body = {
            "id": f"{self._number:032x}",
            "command": type(command).__name__,
            "with": msgspec.to_builtins(command),
            "second": {"name": second, "password": demo_password(second)} if second else None,
        }
        path = f"/api/staff/tables/{self.live.plan.key}/actions"
        status, said = await line.post(path, msgspec.json.encode(body))
        assert status in (200, 401), (status, said)
        answer: dict[str, Any] = said
        return answer


@asynccontextmanager
async def matrix_of(folder: Path, letter: str) -> AsyncIterator[Matrix]:
    """A floor for the matrix of a document, with a stopped clock and a fixed history."""
    book = game_of(letter)
    # No patron sits at the seats of a sample, and no timer may free them.
    pace = structs.replace(FAST, seat_hold_ms=86_400_000)
    async with AsyncExitStack() as stack:
        patched = stack.enter_context(ExitStack())
        floor = await stack.enter_async_context(served(folder, plan_of(book.key, pace=pace)))
        matrix = Matrix(floor, book)
        await matrix.attend(SECOND)
        matrix.live.is_closing = True
        matrix.live.stop()
        while not matrix.live.queue.is_idle:
            await asyncio.sleep(0.01)
        # The history cannot follow states that the test sets without events.
        patched.enter_context(patch.object(History, "apply", lambda _self, _kept: None))
        # `put` writes the money of a sample into the cached balances of the journal.
        journal: Any = floor.floor.journal
        journal._reload_changed_balances = lambda: None
        yield matrix


def pairs(book: Rulebook) -> list[tuple[Table, str, Command]]:
    """Every sample table with every command that fits it."""
    return [
        (table, name, command)
        for table in sample_tables(book)
        for name, command in sample_commands(table, book)
    ]


async def by_socket(matrix: Matrix, token: str) -> Asks:
    """Open a new connection to the floor."""
    line = Line(matrix.floor.port, token)
    await line.open()
    return line


async def tried(
    matrix: Matrix,
    some: Iterable[tuple[Table, str, Command]],
    letter: str,
    way: Callable[[Matrix, str], Awaitable[Asks]] = by_socket,
) -> Tried:
    """Try every command at every table as every position, alone and with a second person."""
    page, result = expected(letter), Tried()
    cells = list(some)
    for role, name in ({str(key): name for key, name in POSITIONS.items()} | WITHOUT).items():
        token = await matrix.token_of(name) if name else ""
        if role in WITHOUT:
            await matrix.attend(SECOND)
        else:
            await matrix.attend(name)
        line = await way(matrix, token)
        for mark, second in (("", ""), ("+2", SECOND)):
            for table, command_name, command in cells:
                matrix.put(table)
                said = await matrix.ask(line, command, second)
                result.asked += 1
                if not said["ok"]:
                    result.codes[said["code"]] = result.codes.get(said["code"], 0) + 1
                    continue
                if said["number"] == 0:
                    continue
                result.allowed += 1
                column = HELD if table.pending_steps else str(table.phase)
                cell = command_name, column
                result.found.setdefault(cell, set()).add(f"{role}{mark}")
                may = page[cell] | ({each + "+2" for each in page[cell]} if mark else set())
                if f"{role}{mark}" not in may:
                    result.unexpected.append(f"{letter} {command_name}, {column}: {role}{mark}")
        line.close()
    return result


def least(who: set[str]) -> frozenset[str]:
    """A position that may act alone is not named again with a second person."""
    return frozenset(each for each in who if not each.endswith("+2") or each[:-2] not in who)


def missing(found: dict[Cell, set[str]], letter: str) -> list[str]:
    """The cells in which the floor refused an action that the page allows."""
    return [
        f"{letter} {name}, {column}: {sorted(who - least(found.get((name, column), set())))}"
        for (name, column), who in expected(letter).items()
        if who - least(found.get((name, column), set()))
    ]
