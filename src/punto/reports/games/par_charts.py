"""Chart a PAR sheet's results, edge through a shoe, removal effects and edge by decks."""

from collections.abc import Iterator, Sequence
from math import ceil, floor

from punto.core.cards import Rank
from punto.messages.message import message
from punto.odds.measures import WagerOdds
from punto.odds.par_sheet import ParSheet, WagerPar
from punto.reports.descriptions.names import wager_message
from punto.reports.formats.charts import scale
from punto.reports.formats.sheet import Chart, Panel

MAX_BINS = 45
"""Bars of the distribution of results, few enough to be distinguished."""

DEVIATIONS = 3.2
"""Standard deviations that a distribution shows on each side of its mean."""


def par_charts(
    sheet: ParSheet,
    through_shoe: Sequence[Sequence[WagerOdds]] = (),
    seed: int = 0,
) -> tuple[Chart, ...]:
    """Results over many rounds, the edge through a shoe, effects of removal, and edge by decks."""
    return tuple(_charts(sheet, through_shoe, seed))


def _charts(
    sheet: ParSheet, through_shoe: Sequence[Sequence[WagerOdds]], seed: int
) -> Iterator[Chart]:
    if all(wager.flat_betting is not None for wager in sheet.wagers):
        yield Chart(
            message("chart.results", rounds=sheet.rounds),
            message("chart.results-caption"),
            tuple(_results(wager) for wager in sheet.wagers),
        )
    if through_shoe:
        yield Chart(
            message("chart.shoe"),
            message("chart.shoe-caption", seed=str(seed)),
            tuple(
                _through_shoe(wager, [odds[at] for odds in through_shoe])
                for at, wager in enumerate(sheet.wagers)
            ),
        )
    yield Chart(
        message("chart.removal"),
        message("chart.removal-caption"),
        tuple(_removal(wager) for wager in sheet.wagers),
    )
    yield Chart(
        message("chart.edge"),
        message("chart.edge-caption"),
        tuple(_by_decks(wager) for wager in sheet.wagers),
    )


def _removal(wager: WagerPar) -> Panel:
    effects = [float(1000 * wager.effects.by_rank.get(rank, 0)) for rank in Rank]
    labels = tuple((rank - 1, rank.letter) for rank in Rank)
    return Panel(wager_message(wager.odds.wager), wager.odds.wager.group, tuple(effects), labels)


def _by_decks(wager: WagerPar) -> Panel:
    edges = tuple(100 * float(odds.house_edge) for odds in wager.by_decks.values())
    labels = tuple((at, str(decks)) for at, decks in enumerate(wager.by_decks))
    return Panel(
        wager_message(wager.odds.wager), wager.odds.wager.group, edges, labels, is_line=True
    )


def _through_shoe(wager: WagerPar, odds: Sequence[WagerOdds]) -> Panel:
    edges = tuple(100 * float(each.house_edge) for each in odds)
    labels = tuple((at, str(at + 1)) for at in range(0, len(edges), 20))
    return Panel(
        wager_message(wager.odds.wager), wager.odds.wager.group, edges, labels, is_line=True
    )


def _results(wager: WagerPar) -> Panel:
    """The distribution of results, in bins around its mean."""
    betting = wager.flat_betting
    assert betting is not None, "charts of results are drawn where there are any"
    mean = float(wager.odds.expected) * betting.rounds
    spread = DEVIATIONS * float(wager.odds.variance * betting.rounds) ** 0.5
    # Bins begin and end at whole units, one of them at zero, so that none is ahead and behind.
    width = max(1, ceil(2 * spread / MAX_BINS))
    first = floor((mean - spread) / width) * width
    bins = [0.0] * ceil((mean + spread - first) / width)
    for result, chance in zip(betting.results.tolist(), betting.chances.tolist(), strict=True):
        # A result on the border between two bins belongs to the lower.
        if 0 <= (at := ceil((result - first) / width) - 1) < len(bins):
            bins[at] += 100 * chance
    starts = [first + width * at for at in range(len(bins))]
    ticks = scale(starts[0], starts[-1])
    labels = tuple(
        (int(tick - first) // width, f"{tick:.0f}")
        for tick in ticks
        if starts[0] <= tick <= starts[-1]
    )
    behind = tuple(start < 0 for start in starts)
    return Panel(
        wager_message(wager.odds.wager),
        wager.odds.wager.group,
        tuple(bins),
        labels,
        is_faint=behind,
    )
