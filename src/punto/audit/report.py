"""Report the counts and the findings of an audit, as text lines or as a record."""

from dataclasses import dataclass

from punto.audit.findings import Finding
from punto.audit.words import Words


@dataclass(frozen=True, slots=True)
class Report:
    """The counts and findings of an audit."""

    streams: int
    entries: int
    events: int
    rounds_settled: int
    rounds_void: int
    rounds_running: int
    wagers: int
    staked_cents: int
    returned_cents: int
    transfers: int
    cents_moved: int
    accounts: int
    vouchers: int
    shoes_shown: int
    shoes_not_shown: int
    """Shoes with a committed order that was never revealed, so that no one can check it."""

    heads: tuple[tuple[str, int, str], ...]
    """Every stream with its last entry and its head, for storage in another place."""

    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Whether the audit found no difference."""
        return not self.findings

    def lines(self) -> list[str]:
        """The report as lines of text, one per finding."""
        labels = [(f"{label}:", words) for label, words in self.summary()]
        width = max(len(label) for label, _ in labels) + 1
        summary = [f"{label:<{width}}{words}" for label, words in labels]
        return [*(str(finding) for finding in self.findings), *summary]

    def record(self) -> dict[str, object]:
        """The report as a record for other programs."""
        counts = {
            name: getattr(self, name)
            for name in self.__slots__
            if name not in ("findings", "heads")
        }
        return {
            "clean": self.is_clean,
            **counts,
            "heads": {name: {"entry": entry, "hash": head} for name, entry, head in self.heads},
            "findings": [
                {
                    "check": finding.check.value,
                    "stream": finding.stream,
                    "entry": finding.number,
                    "round": finding.round,
                    **finding.words.record(),
                    "found": finding.found,
                    "expected": finding.expected,
                }
                for finding in self.findings
            ],
        }

    def summary(self) -> list[tuple[Words, Words]]:
        """The counts of the audit, each line with its label."""
        running, hidden = self.rounds_running, self.shoes_not_shown
        return [
            (
                Words("audit-label.entries"),
                Words(
                    "audit-summary.entries",
                    entries=self.entries,
                    streams=self.streams,
                    events=self.events,
                ),
            ),
            (
                Words("audit-label.rounds"),
                Words(
                    "audit-summary.rounds",
                    settled=self.rounds_settled,
                    void=self.rounds_void,
                    running=Words("audit-summary.running", rounds=running) if running else None,
                    revealed=self.shoes_shown,
                    hidden=Words("audit-summary.hidden", shoes=hidden) if hidden else None,
                ),
            ),
            (
                Words("audit-label.wagers"),
                Words(
                    "audit-summary.wagers",
                    wagers=self.wagers,
                    staked=self.staked_cents,
                    returned=self.returned_cents,
                ),
            ),
            (
                Words("audit-label.transfers"),
                Words("audit-summary.transfers", transfers=self.transfers, moved=self.cents_moved),
            ),
            (
                Words("audit-label.accounts"),
                Words("audit-summary.accounts", accounts=self.accounts, vouchers=self.vouchers),
            ),
            (
                Words("audit-label.found"),
                Words("audit-summary.found", differences=len(self.findings)),
            ),
        ]
