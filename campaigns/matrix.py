"""Send every command to every sample table in every role."""

import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from campaigns.door import Inside, decides_at_once, planted, say
from punto.core.staff_positions import StaffPosition
from punto.floor.web.app import make_app
from tests.floor import matrix as positions

LETTERS = ("E", "F", "T", "U", "R")
CONTROL_CELLS = 20


async def matrix(letter: str, stride: int) -> None:
    """Try the matrix of one document, or one of `stride` cells."""
    async with _table_of(letter) as (tried, inside):
        cells = positions.pairs(tried.book)[::stride]
        begun = time.perf_counter()
        result = await positions.tried(tried, cells, letter, inside)
        took = time.perf_counter() - begun
        missing = positions.missing(result.found, letter) if stride == 1 else []
        caught = await _planted_matrix(tried, letter, inside)
    is_well = not result.unexpected and not missing and caught > 0
    say(
        f"matrix {letter}: {result.asked:,} requests by role, action and phase, "
        f"{result.allowed:,} allowed, unexpectedly allowed {len(result.unexpected)}, "
        f"cells of the page not met {len(missing)}; control caught {caught}; "
        f"{result.asked / took:,.0f} a second, {'pass' if is_well else 'FAIL'}"
    )
    for each in (*result.unexpected[:5], *missing[:5]):
        say(f"  {each}")


@asynccontextmanager
async def _table_of(letter: str) -> AsyncIterator[tuple[positions.Matrix, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        async with positions.matrix_of(Path(folder), letter) as tried:
            app = make_app(tried.floor.floor.web)
            decides_at_once(tried.floor.floor)

            async def inside(_matrix: positions.Matrix, token: str) -> positions.Asks:
                return Inside(app, token)

            yield tried, inside


async def _planted_matrix(matrix: positions.Matrix, letter: str, inside: Any) -> int:
    """Count the wrong cells when every actor may do everything."""
    from punto.table import decide

    with (
        planted(decide, "may_do_at", lambda *_: True),
        planted(decide, "has_second", lambda *_: True),
    ):
        page = positions.expected(letter)
        cells = [
            (table, name, command)
            for table, name, command in positions.pairs(matrix.book)
            if not table.pending_steps
            and 0 < len(page[name, str(table.phase)]) < len(StaffPosition)
        ][:CONTROL_CELLS]
        return len((await positions.tried(matrix, cells, letter, inside)).unexpected)
