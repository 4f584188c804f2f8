"""Report the standing of each wager (won, lost, pushed or open) on the cards so far."""

from collections.abc import Mapping

from punto.core import notation
from punto.core.rulebook import Rulebook
from punto.core.standings import CONCLUSIVE, Standing
from punto.core.tableau import Tableau
from punto.pages import phrases
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable


def standings_sheet(
    book: Rulebook, tableau: Tableau, decided: Mapping[str, Standing], language: str = "en"
) -> Sheet:
    """One row a wager, and whether an outcome is established."""
    words = phrases.ESTABLISHED if is_established(decided) else phrases.NOT_ESTABLISHED
    return Sheet(
        book.name.in_(language),
        (
            Paragraph((notation.format_round(tableau), words.in_(language))),
            SheetTable(
                columns=(
                    SheetColumn(phrases.WAGER.in_(language)),
                    SheetColumn(phrases.STANDING.in_(language)),
                ),
                rows=tuple(
                    (
                        book.wager(key).label.in_(language),
                        phrases.STANDINGS[standing].in_(language),
                    )
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
