"""README and reference pages are true."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest

from docs.generate import REFERENCE, ROOT, pages
from punto.api import odds_of
from punto.devices.fault_script import InjectedFault, script
from punto.games.library import load_rulebook

README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXTS = list(ROOT.glob("*.md")) + sorted((ROOT / "docs").rglob("*.md"))


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def console(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a page's console blocks, each with the lines that it prints."""
    commands: list[tuple[str, list[str]]] = []
    for line in "".join(blocks(text, "console")).splitlines():
        if line.startswith("$ "):
            commands.append((line.removeprefix("$ "), []))
        else:
            commands[-1][1].append(line)
    return commands


WITH_COMMANDS = [path for path in TEXTS if console(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", WITH_COMMANDS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_command_prints_the_output_that_its_page_shows(path: Path, tmp_path: Path) -> None:
    """The commands of a page run one after the other in one folder; `...` stands for more lines."""
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command, shown in console(path.read_text(encoding="utf-8")):
        answer = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
        lines = [line.rstrip() for line in (answer.stdout + answer.stderr).splitlines()]
        pattern = "\n".join(".*" if line == "..." else re.escape(line) for line in shown)
        assert re.fullmatch(pattern, "\n".join(lines), re.DOTALL), "\n".join(lines)


def test_the_tour_in_python_is_true() -> None:
    (block,) = blocks(README, "python")
    test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PICTURE = (ROOT / "docs" / "round-path.svg").read_text(encoding="utf-8")
PACKAGES = "|".join(sorted(path.parent.name for path in ROOT.glob("src/punto/*/__init__.py")))


@pytest.mark.parametrize(
    "name",
    sorted(
        {*re.findall(rf"`((?:{PACKAGES})\.[\w.]+)(?:\(.*?\))?`", ARCHITECTURE)}
        | {*re.findall(rf">((?:{PACKAGES})\.[\w.]+)<", PICTURE)}
    ),
)
def test_the_architecture_names_parts_that_exist(name: str) -> None:
    """A name is a module, or a definition in one."""
    if not (ROOT / "src/punto" / name.replace(".", "/")).is_dir():
        resolve_name(f"punto.{name}")


def test_the_architecture_lists_every_package() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", ARCHITECTURE, re.MULTILINE)
    assert sorted(listed) == PACKAGES.split("|")


def names_in_source() -> set[str]:
    """The folders and modules of the package, and the names that its modules define."""
    names: set[str] = set()
    for path in (ROOT / "src/punto").rglob("*"):
        if path.is_dir() or path.suffix == ".py":
            names.add(path.stem)
        if path.suffix == ".py":
            source = path.read_text(encoding="utf-8")
            names.update(re.findall(r"^ *(?:class|def|async def) (\w+)", source, re.MULTILINE))
            names.update(re.findall(r"^ *(\w+)(?:: [^=\n]+)?(?: =|$)", source, re.MULTILINE))
    return names


def test_the_glossary_names_code_that_exists() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("|")]
    assert all(len(row) == 5 for row in rows)
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row[2])}
    assert len(names) > 80
    assert names - names_in_source() == set()


def test_the_readme_names_the_two_commands() -> None:
    (commands,) = blocks(README, "sh")
    for line in commands.splitlines():
        assert (ROOT / line.split()[0]).stat().st_mode & 0o111


def test_generated_pages_are_up_to_date() -> None:
    """Run scripts/docs when this fails."""
    made = dict(pages())
    stale = [
        path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text
    ]
    assert stale == []
    # What a floor's plan may say is written by hand and held to its keys by another test.
    assert set(REFERENCE.rglob("*.md")) <= made.keys() | {REFERENCE / "floor-plan.md"}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_rulebook_in_the_how_to_works(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "how-to" / "own-rulebook.md").read_text(encoding="utf-8")
    (source,) = blocks(text, "python")
    path = tmp_path / "lucky.py"
    path.write_text(source, encoding="utf-8")
    lucky = odds_of(load_rulebook(path))[1]
    assert round(float(lucky.expected), 6) == -0.116985


def test_the_python_of_the_table_page_runs() -> None:
    text = (ROOT / "docs" / "how-to" / "table.md").read_text(encoding="utf-8")
    (source,) = blocks(text, "python")
    answer = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert answer.stdout == "1 idle\n"


def test_the_python_of_the_devices_page_runs() -> None:
    text = (ROOT / "docs" / "how-to" / "devices.md").read_text(encoding="utf-8")
    (source,) = blocks(text, "python")
    answer = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert answer.stdout.count("ReceivedEvent(") == 5
    assert answer.stdout.endswith("\n1\n")


def test_the_devices_page_lists_every_fault_of_the_emulator() -> None:
    text = (ROOT / "docs" / "how-to" / "devices.md").read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `7 ")]
    faults = [fault for cell in cells for fault in re.findall("`(.*?)`", cell)]
    assert {script(fault)[0].fault for fault in faults} == set(InjectedFault)


def test_the_python_of_the_odds_page_is_true() -> None:
    text = (ROOT / "docs" / "how-to" / "odds.md").read_text(encoding="utf-8")
    for block in blocks(text, "python"):
        test = doctest.DocTestParser().get_doctest(block, {}, "odds", "odds.md", 0)
        assert doctest.DocTestRunner().run(test).failed == 0
