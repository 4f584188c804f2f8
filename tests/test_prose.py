"""Check that the project's texts are plain English, and that its code has no Chinese texts."""

import re
from collections import Counter
from pathlib import Path

import pytest

from docs.generate import ROOT
from tests.prose import Kind, faults, of_file, of_python

MAX_FAULTS_PER_1000 = 30
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
FILES = PAGES + [
    path
    for folder in ("src", "tests", "campaigns", "docs")
    for path in ROOT.glob(f"{folder}/**/*.py")
]

Counts = Counter[Kind]


def counted(files: list[Path]) -> tuple[Counts, Counts, list[str]]:
    """The sentences and the faulty sentences of each kind, and the list of the faulty ones."""
    total, faulty, lines = Counts(), Counts(), []
    for path in files:
        for kind, sentence in of_file(path):
            total[kind] += 1
            if found := faults(sentence, kind):
                faulty[kind] += 1
                lines.append(f"{path.relative_to(ROOT)}: {kind} {', '.join(found)}: {sentence}")
    return total, faulty, lines


def too_many(total: Counts, faulty: Counts) -> list[Kind]:
    return [kind for kind in Kind if 1000 * faulty[kind] > MAX_FAULTS_PER_1000 * total[kind]]


def test_every_kind_of_text_is_in_plain_english() -> None:
    total, faulty, lines = counted(FILES)
    assert all(total[kind] > 500 for kind in Kind)
    over = too_many(total, faulty)
    assert over == [], "\n".join(
        line for line in lines if any(f": {kind} " in line for kind in over)
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "What is wrong is said.",
        "Of a corrected round the difference moves.",
        "Punto tells whoever asks.",
        "Punto reads the file, and what was kept stays.",
        "The file is read anew.",
        "A second person stands by the void.",
        "The change waits for the gap.",
        "The word is no card.",
        "The floor stops, for it is not safe.",
        "The words " + "and words " * 20,
    ],
)
def test_an_unclear_sentence_is_found(sentence: str) -> None:
    assert len(faults(sentence, Kind.PAGE)) == 1


def test_a_clear_sentence_passes() -> None:
    for sentence in ("There is no card in the shoe.", "What happens after a power failure?"):
        assert faults(sentence, Kind.PAGE) == []


PLANTED = '''"""Gaps: the time between two rounds."""

# What waits is told.
LIMIT = 3
"""Whoever asks more often is refused."""


def test_what_is_kept() -> None:
    """Taken down by the desk."""
    raise ValueError("nobody gave a card")
'''


def test_a_planted_fault_is_found_in_every_kind_of_text(tmp_path: Path) -> None:
    found = {kind for kind, sentence in of_python(PLANTED, is_test=False) if faults(sentence, kind)}
    assert found == {Kind.MODULE, Kind.COMMENT, Kind.DOCSTRING, Kind.MESSAGE}
    names = [
        sentence for kind, sentence in of_python(PLANTED, is_test=True) if kind is Kind.TEST_NAME
    ]
    assert names == ["what is kept"]
    assert faults(names[0], Kind.TEST_NAME) == ["begins with a clause"]
    page = tmp_path / "page.md"
    page.write_text("# A page\n\n| place | meaning |\n|---|---|\n| a | Nobody knows. |\n")
    assert [each for each in of_file(page) if faults(each[1], each[0])] == [
        (Kind.PAGE, "Nobody knows.")
    ]


HAN = re.compile("[\u3400-\u9fff]")


def has_han(path: Path) -> bool:
    return HAN.search(path.read_text(encoding="utf-8")) is not None


def test_no_module_has_chinese_text() -> None:
    """Texts belong in a catalogue, where a translator finds them and a test compares their keys."""
    source = ROOT / "src" / "punto"
    modules = [path for path in source.rglob("*") if path.suffix in (".py", ".js")]
    found = {path.relative_to(source).as_posix() for path in modules if has_han(path)}
    assert len(modules) > 300
    assert sorted(found) == []


@pytest.mark.parametrize(("text", "is_found"), [("# 庄", True), ("# Banker — 'é'", False)])
def test_a_planted_chinese_character_is_found(tmp_path: Path, text: str, is_found: bool) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert has_han(path) is is_found
