"""Report irregularities in tests, and name the positions that rule."""

from msgspec.structs import replace

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.table.commands import OpenBets, ReportIrregularity
from punto.table.events import Event, IrregularityRaised
from tests.tables import Play, dealer, physical, staff

PROOF = "seen by two, on camera"
PLAIN = ("2s", "Kc", "3d", "4c", "4h", "2c")
TWO = staff(StaffPosition.DEALER, "Dora", second="Bob")
DEALER = staff(StaffPosition.DEALER, "Dora")
PIT_MANAGER = staff(StaffPosition.PIT_MANAGER, "Pia")
SHIFT_MANAGER = staff(StaffPosition.GAMING_SHIFT_MANAGER, "Max")
SHIFT_MANAGER_AND_SECOND = staff(StaffPosition.GAMING_SHIFT_MANAGER, "Max", second="Bob")


def dealt(book: Rulebook, *cards: str, **settings: object) -> Play:
    """A table with a physical shoe, two seats in the round, and some cards drawn."""
    play = physical(book, (1, 2, 3), **settings)
    again(play)
    play.close()
    play.draw(*cards)
    return play


def again(play: Play) -> None:
    """Begin another round in which two patrons stake."""
    play.done(OpenBets(), dealer(play.table))
    play.bet(1, banker=100_00, tie=10_00)
    play.bet(2, player=50_00)


def tell(play: Play, trigger: Trigger, *saw: Circumstance, **facts: object) -> tuple[Event, ...]:
    """Report an irregularity by two people, with evidence."""
    return play.done(seen(trigger, *saw, **facts), TWO)


def seen(trigger: Trigger, *saw: Circumstance, **facts: object) -> ReportIrregularity:
    """A report with evidence."""
    return replace(ReportIrregularity(trigger, saw, evidence=PROOF), **facts)


def source(events: tuple[Event, ...]) -> str:
    """The source of the row that applied."""
    (raised,) = [event for event in events if isinstance(event, IrregularityRaised)]
    return raised.source
