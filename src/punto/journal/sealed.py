"""Sealed: secrets that must outlive a crash and that nobody may look at, encrypted under a key."""

import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from punto.journal.durably import write_durably
from punto.journal.journal import JournalError

KEY_BYTES = 32
_NONCE_BYTES = 12


class SealLost(JournalError):
    """A sealed secret cannot be opened: its key or its text is gone or changed."""


class Sealed:
    """A folder of sealed texts, and the key that opens them, which lies elsewhere."""

    def __init__(self, folder: Path, key: Path) -> None:
        self._folder, self._key = folder, key
        folder.mkdir(parents=True, exist_ok=True)
        if not key.exists():
            key.parent.mkdir(parents=True, exist_ok=True)
            write_durably(key, secrets.token_bytes(KEY_BYTES), mode=0o600)

    def seal(self, name: str, text: str) -> None:
        """Keeps a text under a name; durable when it returns."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        closed = self._cipher().encrypt(nonce, text.encode(), name.encode())
        write_durably(self._path(name), nonce + closed, mode=0o600)

    def open(self, name: str) -> str:
        """The text under a name."""
        try:
            data = self._path(name).read_bytes()
            return (
                self._cipher()
                .decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], name.encode())
                .decode()
            )
        except (OSError, InvalidTag, ValueError):
            raise SealLost(f"what was sealed as {name} cannot be opened") from None

    def forget(self, name: str) -> None:
        """Removes what was sealed under a name, once it has been shown."""
        self._path(name).unlink(missing_ok=True)

    def _cipher(self) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(self._key.read_bytes())

    def _path(self, name: str) -> Path:
        assert "/" not in name, "a name is no path"
        return self._folder / f"{name}.seal"
