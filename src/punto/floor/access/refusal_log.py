"""Record refused staff commands, at a limited rate per person."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from punto.floor.rate_limit import TokenBucket
from punto.floor.streams.owner import CommandAnswer, CommandRequest
from punto.house.staff.commands import RecordRefusal
from punto.table.actors import Actor, ActorKind
from punto.table.refusals import Refusal

WRITTEN_PER_SECOND = 0.1
WRITTEN_AT_ONCE = 10
"""Refusals of one person that the log records at once; it only counts further ones."""

MAX_WHAT = 120

NOT_THEIRS = frozenset(
    ("not-allowed", "not-another", "not-attending", "not-so-high", "other-dealer", "own-entry")
)
"""The codes that concern the person's authority, not the state of the table."""


@dataclass(slots=True)
class _Of:
    """The recent refusals of one person."""

    budget: TokenBucket
    unwritten: int = 0


class RefusalLog:
    """Record refusals under the name of the person who made the request."""

    def __init__(
        self, put: "Callable[[CommandRequest], asyncio.Future[CommandAnswer | None]]"
    ) -> None:
        self._put = put
        self._of: dict[str, _Of] = {}
        self._writing: set[asyncio.Future[CommandAnswer | None]] = set()

    def record(self, by: Actor, what: str, refusal: object) -> None:
        """Record a refusal if the person lacked the authority."""
        if not isinstance(refusal, Refusal) or refusal.code not in NOT_THEIRS:
            return
        if by.kind is not ActorKind.STAFF:
            return
        now = time.monotonic()
        full = TokenBucket.full(WRITTEN_PER_SECOND, WRITTEN_AT_ONCE, now)
        of = self._of.setdefault(by.name, _Of(full))
        if not of.budget.spend(now):
            of.unwritten += 1
            return
        note = RecordRefusal(what[:MAX_WHAT], refusal.code, of.unwritten)
        of.unwritten = 0
        written = self._put(CommandRequest(secrets.token_hex(16), by, note))
        self._writing.add(written)
        written.add_done_callback(self._writing.discard)

    async def flush(self) -> None:
        """Wait until the journal has all recorded refusals."""
        await asyncio.gather(*self._writing)
