"""Check for all prefixes of all games that no round is void if a clause concludes it."""

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy, Trigger
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.games.library import GAMES
from punto.table.actors import CLOCK, Actor
from punto.table.commands import (
    CloseWithdrawal,
    Command,
    GiveRuling,
    InterruptRound,
    ReportIrregularity,
    RulingOutcome,
)
from punto.table.decide import decide
from punto.table.events import IrregularityRaised
from punto.table.evolve import evolve
from punto.table.refusals import Refusal
from punto.table.state import Phase, Table
from tests.exhaustive.plain import Rounds
from tests.exhaustive.test_standings import kinds, tableau_of
from tests.irregularities import SHIFT_MANAGER_AND_SECOND, TWO
from tests.tables import betting, staff

#: The triggers of the clauses that conclude a round.
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
"""Only rows for an interruption depend on the cards, so one prefix in 41 is enough for others."""

ALONE = [staff(position) for position in StaffPosition]


def voided_against_a_clause(table: Table, first: Command, by: Actor) -> bool:
    """Whether a command or a ruling after it can void a round that a clause concludes."""
    decision = decide(table, first, by)
    if isinstance(decision, Refusal):
        return False
    for event in decision:
        table = evolve(table, event)
    raised = [event for event in decision if isinstance(event, IrregularityRaised)]
    concludes = any(
        not irregularity.source.startswith("POLICY")
        and not {step.remedy for step in irregularity.steps} & {Remedy.VOID, Remedy.RULING}
        for irregularity in raised
    )
    return concludes and (table.phase is Phase.VOID or _can_still_be_voided(table))


def _can_still_be_voided(table: Table) -> bool:
    for outcome in (RulingOutcome.VOID, RulingOutcome.AS_PROPOSED):
        answer = decide(table, GiveRuling(outcome, "x"), SHIFT_MANAGER_AND_SECOND)
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
"""One game per document with different rows; `scripts/test -m long` tests the others."""

EVERY_GAME = [
    pytest.param(book, id=book.key, marks=() if book.key in SAMPLED else pytest.mark.long)
    for book in GAMES
]


@pytest.mark.parametrize("book", EVERY_GAME)
def test_a_round_that_a_clause_concludes_is_never_void(
    book: Rulebook, all_rounds: dict[str, Rounds]
) -> None:
    play = betting(book)
    play.bet(1, banker=10_00)
    play.close()
    prefixes, tried, accepted = 0, 0, 0
    for cards_drawn in range(book.order.max_cards):
        prefixes_by_kind = kinds(book, all_rounds[book.order.key], cards_drawn)
        prefixes += prefixes_by_kind.total()
        for place, kind in enumerate(sorted(prefixes_by_kind)):
            numbers = tuple(range(1, cards_drawn + 1))
            tableau = tableau_of(book, kind)
            current = replace(play.table.current, tableau=tableau, numbers=numbers)
            phase = Phase.DEALING if cards_drawn else Phase.BETS_CLOSED
            shoe = replace(play.table.device, cards_out=cards_drawn)
            table = replace(play.table, round=current, phase=phase, shoe=shoe)
            commands = _interruptions() + (_others() if place % EVERY == 0 else [])
            for command, by in commands:
                tried += 1
                accepted += voided_against_a_clause(table, command, by)
    print(f"{book.key}: {prefixes} prefixes, {tried} attempts, {accepted} voids accepted")
    assert prefixes == (8_280 if book.key == "seven-up" else 138_250)
    assert accepted == 0


def _interruptions() -> list[tuple[Command, Actor]]:
    """Return two reports of an interruption; one wrongly claims that nothing is established."""
    claim = (When.POWER_FAILURE, When.NOT_ESTABLISHED)
    return [
        (InterruptRound(power_failure=True), TWO),
        (ReportIrregularity(Trigger.INTERRUPTED, claim, evidence="x"), TWO),
    ]


def _others() -> list[tuple[Command, Actor]]:
    return [(ReportIrregularity(trigger, evidence="x"), TWO) for trigger in CONCLUDED]


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
@pytest.mark.parametrize(
    "trigger",
    [Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED, Trigger.ORDER_LOST],
)
def test_voiding_a_round_needs_two_people_and_evidence(book: Rulebook, trigger: Trigger) -> None:
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
    # If a position must confirm, the command only raises the irregularity; nothing is void yet.
    return all(type(event).__name__ == "IrregularityRaised" for event in _events(answer))


def test_a_table_that_ignores_the_established_outcome_is_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a control, the round is void if the table never finds an outcome established."""
    module = "punto.table.decide.irregularities.reports"
    monkeypatch.setattr(f"{module}.is_conclusive", lambda *_: False)
    play = betting(GAMES[4])
    play.bet(1, banker=10_00)
    play.close()
    play.draw("9s", "Kc", "9d")
    decision = decide(play.table, InterruptRound(power_failure=True), TWO)
    assert type(_events(decision)[-1]).__name__ == "RoundVoided"
