"""Report the counts and the findings of an audit."""

from dataclasses import dataclass

from punto.audit.findings import Finding, record_of


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
            "findings": list(map(record_of, self.findings)),
        }
