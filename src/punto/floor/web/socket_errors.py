"""Run the tasks of a connection to a browser, and log the unexpected errors that end them."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog
from starlette.websockets import WebSocketDisconnect

from punto.floor import metrics

LOG = structlog.get_logger("punto.line")


def start_tasks(*coroutines: Coroutine[Any, Any, None]) -> "list[asyncio.Task[None]]":
    """Start the tasks of a connection; the caller cancels each and awaits `log_socket_end`."""
    return [asyncio.ensure_future(coroutine) for coroutine in coroutines]


async def log_socket_end(task: "asyncio.Future[None]", **whose: str) -> bool:
    """Await a task of a closed connection. Log an unexpected error and return False."""
    try:
        await task
    except (asyncio.CancelledError, WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
        return True
    except Exception:
        metrics.UNEXPECTED_ERRORS.inc()
        LOG.exception("unexpected error", **whose)
        return False
    return True
