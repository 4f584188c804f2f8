"""Serve previews of staff actions, and the irregularities that a table can have."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.rulebook import Words
from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import NOBODY, SignedInPerson, StaffAccess
from punto.floor.approvals.approvals import action_preview
from punto.floor.dealer_console.actions import StaffAction, floor_refusal, parse_action
from punto.floor.dealer_console.held_round_views import CommandPreview
from punto.floor.dealer_console.irregularities import irregularities_view
from punto.floor.dealer_console.preview import NOTHING_MORE
from punto.floor.refusals import FloorRefusal
from punto.floor.web.json_responses import (
    json_response,
    parse_body,
    refusal_response,
    staff_request,
)
from punto.floor.web_parts import Tables
from punto.floor.wire import staff as wire
from punto.reports.descriptions.refusals import refusal_message
from punto.table.refusals import Refusal

NO_TABLE = FloorRefusal.NO_TABLE.at()
DEVICE_DECIDES = Words("The device says what comes.", "由发牌器决定。")
ONCE_ENTERED = Words("What follows is seen once it is entered.", "录入后方可知后续。")


def routes(tables: Tables, staff: StaffAccess) -> list[BaseRoute]:
    """Previews and the catalogue of what went wrong."""
    previews = _Previews(tables, staff)
    table = "/api/staff/tables/{table}"
    return [
        Route(f"{table}/previews", previews.preview, methods=["POST"]),
        Route(f"{table}/irregularities", previews.irregularities, methods=["GET"]),
    ]


class _Previews:
    def __init__(self, tables: Tables, staff: StaffAccess) -> None:
        self._tables, self._staff = tables, staff

    async def preview(self, request: Request) -> Response:
        signed, table = self._signed_table(request)
        if isinstance(table, Response):
            return table
        body = await parse_body(request, wire.PreviewRequest)
        if isinstance(body, Response):
            return body
        action = parse_action(body.command, body.fields, self._tables.replicas[table])
        return json_response(self._previewed(table, action, signed))

    def _previewed(
        self, table: str, act: StaffAction | Refusal, signed: SignedInPerson
    ) -> CommandPreview:
        if not isinstance(act, Refusal):
            no = floor_refusal(self._staff.state, self._tables.replicas[table], signed.person, act)
            owner = self._tables.owners[table]
            found = None if no is not None else action_preview(owner, act, signed.actor)
            if found is not None:
                return found
            act = no or act
        if isinstance(act, Refusal):
            words = refusal_message(act)
            return _plain(words, code=act.code, clause=act.clause)
        # What comes out of the device next is nobody's to see beforehand.
        return _plain(DEVICE_DECIDES)

    async def irregularities(self, request: Request) -> Response:
        signed, table = self._signed_table(request)
        if isinstance(table, Response):
            return table
        owner, replica = self._tables.owners[table], self._tables.replicas[table]
        reads = bool(owner.plan.shoe) or owner.dealer.has_cards
        return json_response(irregularities_view(replica.state, signed.actor, device_reads=reads))

    def _signed_table(self, request: Request) -> tuple[SignedInPerson, str | Response]:
        signed = self._staff.authenticate(staff_request(request), StaffPosition.DEALER)
        if isinstance(signed, Refusal):
            return NOBODY, refusal_response(signed)
        table: str = request.path_params["table"]
        is_known = table in self._tables.replicas
        return signed, table if is_known else refusal_response(NO_TABLE)


def _plain(words: Words, code: str = "", clause: str = "") -> CommandPreview:
    """A preview without money: of a refusal, or of what only the device can say."""
    return CommandPreview(
        ok=not code,
        code=code,
        clause=clause,
        words=words,
        needs_second=False,
        events=(),
        seats=(),
        bank_cents=0,
        patrons_read=None,
        then=NOTHING_MORE if code else ONCE_ENTERED,
    )
