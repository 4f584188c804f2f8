"""Define the options for keys of the house, and read the master key."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter, Token

from punto.journal.keys import PUBLIC_KEY, KeyRing, Vault, open_vault

Unlock = Annotated[
    Path | None,
    Parameter(help="The master key of locked keys: a file, or a descriptor such as /dev/fd/3."),
]


def public_key(_type: type, tokens: Sequence[Token]) -> str:
    """Parse a public key."""
    word = tokens[0].value
    if not PUBLIC_KEY.fullmatch(word):
        raise ValueError(
            f"{word!r:.80} is not a public key; expected 64 lowercase hexadecimal digits"
        )
    return word


PublicKey = Annotated[
    str | None,
    Parameter(
        converter=public_key,
        help="Public key of the house, which must have signed. Default: the key in the files.",
    ),
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
    return None if path is None else open_vault(path)
