"""The dealer pays, collects and returns sums, also after a round without a result."""

from punto.core.irregularities import Circumstance, Trigger
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.payouts import payout_views
from punto.floor.read_models.table_history import TableHistory
from punto.games.library import game
from punto.table.commands import CloseTable, EndShoe, OpenBets, ReportIrregularity
from tests.floor.read_models.test_history import remembered
from tests.live import BANKER_WINS, DEALER, TIE, lay
from tests.tables import LIVE, Play, betting, physical, staff
from tests.texts import text

TWO = staff(StaffPosition.PIT_MANAGER, second="Sam")
WRONG_NUMBER = ReportIrregularity(
    Trigger.WRONG_NUMBER, (Circumstance.CANNOT_BE_RECONSTRUCTED,), evidence="tape"
)


def past_of(play: Play) -> TableHistory:
    return remembered(play).table("t")


def shown(play: Play) -> list[tuple[int, str, int, int, str]]:
    return [
        (each.seat, each.kind, each.pays_cents, each.returned_cents, text(each.words))
        for each in sorted(payout_views(play.table, past_of(play)), key=lambda each: each.seat)
    ]


def fortune_six() -> Play:
    play = physical(game("fortune-six-live"))
    play.done(OpenBets(), DEALER)
    return play


def test_a_void_round_returns_every_stake_and_hands_back_chips() -> None:
    play = betting(LIVE)
    play.bet(1, banker=100_00)
    lay(play, 5, player=7_00, tie=5_00)
    play.close()
    play.draw("2s", "3c")
    saw = (Circumstance.ORDER_UNKNOWN,)
    play.done(ReportIrregularity(Trigger.DRAWN_TOGETHER, saw, ("6s", "7d"), evidence="tape"), TWO)
    assert play.table.phase == "void"
    assert shown(play) == [
        (1, "terminal", 0, 100_00, "$100.00 is back in credit"),
        (5, "chips", 0, 7_00, "hand back $7.00 in chips"),
        (5, "chips", 0, 5_00, "hand back $5.00 in chips"),
    ]
    assert {each.clause for each in payout_views(play.table, past_of(play))} == {"T 5.8.2, 5.8.2.1"}
    play.done(OpenBets(), DEALER)
    assert shown(play) == []


def test_a_reversed_round_moves_chips_at_the_table_and_claims_at_the_cage() -> None:
    play = fortune_six()
    play.bet(1, banker=100_00)
    play.bet(2, player=40_00)
    lay(play, 5, banker=20_00)
    lay(play, 6, player=10_00)
    play.close()
    play.finish(*BANKER_WINS)
    play.done(WRONG_NUMBER, TWO)
    assert shown(play) == [
        (1, "terminal", -95_00, 0, "the cage takes $95.00 back"),
        (2, "terminal", 40_00, 0, "the cage pays $40.00"),
        (5, "chips", -19_00, 0, "take back $19.00 in chips"),
        (6, "chips", 10_00, 0, "hand back $10.00 in chips"),
    ]


def test_a_reversed_push_returns_nothing() -> None:
    play = fortune_six()
    play.bet(1, banker=100_00)
    play.close()
    play.finish(*TIE)
    play.done(WRONG_NUMBER, TWO)
    assert shown(play) == [(1, "terminal", 0, 0, "nothing to return")]


def test_the_last_payouts_remain_when_the_table_closes() -> None:
    play = betting(LIVE)
    lay(play, 5, banker=80_00)
    play.close()
    play.finish(*BANKER_WINS)
    before = payout_views(play.table, past_of(play))
    play.done(EndShoe(), DEALER)
    play.done(CloseTable(), TWO)
    assert before
    assert payout_views(play.table, past_of(play)) == before


def test_there_are_no_payouts_before_the_first_round() -> None:
    assert shown(physical(LIVE)) == []
