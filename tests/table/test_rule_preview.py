"""Test that previews equal the decisions of the table."""

import pytest

from punto.core import notation
from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.games.library import GAMES, game
from punto.table.refusals import No
from punto.table.rule_preview import RulePreview, preview_rule
from punto.table.state import Phase
from tests.irregularities import dealt, source, tell

TIGER, LIVE = game("tiger"), game("tiger-no-commission-live")


def seen(book: Rulebook, cards: str, trigger: Trigger, *saw: When) -> RulePreview:
    tableau = notation.parse_round(cards, book.order)
    phase = Phase.DEALING if tableau.cards_drawn else Phase.BETS_CLOSED
    return preview_rule(book, tableau, phase, trigger, saw)


@pytest.mark.parametrize(
    ("trigger", "saw"),
    [
        (Trigger.FOREIGN_CARD, ()),
        (Trigger.ORDER_LOST, ()),
        (Trigger.FACE_UP, ()),
        (Trigger.WRONG_NUMBER, (When.CANNOT_BE_RECONSTRUCTED,)),
        (Trigger.UNCOVERED, ()),
        (Trigger.INTERRUPTED, (When.POWER_FAILURE,)),
        (Trigger.WRONG_DISPLAY, ()),
    ],
)
@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_a_preview_cites_the_source_that_the_table_cites(
    book: Rulebook, trigger: Trigger, saw: tuple[When, ...]
) -> None:
    play = dealt(book, "2s", "Kc", "3d")
    cards = notation.format_round(play.table.current.tableau)
    found = seen(book, cards, trigger, *saw)
    assert found.row is not None
    assert found.row.source == source(tell(play, trigger, *saw))


def test_a_preview_of_cards_drawn_together_depends_on_the_initial_deal() -> None:
    unknown = When.ORDER_UNKNOWN
    found = seen(LIVE, "2s 3d / Kc 4c", Trigger.DRAWN_TOGETHER, unknown)
    assert found.row is not None
    assert found.row.source == "T 5.8.2, 5.8.2.2"
    assert found.is_established


@pytest.mark.parametrize(
    ("cards", "expected"), [("2s / Kc", "POLICY P30"), ("2s / ?", "T 5.11, 5.11.1")]
)
def test_a_preview_of_a_missing_card_depends_on_whether_it_was_read(
    cards: str, expected: str
) -> None:
    found = seen(LIVE, cards, Trigger.LEFT_WITH_CARDS)
    assert found.row is not None
    assert found.row.source.startswith(expected)


def test_a_trigger_refused_at_entry_cites_its_clause() -> None:
    assert seen(TIGER, "/", Trigger.LATE_WAGER) == RulePreview(
        is_established=False, refused_by="E 5.5"
    )
    late = seen(LIVE, "/", Trigger.LATE_WAGER)
    assert late.row is not None
    assert late.row.source == "T 5.4"


def test_a_preview_of_a_cut_off_terminal_depends_on_its_display() -> None:
    found = seen(TIGER, "9s 9d / Kc", Trigger.TERMINAL_CUT_OFF, When.CLOSED_AND_ACCEPTED)
    assert found.row is not None
    assert found.row.source == "E 5.10, 5.10.1"


def test_a_preview_states_why_a_trigger_cannot_arise() -> None:
    found = preview_rule(TIGER, Tableau(TIGER.order), Phase.IDLE, Trigger.DRAWN_TOGETHER)
    assert found.cannot == No.NO_ROUND.at(TIGER)


@pytest.mark.parametrize(
    ("key", "cards", "trigger", "saw", "expected"),
    [
        ("tiger-no-commission-live", "9s / Kc", Trigger.EXPOSED_BY_MOVE, When.METHOD_C, "T 5.12"),
        ("tiger-no-commission-live", "9s / Kc", Trigger.ORDER_LOST, When.METHOD_C, "T 5.12"),
        (
            "tiger-no-commission-live",
            "/",
            Trigger.CUTTING_CARD,
            When.FIRST_CARD_IN_HLGA,
            "T 3.17.1",
        ),
        (
            "tiger-no-commission-live",
            "9s 4d / Kc 2h",
            Trigger.LEFT_WITH_CARDS,
            When.VALUE_UNKNOWN,
            "T 5.11",
        ),
        (
            "fortune-six-live",
            "9s 4d / Kc 2h",
            Trigger.WRONG_NUMBER,
            When.NEXT_ROUND_COMMENCED,
            "POLICY P12",
        ),
    ],
)
def test_a_preview_accepts_circumstances_that_only_a_table_knows(
    key: str, cards: str, trigger: Trigger, saw: When, expected: str
) -> None:
    found = seen(game(key), cards, trigger, saw)
    assert found.row is not None
    assert found.row.source.startswith(expected)


def test_circumstances_that_contradict_the_cards_raise_an_error() -> None:
    with pytest.raises(
        ValueError, match="in-initial-deal contradicts the cards; expected one of after-first-card"
    ):
        seen(LIVE, "2s 3d / Kc 4c", Trigger.DRAWN_TOGETHER, When.IN_INITIAL_DEAL)
