"""What staff look at before they ask: previews, and what can have gone wrong at a table."""

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
from punto.floor.floor import Floor
from punto.floor.tables.table_owner import TableOwner
from punto.floor.web.json_responses import (
    json_response,
    parse_body,
    refusal_response,
    staff_request,
)
from punto.floor.wire import staff as wire
from punto.reports.descriptions import table_state
from punto.table.refusals import Refusal

NO_TABLE = Refusal("no-such-table", "POLICY", "There is no such table.")
DEVICE_DECIDES = Words("The device says what comes.", "由发牌器决定。")
ONCE_ENTERED = Words("What follows is seen once it is entered.", "录入后方可知后续。")


def routes(floor: Floor, staff: StaffAccess) -> list[BaseRoute]:
    """Previews and the catalogue of what went wrong."""
    looks = _Looks(floor, staff)
    table = "/api/staff/tables/{table}"
    return [
        Route(f"{table}/previews", looks.preview, methods=["POST"]),
        Route(f"{table}/irregularities", looks.irregularities, methods=["GET"]),
    ]


class _Looks:
    def __init__(self, floor: Floor, staff: StaffAccess) -> None:
        self._floor, self._staff = floor, staff

    async def preview(self, request: Request) -> Response:
        signed, live = self._asked(request)
        if isinstance(live, Response):
            return live
        asked = await parse_body(request, wire.PreviewRequest)
        if isinstance(asked, Response):
            return asked
        return json_response(
            self._previewed(live, parse_action(asked.command, asked.fields, live), signed)
        )

    def _previewed(
        self, live: TableOwner, act: StaffAction | Refusal, signed: SignedInPerson
    ) -> CommandPreview:
        if not isinstance(act, Refusal):
            no = floor_refusal(self._staff.state, live, signed.person, act)
            found = None if no is not None else action_preview(live, act, signed.actor)
            if found is not None:
                return found
            act = no or act
        if isinstance(act, Refusal):
            words = table_state.refusal_message(act)
            return _plain(words, code=act.code, clause=act.clause)
        # What comes out of the device next is nobody's to see beforehand.
        return _plain(DEVICE_DECIDES)

    async def irregularities(self, request: Request) -> Response:
        signed, live = self._asked(request)
        if isinstance(live, Response):
            return live
        reads = bool(live.plan.shoe) or live.dealer.has_cards
        return json_response(irregularities_view(live.state, signed.actor, device_reads=reads))

    def _asked(self, request: Request) -> tuple[SignedInPerson, TableOwner | Response]:
        signed = self._staff.authenticate(staff_request(request), StaffPosition.DEALER)
        if isinstance(signed, Refusal):
            return NOBODY, refusal_response(signed)
        live = self._floor.tables.get(request.path_params["table"])
        return signed, refusal_response(NO_TABLE) if live is None else live


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
