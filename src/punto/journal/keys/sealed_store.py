"""Store secrets, such as a shoe's card order, encrypted on disk."""

import re
from contextlib import suppress
from pathlib import Path

from punto.journal.durable_files import write_durable
from punto.journal.errors import JournalError
from punto.journal.keys.key_ring import Key, KeyVersion
from punto.journal.keys.vault import DecryptionFailed, decrypt, encrypt

NAME = re.compile(r"[\w.-]{1,120}", re.ASCII)
"""The names that a secret may have: never a path, and always a valid file name."""


class SealBroken(JournalError):
    """A sealed secret cannot be opened, because its key or its file is missing or changed."""


class SealedStore:
    """A folder of sealed secrets. Their key is stored in another folder."""

    def __init__(self, folder: Path, key: Key) -> None:
        self._folder, self._key = folder, key
        folder.mkdir(parents=True, exist_ok=True)

    def seal(self, name: str, text: str) -> None:
        """Encrypt and store a text under a name; it is durable on return."""
        data = encrypt(self._key.newest.raw, text.encode(), name)
        write_durable(self._path(name), data, mode=0o600)

    def open(self, name: str) -> str:
        """The text under a name."""
        text, _ = self._opened(name)
        return text

    def sealed_under(self, version: int) -> list[str]:
        """The names of the secrets that only one version of the key opens."""
        found = []
        for path in sorted(self._folder.glob("*.seal")):
            try:
                _, secret = self._opened(path.stem)
            except SealBroken:
                continue
            if secret.version == version:
                found.append(path.stem)
        return found

    def forget(self, name: str) -> None:
        """Remove a secret after it was revealed."""
        with suppress(SealBroken):
            self._path(name).unlink(missing_ok=True)

    def _opened(self, name: str) -> tuple[str, KeyVersion]:
        """The text under a name, and the version of the key that opens it."""
        try:
            data = self._path(name).read_bytes()
            for secret in self._key.newest_first:
                try:
                    return decrypt(secret.raw, data, name).decode(), secret
                except DecryptionFailed:
                    continue
        except (OSError, UnicodeDecodeError):
            pass
        raise SealBroken(f"the sealed secret {name} cannot be opened; restore its file and its key")

    def _path(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            # Staff may give a shoe any name, but a secret is only stored under a valid file name.
            raise SealBroken(f"no secret is sealed as {name!r:.40}")
        return self._folder / f"{name}.seal"
