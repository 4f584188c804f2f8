"""Define the five kinds of streams, which are tables, cage, terminals, staff and access log."""

from collections.abc import Mapping
from typing import Any

import msgspec

from punto.core.rulebook import decode_rulebook
from punto.floor.streams.owner import Aggregate
from punto.house import access_log, terminals
from punto.house.staff import decide as staff_decide
from punto.house.staff import state as people
from punto.ledger import cage, postings
from punto.ledger.accounts import cash_account
from punto.ledger.drawers import CageRefusal
from punto.table.actors import Actor
from punto.table.decide import decide
from punto.table.evolve.play import evolve
from punto.table.live_state import LiveTableState
from punto.table.refusals import No, Refusal
from punto.table.settings import Settings
from punto.table.state import IN_ROUND, Phase, Round, Seat, SettledRound, ShoeOnTable, Table

CAGE = "cage"
"""The stream of the cage."""

TERMINALS = "terminals"
"""The stream of the floor: its terminals, and what their patrons asked of the house."""

STAFF = "staff"
"""The stream of the staff: who they are, who deals where, what waits for a second person."""


ACCESS_LOG = "access-log"
"""The stream of looks into the journal."""

SUM_CHANGED = "sum-changed"
"""The code of the refusal when the ledger rejects a sum that the cage pays or takes."""

VOUCHER_SPENT = Refusal("voucher-spent", "POLICY", "This voucher was redeemed already, or is void.")
"""The refusal of a voucher whose account is empty."""


def table_aggregate(name: str) -> Aggregate[Table]:
    """Return the functions of the stream of a gaming table."""
    return Aggregate(
        new=Table(),
        decide=decide,
        evolve=evolve,
        transfers=lambda _table, id_, events: postings.transfers_of(name, id_, events),
        conditions=lambda events: postings.balance_conditions(name, events),
        insufficient_funds=lambda table: No.SHORT_OF_CREDIT.at(table.book),
        encode_snapshot=encode_table_snapshot,
        decode_snapshot=_decode_table_snapshot,
    )


def cage_aggregate() -> Aggregate[cage.Cage]:
    """Return the aggregate of the cage."""
    return Aggregate(
        new=cage.Cage(),
        decide=_at_cage,
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
        insufficient_funds=lambda _cage: Refusal(
            SUM_CHANGED, "POLICY", "The sum is not what it was."
        ),
        encode_snapshot=msgspec.json.encode,
        decode_snapshot=msgspec.json.Decoder(cage.Cage).decode,
    )


def terminals_aggregate() -> Aggregate[terminals.Terminals]:
    """Return the aggregate of the terminals."""
    return Aggregate(
        new=terminals.Terminals(),
        decide=_at_terminal,
        evolve=terminals.evolve,
        transfers=lambda _state, _id, _events: (),
        conditions=lambda _events: (),
        insufficient_funds=lambda _terminals: Refusal("not-done", "POLICY", "Nothing was done."),
        encode_snapshot=msgspec.json.encode,
        decode_snapshot=msgspec.json.Decoder(terminals.Terminals).decode,
    )


def access_log_aggregate() -> Aggregate[access_log.AccessLog]:
    """Return the aggregate of the access log."""
    return Aggregate(
        new=access_log.AccessLog(),
        decide=lambda state, command, _by: access_log.decide(state, command),
        evolve=access_log.evolve,
        transfers=lambda _state, _id, _events: (),
        conditions=lambda _events: (),
        insufficient_funds=lambda _log: Refusal("not-done", "POLICY", "Nothing was done."),
        encode_snapshot=msgspec.json.encode,
        decode_snapshot=msgspec.json.Decoder(access_log.AccessLog).decode,
    )


def staff_aggregate() -> Aggregate[people.Staff]:
    """Return the aggregate of the staff."""
    return Aggregate(
        new=people.Staff(),
        decide=_at_staff,
        evolve=people.evolve,
        transfers=lambda _state, _id, _events: (),
        conditions=lambda _events: (),
        insufficient_funds=lambda _staff: Refusal("not-done", "POLICY", "Nothing was done."),
        encode_snapshot=msgspec.json.encode,
        decode_snapshot=msgspec.json.Decoder(people.Staff).decode,
    )


class _TableSnapshot(msgspec.Struct, frozen=True):
    """A table between rounds, with its rulebook as text. Bundles for auditors contain it too."""

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


def _at_cage(state: cage.Cage, command: Any, by: Actor) -> tuple[Any, ...] | Refusal:
    decision = cage.decide(state, command, by)
    if isinstance(decision, CageRefusal):
        return Refusal(decision, "POLICY", REFUSAL_TEXTS[decision])
    return decision


def _at_terminal(known: terminals.Terminals, command: Any, _by: Actor) -> tuple[Any, ...] | Refusal:
    decision = terminals.decide(known, command)
    if isinstance(decision, terminals.TerminalRefusal):
        return Refusal(decision, "POLICY", REFUSAL_TEXTS[decision])
    return decision


def _at_staff(staff: people.Staff, command: Any, by: Actor) -> tuple[Any, ...] | Refusal:
    decision = staff_decide.decide(staff, command, by)
    if isinstance(decision, staff_decide.StaffRefusal):
        return Refusal(decision, "POLICY", REFUSAL_TEXTS[decision])
    return decision


REFUSAL_TEXTS: dict[str, str] = {
    CageRefusal.NOT_ALLOWED: "This position may not do that.",
    CageRefusal.NO_SHIFT: "Your shift at the cage is not open.",
    CageRefusal.SHIFT_OPEN: "Your shift at the cage is open already.",
    CageRefusal.NEEDS_SECOND: "A second person must stand by this.",
    CageRefusal.DRAWER_SHORT: "There is not that much cash in the drawer.",
    CageRefusal.VISIT_EXISTS: "This visit is under way already.",
    CageRefusal.NO_VISIT: "There is no such visit.",
    CageRefusal.NOT_A_SUM: "That is not a sum that can be paid.",
    CageRefusal.KIND_RECORDED: "The kind of this floor is recorded already.",
    CageRefusal.CASHIER_ONLY: "A cashier sells credit. This terminal accepts vouchers.",
    CageRefusal.VOUCHER_KIND: "This voucher is of another kind of floor: demo or real money.",
    terminals.TerminalRefusal.NOT_A_LIMIT: "That is not a limit that can be kept.",
    terminals.TerminalRefusal.NO_TERMINAL: "There is no such terminal.",
    staff_decide.StaffRefusal.NOT_ALLOWED: "This position may not do that.",
    staff_decide.StaffRefusal.NO_PERSON: "There is nobody of that name.",
    staff_decide.StaffRefusal.NAME_IN_USE: "Somebody has that name already.",
    staff_decide.StaffRefusal.NOT_A_NAME: "A name is letters, digits, dots and hyphens.",
    staff_decide.StaffRefusal.LOCKED_OUT: "Too many wrong passwords. An administrator can help.",
    staff_decide.StaffRefusal.CODE_USED: "That code was used. The next one works.",
    staff_decide.StaffRefusal.DEMO: "That cannot be changed for demo staff.",
    staff_decide.StaffRefusal.LAST: "Somebody must be left who looks after the staff.",
    staff_decide.StaffRefusal.NOT_SO_HIGH: "That position is too high for this.",
    staff_decide.StaffRefusal.NO_ENTRY: "There is no such entry, or it has been answered.",
    staff_decide.StaffRefusal.OWN_ENTRY: "Another person answers one's own entry.",
    staff_decide.StaffRefusal.TOO_MANY: "Too many entries wait already.",
    staff_decide.StaffRefusal.NO_REASON: "A reason is to be given, in up to 200 characters.",
    staff_decide.StaffRefusal.ALREADY: "It is so already.",
    staff_decide.StaffRefusal.ANSWERED: "That has been answered already.",
}
