"""The kinds of reports, by their name."""

from collections.abc import Mapping

from punto.reports.floor.cage_shifts import cage_shifts
from punto.reports.floor.event_reports import irregularities, significant_events
from punto.reports.floor.liability import interrupted_games, liability
from punto.reports.floor.meters import meters
from punto.reports.floor.performance import performance
from punto.reports.floor.report import ReportKind
from punto.reports.floor.win import rounds_by_shift, win_report

KINDS: Mapping[str, ReportKind] = {
    each.name: each
    for each in (
        ReportKind("performance", "GP 1.0", performance),
        ReportKind("win", "WT 1.0", win_report),
        ReportKind("meters", "MT 1.0", meters),
        ReportKind("irregularities", "VI 1.0", irregularities),
        ReportKind("liability", "LI 1.0", liability, is_for_cashiers=True),
        ReportKind("events", "SE 1.0", significant_events),
        ReportKind("shifts", "RS 1.0", rounds_by_shift),
        ReportKind("cage", "CS 1.0", cage_shifts, is_for_cashiers=True),
        ReportKind("interrupted", "IG 1.0", interrupted_games),
    )
}


def report_kind(name: str) -> ReportKind:
    """The kind of report with a name."""
    if name not in KINDS:
        raise ValueError(f"{name!r:.40} is not a report; expected one of {', '.join(KINDS)}")
    return KINDS[name]
