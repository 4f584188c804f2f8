"""The marker that ties a test to the clauses it proves."""

import pytest


def clause(document: str, *numbers: str) -> pytest.MarkDecorator:
    """Marks a test as proof of some clauses of a document."""
    return pytest.mark.clause(document, *numbers)
