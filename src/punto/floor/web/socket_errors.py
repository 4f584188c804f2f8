"""Run the tasks of a connection to a browser, and log the unexpected errors that end them."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog
from starlette.websockets import WebSocketDisconnect

from punto.floor import metrics

LOG = structlog.get_logger("punto.line")


def started(*works: Coroutine[Any, Any, None]) -> "list[asyncio.Task[None]]":
    """Start the tasks of a connection, each of which the caller ends and awaits with `ended`."""
    return [asyncio.ensure_future(each) for each in works]


async def log_socket_end(task: "asyncio.Future[None]", **whose: str) -> bool:
    """Whether a task of a line that is over ended as it should; else the log tells how."""
    try:
        await task
    except (asyncio.CancelledError, WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
        return True
    except Exception:
        metrics.UNFORESEEN.inc()
        LOG.exception("unforeseen", **whose)
        return False
    return True
