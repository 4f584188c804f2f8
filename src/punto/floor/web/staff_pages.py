"""Fill in the page that all staff screens share, with the styles, modules and texts of each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

STATIC = Path(__file__).parent / "static"
IMPORTED = re.compile(r"(?:from|import) '(\.[\w./-]+)'")
STYLES = ("shared/tokens.css", "shared/base.css")
"""The first style sheets of every page."""

WORDS = ("grammar", "names", "refusals", "terminal", "staff", "events", "state", "conditions")
"""The catalogues that every staff screen loads."""


@dataclass(frozen=True, slots=True)
class StaffPage:
    """How the page of one staff screen differs from the others."""

    styles: tuple[str, ...]
    """Its style sheets, as paths below `static`."""

    words: tuple[str, ...] = ()
    """Its other catalogues."""

    main: str = ""
    """The class of its main element; empty for the name of the screen."""


PAGES = {
    "dealer": StaffPage(
        ("shared/components.css", "staff/staff.css", "dealer/dealer.css"), words=("dealer",)
    ),
    "pit": StaffPage(
        ("shared/components.css", "staff/staff.css", "dealer/dealer.css", "pit/pit.css"),
        words=("pit", "dealer"),
    ),
    "cage": StaffPage(("staff/staff.css", "cage/cage.css"), words=("cage",)),
    "people": StaffPage(
        ("staff/staff.css", "people/people.css"), words=("people",), main="people-main"
    ),
    "audit": StaffPage(
        ("shared/components.css", "staff/staff.css", "audit/audit.css"),
        words=("audit", "findings", "dealer"),
    ),
    "reports": StaffPage(
        ("staff/staff.css", "report.css", "reports/reports.css"), words=("reports",)
    ),
}


@cache
def staff_page(name: str) -> str:
    """The page of a staff screen, which names every file that the screen loads."""
    page = PAGES[name]
    entry = f"{name}/{name}.js"
    text = (STATIC / "staff/page.html").read_text(encoding="utf-8")
    return text.format(
        title=name, links="\n".join(_links(page, entry)), entry=entry, main=page.main or name
    )


def _links(page: StaffPage, entry: str) -> Iterator[str]:
    for style in (*STYLES, *page.styles):
        yield f'<link rel="stylesheet" href="/static/{style}">'
    for module in sorted(imported_modules(entry) - {entry}):
        yield f'<link rel="modulepreload" href="/static/{module}">'
    for words in (*page.words, *WORDS):
        for language in ("en", "zh"):
            href = f"/catalogues/{language}/{words}.json"
            yield f'<link rel="preload" as="fetch" crossorigin href="{href}">'


def imported_modules(entry: str) -> set[str]:
    """A module and all modules that it imports, as paths below `static`."""
    found: set[str] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = (STATIC / name).read_text(encoding="utf-8")
            waiting += (normpath(join(dirname(name), each)) for each in IMPORTED.findall(text))
    return found
