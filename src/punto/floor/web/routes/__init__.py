"""The routes of every feature, joined."""

from starlette.routing import BaseRoute

from punto.floor.access.staff_access import StaffRoom
from punto.floor.floor import Floor
from punto.floor.web.routes import audit, cage, pages, people, pit, previews, reports, terminals


def routes(floor: Floor, staff: StaffRoom) -> list[BaseRoute]:
    """Every route of staff, patrons and public displays."""
    return [
        *people.routes(floor, staff),
        *previews.routes(floor, staff),
        *audit.routes(floor, staff),
        *cage.routes(floor, staff),
        *reports.routes(floor, staff),
        *pit.routes(floor, staff),
        *pages.routes(),
        *terminals.routes(floor),
    ]
