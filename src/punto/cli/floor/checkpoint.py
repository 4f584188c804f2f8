"""`punto checkpoint`: what a floor exported of its journal, and whether it still holds."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from punto.cli.console import show_record, show_sheet, show_text
from punto.cli.options import Json
from punto.journal.checkpoint import Checkpoint, check_not_behind, decode, successive_checkpoints
from punto.journal.checkpoint_folder import last_line, lines_of, signers_of
from punto.journal.errors import JournalError
from punto.journal.keys.signing import PUBLIC_KEY, SignerChain
from punto.journal.reader import JournalReader
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable

Folder = Annotated[Path, Parameter(help="The folder that checkpoints are exported to.")]
Key = Annotated[
    str | None, Parameter(help="The public key of the house; without it the folder's own.")
]

HELP = """\
Shows or verifies the checkpoints that a floor has exported.

For example:

  punto checkpoint show data/checkpoints
  punto checkpoint verify /mnt/safe/checkpoints --journal data/floor.db --key KEY
"""

checkpoint = App(name="checkpoint", help=HELP, help_format="plaintext")


@checkpoint.command(name="show")
def show_last(folder: Folder, /, *, as_json: Json = False) -> None:
    """The last checkpoint, and the public key of the house.

    For example:

      punto checkpoint show data/checkpoints
    """
    try:
        signers, line = signers_of(folder), last_line(folder)
        if not line:
            raise ValueError(f"{folder} has no checkpoint yet")
        last = decode(line, signers)
    except JournalError as error:
        raise ValueError(str(error)) from None
    if as_json:
        heads = {name: {"entry": n, "hash": hash_} for name, (n, hash_) in last.heads.items()}
        record = {"sequence": last.sequence, "at": last.at, "key": last.key}
        show_record({**record, "software": last.software, "heads": heads})
    else:
        show_sheet(_page(last))


@checkpoint.command
def verify(
    folder: Folder,
    /,
    *,
    journal: Annotated[
        Path | None, Parameter(help="A journal that must hold what was exported.")
    ] = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Whether every checkpoint is signed, follows from the one before, and is in the journal.

    For example:

      punto checkpoint verify /mnt/safe/checkpoints --journal data/floor.db --key KEY
    """
    if key is not None and not PUBLIC_KEY.fullmatch(key):
        raise ValueError(f"{key!r:.80} is no public key; expected 64 digits, in small letters")
    try:
        signers = _signers(folder, key)
        found = _verified(folder, signers, key, journal)
    except JournalError as error:
        raise ValueError(str(error)) from None
    if found is None:
        raise ValueError(f"{folder} has no checkpoint yet")
    signed_by = key or found.key
    if as_json:
        show_record({"checkpoints": found.sequence, "up_to": found.at, "key": signed_by})
        return
    held = f", and {journal} holds every one" if journal else ""
    show_text(f"{found.sequence:,} checkpoints up to {found.at}, each signed and in order{held}\n")
    trust = "" if key else "; compare it with the one that the house has published"
    show_text(f"Key: {signed_by}{trust}\n")


def _signers(folder: Path, key: str | None) -> SignerChain:
    """The keys that may have signed: those of the folder, if the one that is trusted is there."""
    try:
        return signers_of(folder).trusting(key)
    except JournalError:
        if key is None:
            raise
        return SignerChain((key,))


def _verified(
    folder: Path, signers: SignerChain, key: str | None, journal: Path | None
) -> Checkpoint | None:
    reader = JournalReader(journal) if journal else None
    last = None
    try:
        for last in successive_checkpoints(lines_of(folder), signers, key):
            if reader is not None:
                name = f"checkpoint {last.sequence} of {last.at}"
                check_not_behind(reader, last.heads, name, last.digest)
    finally:
        if reader is not None:
            reader.close()
    return last


def _page(last: Checkpoint) -> Sheet:
    columns = (SheetColumn("Stream"), SheetColumn("Entry", is_figure=True), SheetColumn("Head"))
    rows = tuple((name, f"{number:,}", head) for name, (number, head) in sorted(last.heads.items()))
    return Sheet(
        f"Checkpoint {last.sequence:,} of {last.at}",
        (
            SheetTable(columns, rows),
            Paragraph((f"Key:      {last.key}", f"Software: {last.software}")),
        ),
    )
