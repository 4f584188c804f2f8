"""Format the rounds of a shoe as a transcript, with the reason for each third card."""

from collections import Counter
from collections.abc import Sequence

from punto.core import notation
from punto.core.facts import Winner
from punto.core.rulebook import Rulebook
from punto.core.shoe import Shoe
from punto.core.tableau import Tableau, ending
from punto.pages import phrases
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable
from punto.reports.games.explanation import describe_outcome, draw_reason

DealtRound = Sequence[tuple[Tableau, Shoe]]
"""Rounds, each with the shoe after it."""


def transcript(
    book: Rulebook, dealt: DealtRound, seed: int, decks: int, language: str = "en"
) -> Sheet:
    """One row a round: the cards, who won, and why the third cards came or did not."""
    heads = (phrases.ROUND, phrases.PLAYER_HAND, phrases.BANKER_HAND, phrases.OUTCOME, phrases.WHY)
    table = SheetTable(
        columns=tuple(SheetColumn(each.in_(language)) for each in heads),
        rows=tuple(
            _row(book, number, tableau, language)
            for number, (tableau, _) in enumerate(dealt, start=1)
        ),
    )
    head = phrases.SHOE_LINE.in_(language).format(decks=decks, seed=seed)
    return Sheet(
        book.name.in_(language), (Paragraph((head,)), table, Paragraph(_foot(dealt, language)))
    )


def transcript_record(
    book: Rulebook, dealt: DealtRound, seed: int, decks: int
) -> dict[str, object]:
    """The same for a program."""
    return {
        "game": book.key,
        "decks": decks,
        "seed": seed,
        "rounds": [
            {
                "round": notation.format_round(tableau),
                "outcome": describe_outcome(tableau, "en"),
                "why": list(draw_reason(book, tableau, "en")),
                "cards_left": shoe.cards_left,
            }
            for tableau, shoe in dealt
        ],
    }


def _row(book: Rulebook, number: int, tableau: Tableau, language: str) -> tuple[str, ...]:
    facts = ending(tableau)
    player, banker = notation.format_round(tableau).split("/")
    if tableau.order.permanent is not None:
        player = f"({tableau.order.permanent.letter}) {player}"
    return (
        str(number),
        f"{player.strip()} = {facts.player_total}",
        f"{banker.strip()} = {facts.banker_total}",
        describe_outcome(tableau, language),
        " ".join(draw_reason(book, tableau, language)),
    )


def _foot(dealt: DealtRound, language: str) -> tuple[str, ...]:
    won = Counter(ending(tableau).winner for tableau, _ in dealt)
    last = dealt[-1][1]
    counts = phrases.COUNTS_LINE.in_(language).format(
        rounds=len(dealt),
        banker=won[Winner.BANKER],
        player=won[Winner.PLAYER],
        tie=won[Winner.NEITHER],
        left=last.cards_left,
    )
    if last.is_cutting_card_out:
        return counts, phrases.CUT_LINE.in_(language)
    return (counts,)
