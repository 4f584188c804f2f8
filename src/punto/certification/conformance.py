"""Report each clause's status, code and tests, and list the readings and the policies."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import getdoc, getmembers, isclass, isfunction

from punto.certification.clause_tests import clause_tests
from punto.core.clauses import Clause, ClauseStatus, Reading
from punto.core.policies import Policy
from punto.core.rulebook import Document
from punto.core.rules import Rule
from punto.games.clauses import REGISTERS
from punto.games.library import GAMES
from punto.messages.message import Message, message
from punto.reports.formats.sheet import Paragraph, Sheet, sheet_table, text_columns

#: The modules with docstrings that name the rule they implement.
CARRYING_OUT = (
    "core.drawing_rules",
    "core.facts",
    "core.shoe",
    "core.tableau",
    "api",
    "table.irregularity_rules",
    "table.decide",
    "table.decide.live.chips",
    "table.decide.play.dealing",
    "table.decide.live.device_control",
    "table.decide.live.squeeze",
    "table.decide.play.wagering",
    "table.differential",
    "table.card_handling",
    "table.actors",
)


@dataclass(frozen=True, slots=True)
class ClauseConformance:
    """One clause of one document in the report."""

    document: str
    clause: str
    about: str
    disposition: ClauseStatus
    where: tuple[str, ...]
    tests: tuple[str, ...]
    reading: tuple[str, ...]


def clause_conformance(document: Document) -> tuple[ClauseConformance, ...]:
    """The report on one document, with its clauses in order."""
    tests = clause_tests()[document.key]
    return tuple(
        ClauseConformance(
            document.key,
            clause.number,
            clause.about,
            clause.disposition,
            tuple(dict.fromkeys(carrying_places(document, clause))),
            tuple(tests.get(clause.number, ())),
            clause.readings,
        )
        for clause in REGISTERS[document.key]
    )


def conformance_page(
    document: Document,
    report: Sequence[ClauseConformance],
    names: bool = False,
) -> Sheet:
    """The report as a sheet: totals by status, then one row per clause.

    `names` lists the tests of each clause instead of counting them.
    """
    counts = Counter(row.disposition for row in report)
    lines = [
        message("conformance.count", status=status, clauses=count)
        for status, count in counts.items()
    ]
    return Sheet(
        f"{document.letter}  {document.casino}: {document.title} ({document.effective})",
        (
            Paragraph((*lines, message("conformance.total", clauses=len(report)))),
            sheet_table(
                columns=text_columns(
                    message("column.clause"),
                    message("column.about"),
                    message("column.status"),
                    message("column.where"),
                    message("column.tests"),
                    message("column.reading"),
                ),
                rows=tuple(
                    (
                        row.clause,
                        row.about,
                        Message(f"clause-status.{row.disposition}"),
                        "\n".join(row.where),
                        _tests(row, names),
                        ", ".join(row.reading),
                    )
                    for row in report
                ),
            ),
        ),
    )


def _tests(row: ClauseConformance, names: bool) -> str:
    if names:
        return "\n".join(test.partition("::")[2] for test in row.tests)
    return str(len(row.tests) or "")


def conformance_record(report: Sequence[ClauseConformance]) -> list[dict[str, object]]:
    """The report for other programs, one record per clause."""
    return [
        {
            "document": row.document,
            "clause": row.clause,
            "about": row.about,
            "disposition": row.disposition,
            "where": list(row.where),
            "tests": list(row.tests),
            "reading": list(row.reading),
        }
        for row in report
    ]


def carrying_places(document: Document, clause: Clause) -> Iterator[str]:
    """The code that implements a clause: the places in the register, then all that cite it."""
    yield from clause.where
    for rule, number in document.rules:
        if number == clause.number:
            yield from carriers_of().get(rule, ())
    for place, cited in _citing(document):
        if clause.number in cited:
            yield place


def _citing(document: Document) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every row of a document and every wager of its games, with the clauses that it cites."""
    for row in document.irregularities:
        yield f"irregularity {row.trigger}", row.clauses
    for authority in document.authorities:
        yield f"authority {authority.act}", (authority.clause,)
    for method in document.methods:
        yield f"method {method.method}", (method.clause,)
    for book in GAMES:
        for wager in book.wagers if book.document == document else ():
            lines = (line.clause for line in wager.lines)
            yield f"{book.key} {wager.key}", (wager.clause, *lines)


@cache
def carriers_of() -> Mapping[Rule, tuple[str, ...]]:
    """The functions and classes whose docstrings name the rule that they implement."""
    found: dict[Rule, tuple[str, ...]] = {}
    for name in CARRYING_OUT:
        module = import_module(f"punto.{name}")
        for place, text in _docstrings(module):
            for words in re.findall(r"^Rule: (.+)$", text, re.MULTILINE):
                for word in words.split(", "):
                    found[Rule[word]] = (*found.get(Rule[word], ()), f"{name}.{place}")
    return found


def _docstrings(module: object) -> Iterator[tuple[str, str]]:
    own = module.__name__  # type: ignore[attr-defined]
    for name, thing in getmembers(module, lambda each: isclass(each) or callable(each)):
        if getattr(thing, "__module__", "") == own:
            yield name, getdoc(thing) or ""
            for part, inner in getmembers(thing) if isclass(thing) else ():
                target = inner.fget if isinstance(inner, property) else inner
                if isfunction(target) and target.__module__ == own:
                    yield f"{name}.{part}", getdoc(target) or ""


def readings_sheet(readings: Sequence[Reading]) -> Sheet:
    """The readings of each unclear clause as a sheet."""
    rows = tuple(
        (
            each.number,
            "; ".join(f"{letter} {', '.join(clauses)}".strip() for letter, clauses in each.clauses),
            each.trouble,
            f"POLICY: {each.reading}" if each.is_policy else each.reading,
        )
        for each in readings
    )
    columns = text_columns("Number", "Where", "Trouble", "Reading")
    return Sheet("Readings", (sheet_table(columns, rows),))


def policies_sheet(policies: Sequence[Policy]) -> Sheet:
    """The policies of the house where the documents are silent, as a sheet."""
    rows = tuple(
        (
            each.number,
            ", ".join(each.documents),
            each.subject,
            each.default,
            ", ".join(each.readings),
        )
        for each in policies
    )
    columns = text_columns("Number", "Documents", "Open point", "Default", "Readings")
    return Sheet("Policies of the house", (sheet_table(columns, rows),))
