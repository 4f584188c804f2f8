"""Chart simulation results: bankrolls of patrons, and the gain of card counters."""

from collections.abc import Mapping, Sequence

import numpy as np

from punto.core.rulebook import Rulebook, WagerGroup
from punto.messages.message import message
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.formats.charts import scale
from punto.reports.formats.sheet import Chart, Panel
from punto.simulation.bankroll import BankrollResults, SessionPlan
from punto.simulation.card_counting import Earnings

MAX_POINTS = 120
BINS = 45


def bankroll_chart(session: SessionPlan, results: BankrollResults) -> Chart:
    """Paths of the first patrons, the distribution of results, and how deep bankrolls fell."""
    tone = session.task.book.wager(session.wagers[0][0]).group
    return Chart(
        message("bankroll.title", game=game_message(session.task.book), plan=session.plan.name),
        message("chart.bankroll-caption"),
        (_paths(session, results, tone), _results(results, tone), _falls(results, tone)),
    )


def counting_chart(
    book: Rulebook, by_cut: Mapping[int, Sequence[Earnings]], keys: Sequence[str]
) -> Chart:
    """The gain of the best count of each wager at each cut."""
    cuts = sorted(by_cut)
    labels = tuple((at, str(cut)) for at, cut in enumerate(cuts))
    panels = []
    for wager in map(book.wager, keys):
        best = tuple(
            max(each.units_per_100_rounds for each in by_cut[cut] if each.count.wager == wager.key)
            for cut in cuts
        )
        panels.append(Panel(wager_message(wager), wager.group, best, labels))
    title = message("counting.report", game=game_message(book))
    return Chart(title, message("chart.counting-caption"), tuple(panels))


def _paths(session: SessionPlan, results: BankrollResults, tone: WagerGroup) -> Panel:
    paths = results.paths / 100
    rounds = paths.shape[1]
    places = np.unique(np.linspace(0, rounds - 1, MAX_POINTS).astype(int))
    labels = tuple((at, f"{places[at] + 1:,}") for at in range(0, len(places), MAX_POINTS // 4))
    return Panel(
        message("chart.paths"),
        tone,
        (session.bankroll_cents / 100,) * len(places),
        labels,
        is_line=True,
        faint_lines=tuple(tuple(path[places].tolist()) for path in paths),
    )


def _results(results: BankrollResults, tone: WagerGroup) -> Panel:
    counts, edges = np.histogram(results.results / 100, bins=BINS)
    starts = edges[:-1].tolist()
    behind = tuple(start < 0 for start in starts)
    title = message("chart.bankroll-results")
    return Panel(title, tone, tuple(counts.tolist()), _labels(starts), is_faint=behind)


def _falls(results: BankrollResults, tone: WagerGroup) -> Panel:
    depths = np.linspace(0, float(results.drawdowns.max()), MAX_POINTS)
    shares = tuple(100 * float((results.drawdowns > depth).mean()) for depth in depths)
    labels = _labels((depths / 100).tolist())
    return Panel(message("chart.falls"), tone, shares, labels, is_line=True)


def _labels(values: Sequence[float]) -> tuple[tuple[int, str], ...]:
    """Round dollars below rising values."""
    width = (values[-1] - values[0]) / (len(values) - 1) or 1.0
    ticks = scale(values[0], values[-1])
    return tuple(
        (round((tick - values[0]) / width), f"{tick:,.0f}")
        for tick in ticks
        if values[0] <= tick <= values[-1]
    )
