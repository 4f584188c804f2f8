"""What the five kinds of desk do: tables, the cage, terminals, the staff and looks at the audit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from punto.core.rulebook import rulebook
from punto.floor.streams.owner import Business
from punto.house import access_log, terminals
from punto.house.staff import decide as staff_decide
from punto.house.staff import state as people
from punto.ledger import cage, postings
from punto.ledger.accounts import cash_account
from punto.ledger.drawers import NotAtCage
from punto.table.actors import Actor
from punto.table.decide import decide
from punto.table.evolve.play import evolve
from punto.table.live_state import Kept
from punto.table.refusals import No, Refusal
from punto.table.settings import Settings
from punto.table.state import IN_ROUND, Past, Phase, Round, Seat, ShoeOnTable, Table

CAGE = "cage"
"""The stream of the cage."""

FLOOR = "floor"
"""The stream of the floor: its terminals, and what their patrons asked of the house."""

STAFF = "staff"
"""The stream of the staff: who they are, who deals where, what waits for a second person."""


LOOKS = "audit"
"""The stream of looks into the journal."""

SUM_CHANGED = "sum-changed"
"""The code of the refusal when the ledger rejects a sum that the cage pays or takes."""

VOUCHER_SPENT = Refusal("voucher-spent", "POLICY", "This voucher was redeemed already, or is void.")
"""The refusal of a voucher whose account is empty."""


def table_business(name: str) -> Business[Table]:
    """What the desk of a gaming table does."""
    return Business(
        new=Table(),
        decide=decide,
        evolve=evolve,
        transfers=lambda _table, id_, events: postings.transfers_of(name, id_, events),
        demands=lambda events: postings.demands_of(name, events),
        short=lambda table: No.SHORT_OF_CREDIT.at(table.book),
        freeze=frozen_table,
        thaw=_thawed_table,
    )


def cage_business() -> Business[cage.Cage]:
    """What the desk of the cage does."""
    return Business(
        new=cage.Cage(),
        decide=_at_cage,
        evolve=cage.evolve,
        transfers=lambda state, id_, events: tuple(
            each
            for cash in [cash_account(state.is_demo)]
            for event in events
            for each in cage.transfers_of(id_, event, cash)
        ),
        demands=lambda events: tuple(each for event in events for each in cage.demands_of(event)),
        short=lambda _cage: Refusal(SUM_CHANGED, "POLICY", "The sum is not what it was."),
        freeze=msgspec.json.encode,
        thaw=msgspec.json.Decoder(cage.Cage).decode,
    )


def floor_business() -> Business[terminals.Terminals]:
    """What the desk of the floor does."""
    return Business(
        new=terminals.Terminals(),
        decide=_at_terminal,
        evolve=terminals.evolve,
        transfers=lambda _state, _id, _events: (),
        demands=lambda _events: (),
        short=lambda _terminals: Refusal("not-done", "POLICY", "Nothing was done."),
        freeze=msgspec.json.encode,
        thaw=msgspec.json.Decoder(terminals.Terminals).decode,
    )


def looks_business() -> Business[access_log.Looks]:
    """What the desk of looks into the journal does."""
    return Business(
        new=access_log.Looks(),
        decide=lambda state, command, _by: access_log.decide(state, command),
        evolve=access_log.evolve,
        transfers=lambda _state, _id, _events: (),
        demands=lambda _events: (),
        short=lambda _looks: Refusal("not-done", "POLICY", "Nothing was done."),
        freeze=msgspec.json.encode,
        thaw=msgspec.json.Decoder(access_log.Looks).decode,
    )


def staff_business() -> Business[people.Staff]:
    """What the desk of the staff does."""
    return Business(
        new=people.Staff(),
        decide=_at_staff,
        evolve=people.evolve,
        transfers=lambda _state, _id, _events: (),
        demands=lambda _events: (),
        short=lambda _staff: Refusal("not-done", "POLICY", "Nothing was done."),
        freeze=msgspec.json.encode,
        thaw=msgspec.json.Decoder(people.Staff).decode,
    )


@dataclass(frozen=True, slots=True)
class _Frozen:
    """A table at rest, its rulebook as the text from which it is read again."""

    rulebook: str
    phase: Phase
    settings: Settings
    seats: Mapping[int, Seat]
    shoe: ShoeOnTable | None
    round: Round | None
    rounds: int
    events: int
    kept: Kept
    past: tuple[Past, ...] = ()


def frozen_table(table: Table) -> bytes | None:
    """A table between rounds as text, None where it is in a round or waits for something."""
    if table.phase in IN_ROUND or table.agenda or table.book is None:
        return None
    frozen = _Frozen(
        table.game.text,
        table.phase,
        table.chosen,
        table.seats,
        table.shoe,
        table.round,
        table.rounds,
        table.events,
        table.kept,
        table.past,
    )
    return msgspec.json.encode(frozen)


def _thawed_table(body: bytes) -> Table:
    frozen = _FROZEN.decode(body)
    return Table(
        frozen.phase,
        rulebook(frozen.rulebook),
        frozen.settings,
        frozen.seats,
        frozen.shoe,
        frozen.round,
        frozen.rounds,
        events=frozen.events,
        kept=frozen.kept,
        past=frozen.past,
    )


_FROZEN = msgspec.json.Decoder(_Frozen)


def _at_cage(state: cage.Cage, command: Any, by: Actor) -> tuple[Any, ...] | Refusal:
    decision = cage.decide(state, command, by)
    if isinstance(decision, NotAtCage):
        return Refusal(decision, "POLICY", WORDS[decision])
    return decision


def _at_terminal(known: terminals.Terminals, command: Any, _by: Actor) -> tuple[Any, ...] | Refusal:
    decision = terminals.decide(known, command)
    if isinstance(decision, terminals.NotAtTerminal):
        return Refusal(decision, "POLICY", WORDS[decision])
    return decision


def _at_staff(staff: people.Staff, command: Any, by: Actor) -> tuple[Any, ...] | Refusal:
    decision = staff_decide.decide(staff, command, by)
    if isinstance(decision, staff_decide.NotByStaff):
        return Refusal(decision, "POLICY", WORDS[decision])
    return decision


WORDS: dict[str, str] = {
    NotAtCage.NOT_ALLOWED: "This position may not do that.",
    NotAtCage.NO_SHIFT: "Your shift at the cage is not open.",
    NotAtCage.SHIFT_OPEN: "Your shift at the cage is open already.",
    NotAtCage.NEEDS_SECOND: "A second person must stand by this.",
    NotAtCage.DRAWER_SHORT: "There is not that much cash in the drawer.",
    NotAtCage.VISIT_EXISTS: "This visit is under way already.",
    NotAtCage.NO_VISIT: "There is no such visit.",
    NotAtCage.NOT_A_SUM: "That is not a sum that can be paid.",
    NotAtCage.KIND_RECORDED: "The kind of this floor is recorded already.",
    NotAtCage.CASHIER_ONLY: "A cashier sells credit. This terminal accepts vouchers.",
    NotAtCage.VOUCHER_KIND: "This voucher is of another kind of floor: demo or real money.",
    terminals.NotAtTerminal.NOT_A_LIMIT: "That is not a limit that can be kept.",
    terminals.NotAtTerminal.NO_TERMINAL: "There is no such terminal.",
    staff_decide.NotByStaff.NOT_ALLOWED: "This position may not do that.",
    staff_decide.NotByStaff.NO_PERSON: "There is nobody of that name.",
    staff_decide.NotByStaff.NAME_TAKEN: "Somebody has that name already.",
    staff_decide.NotByStaff.NOT_A_NAME: "A name is letters, digits, dots and hyphens.",
    staff_decide.NotByStaff.LOCKED_OUT: "Too many wrong passwords. An administrator can help.",
    staff_decide.NotByStaff.CODE_USED: "That code was used. The next one works.",
    staff_decide.NotByStaff.DEMO: "That cannot be changed for demo staff.",
    staff_decide.NotByStaff.LAST: "Somebody must be left who looks after the staff.",
    staff_decide.NotByStaff.NOT_SO_HIGH: "That position is too high for this.",
    staff_decide.NotByStaff.NO_ENTRY: "There is no such entry, or it has been answered.",
    staff_decide.NotByStaff.OWN_ENTRY: "Another person answers one's own entry.",
    staff_decide.NotByStaff.TOO_MANY: "Too many entries wait already.",
    staff_decide.NotByStaff.NO_REASON: "A reason is to be given, in up to 200 characters.",
    staff_decide.NotByStaff.ALREADY: "It is so already.",
    staff_decide.NotByStaff.ANSWERED: "That has been answered already.",
}
