"""`punto par` writes the PAR sheet of a game."""

import json
import random
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from punto.api import DEFAULT_DECKS, check_decks, odds_before_each_round
from punto.cli.console import show_sheet
from punto.cli.files import check_pdf, check_writable, write_output
from punto.cli.games.odds import OtherPays, parse_pays
from punto.cli.options import (
    DEFAULT_PAGE,
    Decks,
    Game,
    Output,
    PageOptions,
    Whole,
    chosen_format,
)
from punto.cli.progress import step_bar
from punto.core.rulebook import Rulebook
from punto.games.library import game as game_named
from punto.odds.measures import FLAT_ROUNDS
from punto.odds.par_sheet import ParSheet, par_sheet
from punto.reports.formats import html
from punto.reports.formats.sheet import Chart
from punto.reports.formats.text import markdown
from punto.reports.games.par_charts import par_charts
from punto.reports.games.par_record import par_csv, par_record
from punto.reports.games.par_sheet import par_sheet_page

if TYPE_CHECKING:
    from punto.odds.extreme_shoes import ExtremeShoes

VALUES = 10
LARGEST_TAG = 1_000_000


def par(
    game: Game,
    /,
    *,
    decks: Decks = DEFAULT_DECKS,
    as_: Annotated[
        Literal["text", "html", "pdf", "csv", "json"],
        Parameter(name="--format", help="Format; html and pdf have charts."),
    ] = "text",
    output: Output = None,
    pays: OtherPays = None,
    rounds: Annotated[Whole, Parameter(help="Number of rounds of flat betting.")] = FLAT_ROUNDS,
    count: Annotated[
        str,
        Parameter(
            help='Tags of a count from A to T: "0 0 0 -1 -1 -1 -1 2 2 0".',
            show_default=False,
            allow_leading_hyphen=True,
        ),
    ] = "",
    extremes: Annotated[
        Whole | None,
        Parameter(help="Find the best and the worst shoe of so many cards.", show_default=False),
    ] = None,
    seed: Annotated[Whole, Parameter(help="Random seed of the shoe in the charts.")] = 1,
    page: PageOptions = DEFAULT_PAGE,
) -> None:
    """Write the PAR sheet of a game, with exact figures, and charts in HTML and PDF.

    For example:

      punto par tiger
      punto par tiger --format html --output tiger.html
      punto par seven-up --decks 6 --format pdf --output seven-up.pdf --lang zh
      punto par fortune-six --format csv
      punto par tiger --count "0 0 -1 -1 -1 -2 1 2 2 0" --extremes 26
    """
    book = game_named(game)
    check_decks(book, decks)
    written_as = chosen_format(as_, page.as_json)
    check_pdf(written_as, output)
    check_writable(output)
    tags = tags_of(count) if count else None
    changed = parse_pays(pays)
    with step_bar(f"{book.key}, {rounds:,} rounds of flat betting", len(book.wagers)) as progress:
        sheet = par_sheet(book, decks, rounds, tags, changed, progress)
    found = _extremes(sheet.book, decks, extremes)
    if written_as == "text" and output is None:
        show_sheet(par_sheet_page(sheet, found), page.lang)
    else:
        write_output(output, _content(written_as, sheet, found, page.lang, seed))


def _content(
    written_as: str, sheet: ParSheet, found: "tuple[ExtremeShoes, ...]", lang: str, seed: int
) -> bytes:
    """The sheet in a format, as bytes."""
    match written_as:
        case "pdf":
            from punto.reports.formats.pdf import sheet_pdf

            return sheet_pdf(par_sheet_page(sheet, found, _charts(sheet, seed)), lang)
        case "html":
            return html.page(par_sheet_page(sheet, found, _charts(sheet, seed)), lang).encode()
        case "csv":
            return par_csv(sheet).encode()
        case "json":
            record = par_record(sheet, found)
            return (json.dumps(record, ensure_ascii=False, indent=2) + "\n").encode()
        case _:
            return markdown(par_sheet_page(sheet, found), lang).encode()


def tags_of(text: str) -> tuple[int, ...]:
    """Parse ten tags, A to 9 and T; return thirteen, with T for the four ranks of value zero."""
    words = text.replace(",", " ").split()
    try:
        tags = [int(word) for word in words]
    except ValueError:
        raise ValueError(f"{text!r:.60} are not tags; expected ten whole numbers") from None
    if any(abs(tag) > LARGEST_TAG for tag in tags):
        raise ValueError(f"{text!r:.60}: expected tags of at most {LARGEST_TAG:,}")
    if len(tags) != VALUES:
        raise ValueError(f"there are {len(tags)} tags; expected ten, from A to 9 and T")
    return (*tags, *tags[-1:] * 3)


def _extremes(book: Rulebook, decks: int, cards: int | None) -> "tuple[ExtremeShoes, ...]":
    if cards is None:
        return ()
    if find_spec("numpy") is None:
        raise ValueError("the search for extremes needs NumPy: pip install 'punto[fast]'")
    from punto.odds.extreme_shoes import extreme_shoes

    with step_bar(
        f"{book.key}, best and worst shoes of {cards:,} cards", len(book.wagers)
    ) as progress:
        return extreme_shoes(book, decks, cards, progress)


def _charts(sheet: ParSheet, seed: int) -> tuple[Chart, ...]:
    below = random.Random(seed).randrange  # noqa: S311  a person may choose the seed; it is not a secret
    followed = list(odds_before_each_round(sheet.book, below, sheet.decks))
    return par_charts(sheet, followed, seed)
