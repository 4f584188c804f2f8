from pathlib import Path
from random import Random

import pytest

from punto.core.shoe import cards_of_decks
from punto.core.staff_positions import StaffPosition
from punto.devices.frames import Direction, Frame, encode_frame
from punto.devices.manual_entry import parse_typed
from punto.devices.shoe_commands import NoticeKind
from punto.devices.shoe_emulator import ShoeEmulator
from punto.devices.shoe_events import LAMP, Lamp
from punto.games.library import game
from punto.table.actors import DEVICE
from punto.table.commands import GiveRuling, RulingOutcome, SettleRound
from punto.table.events import CardDrawn, IrregularityRaised, RoundSettled, RoundVoided
from punto.table.state import Phase
from tests.devices import matrix
from tests.devices.bench import LINK, SIX, Bench
from tests.tables import staff

TIGER = game("tiger")
LIVE = game("tiger-no-commission-live")
DEALER = staff(StaffPosition.DEALER, second="Bob")
SHIFT_MANAGER = staff(StaffPosition.GAMING_SHIFT_MANAGER, "Gus")


def enter(bench: Bench, text: str) -> None:
    """Let two persons enter cards."""
    for command in parse_typed(text, bench.table):
        bench.floor.done(bench.floor.desk, command, DEALER)
    bench.notices += bench.port.resume()


def raised(bench: Bench) -> list[str]:
    events = bench.events()
    return [str(event.trigger) for event in events if isinstance(event, IrregularityRaised)]


@pytest.mark.parametrize("document", matrix.BOOKS)
def test_every_fault_in_every_state_has_its_reviewed_effect(tmp_path: Path, document: str) -> None:
    expected = [row for row in matrix.reviewed() if row.startswith(f"{document} |")]
    assert list(matrix.rows(tmp_path, document)) == expected
    assert len(expected) == len(matrix.FAULTS)


@pytest.mark.parametrize("key", ["tiger", "seven-up"])
def test_an_honest_shoe_is_dealt_to_its_end_without_an_alarm(tmp_path: Path, key: str) -> None:
    cards = [str(card) for card in cards_of_decks(8)]
    Random(3).shuffle(cards)
    bench = Bench(tmp_path, game(key), cards=cards)
    rounds = 0
    while bench.shoe.cards_out < 200:
        bench.play()
        rounds += 1
    assert bench.alarms == []
    assert bench.cards_received() == list(enumerate(cards[: bench.shoe.cards_out], start=1))
    assert sum(isinstance(event, RoundSettled) for event in bench.events()) == rounds


def test_two_persons_enter_an_unread_card_and_the_round_continues(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "2 unread").until("2")
    assert "Error 1." in bench.alarms[0]
    bench.hear(bench.shoe.clear())
    bench.draw()
    bench.draw()
    enter(bench, "Ah")
    bench.deal()
    bench.settle()
    assert bench.table.phase is Phase.SETTLED
    assert [text for _, text in bench.cards_received()] == ["2s", "?", "3d", "Ac", "4c", "5h"]


def test_a_card_before_an_error_is_cleared_is_refused(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "1 unread").until("1")
    bench.draw()
    assert "Card 2 left the device though error 1 has not been cleared." in bench.alarms
    assert [number for number, _ in bench.cards_received()] == [1]
    bench.hear(bench.shoe.clear())
    bench.draw()
    assert "Card 3 came: enter card 2 first." in bench.alarms
    enter(bench, "2s Ah 3d")
    assert [number for number, _ in bench.cards_received()] == [1, 2, 3]


def test_macau_a_misread_that_makes_a_ninth_copy_stops_the_round(tmp_path: Path) -> None:
    """A changed or duplicated card in the shoe is found when the excess copy comes."""
    cards = ["Kd"] * 8 + ["2s", "Ah", "3d", "Ac"]
    bench = Bench(tmp_path, TIGER, "9 misread Kd", cards=[*cards, *map(str, cards_of_decks(8))])
    while not raised(bench):
        if bench.table.phase in (Phase.IDLE, Phase.SETTLED):
            bench.open()
            bench.close()
        bench.draw()
        if bench.shoe.is_over and not raised(bench):
            bench.settle()
    assert bench.shoe.cards_out == 9
    assert raised(bench) == ["card-count"]
    assert bench.table.phase is Phase.VOID
    assert "Card 9: copy 9 of Kd." in bench.alarms


def test_a_spare_card_opens_the_next_round(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER).until("finished")
    notices = bench.draw()
    assert notices[0].kind is NoticeKind.PROMPT
    assert notices[0].words == "Card 7 is one too many: the next round begins with it."
    bench.settle()
    bench.open()
    bench.close()
    assert bench.table.phase is Phase.DEALING
    assert [number for number, _ in bench.cards_received()] == list(range(1, 8))
    bench.deal()
    bench.settle()
    drawn = [event.card for event in bench.events() if isinstance(event, CardDrawn)]
    assert drawn == [*SIX, *SIX]
    assert bench.alarms == []


def test_several_cards_in_known_order_are_read_in_that_order(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "2 together 3 known").until("2")
    bench.hear(bench.shoe.clear())
    bench.deal()
    bench.settle()
    assert raised(bench) == ["drawn-together"]
    assert bench.table.phase is Phase.SETTLED


def test_a_lost_frame_is_requested_when_the_next_one_comes(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "2 lost; 4 garbled; 5 doubled").until("closed")
    bench.draw()
    bench.draw()
    assert [number for number, _ in bench.cards_received()] == [1]
    bench.deal()
    bench.settle()
    assert [text for _, text in bench.cards_received()] == list(SIX)
    assert bench.alarms == []


def test_a_frame_may_be_lost_and_garbled_in_any_order(tmp_path: Path) -> None:
    """A lost frame has no byte to change; the emulator once failed there."""
    for at, faults in enumerate(("2 lost; 2 garbled", "2 garbled; 2 lost")):
        bench = Bench(tmp_path / str(at), TIGER, faults).until("settled")
        assert [text for _, text in bench.cards_received()] == list(SIX)


def test_the_last_frame_is_requested_when_the_line_is_silent(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "6 lost").until("finished")
    assert len(bench.cards_received()) == 5
    bench.notices += bench.port.on_silence()
    bench.hear(b"")
    assert [text for _, text in bench.cards_received()] == list(SIX)


def test_amneville_a_card_closes_bets_though_the_device_is_locked(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "1 lock").until("betting")
    bench.draw()
    assert bench.table.phase is Phase.DEALING
    assert bench.table.pending_steps


def test_a_locked_device_deals_nothing_until_it_is_unlocked(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "2 lock").until("2")
    assert "Card 2 left the device though the device is locked." in bench.alarms
    bench.hear(bench.shoe.unlock())
    enter(bench, "Ah")
    bench.deal()
    bench.settle()
    assert [text for _, text in bench.cards_received()] == list(SIX)


def test_returned_cards_come_again_after_staff_confirm_them(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "7 revoke 1 same").until("finished")
    bench.draw()
    bench.hear(b"")
    bench.draw()
    assert (
        "Card 7 left the device though staff have not confirmed the cards that went back."
        in bench.alarms
    )
    with pytest.raises(ValueError, match="device is not a person of the staff"):
        bench.port.confirm_cards_returned(DEVICE)
    bench.port.confirm_cards_returned(DEALER)
    with pytest.raises(ValueError, match="no card went back"):
        bench.port.confirm_cards_returned(DEALER)
    assert [number for number, _ in bench.cards_received()] == list(range(1, 8))
    assert raised(bench) == []


def test_another_card_than_the_returned_one_means_that_the_order_is_lost(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "7 revoke 1 swapped").until("settled")
    bench.draw()
    bench.port.confirm_cards_returned(DEALER)
    bench.draw()
    assert "Card 7 was read as 2s and then as Ah." in bench.alarms
    assert raised(bench) == ["order-lost"]


@pytest.mark.parametrize("body", [b"", b"\x09"])
def test_an_unknown_lamp_code_is_ignored(body: bytes) -> None:
    """The emulator once failed when a floor with more lamp codes used it."""
    shoe = ShoeEmulator(LINK, SIX, TIGER.order)
    for content in (bytes([Lamp.CARD]), body):
        frame = Frame(LINK.device, 1, LAMP, content, Direction.FROM_HOST)
        assert shoe.receive(encode_frame(frame, LINK)) == b""
    assert shoe.lamp is Lamp.CARD


def test_a_wrong_verdict_is_reported_and_never_copied(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "6 wrong-verdict").until("settled")
    assert (
        "The device reports Player 7, Banker 10; the cards give Player 9, Banker 7." in bench.alarms
    )
    right = Bench(tmp_path / "right", TIGER).until("settled")
    assert right.alarms == []
    assert bench.floor.journal.balances() == right.floor.journal.balances()


def test_an_empty_shoe_voids_a_round_that_needs_a_card(tmp_path: Path) -> None:
    cards = [str(card) for card in cards_of_decks(8)]
    Random(8).shuffle(cards)
    bench = Bench(tmp_path, TIGER, cards=cards)
    while not raised(bench):
        bench.open()
        bench.close()
        while not bench.shoe.is_over and not raised(bench):
            bench.draw()
        if not raised(bench):
            bench.settle()
    assert bench.table.phase is Phase.VOID
    assert raised(bench) == ["shoe-short"]
    assert bench.shoe.cards_out == 416


def test_a_device_that_was_reset_waits_for_the_shift_manager(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "2 reset").until("2")
    assert raised(bench) == ["device-reset"]
    bench.draw()
    assert [number for number, _ in bench.cards_received()] == [1, 2]
    ruling = GiveRuling(RulingOutcome.CONTINUE, "the journal has the cards")
    bench.floor.done(bench.floor.desk, ruling, SHIFT_MANAGER)
    bench.notices += bench.port.resume()
    assert [number for number, _ in bench.cards_received()] == [1, 2, 3]
    bench.deal()
    bench.settle()
    assert bench.table.phase is Phase.SETTLED


def test_a_fault_after_the_last_card_does_not_void_a_known_round(tmp_path: Path) -> None:
    """Otherwise a person could void a lost round by pushing a card back at the exit."""
    for at, fault in enumerate(("reverse-exit unknown", "reverse-way unknown", "revoke 1 swapped")):
        bench = Bench(tmp_path / str(at), TIGER, f"6 {fault}").until("finished")
        bench.hear(bench.shoe.clear())
        bench.ask(SettleRound())
        assert not any(isinstance(event, RoundVoided) for event in bench.events())
        assert bench.table.phase is Phase.SETTLED


def test_the_first_round_of_a_shoe_begins_after_the_burned_cards(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER)
    assert bench.shoe.burn(unseen=2)
    assert bench.shoe.cards_out == 3
    assert bench.shoe.begin()
    assert not bench.shoe.is_over


def test_several_live_cards_offer_a_withdrawal_first(tmp_path: Path) -> None:
    bench = Bench(tmp_path, LIVE, "2 together 2 known").until("2")
    assert raised(bench) == ["drawn-together"]
    assert bench.table.pending_steps
