import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.devices.frames import (
    MAX_BODY_BYTES,
    MIN_BYTES,
    Direction,
    Frame,
    FrameError,
    FrameReader,
    LineKeys,
    authenticate_frame,
    encode_frame,
)

LINK = LineKeys(7, bytes(range(32)), b"0123456789abcdef")
FRAME = Frame(7, 3, "D", b"\x00\x01\x01\x09")


@given(st.integers(0, 2**32 - 1), st.sampled_from("SPDEeGIdRiLM"), st.binary(max_size=32))
def test_an_encoded_frame_decodes_to_the_same_frame(counter: int, letter: str, body: bytes) -> None:
    frame = Frame(7, counter, letter, body)
    assert list(FrameReader(LINK).feed(encode_frame(frame, LINK))) == [frame]


def test_a_frame_is_found_when_its_bytes_arrive_in_two_parts() -> None:
    data = encode_frame(FRAME, LINK) * 2
    for cut in range(len(data) + 1):
        reader = FrameReader(LINK)
        assert [*reader.feed(data[:cut]), *reader.feed(data[cut:])] == [FRAME, FRAME]


def test_a_frame_with_a_flipped_bit_is_refused() -> None:
    data = encode_frame(FRAME, LINK)
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        reader = FrameReader(LINK)
        frames = [*reader.feed(bytes(flipped)), *reader.on_silence()]
        assert frames
        assert not any(isinstance(found, Frame) for found in frames)


def test_junk_before_and_between_frames_is_skipped() -> None:
    junk = b"\xc5\x00\x5c\xc5"
    frames = list(
        FrameReader(LINK).feed(junk + encode_frame(FRAME, LINK) + junk + encode_frame(FRAME, LINK))
    )
    assert [found for found in frames if isinstance(found, Frame)] == [FRAME, FRAME]
    assert set(frames) == {FRAME, FrameError.DAMAGED}


def test_an_incomplete_frame_delays_the_next_one_only_until_the_line_is_silent() -> None:
    half = encode_frame(Frame(7, 3, "D", bytes(MAX_BODY_BYTES)), LINK)[:16]
    reader = FrameReader(LINK)
    assert list(reader.feed(half + encode_frame(FRAME, LINK))) == []
    assert FRAME in list(reader.on_silence())
    assert list(reader.on_silence()) == []


def test_a_frame_by_another_key_session_or_device_is_spoofed() -> None:
    content = encode_frame(FRAME, LINK)[: -16 - 4]
    for false in (
        encode_frame(FRAME, LineKeys(7, bytes(32), LINK.session)),
        encode_frame(FRAME, LineKeys(7, LINK.key, bytes(16))),
        encode_frame(Frame(8, 3, "D", FRAME.body), LINK),
        authenticate_frame(content, bytes(16)),
    ):
        assert list(FrameReader(LINK).feed(false)) == [FrameError.SPOOFED]


def test_a_frame_from_the_host_is_not_read_as_one_from_the_device() -> None:
    request = Frame(7, 3, "Q", direction=Direction.FROM_HOST)
    reader = FrameReader(LINK)
    frames = [*reader.feed(encode_frame(request, LINK)), *reader.on_silence()]
    assert set(frames) == {FrameError.DAMAGED}
    assert list(FrameReader(LINK, Direction.FROM_HOST).feed(encode_frame(request, LINK))) == [
        request
    ]


def test_both_ends_refuse_a_body_that_is_too_long() -> None:
    with pytest.raises(ValueError, match="a frame body has 33 bytes; expected at most 32"):
        encode_frame(Frame(7, 1, "D", bytes(33)), LINK)
    long = bytearray(encode_frame(Frame(7, 1, "D", bytes(32)), LINK))
    long[3] = 255
    reader = FrameReader(LINK)
    # The reader does not wait for the bytes of an impossible length.
    assert FrameError.DAMAGED in list(reader.feed(bytes(long)))
    assert FRAME in list(reader.feed(encode_frame(FRAME, LINK)))


@given(st.binary(max_size=300))
def test_noise_never_contains_a_frame(data: bytes) -> None:
    reader = FrameReader(LINK)
    frames = [*reader.feed(data), *reader.on_silence()]
    assert not any(isinstance(found, Frame) for found in frames)
    assert FRAME in list(reader.feed(encode_frame(FRAME, LINK)))


def test_keys_and_sessions_have_one_length() -> None:
    with pytest.raises(ValueError, match="a line key has 5 bytes; expected 32"):
        LineKeys(7, b"short", bytes(16))
    with pytest.raises(ValueError, match="a session has 5 bytes; expected 16"):
        LineKeys(7, bytes(32), b"short")
    assert len(encode_frame(Frame(7, 1, "S"), LINK)) == MIN_BYTES
