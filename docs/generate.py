"""Writes the reference pages and the index of proofs from the product itself.

`scripts/docs` runs this; a test fails when a page is no longer true.
"""

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from unittest.mock import patch

from punto.api import DEFAULT_DECKS, odds_of
from punto.certification.asvs import asvs_page
from punto.certification.authority_matrix import authority_sheet
from punto.certification.conformance import clause_conformance, conformance_page
from punto.certification.readings import policies_sheet, readings_sheet
from punto.cli.main import HELP, VERBS, main
from punto.games.library import DOCUMENTS, GAMES, game
from punto.games.policies import POLICIES
from punto.games.readings import READINGS
from punto.reports.formats.text import markdown
from punto.reports.games.game_list import game_list_sheet
from punto.reports.games.rules import rules_sheet
from tests.proofs import INDEX, proofs

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference"


OF_EACH_DOCUMENT = (
    "tiger",
    "fortune-six-live",
    "tiger-no-commission-live",
    "seven-up",
    "super-six-plus",
)
"""A game of each document, for what is the same in all of its games."""


def pages() -> Iterator[tuple[Path, str]]:
    """Every generated file with what it should say."""
    found = proofs()
    yield INDEX, json.dumps(found, indent=1) + "\n"
    yield REFERENCE / "games.md", markdown(game_list_sheet(GAMES))
    yield REFERENCE / "readings.md", markdown(readings_sheet(READINGS))
    yield REFERENCE / "policies.md", markdown(policies_sheet(POLICIES))
    books = tuple(game(key) for key in OF_EACH_DOCUMENT)
    yield REFERENCE / "positions.md", markdown(authority_sheet(books))
    yield REFERENCE / "commands.md", commands()
    yield REFERENCE / "asvs.md", markdown(asvs_page())
    for document in DOCUMENTS:
        page = conformance_page(document, clause_conformance(document, found), names=True)
        yield REFERENCE / "conformance" / f"{document.key}.md", markdown(page)
    for book in GAMES:
        odds = odds_of(book, DEFAULT_DECKS)
        for language, folder in (("en", "rules"), ("zh", "rules-zh")):
            page = rules_sheet(book, odds, DEFAULT_DECKS, language)
            yield REFERENCE / folder / f"{book.key}.md", markdown(page)


def commands() -> str:
    """The help of every verb, as the command line prints it on a screen of 80 columns."""
    parts = ["# Commands", f"```text\n{HELP}```"]
    with patch.dict(os.environ, {"COLUMNS": "80"}):
        for verb in VERBS:
            lines = "\n".join(line.rstrip() for line in help_of(verb).strip().splitlines())
            parts.append(f"## {verb}\n\n```text\n{lines}\n```")
    return "\n\n".join(parts) + "\n"


def help_of(verb: str) -> str:
    """What `punto VERB --help` prints."""
    with (
        patch.object(sys, "argv", ["punto", verb, "--help"]),
        redirect_stdout(io.StringIO()) as output,
        suppress(SystemExit),
    ):
        main()
    return output.getvalue()


if __name__ == "__main__":
    for path, text in pages():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
