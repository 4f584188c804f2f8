"""The browser's renderer and the one of the paper write the same texts."""

import json
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import pytest

from punto.messages.catalogue import FOLDER, GRAMMAR, LANGUAGES
from punto.messages.render import render
from tests.messages.samples import samples

NODE = shutil.which("node")


def texts_of(language: str) -> dict[str, Any]:
    files = sorted((FOLDER / language).glob("*.json"))
    texts: dict[str, str] = {}
    for file in files:
        if file.name != GRAMMAR:
            texts |= json.loads(file.read_text(encoding="utf-8"))
    return {"grammar": json.loads((FOLDER / language / GRAMMAR).read_text("utf-8")), "texts": texts}


@pytest.fixture(scope="module")
def browser() -> dict[str, Any]:
    """All samples, rendered by the browser's module."""
    assert NODE is not None, "node is missing; scripts/test installs it"
    request = {
        "languages": {language: texts_of(language) for language in LANGUAGES},
        "samples": [
            (language, asdict(each)) for language in LANGUAGES for each in samples(language)
        ],
    }
    done = subprocess.run(
        [NODE, str(Path(__file__).with_name("agreement.mjs"))],
        input=msgspec.json.encode(request),
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_both_renderers_agree_on_every_message(browser: dict[str, Any]) -> None:
    ours = [render(each, language) for language in LANGUAGES for each in samples(language)]
    assert len(ours) > 2000
    assert browser["texts"] == ours


def test_plural_categories_are_those_of_the_browser(browser: dict[str, Any]) -> None:
    for pairs in browser["plurals"]:
        assert [ours for ours, _ in pairs] == [theirs for _, theirs in pairs]
