"""Serve public files that no request can change, compressed once when the server starts.

An answer that has a secret beside words of the caller is never compressed: its length would
reveal the secret. These files are the same for everybody.
"""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class PublicContent:
    """The same bytes for everybody, plain and compressed, with a tag for each form."""

    body: bytes
    compressed: bytes
    tag: str
    media_type: str

    def response(self, request: Request) -> Response:
        """The content in a form that the browser accepts, or only that it has it already."""
        is_compressed = accepts_gzip(request.headers.get("accept-encoding", ""))
        tag = f'"{self.tag}-gzip"' if is_compressed else f'"{self.tag}"'
        headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        known = request.headers.get("if-none-match", "").replace("W/", "").split(",")
        if tag in map(str.strip, known):
            return Response(status_code=304, headers=headers)
        if is_compressed:
            headers["content-encoding"] = "gzip"
        body = self.compressed if is_compressed else self.body
        return Response(body, media_type=self.media_type, headers=headers)


@cache
def public_content(body: bytes, suffix: str) -> PublicContent:
    """Compress content; the suffix of its file says what it is."""
    tag = hashlib.sha256(body).hexdigest()[:32]
    return PublicContent(body, gzip.compress(body, mtime=0), tag, MEDIA_TYPES[suffix])


def accepts_gzip(header: str) -> bool:
    """Whether a browser that sends this Accept-Encoding reads gzip."""
    for coding in header.lower().split(","):
        name, _, weight = coding.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class PublicFolder:
    """The files below a folder. Only what was there at the start is ever answered."""

    def __init__(self, folder: Path) -> None:
        self._paths = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.suffix in MEDIA_TYPES
        }
        for name in self._paths:
            self.content(name)

    def content(self, name: str) -> PublicContent:
        """The present content of a file: after an edit a developer only reloads the page."""
        try:
            path = self._paths[name]
            return _read(path, path.stat().st_mtime_ns)
        except (KeyError, FileNotFoundError):
            raise HTTPException(404) from None

    def route(self, prefix: str) -> Mount:
        """The route to all files of the folder."""

        async def answer(request: Request) -> Response:
            return self.content(request.path_params["name"]).response(request)

        return Mount(prefix, routes=[Route("/{name:path}", answer)])


@cache
def _read(path: Path, _modified_ns: int) -> PublicContent:
    return public_content(path.read_bytes(), path.suffix)
