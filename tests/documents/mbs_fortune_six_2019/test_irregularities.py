from punto.core.irregularities import (
    Circumstance,
    Irregularity,
    Remedy,
    RemedyDetail,
    RemedyStep,
    Trigger,
)
from punto.core.rules import Rule
from punto.games.mbs_fortune_six_2019 import DOCUMENT, FORTUNE_SIX_LIVE
from tests.clauses import clause
from tests.rows import the_row

VOID = RemedyStep(Remedy.VOID)


@clause("mbs-fortune-six-2019", "5.1", "5.1.1")
def test_5_1_1_a_foreign_card_voids_the_round() -> None:
    row = the_row(DOCUMENT, Trigger.FOREIGN_CARD, Circumstance.IN_ROUND)
    assert row.clauses == ("5.1", "5.1.1", "5.1.2")
    assert row.steps == (VOID,)


@clause("mbs-fortune-six-2019", "5.1")
def test_5_1_a_foreign_card_is_the_only_named_fault_of_the_decks() -> None:
    named = {row.trigger for row in DOCUMENT.irregularities}
    assert not named & {Trigger.CARD_COUNT, Trigger.UNSHUFFLED}


@clause("mbs-fortune-six-2019", "5.2")
def test_5_2_a_wrong_number_of_cards_voids_the_round_until_the_next_begins() -> None:
    row = the_row(
        DOCUMENT,
        Trigger.WRONG_NUMBER,
        Circumstance.CANNOT_BE_RECONSTRUCTED,
        Circumstance.BEFORE_NEXT_ROUND,
    )
    assert row.clauses == ("5.2",)
    assert row.steps == (VOID,)


@clause("mbs-fortune-six-2019", "5.2")
def test_5_2_a_wrong_number_of_cards_is_reconstructed_where_it_can_be() -> None:
    row = the_row(
        DOCUMENT,
        Trigger.WRONG_NUMBER,
        Circumstance.CAN_BE_RECONSTRUCTED,
        Circumstance.BEFORE_NEXT_ROUND,
    )
    assert row.clauses == ("5.2",)
    assert row.steps == (RemedyStep(Remedy.RECONSTRUCT),)


@clause("mbs-fortune-six-2019", "5.2")
def test_5_2_a_wrong_number_has_no_effect_once_the_next_round_has_begun() -> None:
    named = [Circumstance.BEFORE_NEXT_ROUND in row.when for row in rows(Trigger.WRONG_NUMBER)]
    assert named == [True, True]


@clause("mbs-fortune-six-2019", "5.3")
def test_5_3_cards_drawn_together_in_an_unknown_order_void_the_initial_deal() -> None:
    row = the_row(
        DOCUMENT, Trigger.DRAWN_TOGETHER, Circumstance.ORDER_UNKNOWN, Circumstance.IN_INITIAL_DEAL
    )
    assert row.clauses == ("5.3",)
    assert row.steps == (VOID,)


@clause("mbs-fortune-six-2019", "5.3")
def test_5_3_does_not_cover_cards_drawn_together_after_the_initial_deal() -> None:
    # The document has only this row; the policy of the house adds the other (R16).
    assert [row.when for row in rows(Trigger.DRAWN_TOGETHER)] == [
        (Circumstance.ORDER_UNKNOWN, Circumstance.IN_INITIAL_DEAL)
    ]


@clause("mbs-fortune-six-2019", "5.4")
def test_5_4_an_order_that_cannot_be_restored_voids_the_round() -> None:
    row = the_row(
        DOCUMENT, Trigger.ORDER_LOST, Circumstance.IN_ROUND, Circumstance.CANNOT_BE_RECONSTRUCTED
    )
    assert row.clauses == ("5.4",)
    assert row.steps == (VOID,)


@clause("mbs-fortune-six-2019", "5.5")
def test_5_5_too_few_cards_void_the_round() -> None:
    row = the_row(DOCUMENT, Trigger.SHOE_SHORT)
    assert row.clauses == ("5.5",)
    assert row.steps == (VOID,)


@clause("mbs-fortune-six-2019", "5.6")
def test_5_6_a_wager_placed_or_raised_after_the_close_does_not_count() -> None:
    row = the_row(DOCUMENT, Trigger.LATE_WAGER)
    assert row.clauses == ("5.6",)
    assert row.steps == (RemedyStep(Remedy.PLAY_ON, RemedyDetail.WITHOUT_LATE_PART),)
    assert FORTUNE_SIX_LIVE.cite(Rule.NO_LATE_WAGER) == "F 5.6"


@clause("mbs-fortune-six-2019", "5.7")
def test_5_7_a_wager_withdrawn_after_the_close_still_wins_or_loses() -> None:
    row = the_row(DOCUMENT, Trigger.LATE_WITHDRAWAL)
    assert row.clauses == ("5.7",)
    assert row.steps == (RemedyStep(Remedy.PLAY_ON, RemedyDetail.AS_IF_STILL_THERE),)
    assert FORTUNE_SIX_LIVE.cite(Rule.NO_LATE_WITHDRAWAL) == "F 5.7"


def rows(trigger: Trigger) -> list[Irregularity]:
    """The rows of the document for a trigger."""
    return [row for row in DOCUMENT.irregularities if row.trigger is trigger]
