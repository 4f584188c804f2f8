"""Routes to the pages of every screen, and to the files that they ask for."""

from collections.abc import Awaitable, Callable
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from punto.floor.web.staff_pages import PAGES, STATIC, staff_page

CATALOGUES = str(files("punto.messages") / "catalogues")

FRESH = {"cache-control": "no-cache"}
"""Asked for again each time, and sent only if it has changed."""


def routes() -> list[BaseRoute]:
    """The routes of patrons' and staff's pages."""
    return [
        Route("/", _page("lobby/lobby.html")),
        Route("/play", _page("terminal/terminal.html")),
        Route("/display/{table}", _page("display/display.html")),
        Route("/staff", _page("sign-in/sign-in.html")),
        Route("/dealer/{table}", _staff_screen("dealer")),
        *(Route(f"/{name}", _staff_screen(name)) for name in PAGES if name != "dealer"),
        Mount("/static", _Static(directory=STATIC)),
        Mount("/catalogues", _Static(directory=CATALOGUES)),
    ]


class _Static(StaticFiles):
    """Files of the package."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, with the header that has it looked up again."""
        response = await super().get_response(path, scope)
        response.headers.update(FRESH)
        return response


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(_request: Request) -> Response:
        return FileResponse(STATIC / name, headers=FRESH)

    return page


def _staff_screen(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(_request: Request) -> Response:
        return HTMLResponse(staff_page(name), headers=FRESH)

    return page
