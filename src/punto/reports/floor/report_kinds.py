"""The kinds of reports, and who may read each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from punto.reports.floor import (
    cage_shifts,
    irregularities,
    liability,
    meters,
    performance,
    shifts,
    significant_events,
    win,
)
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import Report
from punto.reports.floor.request import ReportDefinition, ReportRequest


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A kind of report: its definition, its function, and whether cashiers read it."""

    definition: ReportDefinition
    build: Callable[[PeriodTotals, ReportRequest], Report]
    is_for_cashiers: bool = False


KINDS: Mapping[str, ReportKind] = {
    each.definition.kind: each
    for each in (
        ReportKind(performance.DEFINITION, performance.performance),
        ReportKind(win.DEFINITION, win.win_report),
        ReportKind(meters.DEFINITION, meters.meters),
        ReportKind(irregularities.DEFINITION, irregularities.irregularities),
        ReportKind(liability.DEFINITION, liability.liability, is_for_cashiers=True),
        ReportKind(significant_events.DEFINITION, significant_events.significant_events),
        ReportKind(shifts.DEFINITION, shifts.rounds_by_shift),
        ReportKind(cage_shifts.DEFINITION, cage_shifts.cage_shifts, is_for_cashiers=True),
        ReportKind(liability.INTERRUPTED, liability.interrupted_games),
    )
}


def report_kind(name: str) -> ReportKind:
    """The kind of report with a name."""
    if name not in KINDS:
        raise ValueError(f"{name!r:.40} is not a report; expected one of {', '.join(KINDS)}")
    return KINDS[name]
