"""Identity: which software this is, as any hash program can compute it, and the house's key."""

import hashlib
import os
import secrets
from functools import cache
from pathlib import Path

import punto


@cache
def software_digest() -> str:
    """The SHA-256 over the names and digests of all source files, in order of name."""
    root = Path(punto.__file__).parent
    whole = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        own = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{own}  {path.relative_to(root).as_posix()}\n".encode())
    return whole.hexdigest()


def house_key(path: Path) -> bytes:
    """The key with which the house marks its vouchers and receipts, made on first use."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(32))
            file.flush()
            os.fsync(file.fileno())
    return path.read_bytes()
