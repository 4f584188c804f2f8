"""Check rules of the code that no linter knows: sizes, names, floats and imports."""

import ast
import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "punto"
SOURCES = sorted(PACKAGE.rglob("*.py"))
PURE = ("core", "games", "house", "ledger", "table")
LIBRARY = "games/library.py"
"""The one module of `games` that is not data: it finds a game by key or in a user's file."""

FORBIDDEN_NAMES = ("utils", "helpers", "common", "manager", "service")
MAX_MODULES_PER_FOLDER = 25
MAX_MODULE_LINES = 610
MAX_FUNCTION_LINES = 70
FLOOR = "punto.floor.floor"

BESIDE_MODULES = {
    "audit": ("bits", "irregularities", "live_play", "mutations", "plants"),
    "certification": ("libraries", "security_page"),
    "cli": ("documented", "mistakes", "streams", "verbs"),
    "cli/floor": ("rights",),
    "cli/simulation": ("simulation",),
    "cli/table": ("tables",),
    "floor": ("faults", "reader_thread", "screen_texts"),
    "floor/operations": ("floor_kind", "house_keys"),
    "games": ("every_game", "registers"),
    "journal": ("key_ring", "sealed_store", "signing"),
    "ledger": ("cage_of_each_kind",),
    "messages": ("agreement",),
    "odds": ("published", "shoe_tracker_in_a_round"),
    "reports/descriptions": ("entered_command",),
    "reports/games": ("pages",),
    "table": ("cells",),
    "table/decide": ("card_names",),
    "table/decide/irregularities": (
        "fact_corrections",
        "interruption",
        "reopening",
        "ruling_steps",
    ),
    "table/decide/live": ("offer_of_withdrawal",),
    "table/decide/play": ("limits",),
}
"""The tests of a folder that are about more than one module, or about a part of one."""

REPLACED_WORDS = (
    *("told", "tell", "tells", "said", "spoken", "heard"),
    *("kept", "keep", "keeps", "remembered", "remembering"),
    *("shown", "showing", "seen", "look", "looks", "looked", "picture", "pictures"),
    *("asked", "wanted", "given", "taken", "made", "done"),
    *("anew", "astray", "aside", "together", "following", "gap", "gaps", "agenda", "care"),
    *("most", "least", "usual", "incident", "incidents", "happening", "happenings", "happened"),
    *("conduct", "conducted", "procedure", "procedures", "desk", "desks"),
    *("cloth", "stretch", "stretches"),
)
"""The words that the glossary replaces; no name has one of them."""

RULE_AND_STORED_NAMES = {
    r".*(_|\b)set_aside(_|\b).*": "the rules' own word for cards set aside",
    r".*SET_ASIDE.*|.*SetAside.*|SetCardsAside": "the rules' own word for cards set aside",
    r"Trigger\.DRAWN_TOGETHER": "a name in the canonical text of a rulebook",
    r"(Rule|Permission)\.\w*FIRST_HAND_SHOWN": "a name in the canonical text of a rulebook",
    r"Round\.aside": "the stored field for the cards set aside",
    r"SeatTaken|check_seat_taken": "the stored name of an event",
    r"RulingGiven|check_ruling_given": "the stored name of an event",
    r"Round\.close_shown": "a field of a table's stored state",
    r"(TableSnapshot|OpeningState)\.kept": "a field of a table's stored state",
    r"Bundle\.given": "a field of a bundle",
    r"(Report|Table)\.shoes_(not_)?shown": "a key of the JSON record of an audit",
    r"gap_ms": "the option --gap-ms",
    r"Pace\.card_gap_ms": "a key of a floor plan",
    r"_gaps": "the gap test of random numbers",
}
"""Patterns of names that have such a word for a reason."""


def named(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def in_packages(*names: str) -> list[Path]:
    return [path for path in SOURCES if named(path).partition("/")[0] in names]


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def inexact(node: ast.AST) -> bool:
    """Whether a node makes a float; only a Fraction may be divided."""
    match node:
        case ast.Constant(value=float()) | ast.Name(id="float"):
            return True
        case ast.BinOp(op=ast.Div()):
            return "Fraction" not in ast.unparse(node)
        case _:
            return False


def imported(node: ast.ImportFrom | ast.Import) -> set[str]:
    """The modules that an import may name; a name that is imported may be a module too."""
    names = {each.name for each in node.names}
    if isinstance(node, ast.Import):
        return names
    return {node.module or "", *(f"{node.module}.{name}" for name in names)}


def test_no_float_where_money_and_chances_are_exact() -> None:
    found = [
        f"{named(path)}: {ast.unparse(node)}"
        for path in in_packages(*PURE)
        for node in nodes(path)
        if inexact(node) and named(path) != LIBRARY
    ]
    assert found == []


def test_games_are_data_only() -> None:
    forbidden = (
        ast.FunctionDef,
        ast.Lambda,
        ast.ClassDef,
        ast.If,
        ast.IfExp,
        ast.For,
        ast.While,
        ast.comprehension,
        ast.BinOp,
        ast.Match,
    )
    found = [
        f"{named(path)}: {ast.unparse(node)}"
        for path in in_packages("games")
        for node in nodes(path)
        if isinstance(node, forbidden) and named(path) != LIBRARY
    ]
    assert found == []


def test_a_module_is_one_noun_and_not_too_long() -> None:
    assert [named(path) for path in SOURCES if path.stem in FORBIDDEN_NAMES] == []
    lines = {named(path): path.read_text(encoding="utf-8").count("\n") for path in SOURCES}
    assert {name: count for name, count in lines.items() if count > MAX_MODULE_LINES} == {}


def test_a_folder_has_at_most_25_modules() -> None:
    sizes = Counter(named(path.parent) for path in SOURCES)
    assert {name: size for name, size in sizes.items() if size > MAX_MODULES_PER_FOLDER} == {}


def test_a_function_fits_on_a_screen() -> None:
    """Options before the body do not count, because each takes a line."""
    found = [
        f"{named(path)}: {node.name}"
        for path in SOURCES
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef)
        and (node.end_lineno or 0) - node.body[0].lineno > MAX_FUNCTION_LINES
    ]
    assert found == []


def test_no_module_receives_a_whole_floor() -> None:
    """Only the module that starts a floor imports it. Other modules get the parts that they use."""
    found = {
        named(path)
        for path in SOURCES
        for node in nodes(path)
        if (isinstance(node, ast.ImportFrom | ast.Import) and FLOOR in imported(node))
    }
    assert found == {"cli/floor/serve.py", "floor/web/server.py"}


def test_no_code_runs_between_fork_and_exec() -> None:
    """In a process with threads such code may wait forever for a lock of another thread."""
    found = [
        named(path)
        for path in SOURCES
        for node in nodes(path)
        if isinstance(node, ast.keyword) and node.arg == "preexec_fn"
    ]
    assert found == []


def defined_names(outer: ast.AST, owner: str = "", prefix: str = "") -> Iterator[str]:
    """Yield the names that a piece of source defines, a member of a class after its class."""
    for node in ast.iter_child_nodes(outer):
        inner = owner, prefix
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield prefix + name
                inner = owner, ""
            case ast.ClassDef(name=name):
                yield name
                inner = name, f"{name}."
            case ast.arg(arg=name) | ast.alias(asname=str(name)) | ast.MatchAs(name=str(name)):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield f"{owner}.{name}"
            case ast.Name(id=name, ctx=ast.Store()):
                yield prefix + name
            case _:
                pass
        yield from defined_names(node, *inner)


def replaced_names(source: str) -> list[str]:
    """Return the names of a module that have a word that the glossary replaces."""
    return sorted({name for name in defined_names(ast.parse(source)) if has_replaced_word(name)})


def has_replaced_word(name: str) -> bool:
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name.rpartition(".")[2])
    is_replaced = any(part.lower() in REPLACED_WORDS for part in parts)
    return is_replaced and not any(re.fullmatch(each, name) for each in RULE_AND_STORED_NAMES)


def test_no_name_has_a_word_that_the_glossary_replaces() -> None:
    found = {
        named(path): names
        for path in SOURCES
        if (names := replaced_names(path.read_text(encoding="utf-8")))
    }
    assert found == {}
    assert [named(path) for path in SOURCES if has_replaced_word(path.stem)] == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def tell(kept): made, x = kept", ["kept", "made", "tell"]),
        ("class Shoe:\n    given: int\n    MOST = 1", ["Shoe.MOST", "Shoe.given"]),
        ("class A:\n    def load(self): self._seen = 1", ["A._seen"]),
        ("class IncidentView: ...", ["IncidentView"]),
        ("from json import loads as told", ["told"]),
        ("match x:\n    case [int() as shown]: ...", ["shown"]),
        ("class Round:\n    aside: int", []),
        ("def check_cards_set_aside(event): event.kept = foresee(event.made)", []),
    ],
)
def test_a_name_with_a_replaced_word_is_found(source: str, names: list[str]) -> None:
    assert replaced_names(source) == names


def test_tests_mirror_the_package() -> None:
    """A test file has the name of a module in the same folder, or of one of its parts."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        folder = path.parent.relative_to(ROOT / "tests")
        if not folder.parts or not (PACKAGE / folder).is_dir():
            continue
        modules = {each.stem for each in (PACKAGE / folder).iterdir()}
        name = path.stem.removeprefix("test_")
        if name not in modules | {*BESIDE_MODULES.get(folder.as_posix(), ())}:
            found.append(path.relative_to(ROOT).as_posix())
    assert found == []


def test_the_quick_checks_name_tests_that_exist() -> None:
    script = (ROOT / "scripts" / "test").read_text(encoding="utf-8")
    names = re.search(r'fast="(.*?)"\n.*?fast="\$fast (.*?)"', script)
    assert names is not None
    fast = " ".join(names.groups()).split()
    assert "table" in fast
    assert [name for name in fast if not (ROOT / "tests" / name).exists()] == []


def test_no_registry_host_and_no_unhashed_pin_in_the_requirements() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        assert "://" not in text
        pins = [line for line in text.splitlines() if "==" in line]
        assert pins
        assert text.count("--hash=sha256:") >= len(pins)


def test_the_pins_of_a_floor_are_enough_for_its_pdf_reports() -> None:
    text = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))
    needs = [each for each in requires("reportlab") or () if "extra ==" not in each]
    names = {re.split(r"[^A-Za-z0-9-]", each, maxsplit=1)[0].lower() for each in needs}
    assert names
    assert {"reportlab", *names} <= pinned


def test_the_version_of_punto_is_stated_once() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert project.count('version = "0.') == 1


def test_help_loads_neither_numpy_nor_the_screen() -> None:
    program = (
        "import sys, json; sys.argv = ['punto', '--help'];"
        "from punto.cli.main import main; main();"
        "print(json.dumps(sorted(sys.modules)))"
    )
    answer = subprocess.run(
        [str(ROOT / ".venv" / "bin" / "python"), "-c", program],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in json.loads(answer.stdout.splitlines()[-1])}
    assert not loaded & {"numpy", "numba", "rich", "cyclopts"}


@pytest.mark.parametrize(
    "words",
    [
        ["games"],
        ["rules", "tiger"],
        ["deal", "tiger", "--rounds", "1"],
        ["settle", "tiger", "9s 4d 2h / Kc 6h", "tie=5"],
        ["odds", "tiger"],
        ["standings", "tiger", "9s / Kc"],
        ["conformance", "R"],
    ],
    ids=lambda words: words[0],
)
def test_a_quick_command_does_not_load_numpy(words: list[str]) -> None:
    program = (
        f"import sys; sys.argv = {['punto', *words]!r};"
        "from punto.cli.main import main; main();"
        "sys.exit('numpy' in sys.modules)"
    )
    python = str(ROOT / ".venv" / "bin" / "python")
    answer = subprocess.run([python, "-c", program], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
