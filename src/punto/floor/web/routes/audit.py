"""Serve the audit screen's requests to read, verify, replay and export the journal."""

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.floor.access.authorisation import STAFF_SCREENS
from punto.floor.access.staff_access import SignedInPerson, StaffAccess
from punto.floor.audit_desk.bundle_export import (
    BundleIssuer,
    ExportedBundle,
    bundle_name,
    export_bundle,
    replay_of,
)
from punto.floor.audit_desk.journal_pages import (
    MAX_PAGE_SIZE,
    EntrySearch,
    entry_page,
    round_page,
    search_entries,
)
from punto.floor.audit_desk.replay import NoSuchRound, Replay, round_range
from punto.floor.audit_desk.verification_run import VerificationRun
from punto.floor.network.numbers import NotANumber, query_number, whole_number
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer, CommandRequest
from punto.floor.terminals.round_recall import recall_rounds
from punto.floor.web.json_responses import (
    json_response,
    parse_body,
    refusal_response,
    staff_request,
)
from punto.floor.web_parts import AuditRouteParts
from punto.house.access_log import AccessKind, RecordAccess
from punto.journal.checkpoints import decode, lines_of
from punto.journal.entry import format_time
from punto.journal.errors import JournalError
from punto.journal.reader import JournalReader
from punto.table.refusals import Refusal

ROUNDS_AT_ONCE = 20
REPLAYS_RETAINED = 8
CHECKPOINTS_IN_VIEW = 60
MAX_ACCESSES = 10_000
"""How many rounds are remembered as looked at, so that each is journalled once a person."""

NOT_HERE = Refusal("not-here", "POLICY", "There is no such thing here.")
NOT_OVER = Refusal("not-over", "POLICY", "A round is looked into once it is over.")
TOO_MANY = Refusal(
    "too-many",
    "POLICY",
    f"A bundle holds at most {ROUNDS_AT_ONCE} rounds.",
    {"maximum": ROUNDS_AT_ONCE},
)
NOT_UNDERSTOOD = FloorRefusal.NOT_UNDERSTOOD.at()

Handler = Callable[[Request, SignedInPerson], Awaitable[Response]]
Rounds = tuple[int, int]


class BundleRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bundle is asked for with: the last of several rounds."""

    to: int | None = None


def routes(parts: AuditRouteParts, staff: StaffAccess) -> list[BaseRoute]:
    """Everything that the audit desk asks for."""
    return _Audit(parts, staff).routes()


class _Audit:
    """The handlers; all of them read the journal in one thread, one read after the other."""

    def __init__(self, parts: AuditRouteParts, staff: StaffAccess) -> None:
        self._parts, self._staff, self._read = parts, staff, parts.reader.read
        self._replays: OrderedDict[tuple[str, Rounds], Replay] = OrderedDict()
        self._accesses: set[tuple[str, str, Rounds]] = set()
        self.verifying = VerificationRun(parts.journal, parts.tasks)

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        base, table = "/api/staff/audit", "/api/staff/audit/tables/{table}/rounds"
        gets: dict[str, Handler] = {
            f"{base}/overview": self._overview,
            f"{base}/checkpoints": self._checkpoints,
            f"{base}/verify": self._verification,
            f"{base}/entries": self._entries,
            f"{base}/entries/{{stream}}/{{number}}": self._entry,
            table: self._rounds,
            f"{table}/{{round}}": self._round,
        }
        posts: dict[str, Handler] = {
            f"{base}/verify": self._verify,
            f"{table}/{{round}}/bundle": self._bundle,
        }
        return [
            *(Route(path, self._for(each), methods=["GET"]) for path, each in gets.items()),
            *(Route(path, self._for(each), methods=["POST"]) for path, each in posts.items()),
        ]

    def _for(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Lets a handler answer those who may look, and nobody else."""

        async def answer(request: Request) -> Response:
            signed = self._staff.authenticate(staff_request(request), *STAFF_SCREENS["audit"])
            if isinstance(signed, Refusal):
                return refusal_response(signed)
            try:
                return await handler(request, signed)
            except NotANumber as error:
                return refusal_response(Refusal(NOT_UNDERSTOOD.code, "POLICY", f"{error}."), 400)
            except NoSuchRound:
                return refusal_response(NOT_OVER, 404)
            except JournalError as error:
                return refusal_response(Refusal("journal", "POLICY", str(error)), 500)

        return answer

    # The journal

    async def _overview(self, _request: Request, _signed: SignedInPerson) -> Response:
        parts, last = self._parts, self._parts.exporter.last
        streams = await self._read(lambda reader: reader.streams())
        return json_response(
            {
                "at": format_time(self._staff.clock()),
                "software": parts.software,
                "key": parts.keys.sign.public,
                "streams": [
                    {"stream": name, "entries": number, "head": head.hex()}
                    for name, (number, head) in streams.items()
                ],
                "entries": sum(number for number, _ in streams.values()),
                "exported": last
                and {"sequence": last.sequence, "at": last.at, "entries": last.entries},
                "export_failure": parts.exporter.failure,
                "folder": str(parts.exporter.checkpoints.folder.name),
                "tables": [_table_view(replica) for replica in parts.replicas.values()],
                "verification": self.verifying.state(),
                "self_check": parts.integrity_check.last,
            }
        )

    async def _checkpoints(self, request: Request, _signed: SignedInPerson) -> Response:
        last = self._parts.exporter.last
        before, newest = query_number(request.query_params, "before"), 1
        if last is not None:
            newest = last.sequence + 1 if before is None else min(before, last.sequence + 1)
        folder, signers = self._parts.exporter.checkpoints.folder, self._parts.keys.sign.signers

        def read_checkpoints(_reader: JournalReader) -> list[dict[str, Any]]:
            first = max(1, newest - CHECKPOINTS_IN_VIEW)
            found = [decode(line, signers) for line in lines_of(folder, first)]
            return [
                {
                    "sequence": each.sequence,
                    "at": each.at,
                    "entries": each.entries,
                    "heads": {name: number for name, (number, _) in each.heads.items()},
                    "software": each.software,
                }
                for each in found
                if first <= each.sequence < newest
            ]

        return json_response({"checkpoints": await self._read(read_checkpoints)})

    async def _entries(self, request: Request, _signed: SignedInPerson) -> Response:
        search = _search(request, frozenset(self._parts.replicas))
        if search is None:
            return refusal_response(NOT_UNDERSTOOD, 400)
        return json_response(await self._read(lambda reader: search_entries(reader, search)))

    async def _entry(self, request: Request, _signed: SignedInPerson) -> Response:
        stream = request.path_params["stream"]
        number = whole_number(request.path_params["number"])
        if number is None:
            return refusal_response(NOT_HERE, 404)
        tables = frozenset(self._parts.replicas)
        found = await self._read(lambda reader: entry_page(reader, stream, number, tables))
        return refusal_response(NOT_HERE, 404) if found is None else json_response(found)

    async def _verify(self, _request: Request, signed: SignedInPerson) -> Response:
        if self.verifying.begin(self._parts.exporter.last, format_time(self._staff.clock())):
            await self._record_access(signed, RecordAccess(AccessKind.CHAIN))
            await self._parts.integrity_check.check()
        return json_response(self.verifying.state())

    async def _verification(self, _request: Request, _signed: SignedInPerson) -> Response:
        return json_response(self.verifying.state())

    # A round

    async def _rounds(self, request: Request, _signed: SignedInPerson) -> Response:
        replica = self._parts.replicas.get(request.path_params["table"])
        if replica is None:
            return refusal_response(NOT_HERE, 404)
        before = query_number(request.query_params, "before")
        rounds = await recall_rounds(self._parts.recall, replica, None, before, ROUNDS_AT_ONCE)
        names = ("round", "game_number", "at", "cards", "totals", "winner", "void")
        return json_response({"rounds": [{name: each[name] for name in names} for each in rounds]})

    async def _round(self, request: Request, signed: SignedInPerson) -> Response:
        replica, rounds = self._parts.replicas.get(request.path_params["table"]), _rounds(request)
        if replica is None:
            return refusal_response(NOT_HERE, 404)
        replay, bundle = await self._replay_and_bundle(replica, rounds, signed)
        access = (signed.session.name, replica.key, rounds)
        if access not in self._accesses:
            self._accesses = (
                {access, *self._accesses} if len(self._accesses) < MAX_ACCESSES else {access}
            )
            await self._record_access(signed, RecordAccess(AccessKind.REPLAY, replica.key, *rounds))
        return json_response(round_page(replica.plan, rounds, replay, bundle))

    async def _bundle(self, request: Request, signed: SignedInPerson) -> Response:
        body = await parse_body(request, BundleRequest)
        if isinstance(body, Response):
            return body
        replica, (first, last) = (
            self._parts.replicas.get(request.path_params["table"]),
            _rounds(request),
        )
        last = last if body.to is None else body.to
        if replica is None:
            return refusal_response(NOT_HERE, 404)
        if not 0 <= last - first < ROUNDS_AT_ONCE:
            return refusal_response(TOO_MANY, 400)
        _, bundle = await self._replay_and_bundle(replica, (first, last), signed)
        digest = hashlib.sha256(bundle.data).hexdigest()
        # It leaves the house once that it does is kept.
        access = RecordAccess(AccessKind.BUNDLE, replica.key, first, last, digest)
        if isinstance(answer := await self._record_access(signed, access), Refusal):
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
        """A replay and its bundle; both take a while, and no table waits for them."""
        parts = self._parts
        house = BundleIssuer(
            parts.keys.sign,
            parts.keys.house,
            parts.exporter.checkpoints.folder,
            parts.currency,
            parts.software,
        )
        at = format_time(self._staff.clock())

        def make(reader: JournalReader) -> tuple[Replay, ExportedBundle]:
            replay = self._replays.get((replica.key, rounds))
            # A round that was put right since is looked at anew.
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


def _table_view(replica: TableReplica) -> dict[str, Any]:
    last = replica.history.last
    return {
        "table": replica.key,
        "name": replica.plan.name,
        "title": replica.effective_plan.book.name,
        "digest": replica.effective_plan.book.digest,
        "round": last.number if last else 0,
    }


def _rounds(request: Request) -> Rounds:
    number = whole_number(request.path_params["round"])
    if number is None:
        raise NoSuchRound("the path names no round")
    return number, number


def _search(request: Request, tables: frozenset[str]) -> EntrySearch | None:
    parameters = request.query_params
    texts = {
        name: parameters.get(name, "")
        for name in ("stream", "kind", "person", "from", "to", "find")
    }
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
