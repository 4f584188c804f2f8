"""The house dealer goes on where the table stands, also after a crash."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from punto.core.irregularities import Trigger
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.devices.virtual_shoe import VirtualShoe, check_shoe
from punto.floor.streams.owner import CommandRequest, Committed
from punto.floor.tables.house_dealer import unattended_command
from punto.games.library import GAMES, game
from punto.journal.stores.memory import MemoryJournal
from punto.table.actors import Actor, ActorKind
from punto.table.commands import (
    AnswerWithdrawal,
    InterruptRound,
    LoadShoe,
    OfferWithdrawal,
    ReportIrregularity,
)
from punto.table.events import (
    CauseRequested,
    CuttingCardReached,
    IrregularityRaised,
    RoundVoided,
    ShoeEnded,
    ShoeLoaded,
    WithdrawalAnswered,
)
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import Refusal
from punto.table.settings import default_settings
from punto.table.state import IN_ROUND, Phase
from tests.one_table import Floor, patron
from tests.tables import staff


def test_the_house_dealer_plays_a_shoe_to_its_end_and_reveals_it(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    floor.open(game("tiger"))
    while not any(isinstance(event, ShoeEnded) for event in _events(floor)):
        assert all(not isinstance(answer, Refusal) for answer in floor.step())
    (loaded,) = [event for event in _events(floor) if isinstance(event, ShoeLoaded)]
    (ended,) = [event for event in _events(floor) if isinstance(event, ShoeEnded)]
    check_shoe(VirtualShoe(ended.order, ended.salt), loaded.commitment, 8)
    assert list((tmp_path / "sealed").iterdir()) == []
    assert floor.desk.state.rounds > 70


def test_a_revealed_shoe_deals_no_card(tmp_path: Path) -> None:
    """A table closed by the pit once went on with the order that everybody had seen."""
    floor = Floor(tmp_path)
    floor.open(game("tiger"))
    floor.until(Phase.SETTLED)
    ended = floor.dealer.end_shoe_command()
    floor.done(floor.desk, ended.command)
    floor.done(floor.desk, LoadShoe("cards/7"), staff(StaffPosition.PIT_MANAGER))
    assert not floor.dealer.has_cards
    assert floor.dealer.draw_command().command == InterruptRound(cards_recovered=False)


def test_the_order_of_an_ended_shoe_is_deleted(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    floor.open(game("tiger"))
    floor.until(Phase.SETTLED)
    (shoe,) = floor.dealer.observe(
        floor.done(floor.desk, floor.dealer.end_shoe_command().command).events
    )
    floor.dealer.forget(shoe)
    assert list((tmp_path / "sealed").iterdir()) == []


def test_tables_continue_if_an_order_cannot_be_deleted(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    floor.open(game("tiger"))
    floor.until(Phase.SETTLED)
    (sealed,) = (tmp_path / "sealed").iterdir()
    ended = floor.done(floor.desk, floor.dealer.end_shoe_command().command).events
    sealed.unlink()
    sealed.mkdir()
    (shoe,) = floor.dealer.observe(ended)
    floor.dealer.forget(shoe)
    floor.until(Phase.BETS_OPEN)


def test_the_journal_has_no_order_before_the_shoe_ends(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    floor.open(game("tiger"))
    floor.until(Phase.SETTLED)
    shoe = floor.dealer._open()
    order = shoe.order if shoe else ""
    assert order
    assert all(order not in str(event) for event in _events(floor))


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_after_a_crash_the_rows_of_the_rulebook_decide(tmp_path: Path, book: Rulebook) -> None:
    journal = MemoryJournal()
    before = Floor(tmp_path, journal)
    before.open(book)
    before.until(Phase.BETS_OPEN)
    before.bet(1, "banker", 100_00)
    before.until(Phase.DEALING)
    after = Floor(tmp_path, journal)
    (answer,) = after.resume()
    assert isinstance(answer, Committed)
    first = answer.events[0]
    letter = book.document.letter
    assert isinstance(first, CauseRequested if letter == "T" else IrregularityRaised)
    if letter in "EU":
        assert after.desk.state.pending_steps == ()
    else:
        assert after.desk.state.pending_steps


def test_the_cutting_card_is_reported_separately_before_the_first_card(tmp_path: Path) -> None:
    """It came with the first card, so that no Dealer could let patrons withdraw (T 3.17.1)."""
    book = game("tiger-no-commission-live")
    first = Floor(tmp_path / "first")
    first.open(book)
    first.until(Phase.SETTLED)
    behind = 52 * 8 - first.desk.state.device.cards_out
    floor = Floor(tmp_path / "second")
    chosen = replace(default_settings(book), is_hlga=True, cards_behind_cut=behind)
    floor.open(book, settings=chosen)
    floor.until(Phase.SETTLED)
    floor.until(Phase.BETS_OPEN)
    floor.bet(1, "banker", 100_00)
    while next_step(floor.desk.state) is not NextStep.DRAW:
        floor.step()
    (answer,) = floor.step()
    assert isinstance(answer, Committed)
    assert answer.events == (CuttingCardReached(2, "T 3.17"),)
    floor.done(floor.desk, OfferWithdrawal(), staff(StaffPosition.DEALER))
    answered = floor.done(floor.desk, AnswerWithdrawal(1, withdraws=True), patron(1))
    assert isinstance(answered.events[0], WithdrawalAnswered)
    assert answered.events[0].cents == 100_00
    floor.until(Phase.SETTLED)


def test_a_crash_during_a_held_round_is_recorded(tmp_path: Path) -> None:
    journal = MemoryJournal()
    floor = Floor(tmp_path, journal)
    floor.open(game("super-six"))
    floor.until(Phase.BETS_OPEN)
    floor.bet(1, "banker", 100_00)
    floor.until(Phase.DEALING)
    dealer = Actor(ActorKind.STAFF, "Ann", StaffPosition.DEALER)
    floor.done(
        floor.desk, ReportIrregularity(Trigger.UNCOVERED, evidence="somebody fell on it"), dealer
    )
    (answer,) = Floor(tmp_path, journal).resume()
    assert isinstance(answer, Committed)
    assert [type(event) for event in answer.events] == [IrregularityRaised, RoundVoided]
    assert journal.balance("credit/v1") == 1_000_00


def test_between_rounds_a_crash_needs_no_answer(tmp_path: Path) -> None:
    journal = MemoryJournal()
    Floor(tmp_path, journal).open(game("tiger"))
    assert Floor(tmp_path, journal).resume() == []


def test_after_a_crash_the_shoe_deals_the_same_cards(tmp_path: Path) -> None:
    journal = MemoryJournal()
    floor = Floor(tmp_path, journal)
    floor.open(game("super-six"))
    floor.until(Phase.DEALING)
    for _ in range(2):
        floor.step()
    shoe = floor.dealer._open()
    order = shoe.order if shoe else ""
    again = Floor(tmp_path, journal)
    again.resume()
    again.until(Phase.SETTLED)
    cards = again.desk.state.current.tableau.cards_in_order()
    assert [str(card) for _, card in cards] == [
        order[2 * at : 2 * at + 2] for at in range(again.desk.state.device.cards_out)
    ]


def test_without_its_key_a_round_is_void_and_a_new_shoe_is_loaded(tmp_path: Path) -> None:
    journal = MemoryJournal()
    floor = Floor(tmp_path, journal)
    floor.open(game("super-six"))
    floor.until(Phase.BETS_OPEN)
    floor.bet(1, "banker", 100_00)
    floor.until(Phase.DEALING)
    for _ in range(2):
        floor.step()
    (tmp_path / "seal.key").write_bytes(b"x" * 32)
    again = Floor(tmp_path, journal, shoe_seed=9)
    with capture_logs() as logs:
        (answer,) = again.resume()
        assert not again.dealer.has_cards
    assert [each["event"] for each in logs] == ["the order of a shoe is lost"]
    assert isinstance(answer, Committed)
    assert isinstance(answer.events[1], RoundVoided)
    assert answer.events[1].source == "POLICY R26"
    assert journal.balance("credit/v1") == 1_000_00
    first = again.desk.state.device.key
    again.until(Phase.BETS_OPEN)
    assert again.desk.state.device.key != first


LONGEST = {4: (6, 8), 3: (5, 13)}
"""By cards of the initial deal: those of the longest round, and a shoe that begins with one."""


@pytest.mark.parametrize(
    ("book", "cards"),
    [
        pytest.param(book, cards, id=f"{book.key} {cards}")
        for book in GAMES
        for cards in range(LONGEST[len(book.order.initial)][0])
    ],
)
def test_without_its_key_a_table_without_staff_voids_the_round_at_any_card(
    tmp_path: Path, book: Rulebook, cards: int
) -> None:
    """Under F, R and T the rows say to play on; the dealer without cards once retried forever."""
    journal = MemoryJournal()
    _long_round(tmp_path, journal, book, cards)
    (tmp_path / "seal.key").write_bytes(b"x" * 32)
    again = Floor(tmp_path, journal, shoe_seed=99)
    first, before = again.desk.state.device.key, again.desk.state.events
    again.resume()
    steps = _alone_until_over(again)
    assert again.desk.state.phase is Phase.VOID
    assert journal.balance("credit/v1") == 1_000_00
    assert steps <= 1
    assert again.desk.state.events - before <= 3
    again.until(Phase.BETS_OPEN)
    assert again.desk.state.device.key != first


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_without_its_key_a_completely_dealt_round_is_settled(
    tmp_path: Path, book: Rulebook
) -> None:
    journal = MemoryJournal()
    floor = _long_round(tmp_path, journal, book, LONGEST[len(book.order.initial)][0])
    assert floor.desk.state.phase is Phase.COMPLETE
    (tmp_path / "seal.key").write_bytes(b"x" * 32)
    again = Floor(tmp_path, journal, shoe_seed=99)
    again.resume()
    _alone_until_over(again)
    assert again.desk.state.phase is Phase.SETTLED
    assert again.desk.state.current.tableau == floor.desk.state.current.tableau


def _long_round(folder: Path, journal: MemoryJournal, book: Rulebook, cards: int) -> Floor:
    """A stake on a round that takes as many cards as any, so many of which are out."""
    floor = Floor(folder, journal, shoe_seed=LONGEST[len(book.order.initial)][1])
    floor.open(book)
    floor.until(Phase.BETS_OPEN)
    floor.bet(1, "banker", 100_00)
    while floor.desk.state.device.cards_out < cards:
        floor.step()
    return floor


def _alone_until_over(floor: Floor) -> int:
    """Let the table resolve its pending steps by itself, and count the commands."""
    for steps in range(10):
        table = floor.desk.state
        if table.phase not in IN_ROUND:
            return steps
        if table.pending_steps:
            found = unattended_command(table, floor.dealer.has_cards)
            assert found is not None
            command, by = found
            (answer,) = floor.desk.handle(
                CommandRequest(f"house-{floor.desk.version}", by, command)
            )
            assert isinstance(answer, Committed), answer
        else:
            floor.step()
    raise AssertionError("the round goes on for ever")


def test_a_table_that_burns_does_so_before_the_first_round(tmp_path: Path) -> None:
    book = game("tiger")
    floor = Floor(tmp_path)
    floor.open(book, settings=replace(default_settings(book), burns=True))
    floor.until(Phase.BETS_OPEN)
    assert floor.desk.state.device.cards_out >= 2


def test_without_its_key_an_unburned_shoe_is_replaced(
    tmp_path: Path,
) -> None:
    """The dealer once tried forever to interrupt a round that did not exist."""
    book, journal = game("tiger"), MemoryJournal()
    floor = Floor(tmp_path, journal)
    floor.open(book, settings=replace(default_settings(book), burns=True))
    floor.step()
    first = floor.desk.state.device.key
    (tmp_path / "seal.key").write_bytes(b"x" * 32)
    again = Floor(tmp_path, journal, shoe_seed=99)
    again.until(Phase.BETS_OPEN)
    assert again.desk.state.device.key != first


def test_a_shoe_that_runs_out_voids_the_round(tmp_path: Path) -> None:
    book = game("tiger")
    settings = replace(default_settings(book), decks=4, cards_behind_cut=6, rounds_after_cut=9)
    floor = Floor(tmp_path)
    floor.open(book, settings=settings)
    for _ in range(2_000):
        floor.step()
        if floor.desk.state.phase is Phase.VOID:
            break
    (voided,) = [event for event in _events(floor) if isinstance(event, RoundVoided)]
    assert voided.source == "E 5.3"


def _events(floor: Floor) -> list[object]:
    return [event for kept in floor.journal.read("t1") for event in kept.entry.events]
