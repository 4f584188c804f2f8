"""Describe the findings, the counts and the rejections of the auditor."""

from punto.audit import BundleRejected, Finding, Report
from punto.messages.message import Message, message
from punto.messages.render import render


def describe_finding(finding: Finding) -> Message:
    """A finding with its place: the stream, the entry and the round."""
    check, found = finding.check.value, finding.message
    if not finding.stream:
        return message("finding-line.file", check=check, finding=found)
    number, stream = finding.round, finding.stream
    round_ = message("finding-line.round", round=number) if number else None
    if not finding.entry:
        return message(
            "finding-line.stream", stream=stream, round=round_, check=check, finding=found
        )
    return message(
        "finding-line.entry",
        stream=stream,
        entry=finding.entry,
        round=round_,
        check=check,
        finding=found,
    )


def describe_audit(report: Report) -> list[Message]:
    """A line for each finding, and the counts."""
    running, hidden = report.rounds_running, report.shoes_not_shown
    return [
        *map(describe_finding, report.findings),
        message(
            "audit-summary.entries",
            entries=report.entries,
            streams=report.streams,
            events=report.events,
        ),
        message(
            "audit-summary.rounds",
            settled=report.rounds_settled,
            void=report.rounds_void,
            running=message("audit-summary.running", rounds=running) if running else None,
            revealed=report.shoes_shown,
            hidden=message("audit-summary.hidden", shoes=hidden) if hidden else None,
        ),
        message(
            "audit-summary.wagers",
            wagers=report.wagers,
            staked=report.staked_cents,
            returned=report.returned_cents,
        ),
        message("audit-summary.transfers", transfers=report.transfers, moved=report.cents_moved),
        message("audit-summary.accounts", accounts=report.accounts, vouchers=report.vouchers),
        message("audit-summary.found", differences=len(report.findings)),
    ]


def rejection_text(error: BundleRejected) -> str:
    """The reason why a bundle is refused, in English like every answer to a mistake."""
    return str(error) if error.message is None else f"{error}: {render(error.message, 'en')}"
