"""What holds for tests of a served floor: passwords are hashed as ever, only more cheaply."""

import pytest

from punto.floor.access import passwords


@pytest.fixture(autouse=True)
def _cheap_digests(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.module.__name__ != "tests.floor.access.test_passwords":
        monkeypatch.setattr(passwords, "PASSES", 1)
        monkeypatch.setattr(passwords, "MEMORY_KIB", 64)
