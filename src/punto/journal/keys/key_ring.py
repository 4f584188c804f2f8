"""Store the house's keys in versions; the newest is in use, and checks accept every one."""

import hmac
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from punto.journal.durable_files import destroy, overwrite, write_durable
from punto.journal.errors import JournalError
from punto.journal.keys.ciphers import CIPHERS
from punto.journal.keys.vault import Vault, is_closed

KEY_BYTES = 32

MACS = {"hmac-sha256": "sha256", "hmac-sha3-256": "sha3_256", "hmac-sha512": "sha512"}
"""Every way to mark something with a key, and the digest that it uses."""

ALGORITHMS: dict[str, tuple[str, ...]] = {
    "house": tuple(MACS),
    "seal": tuple(CIPHERS),
    "sign": ("ed25519",),
    "shoe": ("hmac-sha256",),
}
"""By kind of key what it may be used with; a file that names nothing is of the first."""

RECORD = "versions.txt"
"""The file of a key ring that lists every version of every key: one per line, as `house 1`."""

RETIRED = "retired"
"""The end of a line whose version was retired."""

_FILE = re.compile(r"(.+?)(?:\.([1-9][0-9]{0,5})\.([a-z0-9-]+))?\.key")
_LINE = re.compile(rf"(\S+) ([1-9][0-9]{{0,5}})( {RETIRED})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeyVersion:
    """One version of a key, and the algorithm that goes with it."""

    version: int
    algorithm: str
    raw: bytes = field(repr=False)

    def mac(self, text: bytes) -> bytes:
        """What only whoever has this key can make of a text: 32 bytes or more."""
        return hmac.digest(self.raw, text, MACS[self.algorithm])

    def derived(self, purpose: bytes) -> "KeyVersion":
        """Another secret that follows from this one, for one purpose alone."""
        return KeyVersion(self.version, self.algorithm, self.mac(purpose))


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the house: its versions by number, the newest last."""

    name: str
    versions: Mapping[int, KeyVersion]

    @property
    def newest(self) -> KeyVersion:
        """The version with which things are made."""
        return self.versions[max(self.versions)]

    @property
    def newest_first(self) -> tuple[KeyVersion, ...]:
        """Every version with which something may be checked."""
        return tuple(self.versions[number] for number in sorted(self.versions, reverse=True))

    def derived(self, purpose: bytes) -> "Key":
        """The key that follows from this one for one purpose, in as many versions."""
        return Key(self.name, {n: each.derived(purpose) for n, each in self.versions.items()})


def key_of(raw: bytes, kind: str = "house") -> Key:
    """A key in one version."""
    return Key(kind, {1: KeyVersion(1, ALGORITHMS[kind][0], raw)})


class KeyRing:
    """A folder of keys, plain or closed under the master key of a vault, never both."""

    def __init__(self, folder: Path, vault: Vault | None = None) -> None:
        self.folder, self._vault = folder, vault

    def names(self) -> list[str]:
        """The names of all keys that are there."""
        found = (_FILE.fullmatch(path.name) for path in self._paths())
        return sorted({each[1] for each in found if each is not None})

    def list_keys(self) -> list[tuple[str, int, str]]:
        """Every version of every key with its algorithm, as the names of files tell it."""
        return [
            (name, version, algorithm)
            for name in self.names()
            if name.partition("-")[0] in ALGORITHMS
            for version, (algorithm, _) in sorted(self._files(name, key_kind(name)).items())
        ]

    def key(self, name: str, kind: str = "") -> Key:
        """A key with all its versions, made on first use."""
        kind = kind or key_kind(name)
        files = self._files(name, kind)
        if not files:
            self._write(self._new(name, ALGORITHMS[kind][0], ()), name, kind)
            files = self._files(name, kind)
        return Key(name, {n: self._read(n, *each) for n, each in sorted(files.items())})

    def existing_key(self, name: str) -> Key:
        """Return a key that exists; `key` would create a missing one."""
        if name not in self.names():
            known = ", ".join(self.names()) or "none yet"
            raise JournalError(f"{name!r:.80} is no key in {self.folder}; there are: {known}")
        return self.key(name)

    def renew(self, name: str, algorithm: str = "") -> KeyVersion:
        """A new version of a key, used from now on, with another algorithm if one is named."""
        key, kind = self.existing_key(name), key_kind(name)
        algorithm = algorithm or key.newest.algorithm
        if algorithm not in ALGORITHMS[kind]:
            known = ", ".join(ALGORITHMS[kind])
            raise JournalError(f"{algorithm!r:.80} is nothing for {name}; expected one of: {known}")
        new = self._new(name, algorithm, key.versions)
        self._write(new, name, kind)
        return new

    def retire(self, name: str, version: int) -> None:
        """Ends an older version for good: its bytes are overwritten, its file is removed."""
        key = self.existing_key(name)
        if version not in key.versions:
            there = ", ".join(map(str, key.versions))
            raise JournalError(f"{name} has no version {version}; there are: {there}")
        if version == key.newest.version:
            raise JournalError(f"version {version} of {name} is the newest; renew {name} first")
        self.abandon(name, version)
        destroy(self._files(name, key_kind(name))[version][1])

    def abandon(self, name: str, version: int) -> None:
        """Record that a version is retired, whether its file is here or lost."""
        self._record({**self._present(), **self.recorded(), (name, version): True})

    def record(self) -> None:
        """Record every version that is here, so that a start notices if one goes missing."""
        found = {**self._present(), **self.recorded()}
        if found != self.recorded():
            self._record(found)

    def recorded(self) -> dict[tuple[str, int], bool]:
        """The versions on record by name and number, and whether each is retired."""
        path = self.folder / RECORD
        if not path.exists():
            return {}
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
        matches = [_LINE.fullmatch(line) for line in lines]
        if None in matches:
            raise JournalError(f"{path} is not a record of keys; restore it or remove it")
        return {(each[1], int(each[2])): each[3] is not None for each in matches if each}

    def _present(self) -> dict[tuple[str, int], bool]:
        return {(name, version): False for name, version, _ in self.list_keys()}

    def _record(self, versions: Mapping[tuple[str, int], bool]) -> None:
        lines = [
            f"{name} {version}{f' {RETIRED}' * is_retired}\n"
            for (name, version), is_retired in sorted(versions.items())
        ]
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_durable(self.folder / RECORD, "".join(lines).encode("ascii"), mode=0o600)

    def lock(self, vault: Vault) -> int:
        """Closes every key under a master key, also those that rest under another; how many."""
        # All are read before any is written: a wrong master key changes nothing.
        found = [(path, self._any(path, vault)) for path in self._all()]
        for path, raw in found:
            overwrite(path, vault.encrypt(path.name, raw), mode=0o600)
        self._vault = vault
        return len(found)

    def unlock(self) -> int:
        """Opens every key, so that it rests plain; how many."""
        found = [(path, self._any(path)) for path in self._all()]
        for path, raw in found:
            write_durable(path, raw, mode=0o600)
        self._vault = None
        return len(found)

    def is_locked(self) -> bool:
        """Whether any key rests closed."""
        return any(is_closed(path.read_bytes()) for path in self._paths())

    def _any(self, path: Path, other: Vault | None = None) -> bytes:
        """A key however it rests: plain, under the master key handed over, or under another."""
        data = path.read_bytes()
        if not is_closed(data):
            return _checked(path, data)
        handed_over = [vault for vault in (other, self._vault) if vault is not None]
        for vault in handed_over:
            try:
                return _checked(path, vault.decrypt(path, data))
            except JournalError:
                if vault is self._vault:
                    raise
        raise JournalError(_locked(path))

    def _read(self, version: int, algorithm: str, path: Path) -> KeyVersion:
        data = path.read_bytes()
        if self._vault is None and is_closed(data):
            raise JournalError(_locked(path))
        if self._vault is not None:
            if not is_closed(data):
                # Whoever could lay a plain file here would choose the key of the house.
                raise JournalError(
                    f"{path} is not locked, though a master key was handed over; "
                    "`punto keys lock` closes it"
                )
            data = self._vault.decrypt(path, data)
        return KeyVersion(version, algorithm, _checked(path, data))

    def _new(self, name: str, algorithm: str, present: Iterable[int]) -> KeyVersion:
        """The next version of a key; the number of a lost version is not used again."""
        recorded = (number for each, number in self.recorded() if each == name)
        number = 1 + max((*present, *recorded), default=0)
        return KeyVersion(number, algorithm, secrets.token_bytes(KEY_BYTES))

    def _write(self, new: KeyVersion, name: str, kind: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        is_first = (new.version, new.algorithm) == (1, ALGORITHMS[kind][0])
        file = f"{name}.key" if is_first else f"{name}.{new.version}.{new.algorithm}.key"
        data = new.raw if self._vault is None else self._vault.encrypt(file, new.raw)
        write_durable(self.folder / file, data, mode=0o600)

    def _all(self) -> list[Path]:
        paths = self._paths()
        if not paths:
            raise JournalError(f"{self.folder} has no keys of a house")
        return paths

    def _paths(self) -> list[Path]:
        return sorted(path for path in self.folder.glob("*.key") if _FILE.fullmatch(path.name))

    def _files(self, name: str, kind: str) -> dict[int, tuple[str, Path]]:
        """By version the algorithm and the file of a key."""
        found: dict[int, tuple[str, Path]] = {}
        for path in self._paths():
            if path.name == f"{name}.key":
                found[1] = ALGORITHMS[kind][0], path
            elif (match := _FILE.fullmatch(path.name)) and match[1] == name:
                if match[3] not in ALGORITHMS[kind]:
                    raise JournalError(f"{path} is of an algorithm that is not known here")
                found[int(match[2])] = match[3], path
        return found


def key_kind(name: str) -> str:
    """The kind of a key by its name: every table's shoe has one of its own."""
    kind = name.partition("-")[0]
    if kind not in ALGORITHMS:
        raise JournalError(f"{name!r:.80} is no key of a house; expected {', '.join(ALGORITHMS)}")
    return kind


def _checked(path: Path, raw: bytes) -> bytes:
    if len(raw) != KEY_BYTES:
        raise JournalError(f"{path} is no key: {len(raw)} bytes; expected {KEY_BYTES}")
    return raw


def _locked(path: Path) -> str:
    return f"{path} is locked; hand its master key over with --unlock FILE"
