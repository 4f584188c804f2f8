"""Test that the command line accepts every command in the documentation."""

import re
import shlex
from pathlib import Path

import pytest

from punto.cli.main import app_of_verbs, with_language_after_verb

ROOT = Path(__file__).parent.parent.parent
HELP = ROOT / "docs" / "reference" / "commands.md"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMAND = re.compile(r"^[\s│$]*(?:[^`│]*\| )?(punto [^│|`#>]*?)\s*(?:[│|#>].*)?$", re.MULTILINE)


def documented() -> list[str]:
    """The different commands of all pages, with continued lines joined."""
    joined = (re.sub(r"\\\n[\s│]*", "", page.read_text(encoding="utf-8")) for page in PAGES)
    lines = {line for text in joined for line in COMMAND.findall(text)}
    # The box of a help text wraps long lines.
    lines -= {line for line in COMMAND.findall(HELP.read_text(encoding="utf-8")) if len(line) > 50}
    # Skip prose that begins with the name, and usage lines of the help.
    return sorted(line for line in lines if not re.search(r"[A-Z]{4,}|\[|…|<|: |\. |,( |$)", line))


def test_the_pages_show_commands() -> None:
    assert len(documented()) > 90


@pytest.mark.parametrize("line", documented())
def test_a_command_in_the_documentation_is_valid(line: str) -> None:
    words = with_language_after_verb(shlex.split(line)[1:])
    app_of_verbs().parse_args(words, exit_on_error=False, print_error=False)
