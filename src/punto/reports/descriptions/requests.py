"""Name the commands that wait for a second person or for the end of a round."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from punto.messages.message import Message, message
from punto.messages.render import has_text


def request_title(command: str, body: str) -> Message:
    """A command by its name and its fields as JSON."""
    return approval_title(command, msgspec.json.decode(body))


def approval_title(command: str, fields: Mapping[str, Any]) -> Message:
    """A command by its name and its fields."""
    if command == "GiveRuling" and fields.get("outcome") == "void":
        return message("request.void")
    key = f"request.{re.sub('(?<!^)(?=[A-Z])', '-', command).lower()}"
    return Message(key) if has_text(key) else message("request.other")
