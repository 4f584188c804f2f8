"""Encrypt secrets with one cipher, and stored keys under a master key supplied at the start."""

import re
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from punto.journal.errors import JournalError

CIPHER = "chacha20-poly1305"
"""The cipher of Punto. Locked files and the names of key files contain it, so that a later version
can use another cipher and still recognise these files."""

MASTER_BYTES = 32
MAX_BYTES = 4_096
_NONCE_BYTES = 12
_MARK = b"punto-locked "
_HEAD = _MARK + f"1 {CIPHER}\n".encode()


class DecryptionFailed(ValueError):
    """A text was encrypted under another key or for another purpose, or has changed."""


def encrypt(key: bytes, text: bytes, about: str) -> bytes:
    """Encrypt a text with a fresh nonce; only `decrypt` with the same `about` can open it."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, text, about.encode())


def decrypt(key: bytes, data: bytes, about: str) -> bytes:
    """The text that `encrypt` encrypted; raise `DecryptionFailed` if anything differs."""
    nonce, rest = data[:_NONCE_BYTES], data[_NONCE_BYTES:]
    try:
        return ChaCha20Poly1305(key).decrypt(nonce, rest, about.encode())
    except (InvalidTag, ValueError):
        raise DecryptionFailed(f"{about} was encrypted under another key, or has changed") from None


class Vault:
    """A master key, which Punto stores nowhere, for locking and unlocking keys."""

    def __init__(self, master: bytes) -> None:
        self._master = master

    def encrypt(self, name: str, raw: bytes) -> bytes:
        """The content of the locked key file with this name."""
        return _HEAD + encrypt(self._master, raw, name)

    def decrypt(self, path: Path, data: bytes) -> bytes:
        """The key in a locked file."""
        if not data.startswith(_HEAD):
            head = data[: len(_HEAD)].partition(b"\n")[0].decode(errors="replace")
            raise JournalError(
                f"{path} uses an unknown cipher: it begins with {head!r}; "
                "use the Punto that locked it"
            )
        try:
            return decrypt(self._master, data[len(_HEAD) :], path.name)
        except DecryptionFailed:
            raise JournalError(f"{path} does not open with this master key") from None


def is_locked(data: bytes) -> bool:
    """Whether the content of a key file is locked under a master key."""
    return data.startswith(_MARK)


def open_vault(path: Path) -> Vault:
    """The vault whose master key is in a file, a pipe or a credential."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES)
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from None
    text = data.strip()
    if re.fullmatch(rb"[0-9a-fA-F]{64}", text):
        return Vault(bytes.fromhex(text.decode()))
    if len(data) != MASTER_BYTES:
        raise JournalError(
            f"{path} is not a master key; expected {MASTER_BYTES} bytes or 64 hexadecimal digits"
        )
    return Vault(data)
