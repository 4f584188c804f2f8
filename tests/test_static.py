"""Check that the static files are readable, complete and load nothing from other hosts."""

import json
import re
from pathlib import Path

import pytest

from punto.floor.web import staff_pages
from punto.messages import catalogue as messages

SOURCE = Path(__file__).parent.parent / "src" / "punto"
STATIC = SOURCE / "floor" / "web" / "static"
CATALOGUE_FOLDER = SOURCE / "messages" / "catalogues"
MODULES = sorted(STATIC.rglob("*.js"))
PAGES = sorted(STATIC.rglob("*.html"))
SHEETS = sorted(STATIC.rglob("*.css"))
DRAW, STAFF_PAGE = "shared/draw.js", "staff/page.html"
"""The module that draws, and the page that the server completes for each staff screen."""

DRAWN_FROM_STATE = ("lobby", "display")
"""The screens whose views are functions of their state. The other screens still use dom.js."""

MAX_MODULE_LINES = 700
MAX_LINE_CHARACTERS = 120
WRITTEN_BY_HAND = (
    *("src/**/*.css", "src/**/*.html", "src/**/*.js", "tests/static/**/*.js"),
    *("src/**/*.py", "tests/**/*.py", "docs/**/*.py", "campaigns/**/*.py", "benchmarks/**/*.py"),
    *("scripts/*", "*.json", "requirements/*.in"),
)
"""The files with lines of a bounded length. Catalogues have a text on each line."""

NAMES = sorted(
    {"terminal", "staff", *(name for page in staff_pages.PAGES.values() for name in page.words)}
)
"""The catalogues of screens: one for patrons, one for all staff, and one for each staff screen."""


def catalogue(name: str, language: str) -> dict[str, str]:
    read: dict[str, str] = json.loads(text_of(CATALOGUE_FOLDER / language / f"{name}.json"))
    return read


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


CATALOGUES = {
    language: {key: text for name in NAMES for key, text in catalogue(name, language).items()}
    for language in ("en", "zh")
}
TEXTS = messages.catalogue("en").patterns.keys()
"""The keys of all catalogues, those without a screen of their own included."""

ASKED = re.compile(
    r"(?:\bt|\bbilingual|\bword|\binBothLanguages|\bfield)\(\s*'([\w.\-]+)'"
    r"|data-(?:word|bilingual|label)=\"([\w.\-]+)\""
)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(")
IMPORTED = re.compile(r"(?:from|import) '(\.\.?/[^']+)'")
MADE = re.compile(
    r"(?:\bt|\bbilingual|\bword|\binBothLanguages|\bMessage)\(\s*(?:`|f\")([\w.\-]*)\$?\{"
)


def named(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


def test_the_lock_file_names_no_registry_and_one_package() -> None:
    root = SOURCE.parent.parent
    assert "://" not in text_of(root / "package-lock.json")
    assert list(json.loads(text_of(root / "package.json"))["devDependencies"]) == ["typescript"]


@pytest.mark.parametrize("path", [*MODULES, *PAGES], ids=named)
def test_every_key_that_a_module_uses_is_in_its_catalogue(path: Path) -> None:
    keys = {key for found in ASKED.findall(text_of(path)) for key in found if key}
    assert keys <= TEXTS
    for prefix in MADE.findall(text_of(path)):
        assert any(key.startswith(prefix) for key in TEXTS), prefix


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_is_not_too_long_and_begins_with_a_comment(path: Path) -> None:
    assert text_of(path).count("\n") <= MAX_MODULE_LINES
    assert text_of(path).startswith("/** ")


@pytest.mark.parametrize("path", [*MODULES, *PAGES, *SHEETS], ids=named)
def test_a_module_uses_no_other_host_and_no_markup_from_text(path: Path) -> None:
    text = text_of(path).replace("http://www.w3.org/2000/svg", "")
    for forbidden in (
        "://",
        "innerHTML",
        "eval(",
        "@import",
        "url(",
        "<style",
        " style=",
        "onclick=",
    ):
        if forbidden == "://" and named(path) == "shared/socket.js":
            text = text.replace("}://${location.host}/ws", "")
        assert forbidden not in text, forbidden


def test_the_tokens_are_custom_properties_only() -> None:
    text = re.sub(r"/\*.*?\*/", "", text_of(STATIC / "shared/tokens.css"), flags=re.DOTALL)
    assert "--night" in text
    for declarations in re.findall(r"{([^{}]*)}", text):
        for each in filter(None, map(str.strip, declarations.split(";"))):
            assert each.startswith("--"), each


def test_no_line_of_any_language_is_too_long() -> None:
    root = SOURCE.parent.parent
    written = [path for name in WRITTEN_BY_HAND for path in root.glob(name)]
    assert len(written) > len(MODULES)
    found = [
        f"{path.relative_to(root)}:{number} has {len(line)} characters"
        for path in written
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        # A single word, such as the name of a test, cannot continue on the next line.
        if len(line) > MAX_LINE_CHARACTERS and len(line.split()) > 1
    ]
    assert found == []


def test_every_colour_is_a_token() -> None:
    found = [
        f"{named(path)}: {line.strip()}"
        for path in SHEETS
        for line in text_of(path).splitlines()
        if "{" not in line and COLOUR.search(line) and named(path) != "shared/tokens.css"
    ]
    assert found == []


def test_no_module_contains_a_pay_or_a_clause() -> None:
    for path in [*MODULES, *PAGES]:
        written = "\n".join(re.findall(r"'[^'\n]*'|`[^`\n]*`|>[^<\n]*<", text_of(path)))
        assert not re.search(r"['`>]\d+(\.\d+)? (?:to|:) \d+", written), named(path)
        assert not re.search(r"['`>][EFTUR] \d\.\d", written), named(path)
    for catalogue in CATALOGUES.values():
        for key, text in catalogue.items():
            if not key.startswith("keys."):
                assert not re.search(r"\d+ (?:to|:) \d+", text), key


def imported(name: str, known: set[str]) -> set[str]:
    """A module and all modules that it imports, as paths below the folder of static files."""
    if name in known:
        return known
    known.add(name)
    for each in IMPORTED.findall(text_of(STATIC / name)):
        imported(named(((STATIC / name).parent / each).resolve()), known)
    return known


def may_import(importer: str, module: str) -> bool:
    """Whether a folder may import a module: no screen imports another screen."""
    folder = module.partition("/")[0]
    is_staff_screen = importer in staff_pages.PAGES or importer == "sign-in"
    return folder in (importer, "shared") or (folder == "staff" and is_staff_screen)


def test_no_screen_imports_another_screen() -> None:
    found = [
        f"{named(path)} imports {module}"
        for path in MODULES
        for each in IMPORTED.findall(text_of(path))
        if not may_import(path.parent.name, module := named((path.parent / each).resolve()))
    ]
    assert found == []


def asks_at_once(page: str) -> None:
    (entry,) = re.findall(r'<script type="module" src="/static/([^"]+)">', page)
    preloaded = set(re.findall(r'rel="modulepreload" href="/static/([^"]+)"', page))
    assert preloaded == imported(entry, set()) - {entry}


def names_files_that_exist(page: str) -> None:
    # The server builds this sheet from the stylesheet of printed reports.
    for name in set(re.findall(r'"/static/([^"]+)"', page)) - {"report.css"}:
        assert (STATIC / name).exists(), name
    for name in re.findall(r'"/catalogues/([^"]+)"', page):
        assert (CATALOGUE_FOLDER / name).exists(), name


def test_every_page_loads_the_module_that_freezes_prototypes() -> None:
    """A polluted prototype would change every object on a page."""
    pages = [text_of(path) for path in PAGES if named(path) != STAFF_PAGE]
    for page in (*pages, *map(staff_pages.staff_page, staff_pages.PAGES)):
        entry = re.findall(r'<script type="module" src="/static/([^"]+)">', page)
        assert any(DRAW in imported(name, set()) | {name} for name in entry), page[:200]
    assert "\nObject.preventExtensions(Object.prototype);\n" in text_of(STATIC / DRAW)


@pytest.mark.parametrize("page", DRAWN_FROM_STATE)
def test_a_screen_drawn_from_its_state_draws_in_no_other_way(page: str) -> None:
    modules = imported(f"{page}/{page}.js", set())
    assert "shared/store.js" in modules
    assert "shared/dom.js" not in modules


@pytest.mark.parametrize("page", DRAWN_FROM_STATE)
def test_a_screen_drawn_from_its_state_has_sheets_in_layers(page: str) -> None:
    layers = {}
    for name in re.findall(r'"/static/([^"]+[.]css)"', text_of(STATIC / page / f"{page}.html")):
        text = re.sub(r"/[*].*?[*]/", "", text_of(STATIC / name), flags=re.DOTALL)
        layers[name] = re.findall(r"^@layer (\w+) {", text, flags=re.MULTILINE)
    assert list(layers)[:3] == ["shared/tokens.css", "shared/base.css", "shared/components.css"]
    assert layers.pop("shared/tokens.css") == ["tokens"]
    assert layers.pop("shared/base.css") == ["base"]
    assert layers.pop(f"{page}/{page}.css") == ["screens"]
    assert set(map(tuple, layers.values())) == {("components",)}
    assert "!important" not in text_of(STATIC / page / f"{page}.css")


@pytest.mark.parametrize("path", [each for each in PAGES if named(each) != STAFF_PAGE], ids=named)
def test_a_page_preloads_all_its_modules(path: Path) -> None:
    asks_at_once(text_of(path))
    names_files_that_exist(text_of(path))


@pytest.mark.parametrize("desk", staff_pages.PAGES)
def test_the_page_of_a_desk_preloads_its_modules_and_names_existing_files(
    desk: str,
) -> None:
    page = staff_pages.staff_page(desk)
    asks_at_once(page)
    names_files_that_exist(page)
    assert f"desk.{desk}" in CATALOGUES["en"]
    assert "{" not in page
