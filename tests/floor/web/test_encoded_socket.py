"""Text that is encoded already is framed as the WebSocket library frames it, whatever its size."""

import pytest
from websockets.frames import Frame, Opcode

from punto.floor.web.encoded_socket import encode_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_what_the_library_would_write(size: int) -> None:
    text = b"x" * size
    assert encode_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
