"""Draw Code 128 barcodes for vouchers, and QR codes for sign-in."""

from itertools import groupby
from operator import itemgetter

import segno

_WIDTHS = (
    "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 "
    "231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 "
    "223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 "
    "111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 "
    "132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 "
    "311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 "
    "121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 "
    "413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 "
    "421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 "
    "113141 114131 311141 411131 211412 211214 211232 "
)
WIDTHS = tuple(_WIDTHS.split())
"""The widths of the bars and spaces of each symbol, by its value."""

START_B, STOP = 104, "2331112"
QUIET = 10
"""The blank modules that a reader needs on either side."""


def symbols(text: str) -> list[int]:
    """The values of a text in code set B: start symbol, characters, check symbol."""
    values = [ord(letter) - 32 for letter in text]
    if not text or any(not 0 <= value <= 94 for value in values):
        raise ValueError(f"{text!r} cannot be a barcode; expected printable ASCII characters")
    check = (START_B + sum(at * value for at, value in enumerate(values, start=1))) % 103
    return [START_B, *values, check]


def code_128(text: str, height: int = 60) -> str:
    """Draw a text as Code 128 bars in SVG, with one unit per module."""
    widths = "".join(WIDTHS[value] for value in symbols(text)) + STOP
    bars, at = [], QUIET
    for place, width in enumerate(map(int, widths)):
        if place % 2 == 0:
            bars.append(f"M{at} 0h{width}v{height}h-{width}z")
        at += width
    whole = at + QUIET
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {height}" '
        f'preserveAspectRatio="none" role="img" aria-label="{text}">'
        f'<rect width="{whole}" height="{height}" fill="#fff"/>'
        f'<path d="{"".join(bars)}" fill="#000"/></svg>'
    )


QUIET_SQUARES = 4
"""The light margin that readers need to find the code."""


def qr_squares(text: str) -> tuple[int, str]:
    """Encode a text as a QR code: the squares per side with margin, and the dark ones as a path."""
    code = segno.make(text, error="m", micro=False)
    parts = []
    for row, line in enumerate(code.matrix, QUIET_SQUARES):
        for is_dark, run in groupby(enumerate(line, QUIET_SQUARES), itemgetter(1)):
            columns = [column for column, _ in run]
            if is_dark:
                parts.append(f"M{columns[0]} {row}h{len(columns)}v1h-{len(columns)}z")
    return len(code.matrix) + 2 * QUIET_SQUARES, "".join(parts)
