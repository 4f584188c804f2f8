"""The next visit: a visit that is over frees its seats, and its terminal speaks for another."""

from punto.floor.broadcast import Connection
from punto.floor.floor import HEARTBEAT_MS, Floor
from punto.floor.streams.owner import Asked
from punto.floor.wire import terminal as wire
from punto.table.actors import patron
from punto.table.commands.play import LeaveSeat
from punto.table.refusals import Refusal


def welcome(floor: Floor, connection: Connection) -> None:
    """Tells a connection for whom it speaks from now on."""
    visit = connection.visit
    connection.tell(
        wire.Welcome(
            terminal=connection.terminal,
            visit=visit,
            credit_cents=floor.history.credit_cents(visit) if visit else None,
            software=floor.software,
            currency=floor.plan.currency,
            tables=tuple(floor.tables),
            heartbeat_ms=HEARTBEAT_MS,
            session=floor.visits.session(visit) if visit else None,
            is_demo=floor.vouchers.is_demo,
        )
    )


async def leave_seats(floor: Floor, visit: str, id_: str) -> None:
    """Frees the seats of a visit that is over."""
    for live in floor.tables.values():
        seat = live.seat_of(visit)
        if seat is not None:
            left = Asked(id_, patron(visit), LeaveSeat(seat))
            await live.inbox.ask(left, is_bounded=False)


async def begin_anew(floor: Floor, connection: Connection) -> Refusal | None:
    """Begins the next visit at a terminal whose last one is over."""
    begun = await floor.visits.visit(connection.terminal)
    if isinstance(begun, Refusal):
        return begun
    floor.presence.attach(connection, begun)
    connection.tell(floor.visits.balance(begun))
    welcome(floor, connection)
    for table in connection.watched:
        connection.show(table)
    return None
