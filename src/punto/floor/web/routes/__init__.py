"""The routes of every feature, joined."""

from starlette.routing import BaseRoute, WebSocketRoute

from punto.floor.access.staff_access import StaffAccess
from punto.floor.floor import Floor
from punto.floor.web.routes import (
    approvals,
    audit,
    cage,
    pages,
    people,
    pit,
    previews,
    reports,
    sign_in,
    tables,
    terminals,
)
from punto.floor.web.staff_socket import StaffSocketEndpoint


def routes(floor: Floor, staff: StaffAccess) -> list[BaseRoute]:
    """Every route of staff, patrons and public displays; the most frequent staff request first."""
    return [
        *tables.routes(floor, staff),
        *people.routes(staff),
        *approvals.routes(floor, staff),
        *sign_in.routes(staff),
        WebSocketRoute("/ws/staff", StaffSocketEndpoint(floor, staff).serve),
        *previews.routes(floor, staff),
        *audit.routes(floor, staff),
        *cage.routes(floor, staff),
        *reports.routes(floor, staff),
        *pit.routes(floor, staff),
        *pages.routes(),
        *terminals.routes(floor),
    ]
