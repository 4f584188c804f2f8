"""The auditor follows everything that can go wrong, and finds what was changed about it."""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from punto.audit import Check, audit
from tests.audit.forger import EVENTS, Forger
from tests.audit.incidents import incident_shift

LIVE, SILENT, TIGER = "tiger-no-commission-live", "fortune-six-live", "tiger"
Played: TypeAlias = Callable[[str], Path]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The journal of a shift of incidents by its game, played once."""
    return cache(lambda key: incident_shift(tmp_path_factory.mktemp(key), key))


@pytest.mark.parametrize("key", [TIGER, LIVE, SILENT, "super-six-plus"])
def test_a_shift_of_incidents_is_clean(played: Played, key: str) -> None:
    report = audit(played(key))
    assert [str(finding) for finding in report.findings] == []
    assert report.rounds_void > 4
