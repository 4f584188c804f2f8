"""Test that each card has one name at a table, in any spelling."""

import pytest

from punto.core.irregularities import Trigger
from punto.table.commands import (
    CorrectFacts,
    DrawCard,
    EnterCard,
    GiveRuling,
    OpenBets,
    ReportIrregularity,
    ReportSortedDecks,
    RulingOutcome,
)
from punto.table.decide import normalise_cards
from punto.table.state import Phase
from tests.irregularities import TWO, dealt, tell
from tests.tables import TIGER


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (EnterCard(1, "10s"), EnterCard(1, "Ts")),
        (DrawCard(1, "?"), DrawCard(1, "?")),
        (DrawCard(1, "no card"), DrawCard(1, "no card")),
        (
            ReportIrregularity(Trigger.FACE_UP, cards=("aH",)),
            ReportIrregularity(Trigger.FACE_UP, cards=("Ah",)),
        ),
        (
            GiveRuling(RulingOutcome.CONTINUE, "so", ("10d",)),
            GiveRuling(RulingOutcome.CONTINUE, "so", ("Td",)),
        ),
        (CorrectFacts((), "so", ("10h", "kc")), CorrectFacts((), "so", ("Th", "Kc"))),
        (ReportSortedDecks(("10d", "x")), ReportSortedDecks(("Td", "x"))),
        (OpenBets(), OpenBets()),
    ],
)
def test_cards_are_named_one_way(typed: object, meant: object) -> None:
    assert normalise_cards(typed) == meant  # type: ignore[arg-type]


def test_copies_are_counted_in_any_spelling() -> None:
    """Before, a ninth copy typed as 10s counted as another card than eight typed as Ts."""
    play = dealt(TIGER, decks=4)
    for number, text in enumerate(("Ts", "10s", "tS", "10S", "Ts"), start=1):
        play.done(EnterCard(number, text), TWO)
    assert play.table.phase is Phase.VOID
    assert play.table.device.copies == {"Ts": 5}


def test_an_order_may_be_reported_in_any_spelling() -> None:
    play = dealt(TIGER, "Ts", "9c")
    tell(play, Trigger.WRONG_ORDER, cards=("9C", "10s"))
    assert str(play.table.current.tableau.player[0]) == "9c"
