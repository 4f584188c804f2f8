"""`punto checkpoint` shows or verifies the checkpoints that a floor has exported."""

from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from punto.cli.console import show_page, show_record, show_text
from punto.cli.floor.key_options import PublicKey
from punto.cli.options import Json, Language
from punto.journal.checkpoints import (
    Checkpoint,
    check_not_behind,
    decode,
    last_line,
    lines_of,
    signers_of,
    successive_checkpoints,
)
from punto.journal.errors import JournalError
from punto.journal.keys import SignerChain
from punto.journal.reader import JournalReader
from punto.messages.message import message
from punto.messages.render import render
from punto.reports.formats.sheet import (
    Paragraph,
    Sheet,
    figure_columns,
    sheet_table,
    text_columns,
)

Folder = Annotated[Path, Parameter(help="The folder of the exported checkpoints.")]
HELP = """\
Show or verify the checkpoints that a floor has exported.

For example:

  punto checkpoint show data/checkpoints
  punto checkpoint verify /mnt/safe/checkpoints --journal data/floor.db --key KEY
"""

checkpoint = App(name="checkpoint", help=HELP, help_format="plaintext")


@checkpoint.command(name="show")
def show_last(folder: Folder, /, *, as_json: Json = False, language: Language = "en") -> None:
    """Show the last checkpoint, and the public key of the house.

    For example:

      punto checkpoint show data/checkpoints
    """
    signers, line = signers_of(folder), last_line(folder)
    if not line:
        raise ValueError(_no_checkpoint(folder))
    last = decode(line, signers)
    heads = {name: {"entry": n, "hash": hash_} for name, (n, hash_) in last.heads.items()}
    record: dict[str, object] = {"sequence": last.sequence, "at": last.at, "key": last.key}
    record |= {"software": last.software, "heads": heads}
    show_page(_page(last), record, as_json=as_json, language=language)


@checkpoint.command
def verify(
    folder: Folder,
    /,
    *,
    journal: Annotated[
        Path | None, Parameter(help="A journal that must contain every exported head.")
    ] = None,
    key: PublicKey = None,
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """Verify the signature and the order of every checkpoint, and compare it with a journal.

    For example:

      punto checkpoint verify /mnt/safe/checkpoints --journal data/floor.db --key KEY
    """
    last = _verify(folder, _signers(folder, key), key, journal)
    if last is None:
        raise ValueError(_no_checkpoint(folder))
    signed_by = key or last.key
    if as_json:
        show_record({"checkpoints": last.sequence, "up_to": last.at, "key": signed_by})
        return
    contained = message("checkpoint.contained", journal=str(journal)) if journal else None
    lines = (
        message("checkpoint.signed", count=last.sequence, last=last.at, contained=contained),
        message("checkpoint.key", public=signed_by, is_given=key is not None),
    )
    show_text("".join(f"{render(line, language)}\n" for line in lines))


def _signers(folder: Path, key: str | None) -> SignerChain:
    """The keys that may sign: the folder's keys if `key` is one of them, otherwise `key` alone."""
    try:
        return signers_of(folder).trusting(key)
    except JournalError:
        if key is None:
            raise
        return SignerChain((key,))


def _no_checkpoint(folder: Path) -> str:
    return f"{folder} has no checkpoint yet; the floor exports one after a round ends"


def _verify(
    folder: Path, signers: SignerChain, key: str | None, journal: Path | None
) -> Checkpoint | None:
    last = None
    with closing(JournalReader(journal)) if journal else nullcontext() as reader:
        for last in successive_checkpoints(lines_of(folder), signers, key):
            if reader is not None:
                name = f"checkpoint {last.sequence} of {last.at}"
                check_not_behind(reader, last.heads, name)
    return last


def _page(last: Checkpoint) -> Sheet:
    columns = (
        *text_columns(message("shoe-check.stream")),
        *figure_columns(message("audit.entry")),
        *text_columns(message("checkpoint.head")),
    )
    rows = tuple((name, f"{number:,}", head) for name, (number, head) in sorted(last.heads.items()))
    return Sheet(
        message("checkpoint.title", number=last.sequence, at=last.at),
        (
            sheet_table(columns, rows),
            Paragraph(
                (
                    message("checkpoint.key", public=last.key, is_given=True),
                    message("checkpoint.software", software=last.software),
                )
            ),
        ),
    )
