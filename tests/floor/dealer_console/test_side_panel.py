"""The side panel names the handlers of the cards, the table differential and its remedy."""

import asyncio
import json
from pathlib import Path

from msgspec import structs

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.floor.dealer_console.guidance import next_step_view
from punto.floor.dealer_console.side_panel import card_handlers, differential_view
from punto.floor.public_view.table_view import seat_view, squeeze_view
from punto.floor.read_models.table_history import TableHistory
from punto.messages.message import message
from punto.table.commands import (
    AllowSqueezing,
    ChooseFirstHand,
    ChooseHandler,
    CloseBets,
    ExposeCards,
    PassCards,
    RefuseCards,
    ReportIrregularity,
)
from punto.table.decide import decide
from punto.table.refusals import Refusal
from tests.floor.playing import FAST, plan_of, served
from tests.floor.working import Member, signed
from tests.live import BANKER, BANKER_WINS, DEALER, PLAYER, by_method, dealt, lay
from tests.tables import LIVE, TIGER, Play, betting, opened, patron, staff
from tests.texts import text


def passed() -> Play:
    """Seats 1 and 2 on Banker with as much, seat 3 on Player; four cards out, face down."""
    play = by_method(DealingMethod.A)
    play.bet(2, banker=200_00)
    play.bet(1, banker=200_00)
    play.bet(3, player=100_00)
    return dealt(play, *BANKER_WINS)


def test_equal_stakes_name_the_seat_that_placed_first_and_the_other() -> None:
    found = card_handlers(passed().table)
    assert found is not None
    assert (found.first, found.player.seat, found.banker.seat) == (None, 3, 2)
    assert found.banker.why is not None
    assert text(found.banker.why) == "equal with seat 1, placed first"
    assert (found.banker.clause, found.banker.next, found.banker.cents) == ("T 3.9.4", 1, 200_00)
    assert (found.banker.state, found.player.next) == ("due", None)


def test_refused_cards_pass_to_the_next_equal_stake_and_then_to_no_one() -> None:
    play = passed()
    play.done(RefuseCards(BANKER, 2), DEALER)
    found = card_handlers(play.table)
    assert found is not None
    assert (found.banker.seat, found.banker.clause) == (1, "T 3.9.5")
    play.done(RefuseCards(BANKER, 1), DEALER)
    found = card_handlers(play.table)
    assert found is not None
    assert (found.banker.seat, found.banker.state) == (None, "nobody")
    play.done(ChooseHandler(BANKER, 3), staff(StaffPosition.PIT_SUPERVISOR))
    found = card_handlers(play.table)
    assert found is not None
    assert (found.banker.seat, found.banker.state) == (3, "has")


def test_there_are_no_handlers_if_the_dealer_turns_the_cards() -> None:
    play = by_method(DealingMethod.B)
    play.bet(1, banker=100_00)
    assert card_handlers(dealt(play, *BANKER_WINS).table) is None


def test_under_method_c_the_patron_who_draws_handles_the_cards() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    found = card_handlers(dealt(play, *BANKER_WINS).table)
    assert found is not None
    assert (found.player.seat, found.banker.seat, found.banker.state) == (1, 1, "has")
    own = squeeze_view(play.table, 1)
    assert own is not None
    assert (own.side, own.cards, own.may_expose) == ("player", ("6s", "Kd"), True)


def test_only_the_handler_sees_the_faces_of_the_cards() -> None:
    play = passed()
    assert all(squeeze_view(play.table, seat) is None for seat in (1, 2, 3, 4))
    play.done(PassCards(BANKER, 2), DEALER)
    play.done(PassCards(PLAYER, 3), DEALER)
    own = squeeze_view(play.table, 2)
    assert own is not None
    assert (own.side, own.cards) == ("banker", ("9c", "Kh"))
    assert (own.may_expose, own.may_refuse) == (False, True)
    # The text names no first hand before the Dealer has chosen one.
    assert own.words == message("squeeze.not-chosen", hand="banker")
    assert squeeze_view(play.table, 1) is None
    view = seat_view(play.table, TableHistory(), 3)
    assert view is not None
    assert view.squeeze is not None
    assert (view.squeeze.side, view.squeeze.cards) == ("player", ("6s", "Kd"))
    play.done(ChooseFirstHand(BANKER), DEALER)
    own, other = squeeze_view(play.table, 2), squeeze_view(play.table, 3)
    assert own is not None
    assert other is not None
    assert own.may_expose
    assert other.words == message("squeeze.other-first", hand="player")
    play.done(ExposeCards(BANKER, 2), patron(2))
    assert squeeze_view(play.table, 2) is None


def test_a_patron_sees_only_the_card_that_they_may_squeeze() -> None:
    play = passed()
    play.done(PassCards(BANKER, 2), DEALER)
    play.done(AllowSqueezing(BANKER, 2, 1), staff(StaffPosition.PIT_MANAGER))
    mine, other = squeeze_view(play.table, 1), squeeze_view(play.table, 2)
    assert mine is not None
    assert other is not None
    assert (mine.cards, other.cards) == (("Kh",), ("9c",))


def test_cards_stay_hidden_until_the_initial_deal_is_complete() -> None:
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    assert squeeze_view(dealt(play, "6s", "9c").table, 1) is None


def test_a_patron_with_chips_handles_cards_like_a_seat() -> None:
    play = by_method(DealingMethod.A)
    lay(play, 5, player=300_00)
    found = card_handlers(dealt(play, *BANKER_WINS).table)
    assert found is not None
    assert (found.player.seat, found.player.cents, found.banker.seat) == (5, 300_00, None)


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


def test_one_patron_refuses_the_cards_and_another_squeezes_them(tmp_path: Path) -> None:
    async def play() -> None:
        slow = structs.replace(FAST, betting_ms=60_000, result_pause_ms=60_000)
        plan = plan_of("tiger-no-commission-live", pace=slow)
        table = plan.tables[0].key
        async with (
            served(tmp_path, plan) as floor,
            signed(floor, "D-214") as dealer,
            signed(floor, "P-07") as pit,
            floor.terminal(table, cents=5_000_00) as first,
            floor.terminal(table, cents=5_000_00) as second,
        ):
            await dealer.attend(table)
            while dealer.picture(table)["next"]["key"] != "open-bets":
                if dealer.picture(table)["phase"] == "bets-open":
                    break
                await dealer.next(table)
            await _round_by_method_a(dealer, pit, table)
            await first.place(table, banker=300_00)
            await second.place(table, banker=300_00, player=100_00)
            while not dealer.picture(table)["hands"]["banker"]["cards"][1:]:
                await dealer.next(table)
            handlers = dealer.picture(table)["handlers"]
            assert (handlers["banker"]["seat"], handlers["banker"]["clause"]) == (1, "T 3.9.4")
            while dealer.picture(table)["next"]["act"]:
                assert await dealer.next(table) == "expose", "both hands are passed"
            await first.until(lambda each: bool(each.views[table]["own"]["squeeze"]))
            held = first.views[table]["own"]["squeeze"]
            assert held["side"] == "banker"
            assert len(held["cards"]) == 2
            number = first.views[table]["round"]
            told = [each for each in second.heard_all if each.get("round") == number]
            own = (second.views[table]["own"]["squeeze"] or {}).get("cards", [])
            for card in set(held["cards"]) - set(own):
                assert f'"{card}"' not in json.dumps(told)
            await first.done(type="refuse-cards", table=table, side="banker")
            assert await dealer.next(table) == "expose", "passed to the equal wager"
            assert await second.refused(type="expose-cards", table=table, side="banker") == (
                "first-hand-open"
            )
            await dealer.does(table, "ChooseFirstHand", side="banker")
            assert await first.refused(type="expose-cards", table=table, side="banker") == (
                "other-handler"
            )
            await second.done(type="expose-cards", table=table, side="banker")
            shown = dealer.picture(table)["hands"]
            assert set(shown["banker"]["cards"]) == set(held["cards"])
            assert shown["player"]["cards"] == ["??", "??"]

    asyncio.run(play())


async def _round_by_method_a(dealer: Member, pit: Member, table: str) -> None:
    """A round that the house had begun is played out; the next goes by Method A."""
    while dealer.picture(table)["phase"] in ("bets-open", "bets-closed", "dealing", "complete"):
        await dealer.next(table)
    await pit.does(table, "ChooseMethod", method="A")
    await dealer.next(table)
    assert dealer.picture(table)["phase"] == "bets-open"
