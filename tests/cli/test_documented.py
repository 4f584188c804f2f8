"""Test that the command line accepts every command in the documentation and in its help."""

import inspect
import re
import shlex
from pathlib import Path

from cyclopts import CycloptsError

from punto.cli.main import app_of_verbs, with_language_after_verb
from tests.cli.test_mistakes import verbs_of

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMAND = re.compile(r"^[\s$]*(?:[^`|]*\| )?(punto [^|`#>]*?)\s*(?:[|#>].*)?$", re.MULTILINE)

KEY = "ab" * 32
"""A public key, where a page has only its name."""


def documented() -> list[str]:
    """The different commands of all pages and of the help, with continued lines joined."""
    texts = [re.sub(r"\\\n\s*", "", page.read_text(encoding="utf-8")) for page in PAGES]
    texts += [inspect.getdoc(verb.default_command) or "" for verb in verbs_of(app_of_verbs())]
    lines = {line for text in texts for line in COMMAND.findall(text)}
    # Skip prose that begins with the name, and usage lines of the help.
    return sorted(line for line in lines if not re.search(r"[A-Z]{4,}|\[|…|<|: |\. |,( |$)", line))


def test_every_command_in_the_documentation_is_valid() -> None:
    lines, refused = documented(), {}
    for line in lines:
        try:
            words = shlex.split(line.replace("--key KEY", f"--key {KEY}"))[1:]
            words = with_language_after_verb(words)
            app_of_verbs().parse_args(words, exit_on_error=False, print_error=False)
        except (CycloptsError, ValueError) as error:
            refused[line] = str(error)
    assert refused == {}
    assert len(lines) > 120
