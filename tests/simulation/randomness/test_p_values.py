"""Compare p-values with figures from printed tables."""

import pytest

from punto.simulation.randomness.p_values import chi_square_tail, normal_tail


@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (18.307038, 10, 0.05),
        (2.558212, 10, 0.99),
        (124.342113, 100, 0.05),
        (70.064895, 100, 0.99),
        (1074.679449, 1000, 0.05),
        (0.0, 5, 1.0),
        (5.0, 0, 1.0),
    ],
)
def test_chi_square_tails_equal_printed_tables(statistic: float, degrees: int, p: float) -> None:
    assert chi_square_tail(statistic, degrees) == pytest.approx(p, abs=1e-6)


def test_normal_tails_equal_printed_tables() -> None:
    assert normal_tail(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert normal_tail(-4) == pytest.approx(6.334e-5, rel=1e-3)
