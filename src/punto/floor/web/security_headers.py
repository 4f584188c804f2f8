"""Check the network, host name and origin of each request, and set headers and cookie names."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from punto.floor.network.allowed_networks import AllowedNetworks
from punto.floor.network.tls import STRICT_TRANSPORT
from punto.floor.web.screen_pages import PAGES

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)

_STAFF_PATHS = ("api/staff", "ws/staff", "staff", *PAGES)
_PATRON_PATHS = ("play", "display", "api/terminals")


class NetworkCheck:
    """Answer machines of the allowed networks, and refuse all others before reading anything."""

    def __init__(self, app: ASGIApp, networks: AllowedNetworks) -> None:
        self._app, self._networks = app, networks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        is_request = scope["type"] in ("http", "websocket")
        if not is_request or self._networks.accept((scope.get("client") or ("",))[0]):
            await self._app(scope, receive, send)
        else:
            await _refuse(scope, receive, send, "not from this network\n")


class SecurityHeaders:
    """Set the headers of every response, and serve only the host names of the floor."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], staff_host: str = "") -> None:
        self._app, self._hosts, self._staff_host = app, (*hosts, staff_host or hosts[0]), staff_host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse one for another host name or from another site."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not self._is_for_floor(scope):
            await _refuse(scope, receive, send, "not for this page\n")
            return

        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return

        headers = (*HEADERS, STRICT_TRANSPORT) if scope["scheme"] == "https" else HEADERS

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        await self._app(scope, receive, sending)

    def _is_for_floor(self, scope: Scope) -> bool:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if _host_name(host) not in self._hosts or not self._is_for_host(
            scope["path"], _host_name(host)
        ):
            return False
        origin = headers.get(b"origin")
        # A browser always sends the origin of its page; another program has none.
        return origin is None or urlsplit(origin.decode("latin-1")).netloc == host

    def _is_for_host(self, path: str, host: str) -> bool:
        """Whether staff screens use their own host name, if there is one, and patrons another."""
        if not self._staff_host:
            return True
        page = path.strip("/")
        if host == self._staff_host:
            return page not in ("", "ws") and not _is_under(page, _PATRON_PATHS)
        return not _is_under(page, _STAFF_PATHS)


def _is_under(path: str, folders: tuple[str, ...]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await PlainTextResponse(why, 403)(scope, receive, send)


def _host_name(host: str) -> str:
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def is_tls(connection: HTTPConnection) -> bool:
    """Whether a request came over TLS."""
    return connection.scope.get("scheme") in ("https", "wss")


def cookie_name(name: str, connection: HTTPConnection) -> str:
    """The name of a cookie. Over TLS it has a prefix that binds it to this host and to TLS."""
    return f"__Host-{name}" if is_tls(connection) else name
