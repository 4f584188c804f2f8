"""Define the changes that an event makes to the fields of a table."""

from typing import Any, TypeAlias

from msgspec.structs import replace

from punto.table.state import Table

Changes: TypeAlias = dict[str, Any]
"""The fields of a table that an event changes."""


def in_round(table: Table, **changes: Any) -> Changes:
    """Change fields of the running round, or of the last one."""
    return {"round": replace(table.current, **changes)}
