"""Compare every cell of the authority matrix with a reviewed table."""

import re
from typing import get_args

import pytest

from punto.certification.authority_matrix import ALONE, COLUMNS, MACHINES, authority_cells
from punto.certification.sample_tables import sample_commands, sample_tables
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.commands import Command
from punto.table.state import Table

# The letters D, S, M, A and G stand for Dealer, Pit Supervisor, Pit Manager, Assistant Casino
# Manager and Gaming Shift Manager, each with all higher positions. A minus leaves out the highest
# position; a 2 requires a second person. The letter p stands for patron, h for house dealer, d for
# device and c for clock. The columns are closed, idle, bets open, bets closed, dealing, complete,
# settled, void and held. A dot means that no actor may send the command.

EVERYWHERE = """
open a table                       Mh   .    .    .    .    .    .    .    .
close a table                      .    Mh   .    .    .    .    .    .    .
change settings                    .    M2   .    .    .    .    M2   M2   .
take a seat                        .    Dp   Dp   Dp   Dp   Dp   Dp   Dp   Dp
leave a seat                       .    Dp   .    .    .    .    Dp   Dp   .
load a shoe                        .    Dh   .    .    .    .    .    .    .
end a shoe                         .    Dh   .    .    .    .    Dh   Dh   .
open bets                          .    Dh   .    .    .    .    Dh   Dh   .
acknowledge a screen               .    .    p    p    p    p    .    .    p
report a lost terminal             .    d    d    d    d    d    d    d    d
report a terminal that is back     .    d    d    d    d    d    d    d    d
rule on a seat                     .    .    .    G    .    .    .    .    .
confirm seats                      .    .    .    Dh   .    .    .    .    .
report a drawn card                .    d    d    d    d    d    d    d    .
enter a card by hand               .    D2   .    D2   D2   D2   D2   D2   .
report the cutting card            .    .    .    Dhd  Dhd  .    .    .    .
report an empty shoe               .    .    .    d    d    .    .    .    .
announce, collect and pay          .    .    .    .    .    Dh   .    .    .
report an uncovered case           .    .    Dhd  Dhd  Dhd  Dhd  Dhd  Dhd  Dhd
report a foreign card              .    Dhd  D2d  D2d  D2d  D2d  Dhd  Dhd  D2d
request new cards                  .    .    .    .    .    .    .    M    .
"""

ON_TERMINALS = """
place wagers                       .    .    p    .    .    .    .    .    .
close bets                         .    .    Dhc  .    .    .    .    .    .
interrupt the round                .    .    Dh   Dh   Dh   Dh   .    .    Dh
rule a round void                  .    .    .    .    .    .    .    .    G2
give another ruling                .    .    .    .    .    .    .    .    G
"""

BY_POLICY = """
place wagers                       .    .    p    .    .    .    .    .    .
interrupt the round                .    .    Dh   Dh   Dh   Dh   .    .    Dh
rule a round void                  .    .    .    .    .    .    .    .    M2
give another ruling                .    .    .    .    .    .    .    .    M
refer a ruling                     .    .    .    .    .    .    .    .    M-
correct the facts                  .    .    .    .    .    .    .    .    D2
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
end an offer                       .    .    .    .    .    .    .    .    c
rule a round void                  .    .    .    .    .    .    .    .    G2
give another ruling                .    .    .    .    .    .    .    .    M
refer a ruling                     .    .    .    .    .    .    .    .    M-
correct the facts                  .    .    .    .    .    .    .    .    D2
open bets again after a reset      .    .    .    .    .    .    .    .    Dh
search for a missing card          .    .    .    .    .    .    .    .    G2
enter chips                        .    .    D    D    D    D    .    .    .
request lower wagers               .    .    D    .    .    .    .    .    .
remove wagers                      .    .    M    .    .    .    .    .    .
offer withdrawal at a first cutting card .  .  .  D    .    .    .    .    .
restrict wagers per area           .    M    .    .    .    .    M    M    .
choose Method A or B               .    M    .    .    .    .    M    M    .
allow Method C                     .    A    .    .    .    .    A    A    .
allow drawing without a wager      .    A    A    A    A    A    A    A    .
hand over the device               .    .    D    D    D    .    .    .    .
let the Dealer draw instead of a patron  .  .  .  D    D    .    .    .    .
return the device                  .    .    Dp   Dp   Dp   Dp   Dp   Dp   .
pass cards                         .    .    .    .    D    D    .    .    .
refuse cards                       .    .    .    .    Dp   Dp   .    .    .
choose who handles cards           .    .    .    .    S    S    .    .    .
choose the first hand              .    .    .    .    D    D    .    .    .
allow squeezing                    .    .    .    .    M    M    .    .    .
expose cards as a patron           .    .    .    .    Dp   Dp   .    .    .
expose cards as the Dealer         .    .    .    .    D    D    .    .    .
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
    """The actors that a cell of the tables above stands for."""
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
def test_only_the_actors_of_the_reviewed_table_may_send_a_command(book: Rulebook) -> None:
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


def test_a_higher_position_may_do_everything_that_a_lower_one_may() -> None:
    ladder = [str(each) for each in StaffPosition]
    for found in map(authority_cells, BOOKS):
        for (name, _), askers in found.items():
            if name == "refer a ruling":
                # No position is above the highest.
                continue
            for mark in ("", "+2"):
                able = [f"{each}{mark}" in askers or each in askers for each in ladder]
                assert able == sorted(able)


def test_voids_cards_by_hand_settings_and_missing_cards_need_two_people() -> None:
    found = authority_cells(game("tiger-no-commission-live"))
    alone = set(ALONE)
    for name in (
        "rule a round void",
        "enter a card by hand",
        "change settings",
        "search for a missing card",
    ):
        askers = {
            each for (command, _), who_may in found.items() if command == name for each in who_may
        }
        assert askers
        assert not askers & alone


def test_a_new_table_accepts_only_its_opening() -> None:
    book = game("tiger")
    assert sample_tables(book)[0] == Table()
    assert [
        name
        for (name, column), each in authority_cells(book).items()
        if column == "closed" and each
    ] == ["open a table"]
