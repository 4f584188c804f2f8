"""`punto backup` copies the journal of a floor and verifies the copy."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.console import show_text
from punto.cli.floor.journal import open_journal
from punto.journal.chain import verify
from punto.journal.durable_files import remove_if_incomplete


def backup(
    target: Annotated[Path, Parameter(help="New file for the copy.")],
    /,
    *,
    data: Annotated[Path, Parameter(help="Data folder of `punto serve`.")] = Path("data"),
) -> None:
    """Copy the journal of a floor and verify the copy. The floor may run.

    The keys for sealed shoes and vouchers are not in the copy. Store them elsewhere.

    For example:

      punto backup monday.db
      punto backup /mnt/safe/monday.db --data ./floor
    """
    if target.exists():
        raise ValueError(f"{target} already exists; expected a new file")
    if not target.parent.is_dir():
        raise ValueError(f"{target}: the folder {target.parent} does not exist; create it first")
    with remove_if_incomplete(target):
        with open_journal(data / "floor.db") as journal:
            journal.back_up(target)
        with open_journal(target) as copy:
            found = verify(copy)
    entries = sum(found.entries.values())
    show_text(f"{target}: {entries:,} entries of {len(found.entries)} streams, verified\n")
    for stream, head in found.heads.items():
        show_text(f"  {stream}={head}\n")
