"""Check that the static files are readable, complete and load nothing from other hosts."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from punto.floor.web.screen_pages import PAGES as STAFF_PAGES
from punto.floor.web.screen_pages import PATRON_PAGES, imported_modules, screen_page
from punto.messages import catalogue as messages
from punto.messages.catalogue import LANGUAGES

SOURCE = Path(__file__).parent.parent / "src" / "punto"
STATIC = SOURCE / "floor" / "web" / "static"
CATALOGUE_FOLDER = SOURCE / "messages" / "catalogues"
MODULES = sorted(STATIC.rglob("*.js"))
PAGES = sorted(STATIC.rglob("*.html"))
SHEETS = sorted(STATIC.rglob("*.css"))
DRAW = "shared/draw.js"
SCREENS = {name: screen_page(name) for name in (*PATRON_PAGES, *STAFF_PAGES)}
"""The page of every screen, as the server completes it."""

DRAWN_FROM_STATE = ("lobby", "display")
"""The screens whose views are functions of their state. The other screens still use dom.js."""

FORBIDDEN = ("://", "innerHTML", "eval(", "@import", "url(", "<style", " style=", "onclick=")
MAX_MODULE_LINES = 700
MAX_LINE_CHARACTERS = 120
WRITTEN_BY_HAND = (
    *("src/**/*.css", "src/**/*.html", "src/**/*.js", "tests/static/**/*.js"),
    *("src/**/*.py", "tests/**/*.py", "docs/**/*.py", "campaigns/**/*.py", "benchmarks/**/*.py"),
    *("scripts/*", "*.json", "requirements/*.in"),
)
"""The files with lines of a bounded length. Catalogues have a text on each line."""

NAMES = sorted(
    {"terminal", "staff", *(name for page in STAFF_PAGES.values() for name in page.words)}
)
"""The catalogues of screens: one for patrons, one for all staff, and one for each staff screen."""


def catalogue(name: str, language: str) -> dict[str, str]:
    read: dict[str, str] = json.loads(text_of(CATALOGUE_FOLDER / language / f"{name}.json"))
    return read


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


CATALOGUES = {
    language: {key: text for name in NAMES for key, text in catalogue(name, language).items()}
    for language in LANGUAGES
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


def test_every_key_that_a_module_uses_is_in_its_catalogue() -> None:
    unknown = []
    for path in [*MODULES, *PAGES]:
        keys = {key for found in ASKED.findall(text_of(path)) for key in found if key}
        prefixes = MADE.findall(text_of(path))
        unknown += [f"{named(path)}: {key}" for key in keys - TEXTS]
        unknown += [
            f"{named(path)}: {prefix}"
            for prefix in prefixes
            if not any(key.startswith(prefix) for key in TEXTS)
        ]
    assert unknown == []


def test_no_module_is_too_long_and_each_begins_with_a_comment() -> None:
    long = [named(path) for path in MODULES if text_of(path).count("\n") > MAX_MODULE_LINES]
    bare = [named(path) for path in MODULES if not text_of(path).startswith("/** ")]
    assert (long, bare) == ([], [])


def test_no_file_uses_another_host_or_markup_from_text() -> None:
    allowed = ("http://www.w3.org/2000/svg", "}://${location.host}/ws")
    found = []
    for path in [*MODULES, *PAGES, *SHEETS]:
        text = text_of(path)
        for each in allowed:
            text = text.replace(each, "")
        found += [f"{named(path)}: {each}" for each in FORBIDDEN if each in text]
    assert found == []


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


def may_import(importer: str, module: str) -> bool:
    """Whether a folder may import a module: no screen imports another screen."""
    folder = module.partition("/")[0]
    is_staff_screen = importer in STAFF_PAGES or importer == "sign-in"
    return folder in (importer, "shared") or (folder == "staff" and is_staff_screen)


def test_no_screen_imports_another_screen() -> None:
    found = [
        f"{named(path)} imports {module}"
        for path in MODULES
        for each in IMPORTED.findall(text_of(path))
        if not may_import(path.parent.name, module := named((path.parent / each).resolve()))
    ]
    assert found == []


def test_every_page_names_files_that_exist_and_all_its_modules() -> None:
    for name, page in SCREENS.items():
        (entry,) = re.findall(r'<script type="module" src="/static/([^"]+)">', page)
        preloaded = set(re.findall(r'rel="modulepreload" href="/static/([^"]+)"', page))
        assert preloaded == imported_modules(entry) - {entry}
        # The server builds this sheet from the stylesheet of printed reports.
        files = set(re.findall(r'"/static/([^"]+)"', page)) - {"report.css"}
        missing = [each for each in files if not (STATIC / each).exists()]
        catalogues = re.findall(r'"/catalogues/([^"]+)"', page)
        missing += [each for each in catalogues if not (CATALOGUE_FOLDER / each).exists()]
        assert (name, missing) == (name, [])
        assert "{" not in page
    assert {f"desk.{name}" for name in STAFF_PAGES} <= CATALOGUES["en"].keys()


def test_every_page_has_the_catalogues_of_all_languages() -> None:
    """A new language needs only its folder: the browser reads the languages from the page."""
    for page in SCREENS.values():
        names = re.findall(r'"/catalogues/(\w+)/([\w-]+)\.json"', page)
        files = {name for _, name in names}
        assert sorted(names) == sorted(product(LANGUAGES, files))


def test_every_page_loads_the_module_that_freezes_prototypes() -> None:
    """A polluted prototype would change every object on a page."""
    assert [name for name in SCREENS if DRAW not in imported_modules(f"{name}/{name}.js")] == []
    assert "\nObject.preventExtensions(Object.prototype);\n" in text_of(STATIC / DRAW)


@pytest.mark.parametrize("page", DRAWN_FROM_STATE)
def test_a_screen_drawn_from_its_state_draws_in_no_other_way(page: str) -> None:
    modules = imported_modules(f"{page}/{page}.js")
    assert "shared/store.js" in modules
    assert "shared/dom.js" not in modules


@pytest.mark.parametrize("page", DRAWN_FROM_STATE)
def test_a_screen_drawn_from_its_state_has_sheets_in_layers(page: str) -> None:
    layers = {}
    for name in re.findall(r'"/static/([^"]+[.]css)"', SCREENS[page]):
        text = re.sub(r"/[*].*?[*]/", "", text_of(STATIC / name), flags=re.DOTALL)
        layers[name] = re.findall(r"^@layer (\w+) {", text, flags=re.MULTILINE)
    assert list(layers)[:3] == ["shared/tokens.css", "shared/base.css", "shared/components.css"]
    assert layers.pop("shared/tokens.css") == ["tokens"]
    assert layers.pop("shared/base.css") == ["base"]
    assert layers.pop(f"{page}/{page}.css") == ["screens"]
    assert set(map(tuple, layers.values())) == {("components",)}
    assert "!important" not in text_of(STATIC / page / f"{page}.css")
