"""Store secrets, such as a shoe's card order, encrypted on disk."""

import re
from contextlib import suppress
from pathlib import Path

from punto.journal.durable_files import write_durable
from punto.journal.errors import JournalError
from punto.journal.keys.ciphers import DecryptionFailed, decrypt, encrypt
from punto.journal.keys.key_ring import Key, KeyVersion

NAME = re.compile(r"[\w.-]{1,120}", re.ASCII)
"""What a text may be sealed under: no path, and nothing that a folder would not take."""


class SealBroken(JournalError):
    """A sealed secret cannot be opened: its key or its text is gone or changed."""


class SealedStore:
    """A folder of sealed texts, and the key that opens them, which lies elsewhere."""

    def __init__(self, folder: Path, key: Key) -> None:
        self._folder, self._key = folder, key
        folder.mkdir(parents=True, exist_ok=True)

    def seal(self, name: str, text: str) -> None:
        """Keeps a text under a name; durable when it returns."""
        newest = self._key.newest
        data = encrypt(newest.algorithm, newest.raw, text.encode(), name)
        write_durable(self._path(name), data, mode=0o600)

    def open(self, name: str) -> str:
        """The text under a name."""
        text, _ = self._opened(name)
        return text

    def sealed_under(self, version: int) -> list[str]:
        """The names of what only a version of the key opens."""
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
        """Removes what was sealed under a name, once it has been shown."""
        with suppress(SealBroken):
            self._path(name).unlink(missing_ok=True)

    def _opened(self, name: str) -> tuple[str, KeyVersion]:
        """The text under a name, and the version of the key that it was sealed with."""
        try:
            data = self._path(name).read_bytes()
            for secret in self._key.newest_first:
                try:
                    return decrypt(secret.algorithm, secret.raw, data, name).decode(), secret
                except DecryptionFailed:
                    continue
        except (OSError, UnicodeDecodeError):
            pass
        raise SealBroken(f"what was sealed as {name} cannot be opened")

    def _path(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            # A shoe may bear any name that a person gave it; under this one nothing was sealed.
            raise SealBroken(f"nothing is sealed as {name!r:.40}")
        return self._folder / f"{name}.seal"
