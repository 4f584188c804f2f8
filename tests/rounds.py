"""Write rounds as lines of notation, and settle wagers on them."""

import pytest

from punto.core import notation
from punto.core.cards import Card, card
from punto.core.rulebook import PayLine, Rulebook
from punto.core.settlement import SettledWager, settle
from punto.core.tableau import Tableau, WrongCard


def played(book: Rulebook, line: str) -> Tableau:
    """The round of a line such as `9s 4d 2h / Kc 6h`, dealt as the game deals it."""
    return notation.parse_round(line, book.order)


def settled(book: Rulebook, line: str, wager: str, stake_cents: int = 100_00) -> SettledWager:
    """One settled wager on a round."""
    (only,) = settle(book, played(book, line), {wager: stake_cents})
    return only


def won_cents(book: Rulebook, line: str, wager: str, stake_cents: int = 100_00) -> int:
    """The win of a stake of 100.00 on a round: negative if it loses, zero if it is returned."""
    return settled(book, line, wager, stake_cents).win_cents


def line_held(book: Rulebook, line: str, wager: str) -> PayLine | None:
    """The pay line that a wager holds on a round."""
    return settled(book, line, wager).line


def refused_by(book: Rulebook, line: str) -> str:
    """The clause that refuses a card of a round."""
    with pytest.raises(WrongCard) as refused:
        played(book, line)
    return book.cite(refused.value.rule)


def cards(text: str) -> tuple[Card, ...]:
    """The cards that a text names, in order."""
    return tuple(card(each) for each in text.split())
