"""Describe the commands that wait for a second person or for the end of a round, and their end."""

import re

import msgspec

from punto.house.staff.events import ApprovalAnswered, ApprovalOutcome, DeferredCommandApplied
from punto.messages.message import Message, message
from punto.messages.render import has_text
from punto.table.refusals import Refusal

BEFORE_STOP = "before-stop"
"""The stored reason of an approval whose command ran before the floor stopped."""


def request_title(command: str, body: str) -> Message:
    """A command by its name and its fields as JSON."""
    if command == "GiveRuling" and msgspec.json.decode(body).get("outcome") == "void":
        return message("request.void")
    key = f"request.{re.sub('(?<!^)(?=[A-Z])', '-', command).lower()}"
    return Message(key) if has_text(key) else message("request.other")


def refusal_text(refusal: Refusal) -> str:
    """The code and the values of a refusal, as the journal stores them for a reason."""
    return msgspec.json.encode(refusal).decode()


def reason_message(event: ApprovalAnswered | DeferredCommandApplied) -> Message | None:
    """Why a wait ended so: the words of a person, or a stored code. Old journals store words."""
    if event.outcome is ApprovalOutcome.APPROVED and event.reason == BEFORE_STOP:
        return message("event-part.because", reason=message("event-part.before-stop"))
    if event.outcome is ApprovalOutcome.REFUSED:
        try:
            refusal = msgspec.json.decode(event.reason, type=Refusal).message
        except msgspec.DecodeError:
            pass
        else:
            if has_text(refusal.key):
                return message("event-part.because", reason=refusal)
    return message("event-part.reason", reason=event.reason) if event.reason else None
