"""Check that commands, names, links and examples of the pages are true."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from pkgutil import resolve_name

import pytest

from docs.generate import BUILD, ROOT, floor_plan, pages
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


def is_in_punto(name: str) -> bool:
    """Whether a name is a folder, a module, or a definition in one."""
    if (ROOT / "src/punto" / name.replace(".", "/")).is_dir():
        return True
    try:
        resolve_name(f"punto.{name}")
    except (AttributeError, ImportError):
        return False
    return True


def test_the_architecture_names_parts_that_exist() -> None:
    names = {
        *re.findall(rf"`((?:{PACKAGES})\.[\w.]+)(?:\(.*?\))?`", ARCHITECTURE),
        *re.findall(rf">((?:{PACKAGES})\.[\w.]+)<", PICTURE),
    }
    assert len(names) > 30
    assert [name for name in sorted(names) if not is_in_punto(name)] == []


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


def test_the_reference_pages_are_built_with_their_facts() -> None:
    built = {path.relative_to(BUILD).as_posix(): text for path, text in pages()}
    assert len(built) == 7 + 5 + 2 * 10
    assert all(text.startswith("# ") and text.endswith("\n") for text in built.values())
    facts = {
        "commands.md": "## verify-shoe",
        "positions.md": "expose cards as the Dealer",
        "readings.md": "| R9",
        "policies.md": "P1",
        "asvs.md": "test_",
        "floor-plan.md": "`denominations_cents`",
        "games.md": "tiger-no-commission-live",
        "conformance/mbs-electronic-2021.md": "test_3_8",
        "rules/tiger.md": "45.8597",
        "rules-zh/tiger.md": "庄",
    }
    missing = [name for name, fact in facts.items() if fact not in built[name]]
    assert missing == []


def test_every_screenshot_is_shown_by_a_page() -> None:
    shown = {
        name
        for path in TEXTS
        for name in re.findall(r"shots/([\w-]+\.webp)\)", path.read_text(encoding="utf-8"))
    }
    assert {path.name for path in (ROOT / "docs" / "shots").iterdir()} == shown


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as Git servers make them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_links_lead_somewhere() -> None:
    broken = []
    for path in TEXTS:
        links = re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", path.read_text(encoding="utf-8"))
        for target, anchor in links:
            page = path.parent / target if target else path
            if not page.exists() or (anchor and anchor not in anchors(page)):
                broken.append(f"{path.relative_to(ROOT)}: {target}#{anchor}")
    assert broken == []


def test_the_readme_fits_on_two_screens_and_begins_with_two_pictures() -> None:
    lines = README.splitlines()
    assert len(lines) < 120
    assert len(re.findall(r"!\[", "\n".join(lines[:12]))) == 2


def test_the_plans_in_the_pages_have_keys_of_the_reference() -> None:
    reference = floor_plan()
    for path in (ROOT / "docs" / "how-to").glob("*.md"):
        for block in blocks(path.read_text(encoding="utf-8"), "toml"):
            tomllib.loads(block)
            for key in re.findall(r"^(\w+) =", block, re.MULTILINE):
                assert f"`{key}`" in reference or key == "tie", f"{path.name}: {key}"


def test_the_rulebooks_in_the_pages_work(tmp_path: Path) -> None:
    expected = {"own-rulebook.md": -0.116985, "simulate.md": -0.101876}
    for name, value in expected.items():
        text = (ROOT / "docs" / "how-to" / name).read_text(encoding="utf-8")
        source = next(block for block in blocks(text, "python") if "Rulebook(" in block)
        path = tmp_path / "example.py"
        path.write_text(source, encoding="utf-8")
        assert round(float(odds_of(load_rulebook(path))[1].expected), 6) == value


@pytest.mark.parametrize(
    ("page", "output"),
    [("table.md", r"1 idle\n"), ("devices.md", r"(?s)(ReceivedEvent\(.*?\n){5}1\n")],
)
def test_the_python_of_a_page_prints_its_result(page: str, output: str) -> None:
    (source,) = blocks((ROOT / "docs" / "how-to" / page).read_text(encoding="utf-8"), "python")
    answer = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(output, answer.stdout), answer.stdout


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
