"""Encrypt stored keys with one master key, which is supplied at the start."""

import re
from pathlib import Path

from punto.journal.errors import JournalError
from punto.journal.keys.ciphers import CIPHERS, DecryptionFailed, decrypt, encrypt

MASTER_BYTES = 32
MAX_BYTES = 4_096
CIPHER = "chacha20-poly1305"
"""What keys are closed with from now on; each names the one it was closed with."""

_HEAD = re.compile(rb"punto-locked 1 ([a-z0-9-]{1,40})\n")


class Vault:
    """Closes and opens keys under a master key that is kept nowhere here."""

    def __init__(self, master: bytes) -> None:
        self._master = master

    def encrypt(self, name: str, raw: bytes) -> bytes:
        """A key as it rests in the file of a name."""
        return f"punto-locked 1 {CIPHER}\n".encode() + encrypt(CIPHER, self._master, raw, name)

    def decrypt(self, path: Path, data: bytes) -> bytes:
        """The key that rests in a file."""
        head = _HEAD.match(data)
        cipher = "" if head is None else head[1].decode()
        if head is None or cipher not in CIPHERS:
            raise JournalError(f"{path} is closed in a way that is not known here: {cipher!r}")
        try:
            return decrypt(cipher, self._master, data[head.end() :], path.name)
        except DecryptionFailed:
            raise JournalError(f"{path} does not open with this master key") from None


def is_closed(data: bytes) -> bool:
    """Whether what lies in a file is a key that rests closed."""
    return data.startswith(b"punto-locked ")


def open_vault(path: Path) -> Vault:
    """The vault of the master key that a file, a pipe or a credential holds."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES)
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from None
    text = data.strip()
    if re.fullmatch(rb"[0-9a-fA-F]{64}", text):
        return Vault(bytes.fromhex(text.decode()))
    if len(data) != MASTER_BYTES:
        raise JournalError(f"{path} is no master key; expected 32 bytes, or 64 digits of them")
    return Vault(data)
