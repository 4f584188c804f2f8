"""Serve the page of every screen, and the files that the pages load."""

from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.floor.web.compressed_files import PublicFolder, public_content
from punto.floor.web.staff_pages import PAGES, STATIC, staff_page

CATALOGUES = Path(str(files("punto.messages") / "catalogues"))


def routes() -> list[BaseRoute]:
    """The routes of the pages of patrons and staff."""
    static = PublicFolder(STATIC)
    return [
        Route("/", _page(static, "lobby/lobby.html")),
        Route("/play", _page(static, "terminal/terminal.html")),
        Route("/display/{table}", _page(static, "display/display.html")),
        Route("/staff", _page(static, "sign-in/sign-in.html")),
        Route("/dealer/{table}", _staff_screen("dealer")),
        *(Route(f"/{name}", _staff_screen(name)) for name in PAGES if name != "dealer"),
        static.route("/static"),
        PublicFolder(CATALOGUES).route("/catalogues"),
    ]


def _page(static: PublicFolder, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return static.content(name).response(request)

    return page


def _staff_screen(name: str) -> Callable[[Request], Awaitable[Response]]:
    content = public_content(staff_page(name).encode(), ".html")

    async def page(request: Request) -> Response:
        return content.response(request)

    return page
