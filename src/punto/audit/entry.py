"""An entry: what one command brought about, read from the text that is kept."""

from typing import NamedTuple, TypeAlias, get_args

import msgspec

from punto.audit.events import AnyEvent

Transfer: TypeAlias = tuple[str, str, str, int, str]
"""An id, from where, to where, how many cents, and what for."""


class Actor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who asked."""

    kind: str
    name: str
    position: str | None
    acting_as: str | None
    seconded_by: "Actor | None"

    @property
    def holds(self) -> str:
        """The position in which staff act."""
        return self.acting_as or self.position or ""

    @property
    def is_seconded(self) -> bool:
        """Whether another member of staff stands by it."""
        second = self.seconded_by
        return second is not None and second.kind == "staff" and second.name != self.name


class Body(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The text of an entry in its parts."""

    id: str
    at: str
    by: Actor
    asked: str
    events: tuple[tuple[str, int, msgspec.Raw], ...]
    transfers: list[Transfer]


class Unknown(NamedTuple):
    """An event that the auditor cannot read, and why."""

    name: str
    why: str


_BODY = msgspec.json.Decoder(Body)

#: The decoder of each kind and version of event.
DECODERS: dict[tuple[str, int], "msgspec.json.Decoder[AnyEvent]"] = {
    (kind.__name__, 1): msgspec.json.Decoder(kind) for kind in get_args(AnyEvent)
}


def body_of(text: bytes) -> Body | str:
    """The parts of an entry, or why there are none."""
    try:
        return _BODY.decode(text)
    except _UNREADABLE as error:
        return str(error)


def event_of(name: str, version: int, text: msgspec.Raw) -> AnyEvent | Unknown:
    """An event of a kind, or why it cannot be read."""
    decoder = DECODERS.get((name, version))
    if decoder is None:
        return Unknown(name, f"kind {name} in version {version}")
    try:
        return decoder.decode(text)
    except _UNREADABLE as error:
        return Unknown(name, f"{name}: {error}")


_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
