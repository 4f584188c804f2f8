"""Define the marker that links a test to the clauses that it proves."""

import pytest


def clause(document: str, *numbers: str) -> pytest.MarkDecorator:
    """Mark a test as proof of some clauses of a document."""
    return pytest.mark.clause(document, *numbers)
