"""Compare the command table with its reviewed text, one line per command and phase.

`python -m tests.table.decide.test_command_table` writes the file again after an intended change.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from punto.table.commands import Command
from punto.table.decide.command_table import COMMANDS, COMMANDS_WITH_SECOND, Cell
from punto.table.refusals import No
from punto.table.state import Phase

FILE = Path(__file__).with_name("command_table.txt")


def printed() -> Iterator[str]:
    """Every row, and an asterisk where a table on hold refuses the command first."""
    for row in COMMANDS:
        second = ", approved by a second person" if row.kind in COMMANDS_WITH_SECOND else ""
        yield f"{row.kind.__name__} ({row.sender_rule}{second})"
        for phase in Phase:
            cell = row.cell(phase)
            yield f"  {phase:<12} {_answer(cell)}{' *' if cell.is_held else ''}"


def _answer(cell: Cell) -> str:
    if isinstance(cell.decider, No):
        return cell.decider.at(None).code
    return cell.decider.__name__


def test_each_phase_answers_each_command_as_reviewed() -> None:
    assert list(printed()) == FILE.read_text(encoding="utf-8").splitlines()


def test_every_command_has_one_row() -> None:
    kinds = [row.kind for row in COMMANDS]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == set(get_args(Command))


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in printed()), encoding="utf-8")
