"""List who may send each command in each phase, by trying it on sample tables."""

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from punto.certification.sample_tables import (
    HIGHEST_POSITION,
    SECOND,
    patron,
    sample_commands,
    sample_tables,
)
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.reports.formats.sheet import Paragraph, Sheet, SheetTable, sheet_table, text_columns
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import Command, ReferDecision
from punto.table.decide import decide
from punto.table.refusals import Refusal
from punto.table.state import Phase
from punto.table.state import Table as GamingTable

HELD = "held"
"""The column of tables that wait for a remedy step, in any phase."""

COLUMNS = (*Phase, HELD)

ALONE = {str(each): Actor(ActorKind.STAFF, "Ann", each) for each in StaffPosition}
SECONDED = {name: replace(by, seconded_by=SECOND) for name, by in ALONE.items()}
MACHINES = {"house dealer": HOUSE_DEALER, "device": DEVICE, "clock": CLOCK}

Cells = Mapping[tuple[str, str], frozenset[str]]
"""The actors who may send a command, by command and column. `+2` marks a second person."""


@cache
def authority_cells(book: Rulebook) -> Cells:
    """Every cell of the matrix of one game."""
    found: dict[tuple[str, str], set[str]] = {}
    for table in sample_tables(book):
        column = HELD if table.pending_steps else table.phase
        for name, command in sample_commands(table, book):
            found.setdefault((name, column), set()).update(_askers(table, command))
    return {cell: frozenset(_named_once(who)) for cell, who in found.items()}


def _askers(table: GamingTable, command: Command) -> Iterator[str]:
    """Every actor whose command the table would carry out."""
    for seat in (1, 2, 3):
        if _does(table, command, patron(table, seat)):
            yield "patron"
    for name, by in MACHINES.items():
        if _does(table, command, by):
            yield name
    if not _does(table, command, HIGHEST_POSITION) and not isinstance(command, ReferDecision):
        # No position may do what the highest one may not do with a second person. The only
        # exception is a referral, because there is no position above the highest.
        return
    for name, by in ALONE.items():
        if _does(table, command, by):
            yield name
        elif _does(table, command, SECONDED[name]):
            yield f"{name}+2"


def _does(table: GamingTable, command: Command, by: Actor) -> bool:
    decision = decide(table, command, by)
    return not isinstance(decision, Refusal) and bool(decision)


def _named_once(who: set[str]) -> Iterator[str]:
    """Leave out a position with a second person where the position alone may act."""
    return (each for each in who if each.removesuffix("+2") == each or each[:-2] not in who)


def authority_sheet(books: tuple[Rulebook, ...]) -> Sheet:
    """The matrix of one game per document."""
    return Sheet(
        "Positions",
        (
            Paragraph(
                (
                    "The actors who may send each command in each phase, tried on sample tables.",
                    "A position with a plus includes every higher position.",
                    "(2): a second member of staff must approve the command.",
                    "The table refuses every other actor.",
                    "Held: the table waits for a remedy step, in any phase.",
                )
            ),
            *(_matrix(book) for book in books),
        ),
    )


def _matrix(book: Rulebook) -> SheetTable:
    found = authority_cells(book)
    names = list(dict.fromkeys(name for name, _ in found))
    return sheet_table(
        columns=text_columns("Command", *map(str, COLUMNS)),
        rows=tuple(
            (name, *(_written(found.get((name, column), frozenset())) for column in COLUMNS))
            for name in names
        ),
        title=f"{book.document.letter}  {book.document.title}, by {book.key}",
    )


SHORT = {
    StaffPosition.DEALER: "Dealer",
    StaffPosition.PIT_SUPERVISOR: "PS",
    StaffPosition.PIT_MANAGER: "PM",
    StaffPosition.ASSISTANT_CASINO_MANAGER: "ACM",
    StaffPosition.GAMING_SHIFT_MANAGER: "GSM",
}


def _written(who: frozenset[str]) -> str:
    """Format a cell: the lowest position, alone and with a second person, then other actors."""
    parts = []
    for mark, words in (("", ""), ("+2", " (2)")):
        ranks = [each for each in StaffPosition if f"{each}{mark}" in who]
        if ranks:
            last = ranks[-1]
            higher = "+" if last is StaffPosition.GAMING_SHIFT_MANAGER else f" to {SHORT[last]}"
            parts.append(f"{SHORT[ranks[0]]}{higher if len(ranks) > 1 else ''}{words}")
    others = ("patron", *MACHINES)
    return ", ".join([*parts, *(each for each in others if each in who)]) or "-"
