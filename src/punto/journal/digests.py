"""List the digests that can chain entries; a journal without a named digest uses SHA-256."""

import hashlib
from collections.abc import Callable

DIGESTS: dict[str, Callable[[bytes], bytes]] = {
    "sha256": lambda data: hashlib.sha256(data).digest(),
    "sha3-256": lambda data: hashlib.sha3_256(data).digest(),
    "blake2b": lambda data: hashlib.blake2b(data, digest_size=32).digest(),
}
"""Every digest that is known, each of 32 bytes."""

DEFAULT_DIGEST = "sha256"
DIGEST_BYTES = 32
