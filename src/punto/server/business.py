"""What the two kinds of desk do: a gaming table, and the cage."""

from typing import Any

from punto.ledger import cage, postings
from punto.server.desk import Business
from punto.table.decide import decide
from punto.table.evolve import evolve
from punto.table.refusals import No, Refusal
from punto.table.roles import Actor
from punto.table.state import Table

CAGE = "cage"
"""The stream of the cage."""


def table_business(name: str) -> Business[Table]:
    """What the desk of a gaming table does."""
    return Business(
        new=Table(),
        decide=decide,
        evolve=evolve,
        transfers=lambda id_, events: postings.transfers_of(name, id_, events),
        demands=lambda events: postings.demands_of(name, events),
        short=lambda table: No.SHORT_OF_CREDIT.at(table.book),
    )


def cage_business() -> Business[cage.Cage]:
    """What the desk of the cage does."""
    return Business(
        new=cage.Cage(),
        decide=_at_cage,
        evolve=cage.evolve,
        transfers=lambda id_, events: tuple(
            each for event in events for each in cage.transfers_of(id_, event)
        ),
        demands=lambda events: tuple(each for event in events for each in cage.demands_of(event)),
        short=lambda _cage: Refusal("sum-changed", "POLICY", "The sum is not what it was."),
    )


def _at_cage(state: cage.Cage, command: Any, _by: Actor) -> tuple[Any, ...] | Refusal:
    decision = cage.decide(state, command)
    if isinstance(decision, cage.NotAtCage):
        return Refusal(decision, "POLICY", WORDS[decision])
    return decision


WORDS = {
    cage.NotAtCage.VISIT_EXISTS: "This visit is under way already.",
    cage.NotAtCage.NO_VISIT: "There is no such visit.",
    cage.NotAtCage.NOT_A_SUM: "That is not a sum that can be paid.",
}
