"""Print the readings and the policies of the house."""

from collections.abc import Sequence

from punto.core.clauses import Reading
from punto.core.policies import Policy
from punto.reports.formats.sheet import Sheet, SheetColumn, SheetTable


def readings_sheet(readings: Sequence[Reading]) -> Sheet:
    """The readings of each unclear clause as a sheet."""
    return Sheet(
        "Readings",
        (
            SheetTable(
                columns=tuple(
                    SheetColumn(each) for each in ("Number", "Where", "Trouble", "Reading")
                ),
                rows=tuple(
                    (
                        each.number,
                        "; ".join(
                            f"{letter} {', '.join(clauses)}".strip()
                            for letter, clauses in each.clauses
                        ),
                        each.trouble,
                        f"POLICY: {each.reading}" if each.is_policy else each.reading,
                    )
                    for each in readings
                ),
            ),
        ),
    )


def policies_sheet(policies: Sequence[Policy]) -> Sheet:
    """The policies of the house where the documents are silent, as a sheet."""
    return Sheet(
        "Policies of the house",
        (
            SheetTable(
                columns=tuple(
                    SheetColumn(each)
                    for each in ("Number", "Documents", "Open point", "Default", "Readings")
                ),
                rows=tuple(
                    (
                        each.number,
                        ", ".join(each.documents),
                        each.subject,
                        each.default,
                        ", ".join(each.readings),
                    )
                    for each in policies
                ),
            ),
        ),
    )
