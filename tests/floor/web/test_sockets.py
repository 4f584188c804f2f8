"""Compare the frames of encoded text with those of the WebSocket library, for every size."""

import pytest
from websockets.frames import Frame, Opcode

from punto.floor.web.sockets import encode_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_equal_to_that_of_the_library(size: int) -> None:
    text = b"x" * size
    assert encode_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
