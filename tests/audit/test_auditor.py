"""The auditor agrees with what the product plays."""

from pathlib import Path

import pytest

from punto.audit import audit
from punto.library import GAMES
from tests.audit.shift import whole_shift


@pytest.mark.parametrize("key", [book.key for book in GAMES])
def test_a_whole_shift_of_every_game_is_clean(tmp_path: Path, key: str) -> None:
    report = audit(whole_shift(tmp_path, key))
    assert [str(finding) for finding in report.findings] == []
    print(report)
