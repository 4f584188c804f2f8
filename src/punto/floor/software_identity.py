"""Compute the digest of each file of the software, and one digest over all of them."""

import hashlib
from functools import cache
from pathlib import Path

import punto

ROOT = Path(punto.__file__).parent


@cache
def software_digest() -> str:
    """Return the SHA-256 digest of `source_list`, which identifies the software."""
    return hashlib.sha256(source_list().encode()).hexdigest()


def source_list() -> str:
    """List the files of the software with their digests, in the format of `sha256sum`."""
    return "".join(f"{digest}  {name}\n" for name, digest in digests(ROOT).items())


def digests(root: Path) -> dict[str, str]:
    """The SHA-256 digest of every file by name, without the caches of Python and its compilers."""
    files = {
        each.relative_to(root).as_posix(): each
        for each in root.rglob("*")
        if each.is_file() and "__pycache__" not in each.relative_to(root).parts
    }
    return {name: hashlib.sha256(files[name].read_bytes()).hexdigest() for name in sorted(files)}
