"""Compute the digest of each file of the software, and one digest over all of them."""

import hashlib
from functools import cache
from pathlib import Path

import punto

ROOT = Path(punto.__file__).parent


@cache
def software_digest() -> str:
    """The SHA-256 over the names and digests of all files of the software, in order of name."""
    return hashlib.sha256(source_list().encode()).hexdigest()


def source_list() -> str:
    """Every file of the software with its digest, as programs that hash files write it."""
    return "".join(f"{digest}  {name}\n" for name, digest in digests(ROOT).items())


def digests(root: Path) -> dict[str, str]:
    """The digest of every file but what Python and its compilers keep for themselves, by name."""
    files = {
        each.relative_to(root).as_posix(): each
        for each in root.rglob("*")
        if each.is_file() and "__pycache__" not in each.relative_to(root).parts
    }
    return {name: hashlib.sha256(files[name].read_bytes()).hexdigest() for name in sorted(files)}
