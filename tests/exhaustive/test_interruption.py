"""Compare the remedy for an interruption with the share of established outcomes, for every game."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Remedy
from punto.games.library import game
from punto.table.actors import HOUSE_DEALER
from punto.table.commands import InterruptRound
from punto.table.decide import decide
from punto.table.events import IrregularityRaised
from punto.table.refusals import Refusal
from punto.table.settings import Limit
from punto.table.state import Phase, Table
from tests.exhaustive.plain import Rounds
from tests.exhaustive.test_standings import kinds, tableau_of
from tests.tables import betting

MAIN = ("player", "banker", "tie")
TIGERS = (*MAIN, "tiger", "small_tiger", "big_tiger", "tiger_tie")
PAIRS = (*MAIN, "player_pair", "banker_pair")

#: The remedy of each document if the outcome is not established.
NOT_ESTABLISHED = {
    "E": Remedy.VOID,
    "U": Remedy.VOID,
    "T": Remedy.OFFER_WITHDRAWAL,
    "F": Remedy.RULING,
    "R": Remedy.RULING,
}


@pytest.mark.parametrize(
    ("key", "offered", "concluded"),
    [
        ("super-six", (*PAIRS, "super_six"), "0 0 0 1 1 1"),
        ("fortune-six", (*PAIRS, "fortune_six"), "0 0 0 1 1 1"),
        ("super-6", (*PAIRS, "super_6"), "0 0 0 1 1 1"),
        ("no-commission", PAIRS, "0 0 0 1 1 1"),
        ("tiger", (*TIGERS, "tiger_pair"), "0 0 0 949/2197 1 1"),
        ("tiger", TIGERS, "0 0 0 832/2197 16977/17745 1"),
        ("tiger", (*MAIN, "tiger_pair"), "0 0 0 169/2197 1 1"),
        ("tiger", (*MAIN, "tiger"), "0 0 0 832/2197 5296/17745 41620/118125"),
        ("tiger-no-commission", MAIN, "0 0 0 0 0 0"),
        ("tiger-no-commission-live", (*TIGERS, "tiger_pair"), "0 0 0 949/2197 1 1"),
        ("fortune-six-live", (*PAIRS, "fortune_six"), "0 0 0 1 1 1"),
        ("seven-up", (*MAIN, "super_sevens"), "0 1/13 25/169 297/1347 2265/6750"),
        ("super-six-plus", (*PAIRS, "super_six_plus"), "0 0 0 1 1 1"),
    ],
)
def test_an_interruption_concludes_only_established_rounds(
    key: str, offered: tuple[str, ...], concluded: str, all_rounds: dict[str, Rounds]
) -> None:
    book = game(key)
    limits = tuple(Limit(wager, 1_00, 100_00) for wager in offered)
    play = betting(book, limits=limits)
    play.bet(1, banker=10_00)
    letter = book.document.letter
    for cards_drawn, share in enumerate(concluded.split()):
        prefixes_by_kind = kinds(book, all_rounds[book.order.key], cards_drawn)
        found: Counter[Remedy] = Counter()
        for kind, prefixes in prefixes_by_kind.items():
            current = replace(play.table.current, tableau=tableau_of(book, kind))
            table = replace(play.table, round=current, phase=Phase.DEALING)
            found[first_remedy(table)] += prefixes
        total = prefixes_by_kind.total()
        expected = Fraction(share) * total
        if letter in "FR":
            assert found == {Remedy.RULING: total}
        else:
            assert found[Remedy.PLAY_ON] == expected
            assert found[NOT_ESTABLISHED[letter]] == total - expected


def first_remedy(table: Table) -> Remedy:
    """Return the first remedy that the rows for a power failure prescribe."""
    decision = decide(table, InterruptRound(power_failure=True), HOUSE_DEALER)
    assert not isinstance(decision, Refusal)
    raised = decision[0]
    assert isinstance(raised, IrregularityRaised)
    if raised.proposed:
        # Punto proposes a remedy only for a ruling.
        assert raised.steps[0].remedy is Remedy.RULING
    return raised.steps[0].remedy
