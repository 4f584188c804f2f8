"""Test the referral of a ruling to the next higher position."""

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.games.library import game
from punto.table.commands import ReferDecision
from punto.table.events import DecisionReferred
from tests.irregularities import DEALER, PIT_MANAGER, dealt, tell
from tests.tables import LIVE, Play, patron

FIRST_FOUR, TWO_MORE = ("2s", "Kc", "3d", "4c"), ("4h", "2c")
REFER = ReferDecision("I know both patrons")


def held() -> Play:
    """A live table that waits for the Pit Manager to rule an order."""
    play = dealt(LIVE, *FIRST_FOUR)
    tell(play, Trigger.DRAWN_TOGETHER, When.ORDER_UNKNOWN, cards=TWO_MORE)
    return play


def test_only_the_position_that_may_rule_refers_it_with_a_reason() -> None:
    play = held()
    assert play.refused(REFER, DEALER) == "not-allowed"
    assert play.refused(REFER, patron(1)) == "not-allowed"
    assert play.refused(ReferDecision(""), PIT_MANAGER) == "no-reason"
    assert dealt(LIVE, "2s").refused(REFER, PIT_MANAGER) == "nothing-held"


def test_without_a_clause_a_ruling_is_referred_by_policy() -> None:
    play = dealt(game("fortune-six-live"), "2s")
    tell(play, Trigger.INTERRUPTED, When.POWER_FAILURE)
    (referred,) = play.done(REFER, PIT_MANAGER)
    assert isinstance(referred, DecisionReferred)
    assert referred.source == "POLICY"
