"""A staff screen, as the floor knows one: something to be told of changes."""

from typing import Protocol


class StaffScreen(Protocol):
    """Somebody of the staff who looks at tables."""

    def changed(self, table: str | None) -> None:
        """A table is no longer as it was, or something of the floor where none is named."""
        ...

    def stop(self) -> None:
        """The floor is closing."""
        ...
