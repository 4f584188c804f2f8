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
    return [
        *tables.routes(parts),
        *people.routes(parts.staff),
        *approvals.routes(parts),
        *sign_in.routes(parts.staff),
        WebSocketRoute("/ws/staff", StaffSocketEndpoint(parts).serve),
        *previews.routes(parts),
        *audit.routes(parts),
        *cage.routes(parts),
        *reports.routes(parts.plan, parts.journal, parts.staff),
        *pit.routes(parts),
        *pages.routes(),
        *terminals.routes(parts),
    ]
