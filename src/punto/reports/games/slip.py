"""Format the possible results of a slip of wagers, and how often each occurs."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from punto.core import money
from punto.core.rulebook import Rulebook
from punto.odds.slip import SlipOdds
from punto.pages import par_phrases, phrases
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable
from punto.reports.games.odds import fraction, percent


def slip_sheet(
    book: Rulebook, slip: SlipOdds, language: str = "en", notes: Sequence[str] = ()
) -> Sheet:
    """The stakes, the figures of the whole slip, and every net result with its chance."""
    heads = (par_phrases.NET_RESULT, phrases.CHANCE, phrases.DEALS)
    return Sheet(
        book.name.in_(language),
        (
            Paragraph(
                (
                    *notes,
                    par_phrases.SLIP_LINE.in_(language).format(
                        stakes=_stakes(book, slip, language)
                    ),
                    par_phrases.SLIP_FIGURES.in_(language).format(
                        expected=_cents(slip.expected),
                        edge=percent(slip.house_edge),
                        deviation=f"{sqrt(slip.variance) / 100:.2f}",
                        wins=percent(slip.ahead),
                    ),
                )
            ),
            SheetTable(
                tuple(SheetColumn(each.in_(language), is_figure=True) for each in heads),
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


def _stakes(book: Rulebook, slip: SlipOdds, language: str) -> str:
    named = (
        f"{book.wager(key).label.in_(language)} {money.format_cents(stake)}"
        for key, stake in slip.stakes.items()
    )
    return phrases.COMMA.in_(language).join(named)


def _cents(amount: Fraction) -> str:
    """Cents as dollars; parts of a cent, which a mean has, as four decimals."""
    if amount.denominator == 1:
        return money.format_cents(amount.numerator)
    return f"{float(amount) / 100:,.4f}"
