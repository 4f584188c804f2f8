"""Format the possible results of a slip of wagers, and how often each occurs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

from punto.core import money
from punto.core.rulebook import Rulebook
from punto.messages.message import Message, message
from punto.odds.slip import SlipOdds
from punto.reports.descriptions.names import game_message, wager_name
from punto.reports.formats.sheet import (
    Paragraph,
    Sheet,
    Text,
    figure_columns,
    percent,
    percent_figures,
    sheet_table,
)
from punto.reports.games.odds import fraction


def slip_sheet(book: Rulebook, slip: SlipOdds, notes: Sequence[Text] = ()) -> Sheet:
    """The stakes, the figures of the whole slip, and every net result with its chance."""
    return Sheet(
        game_message(book),
        (
            Paragraph(
                (
                    *notes,
                    message("slip.stakes", stakes=tuple(_stakes(book, slip))),
                    message(
                        "slip.figures",
                        expected=_cents(slip.expected),
                        edge=percent_figures(slip.house_edge),
                        deviation=f"{sqrt(slip.variance) / 100:.2f}",
                        wins=percent_figures(slip.ahead),
                    ),
                )
            ),
            sheet_table(
                figure_columns(
                    message("column.net-result"),
                    message("column.chance"),
                    message("column.deals"),
                ),
                tuple(
                    (_cents(result), percent(Fraction(ways, slip.deals)), f"{ways:,}")
                    for result, ways in slip.by_result.items()
                ),
            ),
        ),
    )


def slip_record(book: Rulebook, slip: SlipOdds, decks: int) -> dict[str, object]:
    """The same for a program, in cents and exact."""
    return {
        "game": book.key,
        "decks": decks,
        "stakes_cents": dict(slip.stakes),
        "deals": str(slip.deals),
        "expected_cents": fraction(slip.expected),
        "house_edge": fraction(slip.house_edge),
        "variance": fraction(slip.variance),
        "wins": fraction(slip.ahead),
        "results": [
            {"cents": fraction(result), "deals": str(ways)}
            for result, ways in slip.by_result.items()
        ],
    }


def _stakes(book: Rulebook, slip: SlipOdds) -> Iterator[Message]:
    for key, stake in slip.stakes.items():
        yield message("slip.stake", wager=wager_name(key, book), stake=stake)


def _cents(amount: Fraction) -> str:
    """Cents as dollars; parts of a cent, which a mean has, as four decimals."""
    if amount.denominator == 1:
        return money.format_cents(amount.numerator)
    return f"{float(amount) / 100:,.4f}"
