"""What the code may not do, and how large it may grow."""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src" / "punto").rglob("*.py"))
PURE = [path for path in SOURCES if {"core", "games", "ledger", "table"} & set(path.parts)]
DATA = [path for path in SOURCES if "games" in path.parts]
FORBIDDEN_NAMES = ("utils", "helpers", "common", "manager", "service")


def named(path: Path) -> str:
    return path.relative_to(ROOT / "src" / "punto").as_posix()


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", PURE, ids=named)
def test_no_float_where_money_and_chances_are_exact(path: Path) -> None:
    for node in nodes(path):
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), ast.dump(node)
        if isinstance(node, ast.Name):
            assert node.id != "float"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            # Only a Fraction may be divided; nothing else in these folders is.
            assert "Fraction" in ast.unparse(node), ast.unparse(node)


@pytest.mark.parametrize("path", DATA, ids=named)
def test_games_are_data_only(path: Path) -> None:
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
    for node in nodes(path):
        assert not isinstance(node, forbidden), ast.unparse(node)


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_module_is_one_noun_and_not_too_long(path: Path) -> None:
    assert path.stem not in FORBIDDEN_NAMES
    assert path.read_text(encoding="utf-8").count("\n") <= 410


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_function_fits_on_a_screen(path: Path) -> None:
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno <= 70, node.name


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_no_code_runs_between_fork_and_exec(path: Path) -> None:
    """In a process with threads such code may wait forever for a lock of another thread."""
    for node in nodes(path):
        assert not (isinstance(node, ast.keyword) and node.arg == "preexec_fn")


def test_tests_mirror_the_package() -> None:
    for path in (ROOT / "tests").rglob("test_*.py"):
        folder = path.parent.relative_to(ROOT / "tests").as_posix()
        module = path.stem.removeprefix("test_")
        if folder in ("core", "devices", "journal", "ledger", "odds", "server", "simulation"):
            known = {each.stem for each in (ROOT / "src" / "punto" / folder).glob("*.py")}
            assert module in known | {"published", "postings"}, path


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


def test_the_version_of_punto_is_said_once() -> None:
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
def test_no_verb_loads_numpy(words: list[str]) -> None:
    program = (
        f"import sys; sys.argv = {['punto', *words]!r};"
        "from punto.cli.main import main; main();"
        "sys.exit('numpy' in sys.modules)"
    )
    python = str(ROOT / ".venv" / "bin" / "python")
    answer = subprocess.run([python, "-c", program], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
