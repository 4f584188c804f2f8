"""A ruling that somebody might give may be left to the next higher position."""

from punto.core.irregularity import Circumstance as When
from punto.core.irregularity import Trigger
from punto.core.positions import Position
from punto.library import game
from punto.table.commands import GiveRuling, ReferUpwards, Ruled
from punto.table.events import DecisionReferred
from tests.clauses import clause
from tests.incidents import DEALER, PIT_MANAGER, SHIFT_MANAGER, dealt, tell
from tests.live import CASINO_MANAGER
from tests.tables import LIVE, Play, patron

FIRST_FOUR, TWO_MORE = ("2s", "Kc", "3d", "4c"), ("4h", "2c")
REFER = ReferUpwards("I know both patrons")
ORDER = GiveRuling(Ruled.CONTINUE, "as they lay", TWO_MORE)


def held() -> Play:
    """A live table that waits for the Pit Manager to fix an order."""
    play = dealt(LIVE, *FIRST_FOUR)
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=TWO_MORE)
    return play


@clause("mbs-tiger-no-commission-2022", "6.2")
def test_6_2_a_pit_manager_leaves_a_ruling_to_the_assistant_casino_manager() -> None:
    play = held()
    manager, casino = Position.PIT_MANAGER, Position.ASSISTANT_CASINO_MANAGER
    events = play.done(REFER, PIT_MANAGER)
    assert events == (DecisionReferred(1, manager, casino, REFER.reason, "T 6.2"),)
    assert play.refused(ORDER, PIT_MANAGER) == "not-allowed"
    assert play.refused(REFER, PIT_MANAGER) == "not-allowed"
    (further,) = play.done(REFER, CASINO_MANAGER)
    assert isinstance(further, DecisionReferred)
    assert further.to is Position.GAMING_SHIFT_MANAGER
    assert play.refused(REFER, SHIFT_MANAGER) == "nobody-higher"
    play.done(ORDER, SHIFT_MANAGER)
    assert play.table.current.is_loose_ordered


def test_only_whoever_might_rule_refers_it_with_a_reason() -> None:
    play = held()
    assert play.refused(REFER, DEALER) == "not-allowed"
    assert play.refused(REFER, patron(1)) == "not-allowed"
    assert play.refused(ReferUpwards(""), PIT_MANAGER) == "no-reason"
    assert dealt(LIVE, "2s").refused(REFER, PIT_MANAGER) == "nothing-held"


def test_where_a_document_is_silent_a_ruling_is_referred_by_policy() -> None:
    play = dealt(game("fortune-six-live"), "2s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    (referred,) = play.done(REFER, PIT_MANAGER)
    assert isinstance(referred, DecisionReferred)
    assert referred.source == "POLICY"
