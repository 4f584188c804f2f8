"""Serve the page of every screen, and the files that the pages load."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.floor.web.compressed_files import PublicFolder, public_content
from punto.floor.web.screen_pages import PAGES, STATIC, screen_page
from punto.messages.catalogue import FOLDER as CATALOGUES


def routes() -> list[BaseRoute]:
    """The routes of the pages of patrons and staff."""
    return [
        Route("/", _screen("lobby")),
        Route("/play", _screen("terminal")),
        Route("/display/{table}", _screen("display")),
        Route("/staff", _screen("sign-in")),
        Route("/dealer/{table}", _screen("dealer")),
        *(Route(f"/{name}", _screen(name)) for name in PAGES if name != "dealer"),
        PublicFolder(STATIC).route("/static"),
        PublicFolder(CATALOGUES).route("/catalogues"),
    ]


def _screen(name: str) -> Callable[[Request], Awaitable[Response]]:
    content = public_content(screen_page(name).encode(), ".html")

    async def page(request: Request) -> Response:
        return content.response(request)

    return page
