"""Identity: which software this is, and the keys by which a house knows what is its own."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import punto
from punto.journal.journal import Journal, JournalError
from punto.journal.key_ring import Key, KeyRing
from punto.journal.signing import SigningKey, signing_key


@cache
def software_digest() -> str:
    """The SHA-256 over the names and digests of all source files, in order of name."""
    root = Path(punto.__file__).parent
    whole = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        own = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{own}  {path.relative_to(root).as_posix()}\n".encode())
    return whole.hexdigest()


@dataclass(frozen=True, slots=True)
class HouseKeys:
    """The keys of a house: one that marks its papers, one that seals, one that signs."""

    house: Key
    seal: Key
    sign: SigningKey


def house_keys(ring: KeyRing, journal: Journal) -> HouseKeys:
    """The keys of a house, made on first use by whoever has its journal."""
    try:
        return HouseKeys(ring.key("house"), ring.key("seal"), signing_key(ring))
    except (OSError, JournalError):
        journal.close()
        raise
