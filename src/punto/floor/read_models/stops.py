"""Find out whether a table, its game version or the whole floor is disabled, and why."""

from collections.abc import Mapping

from punto.core.rulebook import Rulebook

WHOLE_FLOOR = "floor"
"""The whole floor; no table can have this name."""

DIGEST_LETTERS = 16


def game_version(book: Rulebook) -> str:
    """A version of a game: every table that plays by this very text."""
    return f"game/{book.key}/{book.digest[:DIGEST_LETTERS]}"


def components_of_table(table: str, book: Rulebook) -> tuple[str, str, str]:
    """All whose being disabled stops a table, the table itself first."""
    return table, game_version(book), WHOLE_FLOOR


def stop_reason(disabled: Mapping[str, str], table: str, book: Rulebook) -> str | None:
    """Why a table takes no new bets, None where it does."""
    return next(
        (disabled[each] for each in components_of_table(table, book) if each in disabled), None
    )
