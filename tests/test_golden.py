"""The digests of what the reference counts: 100,188 shoes, of which a sample is counted here."""

from unittest.mock import patch

import pytest

from campaigns import odds
from campaigns.odds import GOLDEN, SHOES_A_PART, Differs, by_kernels, golden

PARTS = 12


def test_kernels_count_what_the_reference_did() -> None:
    assert golden(PARTS) > PARTS * SHOES_A_PART


def test_every_part_of_a_hundred_thousand_shoes_has_its_digests() -> None:
    rows = [line.split() for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    assert [int(seed) for seed, _, _ in rows] == list(range(1, 507))
    assert len(rows) * SHOES_A_PART > 100_000
    assert len({digest for _, *digests in rows for digest in digests}) == 2 * len(rows)


def test_one_deal_more_is_found_and_named() -> None:
    def wrong(*given: object) -> list[list[int]]:
        rows = by_kernels(*given)  # type: ignore[arg-type]
        rows[-1][-1] += 1
        return rows

    wrong.__name__ = "by_kernels"
    with patch.object(odds, "by_kernels", wrong), pytest.raises(Differs, match="by_kernels"):
        golden(1)
