"""A table waits for set times, and one without staff resolves its pending steps."""

from pathlib import Path

import pytest
from msgspec import structs

from punto.core.irregularities import Circumstance, Remedy, RemedyStep, Trigger
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.floor.plan import Pace, TablePlan, default_plan
from punto.floor.public_view.table_wait import TableWait, is_acknowledgement_due, table_wait
from punto.floor.tables.house_dealer import STANDING_ORDER, unattended_command
from punto.games.library import GAMES
from punto.journal.stores.memory import MemoryJournal
from punto.table.actors import CLOCK, HOUSE_DEALER
from punto.table.commands import (
    AcknowledgeScreen,
    CloseBets,
    CloseWithdrawal,
    GiveRuling,
    InterruptRound,
    ReportIrregularity,
    RulingOutcome,
)
from punto.table.state import IN_ROUND, PendingStep, Phase, Table
from tests.irregularities import TWO, dealt
from tests.one_table import Floor
from tests.tables import LIVE, TIGER, Play, betting, dealer, dealing, opened, patron

PACE = Pace(confirm_ms=1, card_gap_ms=2, settle_ms=3, result_pause_ms=4, shoe_ms=5, ruling_ms=6)


def ms(play: Play) -> int | None:
    wait = table_wait(play.table, PACE)
    return None if wait is None else wait.ms


def test_every_step_has_its_time() -> None:
    assert table_wait(Table(), PACE) is None
    play = opened()
    assert ms(play) == 0, "the first round opens at once"
    assert ms(betting()) == 20_000
    assert table_wait(betting().table, structs.replace(PACE, betting_ms=7)) == TableWait(
        ("close-bets", 1), 7, is_visible=True
    )
    play = betting()
    play.bet(1, tie=10_00)
    play.done(CloseBets(), dealer(play.table))
    assert ms(play) == 1
    play = dealing(TIGER)
    assert ms(play) == 2
    play.draw("9s", "Kd", "Ks", "8d")
    assert ms(play) == 3
    play.finish()
    assert ms(play) == 4


def test_each_card_has_its_own_wait() -> None:
    play, keys = dealing(TIGER), set()
    for card in ("2s", "3d", "Ks"):
        wait = table_wait(play.table, PACE)
        assert wait is not None
        keys.add(wait.key)
        play.draw(card)
    assert len(keys) == 3


def test_the_close_waits_for_connected_screens() -> None:
    play = betting()
    play.bet(1, tie=10_00)
    play.bet(2, tie=10_00)
    everybody = frozenset({1, 2, 3})
    assert not is_acknowledgement_due(play.table, everybody), "bets are open"
    play.done(CloseBets(), dealer(play.table))
    assert is_acknowledgement_due(play.table, everybody)
    assert not is_acknowledgement_due(play.table, frozenset({3})), "seat 3 has nothing at stake"
    for seat in (1, 2):
        play.done(AcknowledgeScreen(1, seat, 0, closed=True), patron(seat))
    assert not is_acknowledgement_due(play.table, everybody)


def test_a_table_without_staff_reports_its_facts_and_follows_the_standing_order() -> None:
    play = dealing(LIVE, "2s", "3d")
    play.done(InterruptRound(), HOUSE_DEALER)
    assert ms(play) == 5
    assert unattended_command(play.table, cards_recovered=True) == (
        InterruptRound(power_failure=False, cards_recovered=True),
        HOUSE_DEALER,
    )
    play.done(InterruptRound(power_failure=False), HOUSE_DEALER)
    assert ms(play) == 6
    found = unattended_command(play.table, cards_recovered=True)
    assert found is not None
    assert found == (
        GiveRuling(RulingOutcome.AS_PROPOSED, "no staff at this table"),
        STANDING_ORDER,
    )
    play.done(*found)
    offer = play.table.pending_steps[0]
    wait = table_wait(play.table, PACE)
    assert wait is not None
    assert (wait.ms, wait.is_visible) == (30_000, True)
    assert unattended_command(play.table, cards_recovered=True) == (
        CloseWithdrawal(offer.event),
        CLOCK,
    )


def test_a_table_waits_for_steps_that_only_a_person_can_take() -> None:
    play = dealing(LIVE, "2s", "3d")
    item = PendingStep(Trigger.WRONG_ORDER, "T 5.7", RemedyStep(Remedy.RECONSTRUCT))
    table = structs.replace(play.table, pending_steps=(item,))
    assert table_wait(table, PACE) is None
    assert unattended_command(table, cards_recovered=True) is None


def test_without_a_proposal_the_standing_order_continues_the_round() -> None:
    play = dealing(TIGER, "2s", "3d")
    step = RemedyStep(Remedy.RULING, position=StaffPosition.GAMING_SHIFT_MANAGER)
    item = PendingStep(Trigger.UNCOVERED, "E 6.1", step)
    found = unattended_command(
        structs.replace(play.table, pending_steps=(item,)), cards_recovered=True
    )
    assert found is not None
    assert found[0] == GiveRuling(RulingOutcome.CONTINUE, "no staff at this table")


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
@pytest.mark.parametrize("is_dealt", [False, True])
def test_the_standing_order_resolves_cards_drawn_together(book: Rulebook, is_dealt: bool) -> None:
    """If the Pit Manager fixes the order, it once gave none, was refused, and retried forever."""
    initial = ("2s", "8c", "2d") if len(book.order.initial) == 3 else ("2s", "2c", "3d", "2d")
    before = len(initial) if is_dealt else 1
    play = dealt(book, *initial[:before])
    unknown = (Circumstance.ORDER_UNKNOWN,)
    play.done(
        ReportIrregularity(Trigger.DRAWN_TOGETHER, unknown, ("Kc", "Th"), evidence="seen"), TWO
    )
    for _ in range(9):
        if not play.table.pending_steps:
            break
        found = unattended_command(play.table, cards_recovered=True)
        assert found is not None
        play.done(*found)
    assert not play.table.pending_steps
    lying = play.table.current.tableau.cards_drawn
    assert play.table.phase is Phase.VOID or lying + len(play.table.excess_cards) == before + 2


def test_the_standing_order_reopens_bets_after_a_reset() -> None:
    play = dealt(LIVE)
    play.done(ReportIrregularity(Trigger.DEVICE_RESET, evidence="seen"), TWO)
    waits = []
    while play.table.pending_steps:
        waits.append(ms(play))
        found = unattended_command(play.table, cards_recovered=True)
        assert found is not None
        play.done(*found)
    assert waits == [30_000, PACE.ruling_ms], "the patrons answer, and then bets are reopened"
    assert play.table.phase is Phase.BETS_OPEN


@pytest.mark.parametrize("phase", [Phase.BETS_OPEN, Phase.BETS_CLOSED, Phase.DEALING])
@pytest.mark.parametrize("plan", default_plan().tables, ids=lambda plan: plan.key)
def test_a_table_without_staff_finishes_a_round_after_a_crash(
    plan: TablePlan, phase: Phase, tmp_path: Path
) -> None:
    journal = MemoryJournal()
    floor = Floor(tmp_path, journal)
    floor.open(plan.book, settings=plan.settings)
    floor.until(Phase.BETS_OPEN)
    floor.bet(1, "banker", 100_00)
    floor.until(phase)
    again = Floor(tmp_path, journal)
    again.ids = floor.ids
    again.resume()
    for _ in range(20):
        if again.desk.state.pending_steps:
            found = unattended_command(again.desk.state, again.dealer.has_cards)
            assert found is not None
            again.done(again.desk, *found)
        elif again.desk.state.phase in IN_ROUND:
            again.step()
    assert again.desk.state.phase in (Phase.SETTLED, Phase.VOID)
