"""The stakes have a row for every seat, with notes, and the payouts of a round."""

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.stakes import StakesView, payout_views, stakes_view
from punto.floor.plan import TablePlan
from punto.floor.read_models.table_history import TableHistory
from punto.games.library import game
from punto.table.actors import DEVICE
from punto.table.commands import (
    CloseTable,
    DisconnectTerminal,
    EndShoe,
    OpenBets,
    RefuseCards,
    ReportIrregularity,
    SettleRound,
)
from punto.table.settings import default_settings
from punto.table.stakes import Stake
from tests.floor.read_models.test_history import remembered
from tests.live import BANKER_WINS, DEALER, TIE, by_method, dealt, lay, limits
from tests.tables import LIVE, TIGER, Play, betting, physical, staff
from tests.texts import text


def shown(play: Play, connected: frozenset[int] = frozenset()) -> StakesView:
    book = play.table.game
    return stakes_view(TablePlan("t", "T", 1, book, default_settings(book)), play.table, connected)


def test_the_hands_come_first_and_every_position_keeps_its_row() -> None:
    play = betting(LIVE, (1, 2))
    play.bet(1, banker=100_00)
    lay(play, 1, player=20_00)
    lay(play, 6, Stake("player", 10_00, 0, 1), Stake("player", 20_00, 0, 2), tie=5_00)
    found = shown(play, frozenset({1}))
    assert [each.wager for each in found.wagers][:3] == ["player", "banker", "tie"]
    assert [(each.seat, each.kind) for each in found.rows] == [
        (1, "terminal"),
        (1, "chips"),
        (2, "terminal"),
        (3, "chips"),
        (4, "chips"),
        (5, "chips"),
        (6, "chips"),
        (7, "chips"),
        (8, "chips"),
    ]
    assert found.rows[0].connected
    six = found.rows[6].cells["player"]
    assert (six.cents, six.each) == (30_00, (10_00, 20_00))
    assert found.totals["player"] == 50_00
    assert (found.all_cents, found.closed) == (155_00, None)


def test_the_odds_of_a_column_leave_the_conditions_out() -> None:
    heads = {each.wager: each for each in shown(betting(LIVE)).wagers}
    odds = {wager: text(head.odds).replace("\u00a0", " ") for wager, head in heads.items()}
    assert (odds["player"], odds["banker"]) == ("1 : 1", "1 : 1, 1 : 2")
    assert (odds["tiger"], odds["tiger_pair"]) == ("12 : 1, 20 : 1", "4 : 1 – 100 : 1")
    assert text(heads["tiger"].pays).startswith("6 on two cards pays 12 : 1")


def test_a_table_of_terminals_has_no_rows_of_chips() -> None:
    found = shown(betting(TIGER, (1, 2)))
    assert {each.kind for each in found.rows} == {"terminal"}
    assert len(found.rows) == 8


def test_a_large_table_has_rows_for_occupied_seats_only() -> None:
    assert len(shown(betting(TIGER, (1, 2, 150), positions=200)).rows) == 3


def test_rows_have_notes() -> None:
    play = betting(LIVE, (1, 2, 3))
    play.bet(1, banker=100_00)
    play.done(DisconnectTerminal(1), DEVICE)
    lay(play, 5, player=100_00)
    cut_off = shown(play).rows[0].note
    assert cut_off is not None
    assert text(cut_off) == "terminal cut off"
    play.close()
    notes = {(each.seat, each.kind): each.note for each in shown(play).rows}
    assert {key: text(note) for key, note in notes.items() if note} == {
        (5, "chips"): "chips, as seen",
        (1, "terminal"): "no wager this round",
        (2, "terminal"): "no wager this round",
        (3, "terminal"): "no wager this round",
    }
    closed = shown(play).closed
    assert closed is not None
    assert '"No more bets"' in text(closed)


def test_notes_name_the_handler_equal_stakes_and_refusals() -> None:
    play = by_method(DealingMethod.A)
    play.bet(2, banker=200_00)
    play.bet(1, banker=200_00)
    play.bet(3, player=100_00)
    dealt(play, *BANKER_WINS)
    assert notes(play) == {
        1: "equal on Banker, placed later",
        2: "squeezes Banker",
        3: "squeezes Player",
    }
    play.done(RefuseCards(Side.BANKER, 2), DEALER)
    assert notes(play)[2] == "refused Banker"
    turned = by_method(DealingMethod.B)
    turned.bet(1, banker=100_00)
    assert 1 not in notes(dealt(turned, *BANKER_WINS))


def notes(play: Play) -> dict[int, str]:
    return {each.seat: text(each.note) for each in shown(play).rows if each.note}


def test_payouts_appear_before_and_after_the_announcement() -> None:
    play = betting(LIVE, limits=limits(LIVE, 10_00, 50_00))
    lay(play, 5, banker=80_00, tie=10_00)
    play.close()
    play.draw(*BANKER_WINS)
    before = payout_views(play.table, TableHistory())
    assert [(each.seat, each.kind, each.wager, each.pays_cents) for each in before] == [
        (5, "chips", "banker", 50_00),
        (5, "chips", "tie", -10_00),
    ]
    assert (
        text(before[0].words)
        == "$50.00 × 1 : 1 = $50.00, + $50.00; $30.00 outside the limits is returned"
    )
    play.done(SettleRound(), DEALER)
    assert payout_views(play.table, TableHistory()) == before


def test_there_are_no_payouts_while_a_card_is_face_down() -> None:
    play = by_method(DealingMethod.A)
    play.bet(1, banker=100_00)
    assert payout_views(dealt(play, *BANKER_WINS).table, TableHistory()) == ()


# Payouts

TWO = staff(StaffPosition.PIT_MANAGER, second="Sam")
WRONG_NUMBER = ReportIrregularity(
    Trigger.WRONG_NUMBER, (Circumstance.CANNOT_BE_RECONSTRUCTED,), evidence="tape"
)


def past_of(play: Play) -> TableHistory:
    return remembered(play).table("t")


def payouts(play: Play) -> list[tuple[int, str, int, int, str]]:
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
    assert payouts(play) == [
        (1, "terminal", 0, 100_00, "$100.00 is back in credit"),
        (5, "chips", 0, 7_00, "hand back $7.00 in chips"),
        (5, "chips", 0, 5_00, "hand back $5.00 in chips"),
    ]
    play.done(OpenBets(), DEALER)
    assert payouts(play) == []


def test_a_reversed_round_moves_chips_at_the_table_and_claims_at_the_cage() -> None:
    play = fortune_six()
    play.bet(1, banker=100_00)
    play.bet(2, player=40_00)
    lay(play, 5, banker=20_00)
    lay(play, 6, player=10_00)
    play.close()
    play.finish(*BANKER_WINS)
    play.done(WRONG_NUMBER, TWO)
    assert payouts(play) == [
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
    assert payouts(play) == [(1, "terminal", 0, 0, "nothing to return")]


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
    assert payouts(physical(LIVE)) == []
