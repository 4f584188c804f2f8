"""Selective void: over all prefixes of all games nobody voids a round that is to be concluded."""

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy, Trigger
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.games.library import GAMES
from punto.table.actors import CLOCK, Actor
from punto.table.commands.irregularities import ReportIrregularity
from punto.table.commands.play import (
    CloseWithdrawal,
    Command,
    GiveRuling,
    InterruptRound,
    RulingOutcome,
)
from punto.table.decide import decide
from punto.table.events.play import IrregularityRaised
from punto.table.evolve.play import evolve
from punto.table.refusals import Refusal
from punto.table.state import Phase, Table
from tests.exhaustive.plain import Rounds
from tests.exhaustive.test_standings import kinds, tableau_of
from tests.irregularities import SHIFT_MANAGER_AND_SECOND, TWO
from tests.tables import betting, staff

#: What the clauses that command a round's conclusion speak of.
CONCLUDED = (
    Trigger.FACE_UP,
    Trigger.EXPOSED_BY_MOVE,
    Trigger.CUTTING_CARD,
    Trigger.WRONG_ORDER,
    Trigger.WRONG_PATRON,
    Trigger.NOT_PASSED,
    Trigger.HANDLER_ABSENT,
    Trigger.WRONG_SELECTION,
    Trigger.WRONG_DISPLAY,
)
EVERY = 41
"""Rows other than that for an interruption do not look at the cards: of many prefixes, some."""

ALONE = [staff(position) for position in StaffPosition]


def voided_against_a_clause(table: Table, first: Command, by: Actor) -> bool:
    """Whether a round is void after a command and every ruling that may follow it, though the
    clause that answered has it concluded."""
    decision = decide(table, first, by)
    if isinstance(decision, Refusal):
        return False
    for event in decision:
        table = evolve(table, event)
    raised = [event for event in decision if isinstance(event, IrregularityRaised)]
    concludes = any(
        not each.source.startswith("POLICY")
        and not {step.remedy for step in each.steps} & {Remedy.VOID, Remedy.RULING}
        for each in raised
    )
    return concludes and (table.phase is Phase.VOID or _can_still_be_voided(table))


def _can_still_be_voided(table: Table) -> bool:
    for ruled in (RulingOutcome.VOID, RulingOutcome.AS_PROPOSED):
        answer = decide(table, GiveRuling(ruled, "x"), SHIFT_MANAGER_AND_SECOND)
        if not isinstance(answer, Refusal):
            return True
    if table.pending_steps:
        for event in _events(decide(table, CloseWithdrawal(table.pending_steps[0].event), CLOCK)):
            table = evolve(table, event)
    return table.phase is Phase.VOID


def _events(decision: object) -> tuple:  # type: ignore[type-arg]
    assert isinstance(decision, tuple)
    return decision


SAMPLED = ("tiger", "seven-up", "tiger-no-commission-live", "super-six-plus")
"""One game of each document whose rows differ; the others are for `scripts/test -m long`."""

EVERY_GAME = [
    pytest.param(book, id=book.key, marks=() if book.key in SAMPLED else pytest.mark.long)
    for book in GAMES
]


@pytest.mark.parametrize("book", EVERY_GAME)
def test_no_round_is_void_that_a_clause_has_concluded(
    book: Rulebook, all_rounds: dict[str, Rounds]
) -> None:
    play = betting(book)
    play.bet(1, banker=10_00)
    play.close()
    seen, tried, accepted = 0, 0, 0
    for cards_drawn in range(book.order.max_cards):
        of_each = kinds(book, all_rounds[book.order.key], cards_drawn)
        seen += of_each.total()
        for place, kind in enumerate(sorted(of_each)):
            numbers = tuple(range(1, cards_drawn + 1))
            tableau = tableau_of(book, kind)
            current = replace(play.table.current, tableau=tableau, numbers=numbers)
            phase = Phase.DEALING if cards_drawn else Phase.BETS_CLOSED
            shoe = replace(play.table.device, cards_out=cards_drawn)
            table = replace(play.table, round=current, phase=phase, shoe=shoe)
            asked = _interruptions() + (_others() if place % EVERY == 0 else [])
            for command, by in asked:
                tried += 1
                accepted += voided_against_a_clause(table, command, by)
    print(f"{book.key}: {seen} prefixes, {tried} attempts, {accepted} voids accepted")
    assert seen == (8_280 if book.key == "seven-up" else 138_250)
    assert accepted == 0


def _interruptions() -> list[tuple[Command, Actor]]:
    """An interruption as told by a person, who says as well that nothing is established."""
    lie = (When.POWER_FAILURE, When.NOT_ESTABLISHED)
    return [
        (InterruptRound(power_failure=True), TWO),
        (ReportIrregularity(Trigger.INTERRUPTED, lie, evidence="x"), TWO),
    ]


def _others() -> list[tuple[Command, Actor]]:
    told: list[tuple[Command, Actor]] = [
        (ReportIrregularity(trigger, evidence="x"), TWO) for trigger in CONCLUDED
    ]
    return told


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
@pytest.mark.parametrize(
    "trigger",
    [Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED, Trigger.ORDER_LOST],
)
def test_nobody_voids_a_round_alone_or_without_a_proof(book: Rulebook, trigger: Trigger) -> None:
    play = betting(book)
    play.bet(1, banker=10_00)
    play.close()
    play.draw("2s", "Kc", "3d")
    for by in ALONE:
        answer = decide(play.table, ReportIrregularity(trigger, evidence="seen"), by)
        assert _is_not_void(answer)
        assert _is_not_void(decide(play.table, GiveRuling(RulingOutcome.VOID, "x"), by))
    assert _is_not_void(decide(play.table, ReportIrregularity(trigger), TWO))


def _is_not_void(answer: object) -> bool:
    if isinstance(answer, Refusal):
        return True
    # What is confirmed by a position is only raised: nothing is void yet.
    return all(type(event).__name__ == "IrregularityRaised" for event in _events(answer))


def test_a_table_that_asked_nobody_whether_it_is_established_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: if a person's word on the outcome counted, voids would be accepted."""
    asking = "punto.table.decide.irregularities.interruption"
    monkeypatch.setattr(f"{asking}.is_conclusive", lambda *_: False)
    play = betting(GAMES[4])
    play.bet(1, banker=10_00)
    play.close()
    play.draw("9s", "Kc", "9d")
    decision = decide(play.table, InterruptRound(power_failure=True), TWO)
    assert type(_events(decision)[-1]).__name__ == "RoundVoided"
