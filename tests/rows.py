"""Rows of irregularities, found by what went wrong."""

from punto.core.irregularities import Circumstance, Irregularity, Trigger
from punto.core.rulebook import Document


def the_row(document: Document, trigger: Trigger, *when: Circumstance) -> Irregularity:
    """The one row for something that went wrong in just these circumstances."""
    (only,) = (
        row for row in document.irregularities if row.trigger is trigger and row.when == when
    )
    return only
