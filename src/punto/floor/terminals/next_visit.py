"""Begin the next visit at a terminal once the seats of the last one are free."""

from collections.abc import Mapping
from dataclasses import dataclass

from punto.floor.broadcast import Subscriber
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.history import History
from punto.floor.streams.owner import CommandRequest
from punto.floor.tables.seat_presence import SeatPresence
from punto.floor.tables.table_owner import TableOwner
from punto.floor.terminals.enrolment import Enrolment
from punto.floor.terminals.visits import Visits
from punto.floor.terminals.vouchers import Vouchers
from punto.floor.wire import terminal as wire
from punto.table.actors import patron_actor
from punto.table.commands.play import LeaveSeat
from punto.table.refusals import Refusal

HEARTBEAT_MS = 5_000


@dataclass(frozen=True, slots=True)
class VisitParts:
    """The parts of the floor that begin and end the visit of a terminal."""

    enrolment: Enrolment
    visits: Visits
    vouchers: Vouchers
    history: History
    presence: SeatPresence
    owners: Mapping[str, TableOwner]
    replicas: Mapping[str, TableReplica]
    currency: str
    software: str


def send_welcome(parts: VisitParts, connection: Subscriber) -> None:
    """Send a connection its terminal, visit and credit."""
    visit = connection.visit
    connection.send(
        wire.Welcome(
            terminal=connection.terminal,
            visit=visit,
            credit_cents=parts.history.credit_cents(visit) if visit else None,
            software=parts.software,
            currency=parts.currency,
            tables=tuple(parts.replicas),
            heartbeat_ms=HEARTBEAT_MS,
            session=parts.visits.session(visit) if visit else None,
            is_demo=parts.vouchers.is_demo,
        )
    )


async def leave_seats(
    owners: Mapping[str, TableOwner],
    replicas: Mapping[str, TableReplica],
    visit: str,
    id_: str,
) -> None:
    """Free the seats of a visit that is over."""
    for key, replica in replicas.items():
        seat = replica.seat_of(visit)
        if seat is not None:
            left = CommandRequest(id_, patron_actor(visit), LeaveSeat(seat))
            await owners[key].queue.submit(left, is_bounded=False)


async def begin_next_visit(parts: VisitParts, connection: Subscriber) -> Refusal | None:
    """Begin the next visit at a terminal whose last one is over."""
    begun = await parts.visits.visit(connection.terminal)
    if isinstance(begun, Refusal):
        return begun
    parts.presence.attach(connection, begun)
    connection.send(parts.visits.balance(begun))
    send_welcome(parts, connection)
    for table in connection.watched:
        connection.send_view(table)
    return None
