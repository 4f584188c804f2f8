"""Identity: which software this is, as any hash program can compute it."""

import hashlib
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
