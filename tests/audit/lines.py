"""Render findings as lines of English text."""

from collections.abc import Iterable

from punto.audit import Check, Finding, Report
from punto.messages.render import render
from punto.reports.descriptions.findings import describe_audit, describe_finding


def finding_lines(findings: Iterable[Finding], check: Check | None = None) -> list[str]:
    """The findings of a check, or of all checks."""
    return [
        render(describe_finding(each), "en") for each in findings if check in (None, each.check)
    ]


def report_lines(report: Report) -> list[str]:
    """The findings and the counts of an audit."""
    return [render(each, "en") for each in describe_audit(report)]
