"""The end of a line to a browser: what its tasks came to, written down where nobody foresaw it."""

import asyncio

import structlog
from starlette.websockets import WebSocketDisconnect

from punto.server import metrics

LOG = structlog.get_logger("punto.line")


async def ended(task: "asyncio.Future[None]", **whose: str) -> bool:
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
