from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.facts import Winner
from punto.core.sides import Side
from punto.core.tableau import SEVEN_UP, STANDARD
from punto.devices.shoe_events import (
    CARDS,
    CardRead,
    CardsReturned,
    CardsTurnedUp,
    ErrorCancelled,
    ErrorCode,
    ErrorRaised,
    GameStarted,
    LockChanged,
    PresetChanged,
    ShoeEvent,
    ShoeReady,
    Verdict,
    decode,
    encode,
)

NUMBERS = st.integers(0, 520)
TEXTS = st.sampled_from(CARDS)
SIDES = st.sampled_from(Side)
EVENTS = st.one_of(
    st.just(GameStarted()),
    st.builds(ShoeReady, NUMBERS),
    st.builds(CardRead, NUMBERS, TEXTS, st.none() | SIDES, st.booleans()),
    st.builds(
        ErrorRaised,
        st.sampled_from(ErrorCode),
        NUMBERS,
        st.lists(TEXTS, max_size=6).map(tuple),
        st.booleans(),
    ),
    st.builds(ErrorCancelled, st.sampled_from(ErrorCode)),
    st.builds(Verdict, st.sampled_from(Winner), st.integers(0, 9), st.integers(0, 9)),
    st.builds(CardsTurnedUp, SIDES),
    st.builds(CardsReturned, NUMBERS, st.integers(1, 6)),
    st.builds(LockChanged, st.booleans()),
    st.builds(PresetChanged, st.integers(4, 10), st.lists(SIDES, max_size=6).map(tuple)),
)


@given(EVENTS)
def test_an_encoded_event_decodes_to_the_same_event(event: ShoeEvent) -> None:
    assert decode(*encode(event)) == event


@given(st.characters(max_codepoint=255), st.binary(max_size=8))
def test_a_body_decodes_in_one_way_or_is_refused(letter: str, body: bytes) -> None:
    event = None
    with suppress(ValueError):
        event = decode(letter, body)
    assert event is None or encode(event) == (letter, body)


@pytest.mark.parametrize(
    ("letter", "body"),
    [
        ("?", b""),
        ("S", b"\x00"),
        ("D", b"\x00\x01\x01\x35"),
        ("D", b"\x00\x01\x03\x01"),
        ("D", b"\x00\x01\x01"),
        ("E", b"\x08\x00\x01\x00"),
        ("E", b"\x01\x00\x01\x02"),
        ("e", b""),
        ("G", b"\x03\x01\x01"),
        ("I", b"\x00"),
        ("L", b"\x02"),
        ("M", b"\x08\x00"),
        ("P", b"\x01\x02\x03"),
    ],
)
def test_an_invalid_letter_or_body_is_refused(letter: str, body: bytes) -> None:
    with pytest.raises(ValueError, match="is not an event of a shoe"):
        decode(letter, body)


def test_the_letters_are_those_of_the_device() -> None:
    assert encode(CardRead(1, "As", Side.PLAYER))[0] == "D"
    assert encode(CardRead(1, "As", in_game=False))[0] == "d"
    assert encode(ErrorRaised(ErrorCode.OVERDRAW))[0] == "E"
    assert encode(ErrorCancelled(ErrorCode.OVERDRAW))[0] == "e"


def test_a_preset_fits_decks_and_order_of_dealing() -> None:
    seven_up = PresetChanged(8, SEVEN_UP.initial)
    assert seven_up.fits(8, SEVEN_UP)
    assert not seven_up.fits(6, SEVEN_UP)
    assert not seven_up.fits(8, STANDARD)
