"""`punto backup`: a copy of a floor's journal, made while it is served, and verified."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.console import show_text
from punto.cli.floor.journal import open_journal
from punto.journal.chain import verify
from punto.journal.durable_files import remove_if_incomplete


def backup(
    target: Annotated[Path, Parameter(help="The file to write; it must not be there yet.")],
    /,
    *,
    data: Annotated[Path, Parameter(help="The folder that `punto serve` uses.")] = Path("data"),
) -> None:
    """Copies the journal of a floor, served or not, and verifies the copy.

    The keys that open sealed shoes and mark vouchers are not copied: they belong elsewhere.

    For example:

      punto backup monday.db
      punto backup /mnt/safe/monday.db --data ./floor
    """
    if target.exists():
        raise ValueError(f"{target} is there already; expected a new file")
    if not target.parent.is_dir():
        raise ValueError(f"{target.parent} is not a folder")
    with remove_if_incomplete(target):
        with open_journal(data / "floor.db") as journal:
            journal.back_up(target)
        with open_journal(target) as copy:
            found = verify(copy)
    entries = sum(found.entries.values())
    show_text(f"{target}: {entries:,} entries of {len(found.entries)} streams, verified\n")
    for stream, head in found.heads.items():
        show_text(f"  {stream}={head}\n")
