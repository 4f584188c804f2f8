"""Compare a sample of shoes with stored digests of the reference's counts for 100,188 shoes."""

from unittest.mock import patch

import pytest

from campaigns import odds
from campaigns.odds import GOLDEN, SHOES_A_PART, Differs, by_kernels, golden

PARTS = 12


def test_kernels_count_the_same_deals_as_the_reference() -> None:
    assert golden(PARTS) > PARTS * SHOES_A_PART


def test_every_part_of_a_hundred_thousand_shoes_has_its_digests() -> None:
    rows = [line.split() for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    assert [int(seed) for seed, _, _ in rows] == list(range(1, 507))
    assert len(rows) * SHOES_A_PART > 100_000
    assert len({digest for _, *digests in rows for digest in digests}) == 2 * len(rows)


def test_one_extra_deal_is_reported_with_its_method() -> None:
    def wrong(*arguments: object) -> list[list[int]]:
        rows = by_kernels(*arguments)  # type: ignore[arg-type]
        rows[-1][-1] += 1
        return rows

    wrong.__name__ = "by_kernels"
    with patch.object(odds, "by_kernels", wrong), pytest.raises(Differs, match="by_kernels"):
        golden(1)
