"""What became of each clause of MBS Electronic 7 Up Baccarat 2023."""

from punto.core.clauses import Clause
from punto.core.clauses import Disposition as Done

REGISTER = (
    Clause("1.1", "Heads the definitions", Done.NAMES, where=("core",)),
    Clause("1.1.1", "Hand: the cards of one side", Done.NAMES, where=("core.tableau.Hand",)),
    Clause(
        "1.1.2",
        "Initial deal: two cards a hand, the permanent seven counted",
        Done.NAMES,
        where=("core.tableau.SEVEN_UP",),
        readings=("R8",),
    ),
    Clause(
        "1.1.3",
        "Natural: eight or nine in the initial deal",
        Done.NAMES,
        where=("core.drawing.is_natural",),
        readings=("R8",),
    ),
    Clause(
        "1.1.4",
        "Permanent 7 card: printed, always the Player hand's first",
        Done.NAMES,
        where=("core.tableau.DealOrder",),
        readings=("R8",),
    ),
)
