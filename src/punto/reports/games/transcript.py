"""Format the rounds of a shoe as a transcript, with the reason for each third card."""

from collections import Counter
from collections.abc import Sequence

from punto.core import notation
from punto.core.facts import Winner
from punto.core.rulebook import Rulebook
from punto.core.shoe import Shoe
from punto.core.tableau import Tableau, ending
from punto.messages.message import Message, message
from punto.messages.render import render
from punto.reports.descriptions.names import game_message
from punto.reports.formats.sheet import Paragraph, Sheet, Text, sheet_table, text_columns
from punto.reports.games.explanation import describe_outcome, draw_reasons, reasons_in_english

DealtRound = Sequence[tuple[Tableau, Shoe]]
"""Rounds, each with the shoe after it."""


def transcript(book: Rulebook, dealt: DealtRound, seed: int, decks: int) -> Sheet:
    """One row per round: the cards, the outcome, and the reasons for third cards."""
    table = sheet_table(
        columns=text_columns(
            message("column.round"),
            message("column.player"),
            message("column.banker"),
            message("column.outcome"),
            message("column.reasons"),
        ),
        rows=tuple(
            _row(book, number, tableau) for number, (tableau, _) in enumerate(dealt, start=1)
        ),
    )
    head = message("transcript.shoe", decks=decks, seed=str(seed))
    return Sheet(
        game_message(book),
        (Paragraph((head,)), table, Paragraph(_foot(dealt))),
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
                "outcome": render(describe_outcome(tableau), "en"),
                "why": reasons_in_english(book, tableau),
                "cards_left": shoe.cards_left,
            }
            for tableau, shoe in dealt
        ],
    }


def _row(book: Rulebook, number: int, tableau: Tableau) -> tuple[Text, ...]:
    facts = ending(tableau)
    player, banker = notation.format_round(tableau).split("/")
    if tableau.order.permanent is not None:
        player = f"({tableau.order.permanent.letter}) {player}"
    return (
        str(number),
        f"{player.strip()} = {facts.player_total}",
        f"{banker.strip()} = {facts.banker_total}",
        describe_outcome(tableau),
        message(
            "draw.reasons",
            reasons=tuple(reason.with_clause() for reason in draw_reasons(book, tableau)),
        ),
    )


def _foot(dealt: DealtRound) -> tuple[Message, ...]:
    won = Counter(ending(tableau).winner for tableau, _ in dealt)
    last = dealt[-1][1]
    counts = message(
        "transcript.counts",
        rounds=len(dealt),
        banker=won[Winner.BANKER],
        player=won[Winner.PLAYER],
        tie=won[Winner.NEITHER],
        left=last.cards_left,
    )
    if last.is_cutting_card_out:
        return counts, message("transcript.cutting-card")
    return (counts,)
