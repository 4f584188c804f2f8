"""Position by command by phase, every cell: who may what, and nobody else."""

import re
from typing import get_args

import pytest

from punto.certification.authority_matrix import ALONE, COLUMNS, MACHINES, authority_cells
from punto.certification.sample_tables import sample_commands, sample_tables
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.commands.play import Command
from punto.table.state import Table

# D, S, M, A, G: Dealer, Pit Supervisor, Pit Manager, Assistant Casino Manager, Gaming Shift
# Manager and whoever is higher, with a minus all but the highest; with a 2 only if a second person
# stands by. p patron, h house dealer, d device, c clock. The columns in their order: closed, idle,
# bets open, bets closed, dealing, complete, settled, void, held; a dot where nobody may.

EVERYWHERE = """
open a table                       Mh   .    .    .    .    .    .    .    .
close a table                      .    Mh   .    .    .    .    .    .    .
change settings                    .    M2   .    .    .    .    M2   M2   .
take a seat                        .    Dp   Dp   Dp   Dp   Dp   Dp   Dp   Dp
leave a seat                       .    Dp   .    .    .    .    Dp   Dp   .
load a shoe                        .    Dh   .    .    .    .    .    .    .
end a shoe                         .    Dh   .    .    .    .    Dh   Dh   .
open bets                          .    Dh   .    .    .    .    Dh   Dh   .
say what a terminal showed         .    .    p    p    p    p    .    .    p
tell that a terminal is lost       .    d    d    d    d    d    d    d    d
tell that a terminal is back       .    d    d    d    d    d    d    d    d
rule on a seat                     .    .    .    G    .    .    .    .    .
confirm seats                      .    .    .    Dh   .    .    .    .    .
tell a card drawn                  .    d    d    d    d    d    d    d    .
enter a card by hand               .    D2   .    D2   D2   D2   D2   D2   .
tell of the cutting card           .    .    .    Dhd  Dhd  .    .    .    .
tell that no card is left          .    .    .    d    d    .    .    .    .
announce, collect and pay          .    .    .    .    .    Dh   .    .    .
report what no clause covers       .    .    Dhd  Dhd  Dhd  Dhd  Dhd  Dhd  Dhd
report a foreign card              .    Dhd  D2d  D2d  D2d  D2d  Dhd  Dhd  D2d
ask for new cards                  .    .    .    .    .    .    .    M    .
"""

ON_TERMINALS = """
place wagers                       .    .    p    .    .    .    .    .    .
close bets                         .    .    Dhc  .    .    .    .    .    .
interrupt the round                .    .    Dh   Dh   Dh   Dh   .    .    Dh
rule a round void                  .    .    .    .    .    .    .    .    G2
rule otherwise                     .    .    .    .    .    .    .    .    G
"""

BY_POLICY = """
place wagers                       .    .    p    .    .    .    .    .    .
interrupt the round                .    .    Dh   Dh   Dh   Dh   .    .    Dh
rule a round void                  .    .    .    .    .    .    .    .    M2
rule otherwise                     .    .    .    .    .    .    .    .    M
refer a ruling upwards             .    .    .    .    .    .    .    .    M-
tell the facts anew                .    .    .    .    .    .    .    .    D2
"""

AT_SUPER_SIX_PLUS = """
close bets                         .    .    Dhc  .    .    .    .    .    .
"""

AT_LIVE_FORTUNE_SIX = """
close bets                         .    .    Dh   .    .    .    .    .    .
enter chips                        .    .    D    D    D    D    .    .    .
"""

AT_LIVE_TIGER = """
place wagers                       .    .    Dp   .    .    .    .    .    .
close bets                         .    .    Dh   .    .    .    .    .    .
interrupt the round                .    .    Dh   Dh   Dh   Dh   .    .    Dh
answer an offer                    .    .    .    .    .    .    .    .    p
end the time for answers           .    .    .    .    .    .    .    .    c
rule a round void                  .    .    .    .    .    .    .    .    G2
rule otherwise                     .    .    .    .    .    .    .    .    M
refer a ruling upwards             .    .    .    .    .    .    .    .    M-
tell the facts anew                .    .    .    .    .    .    .    .    D2
open bets again after a reset      .    .    .    .    .    .    .    .    Dh
take a step towards a missing card .    .    .    .    .    .    .    .    G2
enter chips                        .    .    D    D    D    D    .    .    .
ask for lower wagers               .    .    D    .    .    .    .    .    .
remove wagers                      .    .    M    .    .    .    .    .    .
offer withdrawal at a first cutting card .  .  .  D    .    .    .    .    .
allow fewer wagers an area         .    M    .    .    .    .    M    M    .
choose Method A or B               .    M    .    .    .    .    M    M    .
allow Method C                     .    A    .    .    .    .    A    A    .
let a patron draw without a wager  .    A    A    A    A    A    A    A    .
hand the device over               .    .    D    D    D    .    .    .    .
let the Dealer draw for want of a patron .  .  .  D    D    .    .    .    .
give the device up                 .    .    Dp   Dp   Dp   Dp   Dp   Dp   .
pass cards                         .    .    .    .    D    D    .    .    .
refuse cards                       .    .    .    .    Dp   Dp   .    .    .
choose who handles cards           .    .    .    .    S    S    .    .    .
choose the hand shown first        .    .    .    .    D    D    .    .    .
allow squeezing                    .    .    .    .    M    M    .    .    .
expose cards in hand               .    .    .    .    Dp   Dp   .    .    .
expose cards for the Dealer's part .    .    .    .    D    D    .    .    .
"""

LETTERS = dict(zip("DSMAG", StaffPosition, strict=True))
OTHERS = {"p": "patron", "h": "house dealer", "d": "device", "c": "clock"}

BOOKS = {
    game("tiger"): EVERYWHERE + ON_TERMINALS,
    game("seven-up"): EVERYWHERE + ON_TERMINALS,
    game("tiger-no-commission-live"): EVERYWHERE + AT_LIVE_TIGER,
    game("fortune-six-live"): EVERYWHERE + BY_POLICY + AT_LIVE_FORTUNE_SIX,
    game("super-six-plus"): EVERYWHERE + BY_POLICY + AT_SUPER_SIX_PLUS,
}


def who(text: str) -> frozenset[str]:
    """Everybody that a cell of the tables above stands for."""
    found: set[str] = set()
    ranks = list(StaffPosition)
    for letter, second, but_highest in re.findall(r"([A-Za-z])(2?)(-?)", text):
        if letter in OTHERS:
            found.add(OTHERS[letter])
        else:
            higher = ranks[ranks.index(LETTERS[letter]) : -1 if but_highest else None]
            found |= {f"{each}+2" if second else str(each) for each in higher}
    return frozenset(found)


def expected(text: str) -> dict[tuple[str, str], frozenset[str]]:
    """Every cell of a table, by command and column."""
    found: dict[tuple[str, str], frozenset[str]] = {}
    for line in filter(None, text.splitlines()):
        command, *marks = line.rsplit(maxsplit=len(COLUMNS))
        row = zip(COLUMNS, marks, strict=True)
        found |= {(command.strip(), column): who(mark) for column, mark in row}
    return found


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_nobody_may_what_the_reviewed_table_does_not_give_them(book: Rulebook) -> None:
    reviewed, found = expected(BOOKS[book]), authority_cells(book)
    commands = {name for name, _ in found}
    wrong = {
        (name, column): sorted(found.get((name, column), frozenset()) ^ who_may)
        for name in commands
        for column in COLUMNS
        if found.get((name, column), frozenset())
        != (who_may := reviewed.get((name, column), frozenset()))
    }
    assert wrong == {}
    assert {name for name, _ in reviewed} <= commands
    requests = len(commands) * len(COLUMNS) * (2 * len(ALONE) + len(MACHINES) + 1)
    assert requests >= 46 * 9 * 14


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_the_samples_reach_every_phase_and_every_kind_of_command(book: Rulebook) -> None:
    tables = sample_tables(book)
    assert {column for _, column in authority_cells(book)} == set(COLUMNS)
    sampled = {type(each) for table in tables for _, each in sample_commands(table, book)}
    assert sampled == set(get_args(Command))


def test_a_higher_position_may_whatever_a_lower_one_may() -> None:
    ladder = [str(each) for each in StaffPosition]
    for found in map(authority_cells, BOOKS):
        for (name, _), askers in found.items():
            if name == "refer a ruling upwards":
                # Nobody stands above the highest.
                continue
            for mark in ("", "+2"):
                able = [f"{each}{mark}" in askers or each in askers for each in ladder]
                assert able == sorted(able)


def test_two_persons_stand_by_voids_cards_by_hand_settings_and_missing_cards() -> None:
    found = authority_cells(game("tiger-no-commission-live"))
    alone = set(ALONE)
    for name in (
        "rule a round void",
        "enter a card by hand",
        "change settings",
        "take a step towards a missing card",
    ):
        askers = {
            each for (command, _), who_may in found.items() if command == name for each in who_may
        }
        assert askers
        assert not askers & alone


def test_a_closed_table_that_was_never_open_takes_nothing_but_its_opening() -> None:
    book = game("tiger")
    assert sample_tables(book)[0] == Table()
    assert [
        name
        for (name, column), each in authority_cells(book).items()
        if column == "closed" and each
    ] == ["open a table"]
