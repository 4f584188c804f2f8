"""Report the counts and the findings of an audit, as text lines or as a record."""

from dataclasses import dataclass

from punto.audit.findings import Finding, money


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
        return [*(str(finding) for finding in self.findings), *self._summary()]

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
                    "found": finding.found,
                    "expected": finding.expected,
                }
                for finding in self.findings
            ],
        }

    def _summary(self) -> list[str]:
        ended = f"{self.rounds_settled:,} settled, {self.rounds_void:,} void"
        if self.rounds_running:
            ended += f", {self.rounds_running:,} running"
        wagers = f"{money(self.staked_cents)} staked, {money(self.returned_cents)} returned"
        found = len(self.findings)
        verdict = f"{found:,} difference{'s' * (found != 1)}" if found else "no difference"
        shoes = f"{self.shoes_shown:,} shoes shown"
        if self.shoes_not_shown:
            shoes += f", {self.shoes_not_shown:,} promised and not shown"
        return [
            f"Entries:   {self.entries:,} in {self.streams:,} streams, {self.events:,} events",
            f"Rounds:    {ended}; {shoes}",
            f"Wagers:    {self.wagers:,}; {wagers}",
            f"Transfers: {self.transfers:,}; {money(self.cents_moved)} moved",
            f"Accounts:  {self.accounts:,}; {self.vouchers:,} vouchers",
            f"Found:     {verdict}",
        ]
