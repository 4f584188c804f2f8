"""Test the rank of several irregularities and the cards after a void."""

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep, Trigger
from punto.games.shared_terms import PLAY_ON, VOID
from punto.table.commands import ReportIrregularity
from punto.table.decide.irregularities.remedies import (
    carry_out_steps,
    raise_irregularity,
    record_irregularity,
)
from punto.table.events import (
    CardBurned,
    CardReplacementRequired,
    Event,
    IrregularityRaised,
    RoundVoided,
)
from punto.table.state import PendingStep
from tests.irregularities import dealt
from tests.tables import LIVE


@pytest.mark.parametrize(
    ("trigger", "held_by", "first"),
    [
        (Trigger.FOREIGN_CARD, None, True),
        (Trigger.FACE_UP, None, True),
        (Trigger.FOREIGN_CARD, Trigger.INTERRUPTED, True),
        (Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, False),
        (Trigger.INTERRUPTED, Trigger.FOREIGN_CARD, False),
        (Trigger.FACE_UP, Trigger.UNCOVERED, False),
    ],
)
def test_an_irregularity_of_higher_rank_precedes_the_pending_one(
    trigger: Trigger, held_by: Trigger | None, first: bool
) -> None:
    held = (PendingStep(held_by, "T 5", PLAY_ON),) if held_by else ()
    table = replace(dealt(LIVE, "9s").table, pending_steps=held)
    assert record_irregularity(table, ReportIrregularity(trigger), ()).goes_first is first


MUST, EXPOSED = (
    RemedyStep(Remedy.REPLACE_CARDS, each)
    for each in (RemedyDetail.MUST, RemedyDetail.EXPOSED_CARD)
)


def voided(
    *steps: RemedyStep, cards: tuple[str, ...] = (), held: tuple[PendingStep, ...] = ()
) -> list[Event]:
    """The events after a void whose trigger alone does not affect the cards."""
    table = replace(dealt(LIVE, "9s").table, pending_steps=held)
    void = IrregularityRaised(1, Trigger.FACE_UP, (), "T 5.3", (VOID, *steps), cards=cards)
    first, second, *after = carry_out_steps(table, (void,))
    assert first is void
    assert isinstance(second, RoundVoided)
    return after


def test_a_void_burns_a_single_exposed_card_and_otherwise_replaces_all() -> None:
    assert voided(cards=("9s",)) == []
    assert voided(EXPOSED, cards=("9s",)) == [CardBurned(2, "9s")]
    assert voided(EXPOSED, cards=("9s", "Kc")) == [CardReplacementRequired("shoe-1", "T 5.3")]
    assert voided(MUST, cards=("9s",)) == [CardReplacementRequired("shoe-1", "T 5.3")]


def test_a_pending_replacement_of_cards_applies_after_every_void() -> None:
    waiting = (PendingStep(Trigger.LEFT_WITH_CARDS, "T 5.11.5", MUST),)
    assert voided(held=waiting) == [CardReplacementRequired("shoe-1", "T 5.11.5")]


def test_other_pending_steps_do_not_affect_the_cards_of_a_void() -> None:
    assert voided(held=(PendingStep(Trigger.UNSHUFFLED, "POLICY P7", EXPOSED),)) == []
    assert voided(held=(PendingStep(Trigger.FACE_UP, "T 5.3", None),)) == []


def test_an_offer_without_stakes_closes_at_once() -> None:
    table = dealt(LIVE, "9s").table
    offer = RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ANY_WAGER)
    made = IrregularityRaised(1, Trigger.FACE_UP, (), "T 5.3", (offer, PLAY_ON))
    assert carry_out_steps(table, (made,)) == (made,)
    empty = replace(table, round=replace(table.current, sets={}))
    assert len(carry_out_steps(empty, (made,))) == 3


def test_an_irregularity_records_its_round_and_its_circumstances() -> None:
    (first, *_) = raise_irregularity(dealt(LIVE, "9s").table, Trigger.FOREIGN_CARD, [])
    assert isinstance(first, IrregularityRaised)
    assert (first.round, first.circumstances) == (1, ())
