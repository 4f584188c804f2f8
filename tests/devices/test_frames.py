import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.devices.frames import (
    LEAST_BYTES,
    MOST_BODY_BYTES,
    Bad,
    Direction,
    Frame,
    FrameReader,
    Link,
    sealed,
    written,
)

LINK = Link(7, bytes(range(32)), b"0123456789abcdef")
FRAME = Frame(7, 3, "D", b"\x00\x01\x01\x09")


@given(st.integers(0, 2**32 - 1), st.sampled_from("SPDEeGIdRiLM"), st.binary(max_size=32))
def test_a_frame_comes_out_as_it_went_in(counter: int, letter: str, body: bytes) -> None:
    frame = Frame(7, counter, letter, body)
    assert list(FrameReader(LINK).feed(written(frame, LINK))) == [frame]


def test_a_frame_is_found_however_the_bytes_are_cut() -> None:
    data = written(FRAME, LINK) * 2
    for cut in range(len(data) + 1):
        reader = FrameReader(LINK)
        assert [*reader.feed(data[:cut]), *reader.feed(data[cut:])] == [FRAME, FRAME]


def test_every_flipped_bit_is_seen() -> None:
    data = written(FRAME, LINK)
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        reader = FrameReader(LINK)
        heard = [*reader.feed(bytes(flipped)), *reader.quiet()]
        assert heard
        assert not any(isinstance(each, Frame) for each in heard)


def test_junk_before_and_between_frames_is_passed_over() -> None:
    junk = b"\xc5\x00\x5c\xc5"
    heard = list(FrameReader(LINK).feed(junk + written(FRAME, LINK) + junk + written(FRAME, LINK)))
    assert [each for each in heard if isinstance(each, Frame)] == [FRAME, FRAME]
    assert set(heard) == {FRAME, Bad.DAMAGED}


def test_a_false_start_holds_a_true_frame_up_only_until_the_line_is_quiet() -> None:
    half = written(Frame(7, 3, "D", bytes(MOST_BODY_BYTES)), LINK)[:16]
    reader = FrameReader(LINK)
    assert list(reader.feed(half + written(FRAME, LINK))) == []
    assert FRAME in list(reader.quiet())
    assert list(reader.quiet()) == []


def test_a_frame_by_another_key_session_or_device_is_spoofed() -> None:
    said = written(FRAME, LINK)[: -16 - 4]
    for false in (
        written(FRAME, Link(7, bytes(32), LINK.session)),
        written(FRAME, Link(7, LINK.key, bytes(16))),
        written(Frame(8, 3, "D", FRAME.body), LINK),
        sealed(said, bytes(16)),
    ):
        assert list(FrameReader(LINK).feed(false)) == [Bad.SPOOFED]


def test_what_the_host_says_is_not_taken_for_the_device() -> None:
    asked = Frame(7, 3, "Q", direction=Direction.FROM_HOST)
    reader = FrameReader(LINK)
    heard = [*reader.feed(written(asked, LINK)), *reader.quiet()]
    assert set(heard) == {Bad.DAMAGED}
    assert list(FrameReader(LINK, Direction.FROM_HOST).feed(written(asked, LINK))) == [asked]


def test_a_body_has_a_bound_on_both_ends() -> None:
    with pytest.raises(ValueError, match="a body of 33 bytes; expected at most 32"):
        written(Frame(7, 1, "D", bytes(33)), LINK)
    long = bytearray(written(Frame(7, 1, "D", bytes(32)), LINK))
    long[3] = 255
    reader = FrameReader(LINK)
    # A length that cannot be is not waited for.
    assert Bad.DAMAGED in list(reader.feed(bytes(long)))
    assert FRAME in list(reader.feed(written(FRAME, LINK)))


@given(st.binary(max_size=300))
def test_nothing_is_ever_read_into_noise(data: bytes) -> None:
    reader = FrameReader(LINK)
    heard = [*reader.feed(data), *reader.quiet()]
    assert not any(isinstance(each, Frame) for each in heard)
    assert FRAME in list(reader.feed(written(FRAME, LINK)))


def test_keys_and_sessions_have_one_length() -> None:
    with pytest.raises(ValueError, match="a key of 5 bytes; expected 32"):
        Link(7, b"short", bytes(16))
    with pytest.raises(ValueError, match="a session of 5 bytes; expected 16"):
        Link(7, bytes(32), b"short")
    assert len(written(Frame(7, 1, "S"), LINK)) == LEAST_BYTES
