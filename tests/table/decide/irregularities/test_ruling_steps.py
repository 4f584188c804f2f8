"""Test the outcomes that a position may rule, and their effect on loose or exposed cards."""

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.staff_positions import StaffPosition
from punto.table.actors import Actor
from punto.table.commands import Command, GiveRuling, RulingOutcome
from punto.table.decide import decide
from punto.table.events import CardBurned, Event, RoundVoided, RulingGiven
from punto.table.refusals import Refusal
from punto.table.state import PendingStep, Table
from tests.irregularities import SHIFT_MANAGER, SHIFT_MANAGER_AND_SECOND, dealt
from tests.tables import LIVE, physical

NEEDED, EITHER = (
    RemedyStep(Remedy.RULING, detail, StaffPosition.GAMING_SHIFT_MANAGER)
    for detail in (RemedyDetail.WHATEVER_IS_NEEDED, RemedyDetail.VOID_OR_CONTINUE)
)
EXPOSED, ALL = (
    RemedyStep(Remedy.REPLACE_CARDS, each)
    for each in (RemedyDetail.EXPOSED_CARD, RemedyDetail.MUST)
)


def held(
    table: Table, step: RemedyStep, *proposed: RemedyStep, cards: tuple[str, ...] = ()
) -> Table:
    """A table that waits for a ruling on its round, or between rounds."""
    number = table.round.number if table.round else 0
    item = PendingStep(Trigger.FACE_UP, "T 5.3", step, proposed, round=number, cards=cards)
    return replace(table, pending_steps=(item,))


def ruled(table: Table, command: Command, by: Actor = SHIFT_MANAGER) -> tuple[Event, ...]:
    decision = decide(table, command, by)
    assert not isinstance(decision, Refusal), decision
    return decision


def code(table: Table, ruling: RulingOutcome) -> str:
    decision = decide(table, GiveRuling(ruling, "seen"), SHIFT_MANAGER)
    assert isinstance(decision, Refusal), decision
    return decision.code


@pytest.mark.parametrize("ruling", [RulingOutcome.OFFER_WITHDRAWAL, RulingOutcome.REOPEN_BETS])
def test_discretionary_remedies_need_a_discretionary_step_and_a_running_round(
    ruling: RulingOutcome,
) -> None:
    running, idle = dealt(LIVE).table, physical(LIVE).table
    assert ruled(held(running, NEEDED), GiveRuling(ruling, "seen"))
    assert code(held(running, EITHER), ruling) == "not-ruled-so"
    assert code(held(idle, NEEDED), ruling) == "not-ruled-so"


def loose(*, is_ordered: bool) -> Table:
    table = held(dealt(LIVE, "2s", "Kc", "3d", "4c").table, EITHER)
    cards = ((5, "4h"), (6, "2c"))
    return replace(table, round=replace(table.current, loose=cards, is_loose_ordered=is_ordered))


def test_a_ruling_needs_no_order_if_it_is_known_or_the_round_is_void() -> None:
    first, *_ = ruled(loose(is_ordered=True), GiveRuling(RulingOutcome.CONTINUE, "seen"))
    assert isinstance(first, RulingGiven)
    assert code(loose(is_ordered=False), RulingOutcome.CONTINUE) == "not-these-cards"
    void = GiveRuling(RulingOutcome.VOID, "seen")
    events = ruled(loose(is_ordered=False), void, SHIFT_MANAGER_AND_SECOND)
    assert any(isinstance(event, RoundVoided) for event in events)


def test_one_card_exposed_between_rounds_is_burned_if_ruled_as_proposed() -> None:
    idle = physical(LIVE).table
    proposed = GiveRuling(RulingOutcome.AS_PROPOSED, "seen")
    one = held(idle, EITHER, EXPOSED, cards=("9s",))
    assert ruled(one, proposed)[0] == CardBurned(1, "9s")
    for table, asked in (
        (one, GiveRuling(RulingOutcome.CONTINUE, "seen")),
        (held(idle, EITHER, EXPOSED, cards=("9s", "Kc")), proposed),
        (held(idle, EITHER, ALL, cards=("9s",)), proposed),
    ):
        assert not any(isinstance(event, CardBurned) for event in ruled(table, asked))
