"""Join the routes of every feature."""

from starlette.routing import BaseRoute, WebSocketRoute

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
from punto.floor.web_parts import WebParts


def routes(parts: WebParts) -> list[BaseRoute]:
    """The routes of staff, patrons and public displays; the most frequent staff request first."""
    staff = parts.staff
    return [
        *tables.routes(parts.tables, staff),
        *people.routes(staff),
        *approvals.routes(parts.approvals, staff),
        *sign_in.routes(staff),
        WebSocketRoute("/ws/staff", StaffSocketEndpoint(parts.staff_socket, staff).serve),
        *previews.routes(parts.tables.tables, staff),
        *audit.routes(parts.audit, staff),
        *cage.routes(parts.cage, staff),
        *reports.routes(parts.plan, parts.journal, staff),
        *pit.routes(parts.tables, staff),
        *pages.routes(),
        *terminals.routes(parts.terminals),
    ]
