"""`punto playthrough` runs a script of lines and prints events and refusals."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from punto.cli.console import show_text
from punto.cli.options import Json, Whole
from punto.cli.script.runner import HELP, ScriptRunner, answer_lines
from punto.floor.streams.owner import CommandAnswer
from punto.games.library import load_error
from punto.journal.stores.memory import MemoryJournal
from punto.table.refusals import Refusal


def playthrough(
    script: Annotated[
        str,
        Parameter(help="File of lines, or - for standard input.", allow_leading_hyphen=True),
    ],
    /,
    *,
    seed: Annotated[Whole, Parameter(help="Random seed of shuffled shoes.")] = 1,
    as_json: Json = False,
) -> None:
    """Play a script at a table and print the result of each line.

    A line may begin with `> `. Punto skips indented lines, which are the results
    in a transcript, so that a transcript is a script too. `help` lists the lines.
    A line may also be a command in JSON, with its sender and its id:

      {"command": "OpenTable", "rulebook": "tiger"}
      {"command": "OpenBets", "by": {"kind": "house", "name": "house dealer"}, "id": "a1"}

    For example:

      punto playthrough round.txt
      printf 'open tiger\\ncredit 1 500\\nsit 1\\nshoe\\nbets\\n' | punto playthrough -
    """
    for line in transcript(_lines(script), seed, as_json=as_json):
        show_text(f"{line}\n")


def transcript(lines: list[str], seed: int, *, as_json: bool = False) -> Iterator[str]:
    """Yield each line with its events and refusals."""
    play = ScriptRunner(MemoryJournal(), seed, also=("help", "money"))
    for number, line in enumerate(lines, start=1):
        command = line.removeprefix("> ").strip()
        if line.startswith((" ", "\t")) and command:
            continue
        if not as_json:
            yield f"> {command}" if command and not command.startswith("#") else command
        if command == "help":
            yield _record({"line": number, "help": HELP}) if as_json else HELP
        elif command == "money" and as_json:
            yield _record({"line": number, "balances_cents": play.balances()})
        elif command == "money":
            yield from (f"    {each}" for each in play.money())
        else:
            yield from _outcome_lines(play, command, number, as_json=as_json)


def _outcome_lines(
    play: ScriptRunner, command: str, number: int, *, as_json: bool
) -> Iterator[str]:
    try:
        answers = play.run(command)
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None
    for answer in answers:
        if as_json:
            yield from _records(answer, number)
        else:
            for each in answer_lines(answer):
                yield "    " + each.replace("\n", "\n    ")


def _records(answer: CommandAnswer, number: int) -> Iterator[str]:
    if isinstance(answer, Refusal):
        yield _record({"line": number, "refused": answer})
        return
    for event in answer.events:
        record = {"line": number, "entry": answer.number, "event": type(event).__name__}
        yield _record(record | msgspec.to_builtins(event))


def _record(record: dict[str, object]) -> str:
    return msgspec.json.encode(record).decode()


def _lines(script: str) -> list[str]:
    if script == "-":
        return sys.stdin.read().splitlines()
    try:
        return Path(script).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{script} cannot be read: {load_error(error)}") from None
