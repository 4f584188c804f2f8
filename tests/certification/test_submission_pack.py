"""Check that the pack is complete, names existing tests, and has the same bytes every time."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from punto.certification import error_conditions
from punto.certification.interruption_diagrams import diagram, interruption_paths
from punto.certification.submission_pack import pack
from punto.core.irregularities import Trigger
from punto.devices.fault_script import InjectedFault, script
from punto.floor.software_identity import ROOT, software_digest
from punto.games.library import DOCUMENTS, game
from punto.reports.floor.report_kinds import KINDS
from tests.certification.test_asvs import names_in

BOOKS = (game("seven-up"),)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return dict(pack(BOOKS))


def test_every_chapter_is_in_the_index_and_every_link_has_a_target(
    files: dict[str, bytes],
) -> None:
    index = files["index.html"].decode()
    links = set(re.findall(r'href="([^"]+)"', index))
    assert links == set(files) - {"index.html"}
    assert index.count("<h2>") == 11
    assert software_digest() in index


def test_the_pack_is_the_same_bytes_in_another_process(files: dict[str, bytes]) -> None:
    program = (
        "import hashlib, json\n"
        "from punto.games.library import game\n"
        "from punto.certification.submission_pack import pack\n"
        "made = pack((game('seven-up'),))\n"
        "print(json.dumps({n: hashlib.sha256(c).hexdigest() for n, c in made}))\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "77", "TZ": "America/Lima", "LC_ALL": "C.UTF-8"},
    )
    ours = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert json.loads(answer.stdout) == ours


def test_sample_reports_exist_in_every_format(files: dict[str, bytes]) -> None:
    for kind in KINDS:
        assert {f"reports/{kind}.html", f"reports/{kind}.csv", f"reports/{kind}.pdf"} <= set(files)


def test_par_has_every_number_of_decks(files: dict[str, bytes]) -> None:
    text = files["par/seven-up.html"].decode()
    allowed = BOOKS[0].document.decks
    for decks in range(allowed.minimum, allowed.maximum + 1):
        assert f">{decks} decks</h2>" in text


def test_the_digest_of_the_source_is_that_of_its_list(files: dict[str, bytes]) -> None:
    listed = files["source/source.sha256"]
    assert hashlib.sha256(listed).hexdigest() == software_digest()
    assert software_digest() in files["source/recipe.txt"].decode()


def test_the_recipe_gives_a_digest_that_covers_the_screens(
    files: dict[str, bytes],
) -> None:
    """The digest once covered only Python, so a changed page would not have stopped the floor."""
    recipe = files["source/recipe.txt"].decode()
    listing = recipe[recipe.index("find .") : recipe.index(" > /tmp")]
    found = subprocess.run(["sh", "-c", listing], cwd=ROOT, capture_output=True, check=True)
    assert found.stdout == files["source/source.sha256"]
    assert b"floor/web/static/terminal/terminal.js" in found.stdout


def test_the_pack_lists_every_library_and_those_they_need(files: dict[str, bytes]) -> None:
    listed = files["source/libraries.txt"].decode().splitlines()
    names = {line.partition("==")[0] for line in listed}
    assert {"apsw", "argon2-cffi", "argon2-cffi-bindings", "starlette", "anyio"} <= names
    assert all(re.fullmatch(r"[a-z0-9.-]+==[\w.+]+", line) for line in listed)


def test_every_error_condition_names_an_existing_test() -> None:
    for each in error_conditions.CONDITIONS:
        path, _, name = each.test.partition("::")
        assert name in names_in(path), each.test
    path, _, name = error_conditions.DEVICE_TEST.partition("::")
    assert name in names_in(path)


@pytest.mark.parametrize("fault", InjectedFault)
def test_every_fault_of_the_shoe_has_a_description_and_a_valid_command(
    fault: InjectedFault,
) -> None:
    assert error_conditions.DEVICE_WORDS[fault]
    words = re.search(r'"(.*)"', error_conditions.injected_faults(fault))
    assert words is not None
    (injection,) = script(words.group(1))
    assert injection.fault is fault


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.key)
def test_every_row_of_interruption_is_drawn(document: object) -> None:
    from punto.core.rulebook import Document
    from punto.reports.formats.charts import Label

    assert isinstance(document, Document)
    ways = interruption_paths(document)
    assert {way.trigger for way in ways} == {Trigger.INTERRUPTED, Trigger.TERMINAL_CUT_OFF}
    own = [row for row in document.irregularities if row.trigger in {way.trigger for way in ways}]
    assert len([way for way in ways if not way.source.startswith("POLICY")]) == len(own)
    words = [shape.text for shape in diagram(document).shapes if isinstance(shape, Label)]
    for way in ways:
        assert way.source in words
        assert "  →  ".join(way.steps) in words


def test_the_pack_contains_no_local_path(files: dict[str, bytes]) -> None:
    here = str(Path(__file__).parent.parent.parent).encode()
    for name, content in files.items():
        assert here not in content, name
