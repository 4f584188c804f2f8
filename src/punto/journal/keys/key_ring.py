"""Store the keys of a house in versions: the newest is in use, and older ones still verify."""

import hmac
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from punto.journal.durable_files import destroy, overwrite, write_durable
from punto.journal.errors import JournalError
from punto.journal.keys.vault import CIPHER, Vault, is_locked

KEY_BYTES = 32

ALGORITHMS = {
    "house": "hmac-sha256",
    "seal": CIPHER,
    "sign": "ed25519",
    "shoe": "hmac-sha256",
}
"""The algorithm of each kind of key. A file name without an algorithm stands for this one."""

RECORD = "versions.txt"
"""The file of a key ring that lists every version of every key: one per line, as `house 1`."""

RETIRED = "retired"
"""The last word of a line in the record whose version is retired."""

_FILE = re.compile(r"(.+?)(?:\.([1-9][0-9]{0,5})\.([a-z0-9-]+))?\.key")
_LINE = re.compile(rf"(\S+) ([1-9][0-9]{{0,5}})( {RETIRED})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeyVersion:
    """One version of a key."""

    version: int
    raw: bytes = field(repr=False)

    def mac(self, text: bytes) -> bytes:
        """The HMAC-SHA-256 of a text under this key, 32 bytes."""
        return hmac.digest(self.raw, text, "sha256")

    def derived(self, purpose: bytes) -> "KeyVersion":
        """A secret derived from this one for a single purpose."""
        return KeyVersion(self.version, self.mac(purpose))


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the house with its versions by number."""

    name: str
    versions: Mapping[int, KeyVersion]

    @property
    def newest(self) -> KeyVersion:
        """The version in use for anything new."""
        return self.versions[max(self.versions)]

    @property
    def newest_first(self) -> tuple[KeyVersion, ...]:
        """Every version that may verify or open something."""
        return tuple(self.versions[number] for number in sorted(self.versions, reverse=True))

    def derived(self, purpose: bytes) -> "Key":
        """The key derived from every version of this one for a single purpose."""
        derived = {number: secret.derived(purpose) for number, secret in self.versions.items()}
        return Key(self.name, derived)


def key_of(raw: bytes) -> Key:
    """A house key with one version."""
    return Key("house", {1: KeyVersion(1, raw)})


class KeyRing:
    """A folder of keys. Either every key is plain, or a vault locks every key."""

    def __init__(self, folder: Path, vault: Vault | None = None) -> None:
        self.folder, self._vault = folder, vault

    def names(self) -> list[str]:
        """The names of all stored keys."""
        matches = (_FILE.fullmatch(path.name) for path in self._paths())
        return sorted({match[1] for match in matches if match is not None})

    def list_keys(self) -> list[tuple[str, int]]:
        """The name and the number of every stored version, taken from the file names."""
        return [
            (name, version)
            for name in self.names()
            if name.partition("-")[0] in ALGORITHMS
            for version in sorted(self._files(name, key_kind(name)))
        ]

    def key(self, name: str, kind: str = "") -> Key:
        """A key with all its versions; create the key if it is missing."""
        kind = kind or key_kind(name)
        files = self._files(name, kind)
        if not files:
            self._write(self._new(name, ()), name, kind)
            files = self._files(name, kind)
        return Key(name, {number: self._read(number, files[number]) for number in sorted(files)})

    def existing_key(self, name: str) -> Key:
        """A key that is stored; `key` would create a missing one."""
        if name not in self.names():
            known = ", ".join(self.names()) or "none yet"
            raise JournalError(f"{name!r:.80} is not a key in {self.folder}; there are: {known}")
        return self.key(name)

    def renew(self, name: str) -> KeyVersion:
        """Create a new version of a key and use it from now on."""
        new = self._new(name, self.existing_key(name).versions)
        self._write(new, name, key_kind(name))
        return new

    def retire(self, name: str, version: int) -> None:
        """Destroy an older version: overwrite its bytes and remove its file."""
        key = self.existing_key(name)
        if version not in key.versions:
            known = ", ".join(map(str, key.versions))
            raise JournalError(f"{name} has no version {version}; there are: {known}")
        if version == key.newest.version:
            raise JournalError(f"version {version} of {name} is the newest; renew {name} first")
        self.abandon(name, version)
        destroy(self._files(name, key_kind(name))[version])

    def abandon(self, name: str, version: int) -> None:
        """Record that a version is retired, whether its file is here or lost."""
        self._record({**self._present(), **self.recorded(), (name, version): True})

    def record(self) -> None:
        """Record every version that is here, so that a start notices if one goes missing."""
        found = {**self._present(), **self.recorded()}
        if found != self.recorded():
            self._record(found)

    def recorded(self) -> dict[tuple[str, int], bool]:
        """By name and number, whether each version on record is retired."""
        path = self.folder / RECORD
        if not path.exists():
            return {}
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
        matches = [_LINE.fullmatch(line) for line in lines]
        if None in matches:
            raise JournalError(f"{path} is not a record of keys; restore it or remove it")
        return {(match[1], int(match[2])): match[3] is not None for match in matches if match}

    def _present(self) -> dict[tuple[str, int], bool]:
        return dict.fromkeys(self.list_keys(), False)

    def _record(self, versions: Mapping[tuple[str, int], bool]) -> None:
        lines = [
            f"{name} {version}{f' {RETIRED}' * is_retired}\n"
            for (name, version), is_retired in sorted(versions.items())
        ]
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_durable(self.folder / RECORD, "".join(lines).encode("ascii"), mode=0o600)

    def lock(self, vault: Vault) -> int:
        """Lock every key under a master key, and return the number of keys.

        Keys that are locked under the ring's own vault are unlocked first.
        """
        # Read every key before writing one: a wrong master key then changes nothing.
        found = [(path, self._raw(path, vault)) for path in self._all()]
        for path, raw in found:
            overwrite(path, vault.encrypt(path.name, raw), mode=0o600)
        self._vault = vault
        return len(found)

    def unlock(self) -> int:
        """Store every key plain again, and return the number of keys."""
        found = [(path, self._raw(path)) for path in self._all()]
        for path, raw in found:
            write_durable(path, raw, mode=0o600)
        self._vault = None
        return len(found)

    def is_locked(self) -> bool:
        """Whether any key is locked."""
        return any(is_locked(path.read_bytes()) for path in self._paths())

    def _raw(self, path: Path, other: Vault | None = None) -> bytes:
        """The bytes of a key that is plain, or locked under `other` or under the ring's vault."""
        data = path.read_bytes()
        if not is_locked(data):
            return _checked(path, data)
        vaults = [vault for vault in (other, self._vault) if vault is not None]
        for vault in vaults:
            try:
                return _checked(path, vault.decrypt(path, data))
            except JournalError:
                if vault is self._vault:
                    raise
        raise JournalError(_locked(path))

    def _read(self, version: int, path: Path) -> KeyVersion:
        data = path.read_bytes()
        if self._vault is None and is_locked(data):
            raise JournalError(_locked(path))
        if self._vault is not None:
            if not is_locked(data):
                # Reject plain files: an attacker could otherwise install a key.
                raise JournalError(
                    f"{path} is not locked, but a master key was given; run `punto keys lock`"
                )
            data = self._vault.decrypt(path, data)
        return KeyVersion(version, _checked(path, data))

    def _new(self, name: str, present: Iterable[int]) -> KeyVersion:
        """The next version of a key; the number of a lost version is not used again."""
        recorded = (number for recorded_name, number in self.recorded() if recorded_name == name)
        number = 1 + max((*present, *recorded), default=0)
        return KeyVersion(number, secrets.token_bytes(KEY_BYTES))

    def _write(self, new: KeyVersion, name: str, kind: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        suffix = "" if new.version == 1 else f".{new.version}.{ALGORITHMS[kind]}"
        file = f"{name}{suffix}.key"
        data = new.raw if self._vault is None else self._vault.encrypt(file, new.raw)
        write_durable(self.folder / file, data, mode=0o600)

    def _all(self) -> list[Path]:
        paths = self._paths()
        if not paths:
            raise JournalError(f"{self.folder} has no keys of a house")
        return paths

    def _paths(self) -> list[Path]:
        return sorted(path for path in self.folder.glob("*.key") if _FILE.fullmatch(path.name))

    def _files(self, name: str, kind: str) -> dict[int, Path]:
        """The file of each version of a key."""
        found: dict[int, Path] = {}
        for path in self._paths():
            if path.name == f"{name}.key":
                found[1] = path
            elif (match := _FILE.fullmatch(path.name)) and match[1] == name:
                if match[3] != ALGORITHMS[kind]:
                    raise JournalError(
                        f"{path} is for the algorithm {match[3]}; expected {ALGORITHMS[kind]}; "
                        "use the Punto that created it"
                    )
                found[int(match[2])] = path
        return found


def key_kind(name: str) -> str:
    """The kind of a key, which is the first part of its name: `shoe` for `shoe-tiger-5`."""
    kind = name.partition("-")[0]
    if kind not in ALGORITHMS:
        known = ", ".join(ALGORITHMS)
        raise JournalError(f"{name!r:.80} is not a key of a house; expected one of: {known}")
    return kind


def _checked(path: Path, raw: bytes) -> bytes:
    if len(raw) != KEY_BYTES:
        raise JournalError(f"{path} is not a key: it has {len(raw)} bytes; expected {KEY_BYTES}")
    return raw


def _locked(path: Path) -> str:
    return f"{path} is locked; supply its master key with --unlock FILE"
