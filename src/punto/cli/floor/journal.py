"""`punto journal` verifies, replays or exports a journal, or counts its meters."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from punto.cli.console import show_page, show_text
from punto.cli.files import check_journal
from punto.cli.options import Heads, Json, parse_heads
from punto.cli.progress import step_bar
from punto.core import money
from punto.journal.chain import VerificationResult
from punto.journal.chain import verify as verify_journal
from punto.journal.reader import JournalReader
from punto.ledger.meters import Meters, meters_of
from punto.reports.descriptions.transcripts import transcript_lines
from punto.reports.formats.sheet import (
    Paragraph,
    Sheet,
    figure_columns,
    sheet_table,
    text_columns,
)

File = Annotated[Path, Parameter(help="The file of a journal.")]

HELP = """\
Verify, replay or export a journal, or count its meters.

For example:

  punto journal verify floor.db
  punto journal replay floor.db --stream table
  punto journal export floor.db > all.jsonl
  punto journal meters floor.db
"""

journal = App(name="journal", help=HELP, help_format="plaintext")


@journal.command
def verify(
    file: File,
    /,
    *,
    head: Heads = None,
    as_json: Json = False,
) -> None:
    """Verify every hash chain and every balance; print the first error.

    For example:

      punto journal verify floor.db
      punto journal verify floor.db --head tiger-5=HASH
    """
    with open_journal(file) as reader, reader.as_of_now():
        entries = sum(version for version, _ in reader.streams().values())
        with step_bar("verifying", entries) as progress:
            found = verify_journal(reader, parse_heads(head or []), progress)
    show_page(_page(file, found), msgspec.to_builtins(found), as_json=as_json)


@journal.command
def replay(
    file: File,
    /,
    *,
    stream: Annotated[str | None, Parameter(help="Replay this stream only.")] = None,
) -> None:
    """Print the events of every entry.

    For example:

      punto journal replay floor.db --stream table
    """
    with open_journal(file) as reader, reader.as_of_now():
        streams = reader.streams()
        if stream is not None and stream not in streams:
            known = ", ".join(streams) or "no streams"
            raise ValueError(f"there is no stream {stream!r:.40}; the journal has {known}")
        for name in streams if stream is None else [stream]:
            show_text(f"{name}\n")
            for stored in reader.read(name):
                show_text(f"{stored.number:>8}  {stored.entry.by}\n")
                for event in stored.entry.events:
                    for line in transcript_lines(event, "en"):
                        show_text(f"          {line}\n")


@journal.command
def export(file: File, /) -> None:
    """Print every entry as one line of JSON, with its hash.

    For example:

      punto journal export floor.db > all.jsonl
    """
    with open_journal(file) as reader, reader.as_of_now():
        for name in reader.streams():
            for stored in reader.read(name):
                entry = stored.entry
                events = [
                    {"event": type(event).__name__} | msgspec.to_builtins(event)
                    for event in entry.events
                ]
                record = {
                    "stream": name,
                    "number": stored.number,
                    "id": entry.id,
                    "at": entry.at,
                    "by": msgspec.to_builtins(entry.by),
                    "events": events,
                    "transfers": msgspec.to_builtins(entry.transfers),
                    "hash": stored.hash.hex(),
                }
                show_text(msgspec.json.encode(record).decode() + "\n")


@journal.command
def meters(file: File, /, *, as_json: Json = False) -> None:
    """Count transfers and their amounts by table, by visit and in total.

    For example:

      punto journal meters floor.db
      punto journal meters floor.db --json
    """
    with open_journal(file) as reader, reader.as_of_now():
        found = meters_of(
            transfer
            for name in reader.streams()
            for stored in reader.read(name)
            for transfer in stored.entry.transfers
        )
    show_page(_meters_page(file, found), msgspec.to_builtins(found), as_json=as_json)


@contextmanager
def open_journal(file: Path) -> Iterator[JournalReader]:
    """Open a journal for reading."""
    check_journal(file)
    with closing(JournalReader(file)) as reader:
        yield reader


def _page(file: Path, found: VerificationResult) -> Sheet:
    columns = (*text_columns("Stream"), *figure_columns("Entries"), *text_columns("Head"))
    rows = tuple(
        (name, f"{entries:,}", found.heads[name]) for name, entries in found.entries.items()
    )
    moved = f"{found.transfers:,} transfers moved {money.format_cents(found.moved_cents)}"
    return Sheet(f"{file.name} is whole", (sheet_table(columns, rows), Paragraph((moved,))))


def _meters_page(file: Path, found: Meters) -> Sheet:
    columns = (*text_columns("Of", "Meter"), *figure_columns("Times", "Sum"))
    rows = tuple(
        (name, str(reason), f"{meter.times:,}", money.format_cents(meter.cents))
        for name in sorted(found)
        for reason, meter in sorted(found[name].items())
    )
    return Sheet(f"Meters of {file.name}", (sheet_table(columns, rows),))
