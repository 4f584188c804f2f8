from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.table.commands import SettleRound
from punto.table.events import RoundSettled, WagerSettled
from punto.table.stakes import Stake
from punto.table.state import Phase
from tests.tables import LIVE, TIGER, dealing, patron, staff


def test_every_wager_is_settled_by_its_line() -> None:
    play = dealing(TIGER, "9s", "Kc", "4d", "6h", "2h")
    (event,) = play.done(SettleRound())
    assert event == RoundSettled(
        round=1,
        cards="9s 4d 2h / Kc 6h",
        wagers=(
            WagerSettled(1, "visit-1", Stake("banker", 100_00), 1, 195_00),
            WagerSettled(1, "visit-1", Stake("tie", 10_00), 0, 0),
            WagerSettled(2, "visit-2", Stake("player", 50_00), 0, 0),
        ),
    )
    assert play.table.phase is Phase.SETTLED
    assert play.table.current.sets == {}


def test_a_push_names_its_line_and_returns_the_stake() -> None:
    play = dealing(TIGER, "9s", "5c", "Kd", "4h")
    (event,) = play.done(SettleRound())
    assert isinstance(event, RoundSettled)
    assert [(each.line, each.returned_cents) for each in event.wagers] == [
        (2, 100_00),
        (1, 90_00),
        (2, 50_00),
    ]


def test_a_round_is_settled_once_and_only_when_it_is_complete() -> None:
    play = dealing(TIGER, "9s", "Kc", "4d", "6h")
    assert play.refused(SettleRound()) == "card-due"
    play.draw("2h")
    play.done(SettleRound())
    assert play.refused(SettleRound()) == "no-round"


def test_the_dealer_settles_at_a_dealers_table() -> None:
    play = dealing(LIVE, "9s", "Kc", "Kd", "6h")
    assert play.refused(SettleRound(), patron(1)) == "not-allowed"
    play.done(SettleRound(), staff(StaffPosition.DEALER))


def test_a_round_without_wagers_is_settled_too() -> None:
    play = dealing(game("seven-up"), "8h", "Kh", "8c")
    (event,) = play.done(SettleRound())
    assert isinstance(event, RoundSettled)
    assert event.cards == "Kh / 8h 8c"
