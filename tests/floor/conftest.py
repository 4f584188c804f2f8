"""Hash passwords in these tests with a cheaper setting of the same function."""

import pytest

from punto.floor.access import passwords


@pytest.fixture(autouse=True)
def _cheap_digests(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.module.__name__ != "tests.floor.access.test_passwords":
        monkeypatch.setattr(passwords, "PASSES", 1)
        monkeypatch.setattr(passwords, "MEMORY_KIB", 64)
