"""Join the routes of a floor, and add its headers, errors, health checks and metrics."""

import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.exposition import generate_latest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from punto.floor import metrics
from punto.floor.network.allowed_networks import AllowedNetworks
from punto.floor.network.numbers import NotANumber
from punto.floor.web import openapi, routes
from punto.floor.web.endpoints import Call, api_routes, route
from punto.floor.web.json_responses import (
    address_of,
    error_response,
    json_response,
    not_found_response,
)
from punto.floor.web.security_headers import NetworkCheck, SecurityHeaders
from punto.floor.web_parts import WebParts
from punto.table.state import IN_ROUND

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
OWN_ADDRESSES = ("127.0.0.1", "::1")


def make_app(parts: WebParts, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
    """Make the application that serves a floor under these host names."""
    return _App(parts, hosts).starlette


class _App:
    """The application, with the routes that describe the API and report the health."""

    def __init__(self, parts: WebParts, hosts: tuple[str, ...]) -> None:
        self._parts = parts
        self.starlette = Starlette(
            routes=[*routes.routes(parts), *api_routes(self)],
            middleware=[
                Middleware(NetworkCheck, networks=AllowedNetworks(parts.plan.networks)),
                Middleware(SecurityHeaders, hosts=hosts, staff_host=parts.plan.staff_host),
            ],
            exception_handlers={Exception: _unexpected, NotANumber: _not_a_number},
            lifespan=self._lifespan,
        )
        self._openapi = openapi.openapi(self.starlette.routes)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        yield
        await self._parts.stop()

    @route("GET", "/api/wire.json")
    async def wire(self, _call: Call[None]) -> dict[str, Any]:
        """The JSON Schema of the messages of the WebSocket."""
        return openapi.message_schema()

    @route("GET", "/api/openapi.json")
    async def openapi(self, _call: Call[None]) -> dict[str, Any]:
        """This document."""
        return self._openapi

    @route("GET", "/health")
    async def health(self, _call: Call[None]) -> dict[str, str]:
        """Whether the process runs, and its software."""
        return {"status": "alive", "software": self._parts.software}

    @route("GET", "/ready", statuses=(503,))
    async def ready(self, _call: Call[None]) -> dict[str, Any] | Response:
        """Whether the floor accepts commands."""
        parts = self._parts
        failure = parts.writer.failure
        if not parts.is_ready() or failure is not None:
            return json_response({"status": "not ready", "why": str(failure or "starting")}, 503)
        faults = [{"part": part, "why": why} for part, why in parts.faults().items()]
        return {"status": "ready", "tables": len(parts.replicas), "faults": faults}

    @route("GET", "/metrics", statuses=(404,), media_type="text/plain")
    async def metrics(self, call: Call[None]) -> Response:
        """Metrics for Prometheus."""
        token, request = self._parts.plan.metrics_token, call.request
        authorization = request.headers.get("authorization", "").encode(errors="replace")
        if address_of(request) not in OWN_ADDRESSES and not (
            token and hmac.compare_digest(authorization, f"Bearer {token}".encode())
        ):
            return not_found_response()
        body, kind = metrics_page(self._parts)
        return Response(body, media_type=kind)


async def _unexpected(_request: Request, _error: Exception) -> Response:
    """Count an unexpected error; the server writes it to the log."""
    metrics.UNEXPECTED_ERRORS.inc()
    return error_response("an unexpected error occurred; the floor has logged it", 500)


async def _not_a_number(_request: Request, error: Exception) -> Response:
    return error_response(str(error), 400)


def metrics_page(parts: WebParts) -> tuple[bytes, str]:
    """The metrics of the floor, and their media type."""
    broadcaster = parts.terminals.broadcaster
    metrics.CONNECTIONS.set(len(broadcaster.connections))
    metrics.TERMINALS.set(len(broadcaster.by_terminal))
    metrics.VISITS.set(len(parts.replica.history.visits))
    metrics.COMMITS.set(parts.writer.commits)
    metrics.READY.set(parts.is_ready() and parts.writer.failure is None)
    metrics.FAULTS.clear()
    for part in parts.faults():
        metrics.FAULTS.labels(part).set(1)
    for task, failures in parts.tasks.failures.items():
        metrics.TASK_FAILURES.labels(task).set(failures)
    for name, replica in parts.replicas.items():
        metrics.ROUNDS.labels(name, replica.effective_plan.book.key).set(replica.state.rounds)
        metrics.SEATS.labels(name).set(len(replica.state.seats))
        metrics.RUNNING.labels(name).set(replica.state.phase in IN_ROUND)
        connected, old = parts.terminals.displays.count(replica)
        metrics.DISPLAYS.labels(name).set(connected)
        metrics.OLD_DISPLAYS.labels(name).set(old)
        metrics.HELD.labels(name).set(bool(replica.state.pending_steps))
    for name, owner in parts.owners.items():
        metrics.RETRIES.labels(name).set(owner.retries)
    return generate_latest(metrics.REGISTRY), CONTENT_TYPE_LATEST
