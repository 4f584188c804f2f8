"""Compare round, wagers and money of each clause in each state with a reviewed table."""

import re

import pytest

from punto.core.clauses import Clause
from punto.games.clauses import REGISTERS
from punto.games.library import DOCUMENTS
from punto.table.refusals import Refusal
from punto.table.state import BETWEEN_ROUNDS
from tests.table.cell import STATES, Cell
from tests.table.cells import ACTS, CELLS, CODES, REASONS, expected_cents, found

#: Parents of other clauses that command something themselves.
ALSO_COMMAND = {
    "E": {"5.8", "5.10"},
    "U": {"5.8", "5.10"},
    "T": {"5.7", "5.8", "5.11.2"},
    "F": set[str](),
    "R": {"5.1"},
}

POSSIBLE = sorted(cell for cell, code in CELLS.items() if code in CODES)
IMPOSSIBLE = sorted(cell for cell, code in CELLS.items() if code in REASONS)


def commanding() -> list[str]:
    """Every clause of section 5 that prescribes a remedy, by document and number."""
    named = []
    for document in DOCUMENTS:
        numbers = [each.number for each in REGISTERS[document.key] if _is_section_5(each)]
        for number in numbers:
            parent = any(other.startswith(f"{number}.") for other in numbers)
            if not parent or number in ALSO_COMMAND[document.letter]:
                named.append(f"{document.letter} {number}")
    return named


def _is_section_5(clause: Clause) -> bool:
    return re.fullmatch(r"5(\.\d+)+", clause.number) is not None


def test_75_clauses_prescribe_a_remedy_and_each_has_ten_cells() -> None:
    assert len(commanding()) == 75
    assert set(CELLS) == {(each, state) for each in commanding() for state in STATES}
    assert len(CELLS) == 750


def test_every_cell_is_tried_or_states_why_it_cannot_arise() -> None:
    assert set(CELLS.values()) <= {*CODES, *REASONS}
    assert {clause for clause, _ in POSSIBLE} <= set(ACTS)


@pytest.mark.parametrize(("clause", "state"), POSSIBLE, ids=lambda each: str(each))
def test_round_wagers_and_money_follow_the_clause(clause: str, state: str) -> None:
    letter, number = clause.split()
    cell = Cell(letter, number, state)
    ACTS[clause](cell)
    code = CELLS[clause, state]
    expected = CODES[code]
    status, wagers, cents = found(cell)
    if code in "PF":
        # There is no round to void, or it was void before. Stakes stay, and new cards come first.
        assert cell.play.table.device.replace_by
        assert cell.play.table.phase in BETWEEN_ROUNDS
        assert cents == expected_cents(cell, expected.cents)
        return
    assert (status, wagers) == (expected.round, expected.wagers)
    if status != "held":
        assert cents == expected_cents(cell, expected.cents)


#: Reasons for which the table itself refuses what cannot have been seen.
REFUSED = {"a": "no-round", "b": "bets-open", "c": "no-card-due", "e": "not-dealt"}
REPORTING = ("run_out", "together_known", "together_unknown", "wrong_number", "reset", "act")


@pytest.mark.parametrize(
    ("clause", "state"),
    [
        (each, state)
        for each, state in IMPOSSIBLE
        if CELLS[each, state] in REFUSED and ACTS[each].__name__ in REPORTING
    ],
    ids=lambda each: str(each),
)
def test_a_report_that_cannot_arise_is_refused(clause: str, state: str) -> None:
    letter, number = clause.split()
    cell = Cell(letter, number, state)
    with pytest.raises(AssertionError) as caught:
        ACTS[clause](cell)
    (refusal,) = caught.value.args
    assert isinstance(refusal, Refusal)
    assert refusal.code in (REFUSED[CELLS[clause, state]], "round-running")
