"""Compute the p-value of a normal or chi-square statistic without another library."""

from math import erfc, exp, lgamma, log, sqrt

STEPS = 100_000
SMALL = 1e-300


def normal_tail(z: float) -> float:
    """Return the chance that a standard normal value is at least this far from zero."""
    return erfc(abs(z) / sqrt(2))


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the chance that a chi-square value is at least this large."""
    if degrees <= 0 or statistic <= 0:
        return 1.0
    half, x = degrees / 2, statistic / 2
    if x < half + 1:
        return 1.0 - _lower_series(half, x)
    return _upper_fraction(half, x)


def _lower_series(a: float, x: float) -> float:
    """Return the lower incomplete gamma function by its series, which is fast below the mean."""
    term = total = 1.0 / a
    for step in range(1, STEPS):
        term *= x / (a + step)
        total += term
        if term < total * 1e-16:
            break
    return total * exp(a * log(x) - x - lgamma(a))


def _upper_fraction(a: float, x: float) -> float:
    """Return the upper one by Lentz's continued fraction, which is fast above the mean."""
    b = x + 1 - a
    c, d = 1 / SMALL, 1 / b
    product = d
    for step in range(1, STEPS):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b or SMALL)
        c = b + factor / c or SMALL
        product *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return product * exp(a * log(x) - x - lgamma(a))
