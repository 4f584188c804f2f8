import random
from collections import Counter
from dataclasses import replace

import pytest
from msgspec import structs

from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER
from punto.table.commands import CloseBets, LoadShoe, OpenBets, PlaceWagers
from punto.table.decide import decide
from punto.table.decide.play import wagering
from punto.table.decide.play.wagering import are_within_limits
from punto.table.events import BetsClosed, BetsOpened, WagersPlaced
from punto.table.refusals import Refusal
from punto.table.settings import Limit
from punto.table.stakes import Stake
from punto.table.state import Phase, Table
from tests.tables import LIVE, TIGER, Play, betting, dealing, opened, patron, staff


def test_a_round_opens_under_its_rulebook_and_settings() -> None:
    play = opened()
    (event,) = play.done(OpenBets())
    assert isinstance(event, BetsOpened)
    assert (event.round, event.shoe) == (1, "shoe-1")
    assert event.rulebook == f"tiger 2021 2021-10-28 {TIGER.digest}"
    assert len(event.settings) == 64


def test_bets_do_not_open_without_a_shoe() -> None:
    play = Play(structs.replace(opened().table, shoe=None))
    assert play.refused(OpenBets()) == "no-shoe"


def test_bets_do_not_open_twice() -> None:
    assert betting().refused(OpenBets()) == "bets-open"


def test_a_set_of_stakes_is_accepted_whole() -> None:
    play = betting()
    (event,) = play.bet(1, banker=100_00, tie=10_00)
    assert event == WagersPlaced(
        round=1,
        seat=1,
        visit="visit-1",
        set=1,
        stakes=(Stake("banker", 100_00), Stake("tie", 10_00)),
        debited_cents=110_00,
        returned_cents=0,
    )
    assert play.table.current.staked_cents == 110_00


def test_a_later_set_replaces_the_earlier_and_moves_the_difference() -> None:
    play = betting()
    play.bet(1, banker=100_00, tie=10_00)
    (more,) = play.bet(1, banker=150_00)
    (less,) = play.bet(1, banker=20_00)
    assert isinstance(more, WagersPlaced)
    assert isinstance(less, WagersPlaced)
    assert (more.set, more.debited_cents, more.returned_cents) == (2, 40_00, 0)
    assert (less.set, less.debited_cents, less.returned_cents) == (3, 0, 130_00)


def test_an_empty_set_returns_all_stakes() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    (event,) = play.bet(1)
    assert isinstance(event, WagersPlaced)
    assert event.returned_cents == 100_00
    assert play.table.current.sets == {}


def test_a_set_for_another_round_is_refused() -> None:
    play = betting()
    late = PlaceWagers(0, 1, (Stake("banker", 10_00),), 0)
    assert play.refused(late, patron(1)) == "other-round"


def test_a_set_that_names_the_wrong_previous_set_is_refused() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    stale = PlaceWagers(1, 1, (Stake("tie", 10_00),), 0)
    assert play.refused(stale, patron(1)) == "other-set"


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ((Stake("super_six", 10_00),), "not-offered"),
        ((Stake("banker", 10_00), Stake("banker", 10_00)), "twice"),
        ((Stake("banker", 10_00, position=2),), "not-there"),
        ((Stake("banker", 10_00, stack=2),), "not-there"),
        ((Stake("banker", 10_10),), "not-in-unit"),
        ((Stake("banker", 80),), "under-minimum"),
        ((Stake("banker", 0),), "under-minimum"),
        ((Stake("banker", -100_00),), "under-minimum"),
        ((Stake("banker", 5_000_20),), "over-maximum"),
        ((Stake("tie", 1_00),), "under-total"),
        # The refusal is the first of several reasons.
        ((Stake("super_six", 10_00), Stake("banker", 9_999_999_99)), "not-offered"),
        ((Stake("banker", 10_01), Stake("tie", 5_000_20)), "not-in-unit"),
    ],
)
def test_one_wrong_stake_refuses_the_whole_set(stakes: tuple[Stake, ...], code: str) -> None:
    play = betting(total_minimum_cents=5_00)
    before = play.table
    assert play.refused(PlaceWagers(1, 1, stakes, 0), patron(1)) == code
    assert play.table == before


def test_a_refusal_names_the_limit_and_the_clause() -> None:
    play = betting()
    refusal = play.ask(play.wagers(1, banker=5_000_20), patron(1))
    assert getattr(refusal, "values", {}) == {"maximum": 5_000_00}
    assert getattr(refusal, "clause", "") == "E 2.2"


def test_a_wager_that_the_house_does_not_offer_is_refused() -> None:
    limits = tuple(Limit(each, 1_00, 100_00) for each in ("player", "banker", "tie"))
    play = betting(limits=limits)
    assert play.refused(play.wagers(1, tiger=5_00), patron(1)) == "not-offered"


def test_only_the_patron_of_a_seat_stakes_there() -> None:
    play = betting()
    assert play.refused(play.wagers(1, banker=10_00), patron(2)) == "not-your-seat"
    assert play.refused(play.wagers(4, banker=10_00), patron(4)) == "seat-free"


def test_staff_place_wagers_for_a_patron_if_the_document_allows_it() -> None:
    live, electronic = betting(LIVE), betting(TIGER)
    dealer = staff(StaffPosition.DEALER)
    live.done(live.wagers(1, banker=10_00), dealer)
    assert electronic.refused(electronic.wagers(1, banker=10_00), dealer) == "not-your-seat"


def test_a_wager_after_the_close_is_refused_and_the_earlier_one_stays() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    assert play.done(CloseBets()) == (BetsClosed(1),)
    assert play.refused(play.wagers(1, banker=200_00), patron(1)) == "bets-closed"
    assert play.table.current.sets[1].cents == 100_00


def test_a_wager_before_the_round_is_refused() -> None:
    play = opened()
    early = PlaceWagers(1, 1, (Stake("banker", 10_00),), 0)
    assert play.refused(early, patron(1)) == "bets-not-open"


def test_the_clock_closes_bets_on_terminals_but_not_at_a_dealers_table() -> None:
    assert betting(TIGER).done(CloseBets(), CLOCK)
    assert betting(LIVE).refused(CloseBets(), CLOCK) == "not-allowed"


def test_a_dealer_opens_and_closes_bets_at_their_table_and_a_patron_does_not() -> None:
    play = betting(LIVE)
    assert play.refused(CloseBets(), patron(1)) == "not-allowed"
    assert play.refused(CloseBets(), DEVICE) == "not-allowed"
    play.done(CloseBets(), staff(StaffPosition.DEALER))
    assert play.table.phase is Phase.BETS_CLOSED
    # The second call finds bets closed.
    assert play.refused(CloseBets(), staff(StaffPosition.DEALER)) == "bets-closed"


def shared(seat: int, cents: int, position: int = 5, stack: int = 1) -> PlaceWagers:
    return PlaceWagers(1, seat, (Stake("banker", cents, position, stack),), 0)


def test_several_patrons_may_share_a_wager() -> None:
    play = betting(LIVE, limits=tuple(Limit(w.key, 100_00, 500_00) for w in LIVE.wagers))
    assert play.refused(shared(1, 60_00), patron(1)) == "under-minimum"
    play.done(shared(1, 100_00), patron(1))
    play.done(shared(2, 60_00), patron(2))
    assert play.refused(shared(3, 400_00), patron(3)) == "over-maximum"
    play.done(shared(3, 340_00), patron(3))


def test_a_patron_cannot_leave_a_shared_wager_below_the_minimum() -> None:
    play = betting(LIVE, limits=tuple(Limit(w.key, 100_00, 500_00) for w in LIVE.wagers))
    play.done(shared(1, 100_00), patron(1))
    play.done(shared(2, 60_00), patron(2))
    assert play.refused(PlaceWagers(1, 1, (), 1), patron(1)) == "others-under-minimum"
    play.done(PlaceWagers(1, 2, (), 2), patron(2))
    play.done(PlaceWagers(1, 1, (), 1), patron(1))


def test_a_seats_own_area_is_the_position_with_its_number() -> None:
    play = betting(LIVE, limits=tuple(Limit(w.key, 100_00, 500_00) for w in LIVE.wagers))
    play.bet(2, banker=450_00)
    assert play.refused(shared(1, 100_00, position=2), patron(1)) == "over-maximum"


def test_an_area_takes_three_wagers_or_fewer_if_restricted() -> None:
    three = betting(LIVE)
    three.done(shared(1, 100_00, stack=3), patron(1))
    assert three.refused(shared(2, 100_00, stack=4), patron(2)) == "area-full"
    one = betting(LIVE, wagers_per_area=1)
    assert one.refused(shared(1, 100_00, stack=2), patron(1)) == "area-full"


def test_a_position_that_the_table_does_not_have_is_refused() -> None:
    assert betting(LIVE).refused(shared(1, 100_00, position=9), patron(1)) == "not-there"


def test_after_the_cutting_cards_round_the_shoe_ends() -> None:
    play = dealing(TIGER, decks=4, cards_behind_cut=207)
    play.finish("9s", "Kc", "Kd", "6h")
    assert play.refused(OpenBets()) == "shoe-ended"


def test_a_house_may_allow_rounds_after_the_cut() -> None:
    play = dealing(TIGER, decks=4, cards_behind_cut=207, rounds_after_cut=1)
    play.finish("9s", "Kc", "Kd", "6h")
    play.done(OpenBets())
    play.close()
    play.finish("9s", "Kc", "Kd", "6h")
    assert play.refused(OpenBets()) == "shoe-ended"


def test_a_new_shoe_allows_rounds_again() -> None:
    play = dealing(TIGER, decks=4, cards_behind_cut=207)
    play.finish("9s", "Kc", "Kd", "6h")
    assert play.refused(LoadShoe("shoe-2", "beef"), HOUSE_DEALER) == "shoe-loaded"


def in_cents(book: Rulebook, least: int) -> tuple[Rulebook, tuple[Limit, ...]]:
    """A game that pays every cent, and its limits."""
    whole = [each for each in book.wagers if all(line.pays.per == 1 for line in each.lines)]
    limits = tuple(Limit(wager.key, least, 100_00) for wager in whole)
    return replace(book, key="cents", wagers=tuple(whole), layout=()), limits


def test_a_stake_may_be_a_single_cent_where_a_game_pays_cents() -> None:
    book, limits = in_cents(TIGER, 1)
    play = betting(book, limits=limits, total_minimum_cents=1)
    assert play.bet(1, player=1)
    assert play.refused(play.wagers(2, player=0), patron(2)) == "under-minimum"


def test_a_patron_cannot_leave_a_single_cent_on_a_shared_wager() -> None:
    book, limits = in_cents(LIVE, 1_00)
    play = betting(book, limits=limits)
    for seat, cents in ((1, 1_00), (2, 1)):
        stakes = (Stake("player", cents, 5), Stake("tie", 1_00, seat))
        play.done(PlaceWagers(1, seat, stakes, 0), patron(seat))
    without = PlaceWagers(1, 1, (Stake("tie", 1_00, 1),), 1)
    assert play.refused(without, patron(1)) == "others-under-minimum"


def test_stakes_are_within_limits_if_no_reason_speaks_against_them() -> None:
    chance = random.Random(1)
    play = betting()
    settings = structs.replace(play.table.settings_in_force, total_minimum_cents=5_00)
    table = structs.replace(play.table, settings=settings)
    found = Counter[bool]()
    for _ in range(3_000):
        stakes = tuple(
            Stake(
                chance.choice(["banker", "tie", "none"]),
                chance.choice([-1_00, 0, 1_00, 4_00, 4_01, 5_000_00, 5_001_00]),
                chance.choice([0, 0, 0, 1]),
                chance.choice([1, 1, 1, 2]),
            )
            for _ in range(chance.randrange(3))
        )
        within = are_within_limits(table.rules, stakes)
        assert within == (refusal_of(table, stakes) is None), stakes
        found[within] += 1
    assert min(found.values()) > 100


def refusal_of(table: Table, stakes: tuple[Stake, ...]) -> Refusal | None:
    """The refusal of a seat's first stakes, found through the reasons."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(wagering, "are_within_limits", lambda *_: False)
        decision = decide(table, PlaceWagers(table.current.number, 1, stakes, 0), patron(1))
    return decision if isinstance(decision, Refusal) else None
