"""Define the digests of entry chains by their names in journals and checkpoints."""

import hashlib
from collections.abc import Callable

DEFAULT = "sha256"
"""The digest of a journal that does not name one."""

KNOWN: dict[str, Callable[[bytes], bytes]] = {
    "sha256": lambda data: hashlib.sha256(data).digest(),
    "sha3-256": lambda data: hashlib.sha3_256(data).digest(),
    "blake2b": lambda data: hashlib.blake2b(data, digest_size=32).digest(),
}


def digest_of(name: str, data: bytes) -> bytes:
    """The digest of some bytes, 32 bytes long."""
    return KNOWN[name](data)
