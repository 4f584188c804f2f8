"""The pages of the staff's desks: one head for all, with the styles, modules and words of each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
IMPORTED = re.compile(r"(?:from|import) '\./(\w+)\.js'")
WORDS = ("terminal", "staff")
"""The catalogues that every desk reads."""


@dataclass(frozen=True, slots=True)
class DeskPage:
    """What tells the page of one desk from those of the others."""

    styles: tuple[str, ...]
    entry: str = ""
    """The module it begins with; empty for the one called as the desk."""

    words: tuple[str, ...] = ()
    """The catalogues that it reads beside those of every desk."""

    main: str = ""
    """What its place is called in the styles; empty for the name of the desk."""


PAGES = {
    "dealer": DeskPage(("parts", "staff", "dealer"), words=("dealer",)),
    "pit": DeskPage(("parts", "staff", "dealer", "pit"), words=("pit", "dealer")),
    "cage": DeskPage(("staff", "cagedesk"), entry="cagedesk", words=("cage",)),
    "people": DeskPage(("staff", "people"), words=("people",), main="people-main"),
    "audit": DeskPage(("parts", "staff", "audit"), words=("audit",)),
    "reports": DeskPage(("staff", "report", "reports"), words=("reports",)),
}


@cache
def desk_page(name: str) -> str:
    """The page of a desk, which asks for everything it needs at once."""
    page = PAGES[name]
    entry = page.entry or name
    text = (STATIC / "desk.html").read_text(encoding="utf-8")
    return text.format(
        title=name, links="\n".join(_links(page, entry)), entry=entry, main=page.main or name
    )


def _links(page: DeskPage, entry: str) -> Iterator[str]:
    for style in ("look", *page.styles):
        yield f'<link rel="stylesheet" href="/static/{style}.css">'
    for module in sorted(modules_of(entry) - {entry}):
        yield f'<link rel="modulepreload" href="/static/{module}.js">'
    for words in (*page.words, *WORDS):
        for language in ("en", "zh"):
            href = f"/catalogues/{language}/{words}.json"
            yield f'<link rel="preload" as="fetch" crossorigin href="{href}">'


def modules_of(entry: str) -> set[str]:
    """A module with all that it brings with it."""
    found: set[str] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += IMPORTED.findall((STATIC / f"{name}.js").read_text(encoding="utf-8"))
    return found
