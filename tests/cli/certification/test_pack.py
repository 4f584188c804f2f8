"""Test `punto pack` into a folder and into a zip file."""

import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import Output, Run


def test_a_zip_file_contains_the_pack_of_one_game(punto: Run, tmp_path: Path) -> None:
    answer = punto("pack", "-o", "one.zip", "--game", "super-six")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.endswith(" files\n")
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        names = archive.namelist()
        dates = {each.date_time for each in archive.infolist()}
    assert "punto-pack/index.html" in names
    assert "punto-pack/par/super-six.html" in names
    assert len(dates) == 1, "the same pack is the same bytes, whenever it is made"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ([], "--output"),
        (["-o", "full"], "already exists; expected a new folder or file"),
        (["-o", "no/such/pack.zip"], "the folder no/such does not exist"),
        (["-o", "new", "--game", "whist"], "there is no game 'whist'"),
    ],
)
def test_invalid_input_prints_one_line_and_exits_with_code_2(
    words: list[str], answer: str, run: Output, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "here.txt").write_text("", encoding="utf-8")
    assert answer in run("pack", *words, fails=True)
