"""The routes of every staff screen, joined: one line a desk."""

from starlette.routing import BaseRoute

from punto.server import (
    audit_routes,
    cage_routes,
    pit_routes,
    report_routes,
    staff_looks,
    staff_routes,
)
from punto.server.floor import Floor
from punto.server.staff_room import StaffRoom


def routes(floor: Floor, staff: StaffRoom) -> list[BaseRoute]:
    """Everything that only somebody signed in may ask for."""
    return [
        *staff_routes.routes(floor, staff),
        *staff_looks.routes(floor, staff),
        *audit_routes.routes(floor, staff),
        *cage_routes.routes(floor, staff),
        *report_routes.routes(floor, staff),
        *pit_routes.routes(floor, staff),
    ]
