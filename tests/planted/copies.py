"""Copy the project to its own folder, change one thing there, and run tests."""

import atexit
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.powercut.vfs import memory

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "campaigns", "docs", "pyproject.toml")

PLAIN_OPTIONS = "--strict-markers --strict-config --timeout 300"
"""The project's own options, without several processes per run."""

KEEPS_COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of some tests in a copy: the first failure, if any, and the last output."""

    found_by: str
    words: str


class Copy:
    """A copy of the project that imports itself and nothing from the original."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            if (ROOT / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
                shutil.copytree(ROOT / name, folder / name, ignore=ignored)
            else:
                shutil.copy2(ROOT / name, folder / name)
        where = self._python("-c", "import punto; print(punto.__file__)").stdout.strip()
        assert Path(where).is_relative_to(folder), f"the copy imports {where}"

    @contextmanager
    def changed(self, file: str, text: str) -> Iterator[None]:
        """Give a file another text while a block runs."""
        path = self.folder / file
        # Remove compiled files: Python accepts one if size and second match, which can happen here.
        compiled = Path(cache_from_source(str(path)))
        before = path.read_bytes()
        compiled.unlink(missing_ok=True)
        path.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            path.write_bytes(before)
            compiled.unlink(missing_ok=True)

    def run(self, tests: Sequence[str], seconds: int = 600) -> Ran:
        """Run tests until one fails. Tests that do not end count as a failure."""
        options = ("-x", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider", "-rfE")
        arguments = ("-m", "pytest", "-o", f"addopts={PLAIN_OPTIONS}", *options, *tests)
        try:
            ended = self._python(*arguments, seconds=seconds)
        except subprocess.TimeoutExpired:
            return Ran("no end", f"{seconds} s")
        tail = "\n".join(ended.stdout.splitlines()[-12:])
        for line in ended.stdout.splitlines():
            kind, _, rest = line.partition(" ")
            if kind in ("FAILED", "ERROR") and rest.startswith("tests/"):
                return Ran(rest.split(" - ")[0], tail)
        if ended.returncode:
            raise RuntimeError(f"pytest ended with {ended.returncode}:\n{tail}\n{ended.stderr}")
        return Ran("", tail)

    def _python(self, *words: str, seconds: int = 600) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            # The caller may have disabled compiled files. Here they save most of the time.
            env={**os.environ, "PYTHONPATH": str(self.folder / "src"), **KEEPS_COMPILED},
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )


@cache
def own_copy() -> Copy:
    """The copy of this process, until the process ends."""
    stack = ExitStack()
    atexit.register(stack.close)
    return Copy(Path(stack.enter_context(TemporaryDirectory(dir=memory()))))
