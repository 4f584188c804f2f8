"""Build all rounds once per test run."""

import pytest

from tests.exhaustive.plain import Rounds, seven_up, standard


@pytest.fixture(scope="session")
def all_rounds() -> dict[str, Rounds]:
    """Return every round of both deal orders, by the key of the order."""
    return {"standard": standard(), "seven-up": seven_up()}
