"""Keep the keys of a house in versions, lock them, sign with them, and seal secrets under them."""

import hmac
import re
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from punto.journal.durable_files import destroy, overwrite, write_durable
from punto.journal.errors import JournalError

# Ciphers, and the master key that locks stored keys

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


# The keys of a house

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


# Signatures of checkpoints and bundles

PUBLIC_KEY = re.compile("[0-9a-f]{64}")
SIGNATURE = re.compile("[0-9a-f]{128}")
SIGNERS_NAME = "sign.pub"
HANDING_OVER = "key"
"""The purpose of the signature by which a key hands over to the next public key."""


@dataclass(frozen=True, slots=True)
class SignerChain:
    """The public keys of a house in order. Each key signs the key after it."""

    publics: tuple[str, ...]
    signatures: tuple[str, ...] = ()
    """The signature of each key after the first, made by the key before it."""

    @property
    def text(self) -> str:
        """One line per key: the key, and the signature of the key before it."""
        return "".join(
            f"{public} {signature}".rstrip() + "\n"
            for public, signature in zip(self.publics, ("", *self.signatures), strict=True)
        )

    def trusting(self, public: str | None) -> "SignerChain":
        """This chain if it contains the trusted key; otherwise that key alone."""
        return self if public is None or public in self.publics else SignerChain((public,))


def parse_signers(text: str) -> SignerChain:
    """Parse public keys, one per line; raise `JournalError` if a signature does not verify."""
    lines = [line.split(" ") for line in text.splitlines()]
    publics = tuple(line[0] for line in lines)
    signatures = tuple(" ".join(line[1:]) for line in lines[1:])
    if not lines or lines[0][1:] or not all(map(PUBLIC_KEY.fullmatch, publics)):
        raise JournalError("not a list of public keys; expected 64 lowercase hexadecimal digits")
    for (before, public), signature in zip(pairwise(publics), signatures, strict=True):
        if not verify_signature(before, HANDING_OVER, public.encode(), signature):
            raise JournalError(f"key {public[:16]} is not signed by key {before[:16]} before it")
    return SignerChain(publics, signatures)


class SigningKey:
    """An Ed25519 key, with the public keys before it. The journal and its backups lack it."""

    def __init__(self, raw: bytes, signers: SignerChain | None = None) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(raw)
        self.public = self._key.public_key().public_bytes_raw().hex()
        """The published key, with which anyone can verify a signature."""

        self.signers = signers or SignerChain((self.public,))

    def sign(self, purpose: str, text: bytes) -> str:
        """Sign a text for one purpose; the signature is invalid for any other purpose."""
        return self._key.sign(_signed(purpose, text)).hex()


def signing_key(ring: KeyRing) -> SigningKey:
    """The newest signing key of a ring.

    If a renewed key was not handed over yet, sign it and store the chain of public keys. The
    chain contains retired keys as well.
    """
    key, known = ring.key("sign"), known_signers(ring)
    before: SigningKey | None = None
    publics, signatures = list(known.publics), list(known.signatures)
    for secret in key.versions.values():
        current = SigningKey(secret.raw)
        if current.public not in publics:
            if publics:
                if before is None or before.public != publics[-1]:
                    raise JournalError(
                        f"{ring.folder / SIGNERS_NAME} does not match the key sign; "
                        "restore both from the same backup"
                    )
                signatures.append(before.sign(HANDING_OVER, current.public.encode()))
            publics.append(current.public)
        before = current
    if before is None or before.public != publics[-1]:
        # After a newer key has signed, no verification accepts checkpoints of an older key.
        raise JournalError(
            f"{ring.folder} lacks the key sign whose public key is {publics[-1]}; "
            "restore it from its backup"
        )
    signers = SignerChain(tuple(publics), tuple(signatures))
    if len(publics) > 1 and signers != known:
        write_durable(ring.folder / SIGNERS_NAME, signers.text.encode())
    return SigningKey(key.newest.raw, signers)


def known_signers(ring: KeyRing) -> SignerChain:
    """The recorded chain of public keys, including retired versions."""
    path = ring.folder / SIGNERS_NAME
    if not path.exists():
        return SignerChain(())
    try:
        return parse_signers(path.read_text(encoding="ascii"))
    except (JournalError, UnicodeError) as error:
        raise JournalError(f"{path} cannot be used: {error}") from None


def verify_signature(public: str, purpose: str, text: bytes, signature: str) -> bool:
    """Whether a text was signed for a purpose with the private key of `public`."""
    if not PUBLIC_KEY.fullmatch(public) or not SIGNATURE.fullmatch(signature):
        return False
    try:
        known = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        known.verify(bytes.fromhex(signature), _signed(purpose, text))
    except (InvalidSignature, ValueError):
        return False
    return True


def _signed(purpose: str, text: bytes) -> bytes:
    return f"punto {purpose} 1\n".encode() + text


# Secrets on disk, such as the order of a shoe

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
