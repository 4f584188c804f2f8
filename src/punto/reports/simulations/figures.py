"""Draw simulation results as matplotlib figures; the caller displays or saves them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from punto.core.rulebook import Rulebook
from punto.simulation.bankroll import BankrollResults, SessionPlan
from punto.simulation.card_counting import Earnings

INK, LINE, SOFT = "#1d2b3a", "#8a1c1c", "#c9ced6"


def bankroll_figure(session: SessionPlan, fortunes: BankrollResults) -> Any:
    """Paths of the first patrons, how results spread, and how deep bankrolls fell."""
    figure, (paths, spread, falls) = _figure(3)
    for path in fortunes.paths:
        paths.plot(path / 100, color=INK, alpha=0.25, linewidth=0.8)
    paths.axhline(session.bankroll_cents / 100, color=LINE, linewidth=1)
    _label(paths, "Bankrolls of the first patrons", "round", "dollars")
    spread.hist(fortunes.results / 100, bins=80, color=INK)
    spread.axvline(float(fortunes.results.mean()) / 100, color=LINE, linewidth=1.5)
    _label(spread, "Results; the line is their mean", "dollars won or lost", "patrons")
    depth = np.sort(fortunes.drawdowns) / 100
    falls.plot(depth, 100 * (1 - np.arange(len(depth)) / len(depth)), color=INK)
    _label(falls, "Patrons whose bankroll fell by more", "dollars", "per cent")
    figure.suptitle(f"{session.task.book.name}: {session.plan.name}")
    return figure


def report_figure(
    book: Rulebook, by_cut: Mapping[int, Sequence[Earnings]], keys: Sequence[str]
) -> Any:
    """The gain of the best count of each wager at each cut."""
    cuts = sorted(by_cut)
    figure, (bars,) = _figure(1)
    width = 0.8 / len(cuts)
    for at, cut in enumerate(cuts):
        best = [
            max(each.units_per_100_rounds for each in by_cut[cut] if each.count.wager == key)
            for key in keys
        ]
        shade = str(0.15 + 0.6 * at / max(len(cuts) - 1, 1))
        places = np.arange(len(keys)) + at * width
        bars.bar(places, best, width, label=f"cut {cut}", color=shade)
    bars.set_xticks(np.arange(len(keys)) + 0.4 - width / 2)
    bars.set_xticklabels([book.wager(key).name for key in keys], rotation=30, ha="right")
    bars.axhline(0, color=LINE, linewidth=1)
    bars.legend(frameon=False)
    _label(bars, f"{book.name}: what counting can win", "", "units in 100 rounds")
    return figure


def _figure(panels: int) -> tuple[Any, tuple[Any, ...]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(5 * panels, 8), 4.5), layout="constrained")
    return figure, tuple(figure.add_subplot(1, panels, at + 1) for at in range(panels))


def _label(axes: Any, title: str, x: str, y: str) -> None:
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color=SOFT, linewidth=0.4)
    axes.set_axisbelow(True)
