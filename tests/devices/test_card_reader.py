from unittest import mock

from punto.core.shoe import cards_of_decks
from punto.core.tableau import STANDARD
from punto.devices.card_reader import (
    FRAMES_STORED,
    CardReader,
    FaultKind,
    ReceivedEvent,
    ReceiveFault,
)
from punto.devices.frames import Frame, LineKeys, encode_frame
from punto.devices.shoe_emulator import ShoeEmulator
from punto.devices.shoe_events import CardRead, GameStarted, ShoeReady, encode
from tests.devices.mutation import KINDS, Uncounted, mutated

LINK = LineKeys(7, bytes(range(32)), b"0123456789abcdef")


def framed(counter: int, event: CardRead | GameStarted | ShoeReady) -> bytes:
    return encode_frame(Frame(7, counter, *encode(event)), LINK)


NINE, KING = CardRead(1, "9s"), CardRead(2, "Kd")


def test_a_repeat_is_ignored_whole_or_as_a_retransmission() -> None:
    reader = CardReader(LINK)
    assert reader.feed(framed(1, NINE)) == [ReceivedEvent(1, NINE)]
    letter, body = encode(NINE)
    again = encode_frame(Frame(7, 1, "R", letter.encode() + body), LINK)
    assert reader.feed(framed(1, NINE) + again) == []
    assert reader.repeats == 2


def test_a_missing_frame_freezes_the_round_until_it_arrives() -> None:
    reader = CardReader(LINK)
    (fault,) = reader.feed(framed(2, KING))
    assert fault == ReceiveFault(FaultKind.MISSING, "frame 2 came before frame 1")
    assert reader.is_waiting
    assert reader.feed(framed(1, NINE)) == [ReceivedEvent(1, NINE)]
    assert not reader.is_waiting
    assert reader.feed(framed(2, KING)) == [ReceivedEvent(2, KING)]


def test_a_device_sends_requested_frames_again() -> None:
    cards = [str(card) for card in cards_of_decks(8)]
    shoe, reader = ShoeEmulator(LINK, cards, STANDARD), CardReader(LINK)
    reader.feed(shoe.stand_by() + shoe.begin())
    lost = [shoe.draw() for _ in range(3)]
    assert lost
    received = reader.feed(shoe.receive(reader.request_resend()))
    events = [found.event for found in received if isinstance(found, ReceivedEvent)]
    numbers = [event.number for event in events if isinstance(event, CardRead)]
    assert numbers == [1, 2, 3]
    assert shoe.receive(b"junk" + reader.request_resend()[:-1] + b"\x00") == b""


def test_a_repeated_number_with_other_content_is_a_contradiction() -> None:
    reader = CardReader(LINK)
    reader.feed(framed(1, NINE))
    (fault,) = reader.feed(framed(1, KING))
    assert fault == ReceiveFault(FaultKind.CONTRADICTION, "frame 1 came again with other content")


def test_a_repeat_of_an_old_frame_is_ignored_without_comparison() -> None:
    reader = CardReader(LINK)
    for counter in range(1, FRAMES_STORED + 2):
        reader.feed(framed(counter, GameStarted()))
    assert reader.feed(framed(1, NINE)) == []
    assert reader.feed(framed(2, NINE)) != []


def test_an_authentic_frame_without_meaning_is_reported_and_skipped() -> None:
    reader = CardReader(LINK)
    (fault,) = reader.feed(encode_frame(Frame(7, 1, "D", b"\x00"), LINK))
    assert fault == ReceiveFault(
        FaultKind.NOT_UNDERSTOOD, "frame 1: 'D' with the body '00' is not an event of a shoe"
    )
    assert reader.feed(encode_frame(Frame(7, 2, "R"), LINK)) != []
    assert reader.feed(framed(3, NINE)) == [ReceivedEvent(3, NINE)]


def test_20_000_changed_frames_cause_no_wrong_and_no_repeated_card() -> None:
    tally = mutated(20_000, seed=1)
    print(f"{tally.tried:,} changed frames: {tally.wrong} wrong, {tally.twice} repeated")
    assert set(tally.by_kind) == set(KINDS)
    assert (tally.wrong, tally.twice, tally.unrecovered) == (0, 0, 0)


def test_the_changed_frames_find_a_reader_that_checks_no_tag() -> None:
    with mock.patch("punto.devices.frames.hmac.compare_digest", return_value=True):
        assert mutated(500, seed=2).wrong > 0


def test_the_changed_frames_find_a_reader_that_does_not_count() -> None:
    assert mutated(500, seed=3, make=Uncounted).twice > 0
