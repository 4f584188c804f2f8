"""Test that the advice of a report on counting is true at every cut that it shows."""

import pytest

from punto.games.library import game
from punto.reports.formats.sheet import Paragraph
from punto.reports.simulations.card_counting import vulnerability_sheet
from punto.simulation.card_counting import CountingSystem, CountResult, Earnings, running_count
from tests.texts import text

SHOES, UNIT = 10_000, 1_000_000
TIE = running_count("tie", (0,) * 13, 0)


def earned(units: float, error: float, count: CountingSystem = TIE) -> Earnings:
    """A count that won so many units in 100 rounds, known so well; a shoe has 100 rounds."""
    a_shoe = units * UNIT
    squares = SHOES * (SHOES * (error * UNIT) ** 2 + a_shoe**2)
    result = CountResult(SHOES, 100 * SHOES, SHOES, round(SHOES * a_shoe), 0, 0, round(squares), 0)
    return Earnings(count, result, UNIT)


@pytest.mark.parametrize(
    ("by_cut", "expected"),
    [
        ([(0.0, 0.01), (0.07, 0.01)], "no count earns a unit in a thousand rounds at any cut"),
        (
            [(0.07, 0.02), (0.0, 0.0)],
            "too few shoes to decide; within two standard errors a count may win",
        ),
        # As Small Tiger did over 2,000 shoes: little at the first cut, and more at a deeper one.
        (
            [(0.07, 0.21), (0.14, 0.16)],
            "too few shoes to decide; within two standard errors a count may",
        ),
        (
            [(0.05, 0.01), (0.14, 0.01)],
            "two standard errors a count may win 0.16 units in 100 rounds",
        ),
        ([(0.3, 0.05), (0.05, 0.02)], "0.30 units in 100 rounds at a cut of 14; a cut of 26 leav"),
        ([(0.3, 0.05), (0.05, 0.03)], "0.30 units in 100 rounds at a cut of 14; too few shoes to"),
        (
            [(0.3, 0.05), (0.05, 0.01), (0.2, 0.01), (0.02, 0.01)],
            "0.30 units in 100 rounds at a cut of 14; a cut of 104 leaves 0.02",
        ),
        ([(0.9, 0.05), (0.4, 0.05)], "0.40 units in 100 rounds even at a cut of 26. Set a low m"),
    ],
)
def test_advice_is_true_of_every_cut(by_cut: list[tuple[float, float]], expected: str) -> None:
    """A wager was called harmless at any cut shown though only the first was looked at."""
    found = {
        cut: (earned(*figures),) for cut, figures in zip((14, 26, 52, 104), by_cut, strict=False)
    }
    advice = vulnerability_sheet(game("tiger"), 1, found).parts[-1]
    assert isinstance(advice, Paragraph)
    [line] = map(text, advice.lines)
    assert line.startswith("Tie: ")
    assert expected in line


def test_advice_goes_by_the_best_of_several_counts() -> None:
    found = {14: (earned(0.0, 0.0), earned(0.5, 0.1))}
    advice = vulnerability_sheet(game("tiger"), 1, found).parts[-1]
    assert isinstance(advice, Paragraph)
    assert "0.50 units in 100 rounds even at a cut of 14" in text(advice.lines[0])
