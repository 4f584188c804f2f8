"""Define the five kinds of streams, which are tables, cage, terminals, staff and access log."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from punto.core.rulebook import decode_rulebook
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import Aggregate, S
from punto.house import access_log, terminals
from punto.house.staff import decide as staff_decide
from punto.house.staff import state as people
from punto.ledger import cage, postings
from punto.ledger.accounts import cash_account
from punto.ledger.drawers import CageRefusal
from punto.table.actors import Actor
from punto.table.decide import decide
from punto.table.evolve import evolve
from punto.table.refusals import No, Refusal
from punto.table.settings import Settings
from punto.table.state import (
    IN_ROUND,
    LiveTableState,
    Phase,
    Round,
    Seat,
    SettledRound,
    ShoeOnTable,
    Table,
)

CAGE = "cage"
"""The stream of the cage."""

TERMINALS = "terminals"
"""The stream of the terminals: enrolment, session limits, and calls for an attendant."""

STAFF = "staff"
"""The stream of the staff: accounts, dealer assignments, and requests that wait for approval."""

ACCESS_LOG = "access-log"
"""The stream that records who read the journal."""

SUM_CHANGED = CageRefusal.SUM_CHANGED.code
"""The code of the refusal if the ledger rejects a sum that the cage pays or receives."""

VOUCHER_SPENT = CageRefusal.VOUCHER_SPENT.at()
"""The refusal of a voucher whose account is empty."""

NO_TRANSFERS = FloorRefusal.NO_TRANSFERS.at()
"""The refusal that an aggregate without transfers must name, although no command can cause it."""


def table_aggregate(name: str) -> Aggregate[Table]:
    """Return the aggregate of a gaming table."""
    return Aggregate(
        new=Table(),
        decide=decide,
        evolve=evolve,
        transfers=lambda _table, id_, events: postings.transfers_of(name, id_, events),
        conditions=lambda events: postings.balance_conditions(name, events),
        insufficient_funds=lambda table: No.SHORT_OF_CREDIT.at(table.book, credit=None),
        encode_snapshot=encode_table_snapshot,
        decode_snapshot=_decode_table_snapshot,
    )


def cage_aggregate() -> Aggregate[cage.Cage]:
    """Return the aggregate of the cage."""
    return Aggregate(
        new=cage.Cage(),
        decide=cage.decide,
        evolve=cage.evolve,
        transfers=lambda state, id_, events: tuple(
            each
            for cash in [cash_account(state.is_demo)]
            for event in events
            for each in cage.transfers_of(id_, event, cash)
        ),
        conditions=lambda events: tuple(
            each for event in events for each in cage.balance_conditions(event)
        ),
        insufficient_funds=lambda _cage: CageRefusal.SUM_CHANGED.at(),
        encode_snapshot=msgspec.json.encode,
        decode_snapshot=msgspec.json.Decoder(cage.Cage).decode,
    )


def terminals_aggregate() -> Aggregate[terminals.Terminals]:
    """Return the aggregate of the terminals."""
    return _without_transfers(
        terminals.Terminals(),
        lambda state, command, _by: terminals.decide(state, command),
        terminals.evolve,
    )


def access_log_aggregate() -> Aggregate[access_log.AccessLog]:
    """Return the aggregate of the access log."""
    return _without_transfers(
        access_log.AccessLog(),
        lambda state, command, _by: access_log.decide(state, command),
        access_log.evolve,
    )


def staff_aggregate() -> Aggregate[people.Staff]:
    """Return the aggregate of the staff."""
    return _without_transfers(people.Staff(), staff_decide.decide, people.evolve)


def _without_transfers(
    new: S,
    decide_: Callable[[S, Any, Actor], tuple[Any, ...] | Refusal],
    evolve_: Callable[[S, Any], S],
) -> Aggregate[S]:
    """Return the aggregate of a stream that moves no money."""
    return Aggregate(
        new=new,
        decide=decide_,
        evolve=evolve_,
        transfers=lambda _state, _id, _events: (),
        conditions=lambda _events: (),
        insufficient_funds=lambda _state: NO_TRANSFERS,
        encode_snapshot=msgspec.json.encode,
        decode_snapshot=msgspec.json.Decoder(type(new)).decode,
    )


class _TableSnapshot(msgspec.Struct, frozen=True):
    """A table between rounds, with its rulebook as text. Bundles for auditors contain it, too."""

    rulebook: str
    phase: Phase
    settings: Settings
    seats: Mapping[int, Seat]
    shoe: ShoeOnTable | None
    round: Round | None
    rounds: int
    events: int
    live: LiveTableState = msgspec.field(name="kept")
    past: tuple[SettledRound, ...] = ()


def encode_table_snapshot(table: Table) -> bytes | None:
    """Encode a table between rounds, None if it is in a round or on hold."""
    if table.phase in IN_ROUND or table.pending_steps or table.book is None:
        return None
    snapshot = _TableSnapshot(
        table.game.text,
        table.phase,
        table.settings_in_force,
        table.seats,
        table.shoe,
        table.round,
        table.rounds,
        table.events,
        table.live,
        table.past,
    )
    return msgspec.json.encode(snapshot)


def _decode_table_snapshot(body: bytes) -> Table:
    found = _TABLE_SNAPSHOT.decode(body)
    return Table(
        found.phase,
        decode_rulebook(found.rulebook),
        found.settings,
        found.seats,
        found.shoe,
        found.round,
        found.rounds,
        events=found.events,
        live=found.live,
        past=found.past,
    )


_TABLE_SNAPSHOT = msgspec.json.Decoder(_TableSnapshot)
