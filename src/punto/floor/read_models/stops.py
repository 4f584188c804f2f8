"""Find out whether a table, its game version or the whole floor is disabled, and why."""

from collections.abc import Mapping

from punto.core.rulebook import Rulebook

WHOLE_FLOOR = "floor"
"""The component that stands for the whole floor. A table cannot have this name."""

DIGEST_LETTERS = 16


def game_version(book: Rulebook) -> str:
    """The component of a game version: all tables that play by this text of the rulebook."""
    return f"game/{book.key}/{book.digest[:DIGEST_LETTERS]}"


def components_of_table(table: str, book: Rulebook) -> tuple[str, str, str]:
    """The components that stop a table if one of them is disabled, the table itself first."""
    return table, game_version(book), WHOLE_FLOOR


def stop_reason(disabled: Mapping[str, str], table: str, book: Rulebook) -> str | None:
    """The reason why a table takes no new bets, None if it takes them."""
    return next(
        (disabled[each] for each in components_of_table(table, book) if each in disabled), None
    )
