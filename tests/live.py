"""Play at a dealer's table in tests, with chips, methods and cards in patrons' hands."""

from punto.core.rulebook import DealingMethod, Rulebook
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.table.commands import (
    ChooseFirstHand,
    ChooseMethod,
    CloseBets,
    ConfirmParticipants,
    EnterChips,
    ExposeCards,
    HandOverDevice,
    OpenBets,
    PassCards,
)
from punto.table.events import Event, RoundSettled, WagerSettled
from punto.table.settings import Limit
from punto.table.stakes import Stake, chips_at
from tests.tables import LIVE, Play, opened, staff

DEALER = staff(StaffPosition.DEALER)
SUPERVISOR = staff(StaffPosition.PIT_SUPERVISOR)
PIT_MANAGER = staff(StaffPosition.PIT_MANAGER)
CASINO_MANAGER = staff(StaffPosition.ASSISTANT_CASINO_MANAGER)
SHIFT_MANAGER = staff(StaffPosition.GAMING_SHIFT_MANAGER)

PLAYER, BANKER = Side.PLAYER, Side.BANKER

#: Both hands stand on their two cards: Player wins by nine to six.
PLAYER_WINS = ("9s", "Kc", "Kd", "6h")
BANKER_WINS = ("6s", "9c", "Kd", "Kh")
TIE = ("9s", "9c", "Kd", "Kh")


def limits(book: Rulebook = LIVE, least: int = 100_00, most: int = 500_00) -> tuple[Limit, ...]:
    """The same limits for every wager."""
    return tuple(Limit(wager.key, least, most) for wager in book.wagers)


def chips(play: Play, position: int, *stakes: Stake, **cents: int) -> EnterChips:
    """The command that enters the chips of a position."""
    laid = (*stakes, *(Stake(wager, amount) for wager, amount in cents.items()))
    before = play.table.current.sets.get(chips_at(position))
    return EnterChips(play.table.current.number, position, laid, before.number if before else 0)


def lay(play: Play, position: int, *stakes: Stake, **cents: int) -> tuple[Event, ...]:
    """Enter the chips of a position."""
    return play.done(chips(play, position, *stakes, **cents), DEALER)


def settled(play: Play) -> tuple[WagerSettled, ...]:
    """The wagers of the last round that was settled."""
    (last,) = [event for event in play.events if isinstance(event, RoundSettled)][-1:]
    return last.wagers


def returned(play: Play) -> dict[str, int]:
    """The returns of each owner in the last settled round."""
    found: dict[str, int] = {}
    for each in settled(play):
        found[each.visit] = found.get(each.visit, 0) + each.returned_cents
    return found


def by_method(method: DealingMethod, *seats: int, **settings: object) -> Play:
    """A live table with bets open under a method."""
    play = opened(LIVE, seats or (1, 2, 3), **{"is_hlga": True, **settings})
    play.done(ChooseMethod(method), CASINO_MANAGER)
    play.done(OpenBets(), DEALER)
    return play


def dealt(play: Play, *cards: str) -> Play:
    """The table with bets closed and cards dealt; under Method C by the patron with the device."""
    play.done(CloseBets(), DEALER)
    if play.table.settings_in_force.method is DealingMethod.C and not play.table.live.device:
        play.done(HandOverDevice(1), DEALER)
    play.done(ConfirmParticipants(), DEALER)
    play.draw(*cards)
    return play


def player_draws_unheld() -> Play:
    """Method A with all cards exposed; the Player hand, without a holder, needs a third card."""
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    dealt(play, "2s", "Kc", "3d", "6h")
    play.done(PassCards(BANKER, 1), DEALER)
    play.done(ChooseFirstHand(PLAYER), DEALER)
    play.done(ExposeCards(PLAYER), DEALER)
    play.done(ExposeCards(BANKER, 1), DEALER)
    return play
