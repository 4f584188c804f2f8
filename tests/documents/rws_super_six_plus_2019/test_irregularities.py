from punto.core.irregularities import Circumstance, Remedy, RemedyStep, Trigger
from punto.games.rws_super_six_plus_2019 import DOCUMENT
from tests.clauses import clause
from tests.rows import the_row

VOID = RemedyStep(Remedy.VOID)


@clause("rws-super-six-plus-2019", "5.1", "5.1.1")
def test_5_1_1_a_card_not_of_the_set_voids_the_round() -> None:
    row = the_row(DOCUMENT, Trigger.FOREIGN_CARD, Circumstance.IN_ROUND)
    assert row.clauses == ("5.1", "5.1.1")
    assert row.steps == (VOID,)


@clause("rws-super-six-plus-2019", "5.1", "5.1.2")
def test_5_1_2_missing_or_extra_cards_void_the_round() -> None:
    row = the_row(DOCUMENT, Trigger.CARD_COUNT, Circumstance.IN_ROUND)
    assert row.clauses == ("5.1", "5.1.2")
    assert row.steps == (VOID,)


@clause("rws-super-six-plus-2019", "5.1", "5.1.3")
def test_5_1_3_a_wrong_number_of_cards_voids_the_round_until_the_next_begins() -> None:
    row = the_row(
        DOCUMENT,
        Trigger.WRONG_NUMBER,
        Circumstance.CANNOT_BE_RECONSTRUCTED,
        Circumstance.BEFORE_NEXT_ROUND,
    )
    assert row.clauses == ("5.1", "5.1.3")
    assert row.steps == (VOID,)


@clause("rws-super-six-plus-2019", "5.1.3")
def test_5_1_3_a_wrong_number_of_cards_is_reconstructed_where_it_can_be() -> None:
    row = the_row(
        DOCUMENT,
        Trigger.WRONG_NUMBER,
        Circumstance.CAN_BE_RECONSTRUCTED,
        Circumstance.BEFORE_NEXT_ROUND,
    )
    assert row.clauses == ("5.1", "5.1.3")
    assert row.steps == (RemedyStep(Remedy.RECONSTRUCT),)


@clause("rws-super-six-plus-2019", "5.1.3")
def test_5_1_3_a_wrong_number_has_no_effect_once_the_next_round_has_begun() -> None:
    rows = [row for row in DOCUMENT.irregularities if row.trigger is Trigger.WRONG_NUMBER]
    assert [Circumstance.BEFORE_NEXT_ROUND in row.when for row in rows] == [True, True]


@clause("rws-super-six-plus-2019", "5.1", "5.1.4")
def test_5_1_4_too_few_cards_void_the_round() -> None:
    row = the_row(DOCUMENT, Trigger.SHOE_SHORT)
    assert row.clauses == ("5.1", "5.1.4")
    assert row.steps == (VOID,)


@clause("rws-super-six-plus-2019", "5.1")
def test_5_1_covers_four_faults_and_leaves_the_rest_to_the_house() -> None:
    assert {row.trigger for row in DOCUMENT.irregularities} == {
        Trigger.FOREIGN_CARD,
        Trigger.CARD_COUNT,
        Trigger.WRONG_NUMBER,
        Trigger.SHOE_SHORT,
    }
    assert DOCUMENT.authorities == ()
