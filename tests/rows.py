"""Find rows of irregularities by trigger and circumstances."""

from punto.core.irregularities import Circumstance, Irregularity, Trigger
from punto.core.rulebook import Document


def the_row(document: Document, trigger: Trigger, *when: Circumstance) -> Irregularity:
    """The only row for a trigger in exactly these circumstances."""
    (only,) = (
        row for row in document.irregularities if row.trigger is trigger and row.when == when
    )
    return only
