"""Write the types of the server's messages and views as TypeScript declarations.

`scripts/test` runs this before it checks the types of the browser's modules. A field that is
renamed in Python then fails at every module that still reads it.
"""

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from punto.floor.cage.views import CageView
from punto.floor.dealer_console.irregularities import IrregularitiesView
from punto.floor.dealer_console.table_view import StaffTableView
from punto.floor.pit.overview import PitView
from punto.floor.public_view.layout import Layout
from punto.floor.public_view.views import TerminalView
from punto.floor.wire import terminal
from punto.floor.wire.staff import SignedInView

PATRON_VIEWS = (TerminalView, Layout)
STAFF_VIEWS = (SignedInView, StaffTableView, IrregularitiesView, PitView, CageView)

NAMES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}


def declarations() -> str:
    """The namespace `Wire`, with an interface for every message and view."""
    types = (*get_args(terminal.Inbound), *get_args(terminal.Outbound), *PATRON_VIEWS, *STAFF_VIEWS)
    _, definitions = msgspec.json.schema_components(types, ref_template="{name}")
    interfaces = [
        f"  type {name} = {typescript(definition)};\n" for name, definition in definitions.items()
    ]
    return f"declare namespace Wire {{\n{''.join(interfaces)}}}\n"


def typescript(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON Schema."""
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"enum": values}:
            return " | ".join(map(repr, values))
        case {"anyOf": choices}:
            return " | ".join(typescript(choice) for choice in choices)
        case {"type": "array", "items": dict() as item}:
            return f"readonly ({typescript(item)})[]"
        case {"type": "array", "prefixItems": items}:
            return f"readonly [{', '.join(map(typescript, items))}]"
        case {"type": "object", "properties": fields}:
            required = schema.get("required", ())
            return "{{ {} }}".format(
                " ".join(
                    f"{name}{'' if name in required else '?'}: {typescript(field)};"
                    for name, field in fields.items()
                )
            )
        case {"type": "object", "additionalProperties": dict() as value}:
            return f"{{ [name: string]: {typescript(value)} }}"
        case {"type": "null"}:
            return "null"
        case {"type": str(name)} if name in NAMES:
            return NAMES[name]
        case _:
            return "any"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.parent.mkdir(exist_ok=True)
    path.write_text(declarations(), encoding="utf-8")
