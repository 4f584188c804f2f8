"""List the requirements of OWASP ASVS 5.0.0, levels 1 and 2, with the tests that meet them."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from punto.reports.formats.sheet import (
    Paragraph,
    Sheet,
    SheetTable,
    figure_columns,
    sheet_table,
    text_columns,
)


class State(StrEnum):
    """The status of a requirement."""

    MET = "met"
    NOT_APPLICABLE = "not applicable"
    NOT_MET = "not met"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement: its id, its level, a short description, and its tests or a reason."""

    id: str
    level: int
    state: State
    words: str
    tests: tuple[str, ...] = ()
    reason: str = ""

    @property
    def chapter(self) -> int:
        """The number of the chapter that contains it."""
        return int(self.id[1:].partition(".")[0])


@cache
def requirements() -> tuple[Requirement, ...]:
    """All requirements of levels 1 and 2, in order."""
    text = (files("punto.certification") / "asvs.txt").read_text(encoding="utf-8")
    return tuple(_read(line) for line in text.splitlines() if not line.startswith("#"))


def _read(line: str) -> Requirement:
    id_, level, state, words, proof = (part.strip() for part in line.split("|"))
    known = State(state)
    if known is State.MET:
        return Requirement(id_, int(level), known, words, tests=tuple(proof.split()))
    return Requirement(id_, int(level), known, words, reason=proof)


CHAPTERS = {
    1: "Encoding and sanitising",
    2: "Validation and business logic",
    3: "Browser",
    4: "Interfaces",
    5: "Files",
    6: "Signing in",
    7: "Sessions",
    8: "Authorisation",
    9: "Self-contained tokens",
    10: "OAuth and OpenID",
    11: "Cryptography",
    12: "Communication",
    13: "Configuration",
    14: "Data",
    15: "Code and architecture",
    16: "Logs and errors",
    17: "WebRTC",
}


HEADS = (*text_columns("Id"), *figure_columns("Level"))


def asvs_page(every: tuple[Requirement, ...] | None = None) -> Sheet:
    """The list as a page: unmet requirements first, then one table per chapter."""
    listed = requirements() if every is None else every
    counts = {state: sum(each.state is state for each in listed) for state in State}
    summary = Paragraph(
        (
            f"OWASP ASVS 5.0.0, levels 1 and 2: {len(listed)} requirements.",
            "The descriptions are short and our own. The text of the standard decides.",
            ", ".join(f"{count} {state}" for state, count in counts.items()) + ".",
        )
    )
    parts: list[SheetTable | Paragraph] = [summary]
    if open_ := [each for each in listed if each.state is State.NOT_MET]:
        unmet = tuple((each.id, str(each.level), each.words, each.reason) for each in open_)
        parts.append(
            sheet_table((*HEADS, *text_columns("Requirement", "Reason")), unmet, "Not met")
        )
    for number, words in CHAPTERS.items():
        rows = tuple(
            (each.id, str(each.level), each.state.value, each.words, _proof(each))
            for each in listed
            if each.chapter == number
        )
        columns = (*HEADS, *text_columns("State", "Requirement", "Tests, or reason"))
        parts.append(sheet_table(columns, rows, f"V{number}: {words}"))
    return Sheet("ASVS 5.0, level 2", tuple(parts))


def _proof(each: Requirement) -> str:
    return ", ".join(each.tests) or each.reason
