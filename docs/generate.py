"""Write the reference pages from the product into `build/docs`. `scripts/docs` runs this."""

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from punto.api import DEFAULT_DECKS, odds_of
from punto.certification.asvs import asvs_page
from punto.certification.authority_matrix import authority_sheet
from punto.certification.conformance import (
    clause_conformance,
    conformance_page,
    policies_sheet,
    readings_sheet,
)
from punto.cli.main import HELP, VERBS, main
from punto.floor.plan_file import expected_words, plan_schema, resolved
from punto.games.library import DOCUMENTS, GAMES, game
from punto.games.policies import POLICIES
from punto.games.readings import READINGS
from punto.reports.formats.text import markdown
from punto.reports.games.game_list import game_list_sheet
from punto.reports.games.rules import rules_sheet

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "docs"


OF_EACH_DOCUMENT = (
    "tiger",
    "fortune-six-live",
    "tiger-no-commission-live",
    "seven-up",
    "super-six-plus",
)
"""One game per document, for pages that are the same for all games of a document."""


def pages() -> Iterator[tuple[Path, str]]:
    """Yield every generated page with its text."""
    yield BUILD / "games.md", markdown(game_list_sheet(GAMES))
    yield BUILD / "readings.md", markdown(readings_sheet(READINGS))
    yield BUILD / "policies.md", markdown(policies_sheet(POLICIES))
    books = tuple(game(key) for key in OF_EACH_DOCUMENT)
    yield BUILD / "positions.md", markdown(authority_sheet(books))
    yield BUILD / "commands.md", commands()
    yield BUILD / "asvs.md", markdown(asvs_page())
    yield BUILD / "floor-plan.md", floor_plan()
    for document in DOCUMENTS:
        page = conformance_page(document, clause_conformance(document), names=True)
        yield BUILD / "conformance" / f"{document.key}.md", markdown(page)
    for book in GAMES:
        odds = odds_of(book, DEFAULT_DECKS)
        for language, folder in (("en", "rules"), ("zh", "rules-zh")):
            page = rules_sheet(book, odds, DEFAULT_DECKS)
            yield BUILD / folder / f"{book.key}.md", markdown(page, language)


def commands() -> str:
    """The page with the help of every command, 80 columns wide."""
    parts = ["# Commands", f"```text\n{HELP}```"]
    with patch.dict(os.environ, {"COLUMNS": "80"}):
        for verb in VERBS:
            lines = "\n".join(line.rstrip() for line in help_of(verb).strip().splitlines())
            parts.append(f"## {verb}\n\n```text\n{lines}\n```")
    return "\n\n".join(parts) + "\n"


PLAN_PAGE = """\
# The plan of a floor

`punto serve --tables floor.toml` reads a TOML file of these sections. An unknown key, a wrong type
or an impossible value is an error that names the file, the line and the key. Check a file with
`punto serve --check --tables floor.toml`. `punto serve --schema` prints the JSON Schema of the
file, which editors understand. Amounts are whole cents in the exact unit of the game (R9).

## `[floor]`

{floor}

## `[pace]`

{pace}

## `[[table]]`, one for each table

{table}

- **`ladder`** names each position once. The documents let a higher position do the part of a lower
  one and do not say which is higher, so the house orders them. The actions of each position stay as
  the documents and the policies say. The order is in force from the opening of its table, and no
  ruling or change of settings changes it. Signing in, attending a table and delegating a position
  follow the default order.
- **`shuffles_each_round`** is for Super Six Plus, whose document has the electronic shuffler. The
  plan may not combine it with `burns`, `rounds_after_cut`, `cards_behind_cut` or `shoe`.

## `[[table.then]]`, one for each planned change

{change}

A change may also have the keys of `[[table]]`, except `name`, `number`, `dealing`, `shoe`,
`shoe_certificate`, `road_tail` and `then`. Keys that it leaves out stay as they were, but another
`game` starts with all of its own wagers. A change takes effect between rounds: after the instant
the table finishes its round, shows the result, ends and exposes the shoe, closes, and opens with
the new rules. Patrons and displays are informed from a day before. A floor that starts later starts
with the plan in force.
"""


def floor_plan() -> str:
    """The reference page of the floor plan, from the JSON Schema of the file."""
    sections = plan_schema()["$defs"]
    since = {"from": sections["ChangeSection"]["properties"]["from"]}
    return PLAN_PAGE.format(
        floor=key_rows(sections["FloorSection"]),
        pace=key_rows(sections["Pace"]),
        table=key_rows(sections["TableSection"]),
        change=key_rows(sections["ChangeSection"] | {"properties": since}),
    )


def key_rows(section: dict[str, Any]) -> str:
    """The keys of a section as table rows with type, default and meaning, required keys first."""
    required = section.get("required", ())
    rows = ["| key | type | default | meaning |", "|---|---|---|---|"]
    for key in sorted(section["properties"], key=lambda key: key not in required):
        schema = section["properties"][key]
        default = "required" if key in required else "–"
        if schema.get("default") not in (None, "", (), {}):
            default = f"`{json.dumps(schema['default'])}`"
        words = resolved(schema)
        rows.append(f"| `{key}` | {expected_words(words)} | {default} | {words['description']} |")
    return "\n".join(rows)


def help_of(verb: str) -> str:
    """The output of `punto VERB --help`."""
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
    sys.stdout.write(f"the reference pages are in {BUILD.relative_to(ROOT)}\n")
