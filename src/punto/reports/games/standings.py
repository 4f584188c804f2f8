"""Report the standing of each wager (won, lost, pushed or open) on the cards so far."""

from collections.abc import Mapping

from punto.core import notation
from punto.core.rulebook import Rulebook
from punto.core.standings import CONCLUSIVE, Standing
from punto.core.tableau import Tableau
from punto.messages.message import Message, message
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.formats.sheet import Paragraph, Sheet, sheet_table, text_columns


def standings_sheet(book: Rulebook, tableau: Tableau, decided: Mapping[str, Standing]) -> Sheet:
    """One row per wager, and whether an outcome is established."""
    sentence = message("standings.not-established")
    if is_established(decided):
        sentence = message("standings.established")
    return Sheet(
        game_message(book),
        (
            Paragraph((notation.format_round(tableau), sentence)),
            sheet_table(
                columns=text_columns(message("column.wager"), message("column.standing")),
                rows=tuple(
                    (wager_message(book.wager(key)), Message(f"standing.{standing}"))
                    for key, standing in decided.items()
                ),
            ),
        ),
    )


def standings_record(
    book: Rulebook, tableau: Tableau, decided: Mapping[str, Standing]
) -> dict[str, object]:
    """The same for a program."""
    return {
        "game": book.key,
        "round": notation.format_round(tableau),
        "finished": tableau.is_finished,
        "established": is_established(decided),
        "wagers": dict(decided),
    }


def is_established(decided: Mapping[str, Standing]) -> bool:
    """Whether some wager has conclusively won or lost."""
    return any(standing in CONCLUSIVE for standing in decided.values())
