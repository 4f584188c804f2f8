"""Test that QR codes have the squares that the library computes."""

import re

import segno

from punto.reports.formats.barcodes import QUIET_SQUARES, qr_squares

ADDRESS = "otpauth://totp/Punto:S-101?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Punto"


def test_every_dark_square_is_drawn_and_no_other() -> None:
    size, path = qr_squares(ADDRESS)
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path)
    assert "".join(f"M{x} {y}h{n}v1h-{n}z" for x, y, n in runs) == path
    drawn = {(int(x) + each, int(y)) for x, y, n in runs for each in range(int(n))}
    matrix = segno.make(ADDRESS, error="m", micro=False).matrix
    assert size == len(matrix) + 2 * QUIET_SQUARES
    assert drawn == {
        (column + QUIET_SQUARES, row + QUIET_SQUARES)
        for row, line in enumerate(matrix)
        for column, is_dark in enumerate(line)
        if is_dark
    }


def test_two_secrets_have_different_codes() -> None:
    assert qr_squares(ADDRESS) != qr_squares(ADDRESS.replace("JBSW", "KBSW"))
