"""Parse the stored text of an entry, the journal record of one command's effects."""

from typing import Literal, TypeAlias

import msgspec

Transfer: TypeAlias = tuple[str, str, str, int, str]
"""The id, the source, the target, the cents, and the reason."""

Kind: TypeAlias = Literal["patron", "staff", "house", "device", "clock"]
Position: TypeAlias = Literal[
    "dealer",
    "pit-supervisor",
    "pit-manager",
    "assistant-casino-manager",
    "gaming-shift-manager",
]


class Actor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The person or device that sent the command."""

    kind: Kind
    name: str
    position: Position | None
    acting_as: Position | None
    seconded_by: "Actor | None"

    @property
    def holds(self) -> str:
        """The position in which a member of staff acts."""
        return self.acting_as or self.position or ""

    @property
    def is_seconded(self) -> bool:
        """Whether another member of staff approved it."""
        second = self.seconded_by
        return second is not None and second.kind == "staff" and second.name != self.name


class Body(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False):
    """The parts of an entry's text."""

    id: str
    at: str
    by: Actor
    command_digest: str
    events: tuple[tuple[str, int, msgspec.Raw], ...]
    transfers: list[Transfer]


def body_of(text: bytes) -> Body | str:
    """Parse an entry, or return the reason why that failed."""
    try:
        return _BODY.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return str(error)


_BODY = msgspec.json.Decoder(Body)
