from pathlib import Path

from punto.core.shoe import cards_of_decks
from punto.core.staff_positions import StaffPosition
from punto.devices.frames import Frame, LineKeys, encode_frame
from punto.devices.shoe_commands import NoticeKind
from punto.devices.shoe_events import ErrorCode
from punto.floor.shoe_lines.session import ShoeSession
from punto.games.library import game
from punto.table.commands import EndShoe, EnterCard, LoadShoe
from tests.devices.bench import LINK, Bench
from tests.tables import staff

TIGER = game("tiger")


def test_a_frame_causes_one_entry_of_the_journal(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER).until("closed")
    data = bench.shoe.draw()
    bench.hear(data)
    version = bench.floor.desk.version
    bench.hear(data * 5)
    assert bench.floor.desk.version == version


def test_after_a_crash_the_floor_asks_the_device_for_missing_cards(
    tmp_path: Path,
) -> None:
    """A session ends with the process; the shoe knows what left it meanwhile."""
    bench = Bench(tmp_path, TIGER, "3 unread").until("2")
    bench.shoe.draw()
    bench.shoe.draw()
    fresh = LineKeys(LINK.device, LINK.key, b"the next session")
    bench.port = ShoeSession(bench.floor.desk, fresh, bench.request)
    bench.hear(bench.shoe.connect(fresh))
    bench.hear(bench.shoe.clear())
    texts = [text for _, text in bench.cards_received()]
    assert texts == [*bench.first[:2], "?"]
    assert "The device counts 4 cards out, the table 2." in bench.alarms


def test_frames_of_one_session_are_refused_in_the_next(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER).until("closed")
    recorded = bench.shoe.draw()
    fresh = LineKeys(LINK.device, LINK.key, b"the next session")
    bench.port = ShoeSession(bench.floor.desk, fresh, bench.request)
    bench.hear(recorded)
    assert bench.cards_received() == []
    assert bench.alarms == ["From the device: a frame lacks a valid tag of this device."]


def test_cards_wait_in_their_order_while_the_table_is_held(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER).until("betting")
    bench.draw()
    assert bench.table.pending_steps
    for _ in range(2):
        bench.draw()
    assert [number for number, _ in bench.cards_received()] == [1]
    held = [each for each in bench.notices if each.kind is NoticeKind.PROMPT]
    assert held[-1].words.startswith("A card waits: The round is on hold")


def test_a_message_that_the_table_refuses_is_an_alarm(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER, "1 unread").until("idle")
    bench.draw()
    refusal = "? is not a card. Write a rank and a suit, as in 9s, Th or Kc."
    assert f"The table refused a message of the device: {refusal}" in bench.alarms


def test_an_empty_frame_is_an_alarm_and_the_next_one_counts(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER)
    counter = bench.port.reader.next_counter
    bench.hear(encode_frame(Frame(7, counter, "D", b"?"), LINK))
    assert bench.alarms == [
        f"From the device: frame {counter}: 'D' with the body '3f' is not an event of a shoe."
    ]


def test_the_next_shoe_is_compared_with_the_last(tmp_path: Path) -> None:
    cards = [str(each) for each in cards_of_decks(8)][::7]
    cards = [*cards, *cards]
    bench = Bench(tmp_path, TIGER, cards=cards * 7)
    while len(bench.cards_received()) < 30:
        bench.play()
    assert bench.alarms == []
    bench.ask(EndShoe())
    bench.ask(LoadShoe("shoe-2"))
    again = Bench(tmp_path / "again", TIGER, cards=cards * 7)
    again.port.watch = bench.port.watch
    again.hear(again.shoe.stand_by())
    while not again.alarms:
        again.play()
    assert "an order that a fair shuffle would not produce" in again.alarms[0]
    assert again.shoe.cards_out <= 20


def test_a_new_connection_repeats_uncleared_faults(tmp_path: Path) -> None:
    """A new connection may not know the fault, whose effect on the cards remains."""
    bench = Bench(tmp_path, TIGER, "1 lock; 2 button; 2 card-code").until("closed")
    bench.hear(bench.shoe.draw() + bench.shoe.unlock())
    bench.shoe.draw()
    bench.shoe.is_locked = True
    version = bench.floor.desk.version
    fresh = LineKeys(LINK.device, LINK.key, b"the next session")
    bench.port = ShoeSession(bench.floor.desk, fresh, bench.request)
    bench.port.receive(bench.shoe.connect(fresh))
    assert bench.port.condition.is_locked
    assert bench.port.condition.errors == {ErrorCode.BUTTON_MISHANDLED, ErrorCode.CARD_CODE}
    assert bench.floor.desk.version == version


def test_a_card_drawn_too_early_waits_like_one_at_a_held_table(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path, TIGER, "2 unread").until("1")
    bench.draw()
    bench.hear(bench.shoe.clear())
    while bench.shoe.cards_out < 5:
        bench.draw()
    assert [number for number, _ in bench.cards_received()] == [1, 2, 3, 4]
    assert bench.notices[-1].words.startswith("A card waits: A card was not read.")
    by = staff(StaffPosition.DEALER, second="Bob")
    bench.floor.done(bench.floor.desk, EnterCard(2, bench.first[1]), by)
    bench.port.resume()
    assert [number for number, _ in bench.cards_received()] == [1, 2, 3, 4, 5]
