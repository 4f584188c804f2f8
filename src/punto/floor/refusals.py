"""List the refusals that several modules of the floor share."""

from punto.table.refusals import HouseRefusal


class FloorRefusal(HouseRefusal):
    """Why the floor refuses a request before any stream decides it."""

    NO_TABLE = ("no-such-table", "There is no such table.")
    NOT_A_COMMAND = ("not-a-command", "There is no such command.")
    NOT_UNDERSTOOD = ("not-understood", "That was not understood.")
