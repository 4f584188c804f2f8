"""The catalogues: complete in every language, and each group of keys in one file."""

import json
import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from punto.messages.catalogue import FOLDER, LANGUAGES, catalogue, compile_text, read_catalogue
from punto.messages.render import KINDS
from tests.messages.completeness import placeholders, problems

ENGLISH = catalogue("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_complete(language: str) -> None:
    assert list(problems(catalogue(language), ENGLISH)) == []


def test_a_third_language_is_checked_for_each_missing_part(tmp_path: Path) -> None:
    folder = tmp_path / "xx"
    shutil.copytree(FOLDER / "en", folder)
    assert list(problems(read_catalogue(folder), ENGLISH)) == []
    file = folder / "grammar-sample.json"
    file.write_text(
        json.dumps({"sample.a": "{n|one:# seat|other:# seats}", "sample.b": "{x:money}"})
    )
    english = read_catalogue(folder)
    file.write_text(json.dumps({"sample.a": "{n|other:# seats}", "sample.b": "a sum"}))
    _remove_one_sentence(folder / "names.json", "hand.player")
    assert list(problems(read_catalogue(folder), english)) == [
        "hand.player: no text",
        "sample.a: n has no form one",
        "sample.b: no value x",
    ]


def _remove_one_sentence(file: Path, key: str) -> None:
    texts = json.loads(file.read_text(encoding="utf-8"))
    del texts[key]
    file.write_text(json.dumps(texts), encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_group_of_keys_is_in_one_file(language: str) -> None:
    files = defaultdict(set)
    for file in (FOLDER / language).glob("*.json"):
        if file.name != "grammar.json":
            for key in json.loads(file.read_text(encoding="utf-8")):
                files[key.partition(".")[0]].add(file.name)
    assert {group: names for group, names in files.items() if len(names) > 1} == {}


def test_every_kind_is_a_kind_of_value_or_a_closed_set_with_texts() -> None:
    groups = {key.partition(".")[0] for key in ENGLISH.patterns}
    for key, pattern in ENGLISH.patterns.items():
        for place in placeholders(pattern):
            assert place.kind in KINDS | groups, f"{key}: {place.kind}"


def test_the_same_files_exist_in_every_language() -> None:
    names = {
        language: sorted(f.name for f in (FOLDER / language).iterdir()) for language in LANGUAGES
    }
    assert all(files == names["en"] for files in names.values())


@pytest.mark.parametrize("text", ["{", "a } b", "{1 2}", "{sum:money", "{x|one:{y}}"])
def test_a_brace_that_opens_no_placeholder_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a brace that opens no placeholder"):
        compile_text(text)


def test_a_key_in_two_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "grammar.json").write_text((FOLDER / "en" / "grammar.json").read_text("utf-8"))
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text('{"x.y": "z"}')
    with pytest.raises(ValueError, match=r"x\.y is in two files"):
        read_catalogue(tmp_path)
