"""Remedies: what is done about an irregularity, up to where somebody must be waited for."""

from collections.abc import Iterable, Sequence

from punto.core.irregularity import Circumstance, Remedy, Step, Trigger
from punto.table.agenda import row_for
from punto.table.events import (
    Event,
    IrregularityRaised,
    PlayResumed,
    Returned,
    RoundVoided,
    WithdrawalEnded,
)
from punto.table.state import Table


def raised(
    table: Table, trigger: Trigger, circumstances: Iterable[Circumstance]
) -> tuple[Event, ...]:
    """An irregularity with the row that answers it, and what follows at once."""
    given = tuple(sorted(circumstances))
    row = row_for(table.game, trigger, given)
    told = IrregularityRaised(
        table.current.number, trigger, given, row.source, row.irregularity.steps, row.proposes
    )
    return told, *carried_out(table, trigger, row.source, row.irregularity.steps)


def carried_out(
    table: Table, trigger: Trigger, source: str, steps: Sequence[Step]
) -> tuple[Event, ...]:
    """The events of steps in order, up to the first for which somebody must be waited."""
    number = table.current.number
    done: list[Event] = []
    for step in steps:
        match step.remedy:
            case Remedy.VOID:
                done.append(RoundVoided(number, trigger, source, everything(table)))
                break
            case Remedy.PLAY_ON:
                done.append(PlayResumed(number, source))
            case Remedy.OFFER_WITHDRAWAL if not table.current.sets:
                done.append(WithdrawalEnded(number))
            case _:
                break
    return tuple(done)


def everything(table: Table) -> tuple[Returned, ...]:
    """Every stake of the round, to go back whole to where it came from (R10)."""
    return tuple(
        Returned(seat, placed.visit, placed.cents)
        for seat, placed in table.current.sets.items()
        if placed.cents
    )
