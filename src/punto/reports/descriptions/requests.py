"""Name the commands that wait for a second person or for the end of a round."""

import re

import msgspec

from punto.messages.message import Message, message
from punto.messages.render import has_text


def request_title(command: str, body: str) -> Message:
    """A command by its name and its fields as JSON."""
    if command == "GiveRuling" and msgspec.json.decode(body).get("outcome") == "void":
        return message("request.void")
    key = f"request.{re.sub('(?<!^)(?=[A-Z])', '-', command).lower()}"
    return Message(key) if has_text(key) else message("request.other")
