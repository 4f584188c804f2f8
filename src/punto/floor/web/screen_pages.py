"""Fill in the page of each screen with its styles, its modules and the catalogues that it reads."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from posixpath import dirname, join, normpath

from punto.messages.catalogue import LANGUAGES

STATIC = Path(__file__).parent / "static"
IMPORTED = re.compile(r"(?:from|import) '(\.[\w./-]+)'")
STYLES = ("shared/tokens.css", "shared/base.css")
"""The first style sheets of every page."""

WORDS = ("grammar", "names", "refusals", "terminal")
"""The catalogues that every page reads."""

STAFF_WORDS = ("staff", "events", "state", "conditions")


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """How the page of one screen differs from the others."""

    styles: tuple[str, ...]
    """Its style sheets, as paths below `static`."""

    words: tuple[str, ...]
    """Its other catalogues."""

    title: str = ""
    main: str = ""
    """The class of the main element of a staff screen; empty for the name of the screen."""


PATRON_PAGES = {
    "lobby": ScreenPage(
        ("shared/components.css", "lobby/lobby.css", "shared/dialogs.css"), ("state",)
    ),
    "terminal": ScreenPage(
        (
            "shared/components.css",
            "terminal/terminal.css",
            "terminal/small-screens.css",
            "shared/dialogs.css",
        ),
        ("state", "events", "conditions", "rules", "odds", "sheets"),
    ),
    "display": ScreenPage(("shared/components.css", "display/display.css"), ("state",)),
    "sign-in": ScreenPage(("staff/staff.css",), ("staff",), title="Punto, staff"),
}

PAGES = {
    "dealer": ScreenPage(
        ("shared/components.css", "staff/staff.css", "dealer/dealer.css"), ("dealer",)
    ),
    "pit": ScreenPage(
        ("shared/components.css", "staff/staff.css", "dealer/dealer.css", "pit/pit.css"),
        ("pit", "dealer"),
    ),
    "cage": ScreenPage(("staff/staff.css", "cage/cage.css"), ("cage",)),
    "people": ScreenPage(("staff/staff.css", "people/people.css"), ("people",), main="people-main"),
    "audit": ScreenPage(
        ("shared/components.css", "staff/staff.css", "audit/audit.css"),
        ("audit", "findings", "dealer"),
    ),
    "reports": ScreenPage(("staff/staff.css", "report.css", "reports/reports.css"), ("reports",)),
}
"""The pages of the staff screens, which share one body and `STAFF_WORDS`."""


@cache
def screen_page(name: str) -> str:
    """The page of a screen, which names every file that the screen loads.

    The browser takes its languages and catalogues from these names.
    """
    is_staff = name in PAGES
    page = PAGES[name] if is_staff else PATRON_PAGES[name]
    words = (*WORDS, *page.words, *(STAFF_WORDS if is_staff else ()))
    entry = f"{name}/{name}.js"
    body = _text("staff/page.html" if is_staff else f"{name}/{name}.html")
    return _text("shared/page.html").format(
        title=page.title or (f"Punto, {name}" if is_staff else "Punto"),
        links="\n".join(_links((*STYLES, *page.styles), entry, words)),
        entry=entry,
        body=body.format(name=name, main=page.main or name),
    )


def _links(styles: Iterable[str], entry: str, words: Iterable[str]) -> Iterator[str]:
    for style in styles:
        yield f'<link rel="stylesheet" href="/static/{style}">'
    for module in sorted(imported_modules(entry) - {entry}):
        yield f'<link rel="modulepreload" href="/static/{module}">'
    for language, name in product(LANGUAGES, words):
        href = f"/catalogues/{language}/{name}.json"
        yield f'<link rel="preload" as="fetch" crossorigin href="{href}">'


def imported_modules(entry: str) -> set[str]:
    """A module and all modules that it imports, as paths below `static`."""
    found: set[str] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            links = IMPORTED.findall(_text(name))
            waiting += (normpath(join(dirname(name), each)) for each in links)
    return found


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
