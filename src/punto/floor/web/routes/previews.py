"""Serve previews of staff actions, and the irregularities that a table can have."""

from starlette.requests import Request
from starlette.routing import BaseRoute

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import SignedInPerson
from punto.floor.approvals.table_requests import action_preview
from punto.floor.dealer_console.actions import StaffAction, floor_refusal, parse_action
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
        table = call.path("table")
        action = parse_action(call.body.command, call.body.fields, self._parts.replicas[table])
        return self._preview(table, action, call.signed)

    def _preview(
        self, table: str, action: StaffAction | Refusal, signed: SignedInPerson
    ) -> CommandPreview:
        refusal = action if isinstance(action, Refusal) else None
        if not isinstance(action, Refusal):
            replica = self._parts.replicas[table]
            refusal = floor_refusal(self._staff.state, replica, signed.person, action)
            if refusal is None:
                owner = self._parts.owners[table]
                found = action_preview(owner, action, signed.actor)
                # The next card of the device is a secret until the device draws it.
                return _of_device() if found is None else found
        assert refusal is not None, "an action that has no preview was refused"
        return refusal_preview(refusal, refusal.message)

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
