"""Staff of a day, each in a position, with somebody beside them where two are needed."""

from punto.core.staff_positions import Position
from punto.table.actors import HOUSE_DEALER, Actor, Kind
from punto.table.state import Table

SECOND = Actor(Kind.STAFF, "Pia", Position.PIT_MANAGER)
DEALER = Actor(Kind.STAFF, "Dora", Position.DEALER)
TWO = Actor(Kind.STAFF, "Dora", Position.DEALER, seconded_by=SECOND)
SUPERVISOR = Actor(Kind.STAFF, "Sam", Position.PIT_SUPERVISOR)
PIT_MANAGER = Actor(Kind.STAFF, "Rosa", Position.PIT_MANAGER, seconded_by=SECOND)
CASINO_MANAGER = Actor(Kind.STAFF, "Nell", Position.ASSISTANT_CASINO_MANAGER)
SHIFT_MANAGER = Actor(Kind.STAFF, "Max", Position.GAMING_SHIFT_MANAGER, seconded_by=SECOND)


def dealer_of(table: Table) -> Actor:
    """Who deals at a table: a Dealer where there is one, else the house's own."""
    return HOUSE_DEALER if len(table.game.document.authorities) < 2 else DEALER
