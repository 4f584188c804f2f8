"""`punto day` simulates a casino day and checks it after every step."""

import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.certification.days.day import FAULTS, Day
from punto.cli.console import show_page
from punto.cli.options import Json, Whole
from punto.cli.progress import step_bar
from punto.games.library import game as game_named
from punto.journal.protocol import Journal
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.reports.formats.sheet import Sheet, figure_columns, sheet_table, text_columns

ALL_FAULTS = ",".join(FAULTS)


def day(
    *,
    seed: Annotated[Whole, Parameter(help="Random seed. The same seed gives the same day.")] = 1,
    rounds: Annotated[Whole, Parameter(help="Number of rounds.")] = 200,
    faults: Annotated[
        str, Parameter(help="Kinds of faults, separated by commas, or none.")
    ] = ALL_FAULTS,
    game: Annotated[str | None, Parameter(help="Key of a game. Default: the seed chooses.")] = None,
    journal: Annotated[Path | None, Parameter(help="New file for the journal of the day.")] = None,
    as_json: Json = False,
) -> None:
    """Simulate random patrons, dealers and faults at one table, and check every step.

    A violation of an invariant prints the seed and exits with code 2.

    For example:

      punto day --seed 7 --rounds 1000
      punto day --seed 7 --faults crash,doubled --journal day.db
    """
    if rounds < 1:
        raise ValueError(f"{rounds} rounds are too few; expected at least one")
    chosen = [] if faults == "none" else faults.split(",")
    if unknown := sorted(set(chosen) - set(FAULTS)):
        raise ValueError(f"{unknown[0]!r} is not a fault; expected {', '.join(FAULTS)}, or none")
    # A wrong name is an error before the file exists, so that the next attempt can create it.
    book = game_named(game) if game else None
    store = _new_journal(journal)
    started = time.perf_counter()
    try:
        with closing(store), step_bar("rounds", rounds) as progress:
            played = Day(seed, store, chosen, book)
            played.play(rounds, progress)
            version, head = store.streams()["table"]
    except AssertionError as error:
        raise ValueError(str(error)) from None
    rate = rounds / (time.perf_counter() - started)
    _show(played, rate, version, head, as_json=as_json)


def _new_journal(path: Path | None) -> Journal:
    if path is None:
        return MemoryJournal()
    if path.exists():
        raise ValueError(f"{path} already exists; expected a new file")
    return SqliteJournal(path)


def _show(played: Day, rate: float, version: int, head: bytes, *, as_json: bool) -> None:
    record: dict[str, object] = {
        "seed": played.seed,
        "game": played.book.key,
        "entries": version,
        "head": head.hex(),
        "violations": 0,
        **{str(name): count for name, count in sorted(played.counts.items())},
    }
    rows = tuple((name, str(value)) for name, value in record.items())
    table = sheet_table((*text_columns("Name"), *figure_columns("Figure")), rows)
    sheet = Sheet(f"A day at {rate:,.0f} rounds per second", (table,))
    show_page(sheet, {**record, "rounds_per_second": round(rate)}, as_json=as_json)
