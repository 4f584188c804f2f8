"""Measure the files of each page: its modules, style sheets and catalogues.

`python -m tests.floor.web.page_weights` prints the bytes of every page, plain and compressed.
"""

import re
from dataclasses import dataclass

from punto.floor.web.compressed_files import PublicContent, PublicFolder, public_content
from punto.floor.web.screen_pages import PAGES, PATRON_PAGES, STATIC, screen_page
from punto.messages.catalogue import FOLDER
from punto.reports.formats.html import stylesheet

NAMED = re.compile(r'"/(static|catalogues)/([^"]+)"')


@dataclass(frozen=True, slots=True)
class PageWeight:
    """How many files a page needs, and their bytes, the page itself included."""

    files: int
    plain_bytes: int
    sent_bytes: int


def page_weights() -> dict[str, PageWeight]:
    """The weight of every page by the name of its screen."""
    return {name: _weight(screen_page(name).encode()) for name in (*PATRON_PAGES, *PAGES)}


def _weight(page: bytes) -> PageWeight:
    contents = [public_content(page, ".html"), *map(_named, set(NAMED.findall(page.decode())))]
    return PageWeight(
        len(contents),
        sum(len(each.body) for each in contents),
        sum(len(each.compressed) for each in contents),
    )


def _named(file: tuple[str, str]) -> PublicContent:
    folder, name = file
    if name == "report.css":
        return public_content(stylesheet().encode(), ".css")
    return PublicFolder(STATIC if folder == "static" else FOLDER).content(name)


if __name__ == "__main__":
    for name, weight in page_weights().items():
        print(f"{name:8} {weight.files:3} files {weight.plain_bytes:8,} {weight.sent_bytes:8,}")
