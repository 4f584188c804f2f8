"""Read the master key from an option, the environment or a credential of systemd."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.journal.errors import JournalError
from punto.journal.keys.key_ring import KeyRing
from punto.journal.keys.vault import Vault, open_vault

Unlock = Annotated[
    Path | None,
    Parameter(help="The master key of locked keys: a file, or a descriptor such as /dev/fd/3."),
]

VARIABLE = "PUNTO_UNLOCK"
CREDENTIAL = "punto"


def open_key_ring(data: Path, unlock: Path | None) -> KeyRing:
    """The keys of a data folder, with the vault of the master key if one was supplied."""
    return KeyRing(data / "keys", read_master_key(unlock))


def read_master_key(unlock: Path | None) -> Vault | None:
    """The vault of the master key that the option, `PUNTO_UNLOCK` or systemd supplies, or None."""
    path = unlock
    if path is None and (named := os.environ.get(VARIABLE)):
        path = Path(named)
    if path is None and (folder := os.environ.get("CREDENTIALS_DIRECTORY")):
        credential = Path(folder) / CREDENTIAL
        path = credential if credential.exists() else None
    try:
        return None if path is None else open_vault(path)
    except JournalError as error:
        raise ValueError(str(error)) from None
