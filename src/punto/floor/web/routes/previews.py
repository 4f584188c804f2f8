"""Serve previews of staff actions, and the irregularities that a table can have."""

from starlette.requests import Request
from starlette.routing import BaseRoute

from punto.core.staff_positions import StaffPosition
from punto.floor.approvals.table_requests import action_preview
from punto.floor.dealer_console.actions import floor_refusal, parse_action
from punto.floor.dealer_console.irregularities import IrregularitiesView, irregularities_view
from punto.floor.dealer_console.preview import CommandPreview, refusal_preview
from punto.floor.refusals import FloorRefusal
from punto.floor.web.endpoints import Call, api_routes, route
from punto.floor.web_parts import WebParts
from punto.floor.wire import staff as wire
from punto.messages.message import message
from punto.table.refusals import Refusal

TABLE = "/api/staff/tables/{table}"
NEEDS = (StaffPosition.DEALER,)
NO_TABLE = FloorRefusal.NO_TABLE.at()


def routes(parts: WebParts) -> list[BaseRoute]:
    """Previews of actions, and the irregularities to choose from."""
    return api_routes(_Previews(parts), parts.staff)


class _Previews:
    """The handlers."""

    def __init__(self, parts: WebParts) -> None:
        self._parts, self._staff = parts, parts.staff

    def refuse_unknown_table(self, request: Request) -> Refusal | None:
        """Refuse a table that the floor does not have."""
        return None if request.path_params["table"] in self._parts.replicas else NO_TABLE

    @route("POST", f"{TABLE}/previews", NEEDS, wire.PreviewRequest, check=refuse_unknown_table)
    async def preview(self, call: Call[wire.PreviewRequest]) -> CommandPreview:
        """The result that an action would have, without running it."""
        signed, table = call.signed, call.path("table")
        replica, owner = self._parts.replicas[table], self._parts.owners[table]
        action = parse_action(call.body.command, call.body.fields, replica)
        if isinstance(action, Refusal):
            return refusal_preview(action, action.message)
        refusal = floor_refusal(self._staff.state, replica, signed.person, action)
        if refusal is not None:
            return refusal_preview(refusal, refusal.message)
        # The next card of the device is a secret until the device draws it.
        return action_preview(owner, action, signed.actor) or _of_device()

    @route("GET", f"{TABLE}/irregularities", NEEDS, check=refuse_unknown_table)
    async def irregularities(self, call: Call[None]) -> IrregularitiesView:
        """The irregularities that the table can have now."""
        table = call.path("table")
        owner, replica = self._parts.owners[table], self._parts.replicas[table]
        reads = bool(owner.plan.shoe) or owner.dealer.has_cards
        return irregularities_view(replica.state, call.signed.actor, device_reads=reads)


def _of_device() -> CommandPreview:
    """The preview of an action whose result only the device knows."""
    return CommandPreview(
        clause="",
        words=message("preview.device-decides"),
        then=message("preview.once-entered"),
    )
