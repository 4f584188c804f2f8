"""The stakes have a row for every seat, chips beside terminals, and the payouts."""

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.floor.dealer_console.payouts import payout_views
from punto.floor.dealer_console.stakes import StakesView, differential_view, stakes_view
from punto.floor.dealer_console.table_view import next_step_view
from punto.floor.plan import TablePlan
from punto.floor.read_models.table_history import TableHistory
from punto.table.actors import DEVICE
from punto.table.commands import CloseBets, DisconnectTerminal, ReportIrregularity, SettleRound
from punto.table.decide import decide
from punto.table.refusals import Refusal
from punto.table.settings import default_settings
from punto.table.stakes import Stake
from tests.live import BANKER_WINS, DEALER, by_method, dealt, lay, limits
from tests.tables import LIVE, TIGER, Play, betting, opened
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
    assert (six.cents, six.stacks, six.each) == (30_00, 2, (10_00, 20_00))
    assert found.totals["player"] == 50_00
    assert (found.all_cents, found.closed) == (155_00, None)


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


def test_the_differential_appears_without_a_limit_too() -> None:
    play = betting(TIGER)
    play.bet(1, banker=100_00)
    found = differential_view(play.table)
    assert found is not None
    assert (found.player_cents, found.banker_cents, found.limit_cents) == (0, 100_00, None)
    assert text(found.words) == "Player $0.00, Banker $100.00: no differential in these rules"
    free = betting(LIVE)
    found = differential_view(free.table)
    assert found is not None
    assert text(found.words).endswith("no differential is set")
    assert differential_view(opened(LIVE).table) is None


def test_a_proposal_names_the_sum_and_the_wagers_to_remove() -> None:
    play = betting(LIVE, differential_cents=50_00)
    play.bet(1, banker=100_00)
    play.bet(2, banker=20_00)
    found = differential_view(play.table)
    assert found is not None
    assert found.proposal is not None
    assert [(each.seat, each.cents) for each in found.proposal.remove] == [(2, 20_00), (1, 100_00)]
    assert "$70.00 over" in text(found.proposal.words)
    # One clause and one sum wherever the close is refused.
    step, no = next_step_view(play.table, DEALER), decide(play.table, CloseBets(), DEALER)
    assert isinstance(no, Refusal)
    assert found.clause == step.clause == no.clause == "T 5.18"
    assert step.off_because == no.message
    assert text(step.off_because).endswith("exceeds the limit by $70.00.")
    assert "70.00" in text(step.off_because, "zh")


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


def test_a_held_table_asks_for_no_lower_wagers() -> None:
    play = betting(LIVE, differential_cents=0)
    play.bet(1, banker=100_00)
    before = differential_view(play.table)
    assert before is not None
    assert before.proposal is not None
    play.done(ReportIrregularity(Trigger.UNCOVERED, evidence="a glass was spilt"), DEALER)
    held = differential_view(play.table)
    assert held is not None
    assert held.proposal is None
