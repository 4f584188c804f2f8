"""The routes of every staff screen, joined: one line a desk."""

from starlette.routing import BaseRoute

from punto.floor.access.staff_access import StaffRoom
from punto.floor.floor import Floor
from punto.floor.web.routes import audit, cage, people, pit, previews, reports


def routes(floor: Floor, staff: StaffRoom) -> list[BaseRoute]:
    """Everything that only somebody signed in may ask for."""
    return [
        *people.routes(floor, staff),
        *previews.routes(floor, staff),
        *audit.routes(floor, staff),
        *cage.routes(floor, staff),
        *reports.routes(floor, staff),
        *pit.routes(floor, staff),
    ]
