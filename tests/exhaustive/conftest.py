"""All rounds, made once for a run."""

import pytest

from tests.exhaustive.plain import Rounds, seven_up, standard


@pytest.fixture(scope="session")
def all_rounds() -> dict[str, Rounds]:
    """Every round of both deal orders, by the key of the order."""
    return {"standard": standard(), "seven-up": seven_up()}
