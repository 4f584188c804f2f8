"""Parse commands from lines of JSON, which other programs write."""

from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from punto.games.library import game
from punto.ledger.cage import CageCommand
from punto.table.actors import HOUSE_DEALER, Actor
from punto.table.commands import Command, OpenTable
from punto.table.settings import default_settings

CAGE_KINDS = get_args(CageCommand)
KINDS: dict[str, Any] = {kind.__name__: kind for kind in (*get_args(Command), *CAGE_KINDS)}


@dataclass(frozen=True, slots=True)
class JsonCommand:
    """A command with its sender, and its id or an empty text."""

    command: Any
    by: Actor
    id: str


def parse_json_command(line: str) -> JsonCommand:
    """Parse a line of JSON, as in {"command": "OpenBets", "by": {...}, "id": "a1"}."""
    try:
        fields = msgspec.json.decode(line.encode(), type=dict[str, Any])
        name, by, id_ = fields.pop("command", None), fields.pop("by", None), fields.pop("id", "")
        if not isinstance(name, str) or name not in KINDS:
            raise ValueError(f"command: {name!r:.40}; expected one of {', '.join(KINDS)}")
        actor = HOUSE_DEALER if by is None else msgspec.convert(by, Actor)
        kind = KINDS[name]
        if kind is OpenTable and "\n" not in str(fields.get("rulebook", "")):
            fields = _with_game(fields)
        if unknown := set(fields) - set(kind.__struct_fields__):
            raise ValueError(
                f"{name} has no {', '.join(sorted(unknown))}; "
                f"it has {', '.join(kind.__struct_fields__) or 'no fields'}"
            )
        command = msgspec.convert(fields, kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(f"not a command: {error}") from None
    return JsonCommand(command, actor, str(id_))


def _with_game(fields: dict[str, Any]) -> dict[str, Any]:
    """Replace the key of a game by its rulebook, and add default settings if there are none."""
    book = game(str(fields.get("rulebook", "")))
    return {
        "settings": msgspec.to_builtins(default_settings(book)),
        **fields,
        "rulebook": book.text,
    }
