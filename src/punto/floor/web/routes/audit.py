"""Serve the audit screen's requests to read, verify, replay and export the journal."""

import hashlib
import secrets
from collections import OrderedDict
from typing import Annotated, Any

import msgspec
import structlog
from starlette.datastructures import QueryParams
from starlette.responses import Response
from starlette.routing import BaseRoute

from punto.floor.access.authorisation import STAFF_SCREENS
from punto.floor.access.staff_access import SignedInPerson
from punto.floor.audit_desk.bundle_export import (
    BundleIssuer,
    ExportedBundle,
    bundle_name,
    export_bundle,
    replay_of,
)
from punto.floor.audit_desk.chain_view import (
    ChainView,
    CheckpointView,
    StreamView,
    audited_table,
    checkpoint_view,
    checkpoint_views,
)
from punto.floor.audit_desk.journal_pages import (
    MAX_PAGE_SIZE,
    EntriesView,
    EntryDetails,
    EntrySearch,
    entry_details,
    search_entries,
)
from punto.floor.audit_desk.replay import NoSuchRound, Replay, round_range
from punto.floor.audit_desk.round_view import RoundView, round_view
from punto.floor.audit_desk.verification_run import VerificationRun, VerificationView
from punto.floor.network.numbers import LARGEST, NotANumber, query_number, whole_number
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer, CommandRequest
from punto.floor.terminals.round_recall import recall_rounds
from punto.floor.web.endpoints import Call, ErrorRefusals, api_routes, route
from punto.floor.web.json_responses import NOT_UNDERSTOOD, refusal_response
from punto.floor.web_parts import WebParts
from punto.floor.wire.terminal import Whole
from punto.house.access_log import AccessKind, RecordAccess
from punto.journal.entry import format_time
from punto.journal.errors import JournalError
from punto.journal.reader import JournalReader
from punto.table.refusals import Refusal

ROUNDS_AT_ONCE = 20
REPLAYS_RETAINED = 8
MAX_ACCESSES = 10_000
"""How many accesses to rounds are in memory, so that each person's access is recorded once."""

NOT_HERE = FloorRefusal.NOT_HERE.at()
NOT_OVER = FloorRefusal.NOT_OVER.at()
TOO_MANY = FloorRefusal.TOO_MANY.at(maximum=ROUNDS_AT_ONCE)


def _number_refusal(error: Exception) -> Refusal:
    assert isinstance(error, NotANumber)
    return FloorRefusal.NOT_A_NUMBER.at(parameter=error.name, maximum=LARGEST)


def _journal_refusal(error: Exception) -> Refusal:
    LOG.error("journal unreadable", error=str(error))
    return FloorRefusal.JOURNAL.at()


ERRORS: ErrorRefusals = {
    NotANumber: _number_refusal,
    NoSuchRound: lambda _error: NOT_OVER,
    JournalError: _journal_refusal,
}
LOG = structlog.get_logger("punto.audit")

NEEDS = STAFF_SCREENS["audit"]
AUDIT = "/api/staff/audit"
ROUNDS = f"{AUDIT}/tables/{{table}}/rounds"

SEARCH_TEXTS = ("stream", "kind", "person", "from", "to", "find")
SEARCH = {
    **dict.fromkeys(SEARCH_TEXTS, Annotated[str, msgspec.Meta(max_length=100)]),
    **dict.fromkeys(("round", "before", "limit"), Whole),
}
"""The parameters of a search in the journal, with their types."""

Rounds = tuple[int, int]


class BundleRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a bundle, with the last of its rounds if there are several."""

    to: int | None = None


def routes(parts: WebParts) -> list[BaseRoute]:
    """The routes of the audit screen."""
    return api_routes(_Audit(parts), parts.staff, errors=ERRORS)


class _Audit:
    """The handlers; all of them read the journal in one thread, one read after the other."""

    def __init__(self, parts: WebParts) -> None:
        self._parts, self._staff, self._read = parts, parts.staff, parts.auditing.read
        self._replays: OrderedDict[tuple[str, Rounds], Replay] = OrderedDict()
        self._accesses: set[tuple[str, str, Rounds]] = set()
        self.verifying = VerificationRun(parts.journal, parts.tasks)

    # The journal

    @route("GET", f"{AUDIT}/overview", NEEDS)
    async def overview(self, _call: Call[None]) -> ChainView:
        """The streams, checkpoints, tables and checks of the floor."""
        parts, last = self._parts, self._parts.exporter.last
        streams = await self._read(lambda reader: reader.streams())
        return ChainView(
            at=format_time(self._staff.clock()),
            software=parts.software,
            key=parts.keys.sign.public,
            streams=[
                StreamView(name, number, head.hex()) for name, (number, head) in streams.items()
            ],
            entries=sum(number for number, _ in streams.values()),
            exported=checkpoint_view(last) if last else None,
            export_failure=parts.exporter.failure,
            tables=[audited_table(replica) for replica in parts.replicas.values()],
            verification=self.verifying.view(),
            self_check=parts.integrity_check.last,
        )

    @route("GET", f"{AUDIT}/checkpoints", NEEDS, query={"before": Whole})
    async def checkpoints(self, call: Call[None]) -> dict[str, list[CheckpointView]]:
        """A page of the exported checkpoints."""
        last, before = self._parts.exporter.last, query_number(call.request.query_params, "before")
        newest = last.sequence + 1 if last else 1
        end = newest if before is None else min(before, newest)
        folder, signers = self._parts.exporter.checkpoints.folder, self._parts.keys.sign.signers
        found = await self._read(lambda _reader: checkpoint_views(folder, signers, end))
        return {"checkpoints": found}

    @route("GET", f"{AUDIT}/entries", NEEDS, query=SEARCH, statuses=(400,))
    async def entries(self, call: Call[None]) -> EntriesView | Refusal:
        """A page of the journal entries that a search finds."""
        search = _search(call.request.query_params, frozenset(self._parts.replicas))
        if search is None:
            return NOT_UNDERSTOOD
        return await self._read(lambda reader: search_entries(reader, search))

    @route("GET", f"{AUDIT}/entries/{{stream}}/{{number}}", NEEDS)
    async def entry(self, call: Call[None]) -> EntryDetails | Refusal:
        """One entry, with its place in the chain."""
        stream = call.path("stream")
        number = whole_number(call.path("number"))
        if number is None:
            return NOT_HERE
        tables = frozenset(self._parts.replicas)
        found = await self._read(lambda reader: entry_details(reader, stream, number, tables))
        return NOT_HERE if found is None else found

    @route("POST", f"{AUDIT}/verify", NEEDS)
    async def verify(self, call: Call[None]) -> VerificationView:
        """Begin to verify the chain."""
        if self.verifying.begin(self._parts.exporter.last, format_time(self._staff.clock())):
            await self._record_access(call.signed, RecordAccess(AccessKind.CHAIN))
            await self._parts.integrity_check.check()
        return self.verifying.view()

    @route("GET", f"{AUDIT}/verify", NEEDS)
    async def verification(self, _call: Call[None]) -> VerificationView:
        """The progress and the result of the verification."""
        return self.verifying.view()

    # A round

    @route("GET", ROUNDS, NEEDS, query={"before": Whole}, statuses=(400,))
    async def rounds(self, call: Call[None]) -> dict[str, Any] | Refusal:
        """A page of the concluded rounds of a table."""
        replica = self._parts.replicas.get(call.path("table"))
        if replica is None:
            return NOT_HERE
        before = query_number(call.request.query_params, "before")
        rounds = await recall_rounds(self._parts.recall, replica, None, before, ROUNDS_AT_ONCE)
        names = ("round", "at", "cards", "totals", "winner", "void")
        return {"rounds": [{name: each[name] for name in names} for each in rounds]}

    @route("GET", f"{ROUNDS}/{{round}}", NEEDS)
    async def round(self, call: Call[None]) -> RoundView | Refusal:
        """One round as each screen displayed it."""
        replica, rounds = self._parts.replicas.get(call.path("table")), _round_range(call)
        if replica is None:
            return NOT_HERE
        replay, bundle = await self._replay_and_bundle(replica, rounds, call.signed)
        access = (call.signed.session.name, replica.key, rounds)
        if access not in self._accesses:
            self._accesses = (
                {access, *self._accesses} if len(self._accesses) < MAX_ACCESSES else {access}
            )
            await self._record_access(
                call.signed, RecordAccess(AccessKind.REPLAY, replica.key, *rounds)
            )
        return round_view(replica.plan, rounds, replay, bundle)

    @route(
        "POST",
        f"{ROUNDS}/{{round}}/bundle",
        NEEDS,
        BundleRequest,
        statuses=(503,),
        media_type="application/octet-stream",
    )
    async def bundle(self, call: Call[BundleRequest]) -> Response | Refusal:
        """Some rounds in one signed file."""
        replica, (first, last) = (
            self._parts.replicas.get(call.path("table")),
            _round_range(call),
        )
        last = last if call.body.to is None else call.body.to
        if replica is None:
            return NOT_HERE
        if not 0 <= last - first < ROUNDS_AT_ONCE:
            return TOO_MANY
        _, bundle = await self._replay_and_bundle(replica, (first, last), call.signed)
        digest = hashlib.sha256(bundle.data).hexdigest()
        # The bundle leaves the floor only after the access is durable.
        access = RecordAccess(AccessKind.BUNDLE, replica.key, first, last, digest)
        if isinstance(answer := await self._record_access(call.signed, access), Refusal):
            return refusal_response(answer, 503)
        name = bundle_name(replica.key, (first, last))
        headers = {
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="{name}"',
        }
        return Response(bundle.data, media_type="application/octet-stream", headers=headers)

    async def _replay_and_bundle(
        self, replica: TableReplica, rounds: Rounds, signed: SignedInPerson
    ) -> tuple[Replay, ExportedBundle]:
        """A replay and its bundle; the thread of the audit screen reads both, so no table waits."""
        parts = self._parts
        house = BundleIssuer(
            parts.keys.sign,
            parts.keys.house,
            parts.exporter.checkpoints.folder,
            parts.plan.currency,
            parts.software,
        )
        at = format_time(self._staff.clock())

        def make(reader: JournalReader) -> tuple[Replay, ExportedBundle]:
            replay = self._replays.get((replica.key, rounds))
            # A round may have been corrected since.
            if replay is None or replay.span != round_range(reader, replica.key, *rounds):
                replay = replay_of(reader, replica.plan, rounds)
            self._replays[replica.key, rounds] = replay
            if len(self._replays) > REPLAYS_RETAINED:
                self._replays.popitem(last=False)
            return replay, export_bundle(
                reader, replica.plan, rounds, replay, house, signed.name, at
            )

        return await self._read(make)

    async def _record_access(self, signed: SignedInPerson, command: RecordAccess) -> CommandAnswer:
        request = CommandRequest(secrets.token_hex(16), signed.actor, command)
        return await self._parts.access_log.submit(request, is_bounded=False)


def _round_range(call: Call[Any]) -> Rounds:
    number = whole_number(call.path("round"))
    if number is None:
        raise NoSuchRound("the path names no round")
    return number, number


def _search(parameters: QueryParams, tables: frozenset[str]) -> EntrySearch | None:
    texts = {name: parameters.get(name, "") for name in SEARCH_TEXTS}
    numbers = {name: query_number(parameters, name) for name in ("round", "before", "limit")}
    if any(len(text) > 100 for text in texts.values()):
        return None
    return EntrySearch(
        stream=texts["stream"],
        round=numbers["round"],
        kind=texts["kind"],
        person=texts["person"],
        since=texts["from"],
        until=texts["to"],
        find=texts["find"],
        before=numbers["before"],
        limit=min(numbers["limit"] or MAX_PAGE_SIZE, MAX_PAGE_SIZE),
        tables=tables,
    )
