"""`punto journal`: whether a journal is whole, what it tells, and all of it as JSON."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from punto.cli.console import show_record, show_sheet, show_text
from punto.cli.files import check_journal
from punto.cli.options import Heads, Json, parse_heads
from punto.cli.progress import step_bar
from punto.core import money
from punto.journal import rechain as rechaining
from punto.journal.digests import DEFAULT_DIGEST, DIGESTS
from punto.journal.encoding import DecodeError
from punto.journal.errors import JournalError
from punto.journal.reader import JournalReader
from punto.journal.verification import VerificationResult
from punto.journal.verification import verify as verified
from punto.ledger.meters import Meters, meters_of
from punto.reports.descriptions.events import event_line
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable

File = Annotated[Path, Parameter(help="A journal.")]

HELP = """\
Verifies, replays or exports a journal, or counts its meters.

For example:

  punto journal verify floor.db
  punto journal replay floor.db --stream table
  punto journal export floor.db > all.jsonl
  punto journal meters floor.db
  punto journal rechain floor.db new.db --with sha3-256
"""

journal = App(
    name="journal",
    help=HELP,
    help_format="plaintext",
)


@journal.command
def verify(
    file: File,
    /,
    *,
    head: Heads = None,
    as_json: Json = False,
) -> None:
    """Whether every chain closes and every cent is accounted for; says where if not.

    For example:

      punto journal verify floor.db
      punto journal verify floor.db --head tiger-5=HASH
    """
    with open_journal(file) as reader, reader.as_of_now():
        entries = sum(version for version, _ in reader.streams().values())
        with step_bar("verifying", entries) as progress:
            found = verified(reader, parse_heads(head or []), progress)
    if as_json:
        show_record(msgspec.to_builtins(found))
    else:
        show_sheet(_page(file, found))


@journal.command
def replay(
    file: File,
    /,
    *,
    stream: Annotated[str | None, Parameter(help="One stream only.")] = None,
) -> None:
    """What happened, entry by entry, in words.

    For example:

      punto journal replay floor.db --stream table
    """
    with open_journal(file) as reader, reader.as_of_now():
        streams = reader.streams()
        if stream is not None and stream not in streams:
            known = ", ".join(streams) or "none"
            raise ValueError(f"there is no stream {stream!r:.40}; the journal has {known}")
        for name in streams if stream is None else [stream]:
            show_text(f"{name}\n")
            for each in reader.read(name):
                show_text(f"{each.number:>8}  {each.entry.by}\n")
                for event in each.entry.events:
                    show_text("          " + event_line(event).replace("\n", "\n          ") + "\n")


@journal.command
def export(file: File, /) -> None:
    """Every entry as a line of JSON, with its hash.

    For example:

      punto journal export floor.db > all.jsonl
    """
    with open_journal(file) as reader, reader.as_of_now():
        for name in reader.streams():
            for each in reader.read(name):
                events = [
                    {"event": type(event).__name__} | msgspec.to_builtins(event)
                    for event in each.entry.events
                ]
                record = {
                    "stream": name,
                    "number": each.number,
                    "id": each.entry.id,
                    "at": each.entry.at,
                    "by": msgspec.to_builtins(each.entry.by),
                    "events": events,
                    "transfers": msgspec.to_builtins(each.entry.transfers),
                    "hash": each.hash.hex(),
                }
                show_text(msgspec.json.encode(record).decode() + "\n")


@journal.command
def meters(file: File, /, *, as_json: Json = False) -> None:
    """What has gone in and come out, by table, by visit and in all.

    For example:

      punto journal meters floor.db
      punto journal meters floor.db --json
    """
    with open_journal(file) as reader, reader.as_of_now():
        found = meters_of(
            moved
            for name in reader.streams()
            for each in reader.read(name)
            for moved in each.entry.transfers
        )
    if as_json:
        show_record(msgspec.to_builtins(found))
    else:
        show_sheet(_meters_page(file, found))


@journal.command
def rechain(
    file: File,
    new: Annotated[Path, Parameter(help="The copy to write.")],
    /,
    *,
    with_: Annotated[str, Parameter(name="--with", help=f"One of {', '.join(DIGESTS)}.")],
    as_json: Json = False,
) -> None:
    """A copy with the same entries, chained by another digest; prints both heads of every stream.

    The floor must not serve. The first checkpoint that is signed on the copy ties both chains.

    For example:

      punto journal rechain floor.db new.db --with sha3-256
    """
    try:
        found = rechaining.rechain(file, new, with_)
    except (JournalError, DecodeError) as error:
        raise ValueError(str(error)) from None
    except OSError as error:
        raise ValueError(f"{new} cannot be written: {error.strerror}") from None
    if as_json:
        show_record({"digest": with_, "streams": msgspec.to_builtins(found)})
        return
    show_text(f"{new} is chained by {with_}, verified\n")
    for each in found:
        show_text(f"{each.stream}, {each.entries:,} entries\n")
        show_text(f"  was {each.before}\n  is  {each.after}\n")


@contextmanager
def open_journal(file: Path) -> Iterator[JournalReader]:
    """A journal to read; what is wrong with it is one line."""
    check_journal(file)
    try:
        reader = JournalReader(file)
        try:
            yield reader
        finally:
            reader.close()
    except (JournalError, DecodeError) as error:
        raise ValueError(str(error)) from None


def _page(file: Path, found: VerificationResult) -> Sheet:
    return Sheet(
        f"{file.name} is whole",
        (
            SheetTable(
                (
                    SheetColumn("Stream"),
                    SheetColumn("Entries", is_figure=True),
                    SheetColumn("Head"),
                ),
                tuple(
                    (name, f"{entries:,}", found.heads[name])
                    for name, entries in found.entries.items()
                ),
            ),
            Paragraph(
                (
                    f"{found.transfers:,} transfers moved {money.format_cents(found.moved_cents)}",
                    *([f"Chained by {found.digest}"] if found.digest != DEFAULT_DIGEST else []),
                )
            ),
        ),
    )


def _meters_page(file: Path, found: Meters) -> Sheet:
    columns = (
        SheetColumn("Of"),
        SheetColumn("Meter"),
        SheetColumn("Times", is_figure=True),
        SheetColumn("Sum", is_figure=True),
    )
    rows = tuple(
        (name, str(why), f"{meter.times:,}", money.format_cents(meter.cents))
        for name in sorted(found)
        for why, meter in sorted(found[name].items())
    )
    return Sheet(f"Meters of {file.name}", (SheetTable(columns, rows),))
