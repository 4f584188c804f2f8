"""A QR code: text as dark squares that the camera of a telephone reads."""

from itertools import groupby
from operator import itemgetter

import segno

QUIET_SQUARES = 4
"""The light margin without which readers do not find the code."""


def squares(text: str) -> tuple[int, str]:
    """How many squares a side has, margin included, and the dark ones as the path of a drawing."""
    code = segno.make(text, error="m", micro=False)
    parts = []
    for row, line in enumerate(code.matrix, QUIET_SQUARES):
        for is_dark, run in groupby(enumerate(line, QUIET_SQUARES), itemgetter(1)):
            columns = [column for column, _ in run]
            if is_dark:
                parts.append(f"M{columns[0]} {row}h{len(columns)}v1h-{len(columns)}z")
    return len(code.matrix) + 2 * QUIET_SQUARES, "".join(parts)
