"""Test that a clause or the house policy answers every irregularity."""

import pytest

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Irregularity, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.policies import PolicyRow
from punto.core.rulebook import Document
from punto.core.rules import Rule
from punto.core.staff_positions import StaffPosition
from punto.games.library import DOCUMENTS
from punto.games.policies import POLICIES, ROWS, RULES
from punto.games.readings import READINGS

BY_LETTER = {document.letter: document for document in DOCUMENTS}
LETTERS = tuple(BY_LETTER)
DOCUMENTS_OF = {policy.number: policy.documents for policy in POLICIES}
OWN_READINGS = {reading.number for reading in READINGS if reading.is_policy}

# Cards that nobody can bring back, by each cause and before any is told.
LOST = tuple(
    frozenset({*cause, each, When.CARDS_BEYOND_RECOVERY})
    for cause in ((When.POWER_FAILURE,), (When.OTHER_BREAKDOWN,), ())
    for each in (When.ESTABLISHED, When.NOT_ESTABLISHED)
)

# What may be the case when something goes wrong, one line a row of what documents and house say.
SITUATIONS: dict[Trigger, tuple[frozenset[When], ...]] = {
    Trigger.FOREIGN_CARD: (frozenset({When.IN_ROUND}), frozenset({When.BETWEEN_ROUNDS})),
    Trigger.CARD_COUNT: (frozenset({When.IN_ROUND}), frozenset({When.BETWEEN_ROUNDS})),
    Trigger.UNSHUFFLED: (frozenset({When.IN_ROUND}), frozenset({When.BETWEEN_ROUNDS})),
    Trigger.ORDER_LOST: (
        frozenset({When.IN_ROUND, When.CANNOT_BE_RECONSTRUCTED}),
        frozenset({When.IN_ROUND, When.CANNOT_BE_RECONSTRUCTED, When.METHOD_C}),
        frozenset({When.BETWEEN_ROUNDS, When.CANNOT_BE_RECONSTRUCTED, When.METHOD_C}),
        frozenset({When.CANNOT_BE_RECONSTRUCTED, When.BETWEEN_ROUNDS}),
    ),
    Trigger.SHOE_SHORT: (frozenset(),),
    Trigger.FACE_UP: (frozenset({When.BEFORE_FIRST_CARD}), frozenset({When.AFTER_FIRST_CARD})),
    Trigger.EXPOSED_BY_MOVE: (frozenset({When.METHOD_C}),),
    Trigger.CUTTING_CARD: (frozenset(), frozenset({When.FIRST_CARD_IN_HLGA})),
    Trigger.WRONG_ORDER: (frozenset(),),
    Trigger.WRONG_NUMBER: (
        frozenset({When.IN_ROUND, When.BEFORE_NEXT_ROUND, When.CAN_BE_RECONSTRUCTED}),
        frozenset({When.IN_ROUND, When.BEFORE_NEXT_ROUND, When.CANNOT_BE_RECONSTRUCTED}),
        frozenset({When.BETWEEN_ROUNDS, When.BEFORE_NEXT_ROUND, When.CANNOT_BE_RECONSTRUCTED}),
        frozenset({When.NEXT_ROUND_COMMENCED, When.CANNOT_BE_RECONSTRUCTED}),
        frozenset({When.NEXT_ROUND_COMMENCED, When.CAN_BE_RECONSTRUCTED}),
    ),
    Trigger.DRAWN_TOGETHER: (
        frozenset({When.ORDER_KNOWN, When.IN_INITIAL_DEAL}),
        frozenset({When.ORDER_KNOWN, When.ACROSS_INITIAL_DEAL}),
        frozenset({When.ORDER_KNOWN, When.AFTER_INITIAL_DEAL}),
        frozenset({When.ORDER_UNKNOWN, When.IN_INITIAL_DEAL}),
        frozenset({When.ORDER_UNKNOWN, When.ACROSS_INITIAL_DEAL}),
        frozenset({When.ORDER_UNKNOWN, When.AFTER_INITIAL_DEAL}),
    ),
    Trigger.DEVICE_RESET: (
        frozenset({When.BEFORE_FIRST_CARD}),
        frozenset({When.AFTER_FIRST_CARD, When.CAN_BE_RECONSTRUCTED}),
        frozenset({When.AFTER_FIRST_CARD, When.CANNOT_BE_RECONSTRUCTED}),
    ),
    Trigger.WRONG_PATRON: (frozenset(),),
    Trigger.NOT_PASSED: (frozenset(),),
    Trigger.HANDLER_ABSENT: (frozenset(),),
    Trigger.LEFT_WITH_CARDS: (frozenset({When.VALUE_KNOWN}), frozenset({When.VALUE_UNKNOWN})),
    Trigger.LATE_WAGER: (frozenset(),),
    Trigger.LATE_WITHDRAWAL: (frozenset(),),
    Trigger.UNDER_MINIMUM: (frozenset(),),
    Trigger.OVER_MAXIMUM: (frozenset(),),
    Trigger.TOO_MANY_WAGERS: (frozenset(),),
    Trigger.DIFFERENTIAL: (frozenset(),),
    Trigger.WRONG_SELECTION: (frozenset(),),
    Trigger.INTERRUPTED: (
        frozenset({When.POWER_FAILURE, When.NOT_ESTABLISHED}),
        frozenset({When.POWER_FAILURE, When.ESTABLISHED}),
        frozenset({When.OTHER_BREAKDOWN, When.NOT_ESTABLISHED}),
        frozenset({When.OTHER_BREAKDOWN, When.ESTABLISHED}),
        *LOST,
    ),
    Trigger.TERMINAL_CUT_OFF: (
        frozenset({When.CLOSED_AND_ACCEPTED, When.ESTABLISHED}),
        frozenset({When.CLOSED_AND_ACCEPTED, When.NOT_ESTABLISHED}),
        frozenset({When.CLOSED_NOT_ACCEPTED, When.NOT_ESTABLISHED}),
        frozenset({When.ACCEPTED_NOT_CLOSED, When.ACKNOWLEDGED, When.NOT_ESTABLISHED}),
        frozenset({When.ACCEPTED_NOT_CLOSED, When.NOT_ACKNOWLEDGED, When.NOT_ESTABLISHED}),
        frozenset({When.NEITHER_CLOSED_NOR_ACCEPTED, When.NOT_ESTABLISHED}),
    ),
    Trigger.AFTER_VOID: (frozenset(), frozenset({When.CARDS_AT_FAULT})),
    Trigger.WRONG_DISPLAY: (frozenset(),),
    Trigger.UNCOVERED: (frozenset(), frozenset({When.CARD_WHILE_BETS_OPEN})),
}

REFUSED_BY = {
    Trigger.LATE_WAGER: Rule.NO_LATE_WAGER,
    Trigger.LATE_WITHDRAWAL: Rule.NO_LATE_WITHDRAWAL,
    Trigger.UNDER_MINIMUM: Rule.LIMITS,
    Trigger.OVER_MAXIMUM: Rule.LIMITS,
    Trigger.TOO_MANY_WAGERS: Rule.WAGERS_PER_AREA,
}

DEVICE_STAYS = "the device is not moved about: no patron draws"
NO_CARDS = "patrons touch no cards"
NO_COUNT = "the document does not count the wagers on an area"
NO_DIFFERENTIAL = "the document knows no table differential"
CANNOT_ARISE = {
    **dict.fromkeys(((Trigger.EXPOSED_BY_MOVE, letter) for letter in "EUR"), DEVICE_STAYS),
    **dict.fromkeys(((Trigger.WRONG_PATRON, letter) for letter in "EUR"), NO_CARDS),
    **dict.fromkeys(((Trigger.NOT_PASSED, letter) for letter in "EUR"), NO_CARDS),
    **dict.fromkeys(((Trigger.HANDLER_ABSENT, letter) for letter in "EUR"), NO_CARDS),
    **dict.fromkeys(((Trigger.LEFT_WITH_CARDS, letter) for letter in "EUR"), NO_CARDS),
    **dict.fromkeys(((Trigger.TOO_MANY_WAGERS, letter) for letter in "EUFR"), NO_COUNT),
    **dict.fromkeys(((Trigger.DIFFERENTIAL, letter) for letter in "EUFR"), NO_DIFFERENTIAL),
}

# Silence that the document itself refers to the Gaming Shift Manager; the house proposes nothing.
NO_CARD_OUT = frozenset({When.BEFORE_FIRST_CARD})
ROUND_OVER = frozenset({When.BETWEEN_ROUNDS, When.BEFORE_NEXT_ROUND, When.CANNOT_BE_RECONSTRUCTED})
ROUND_LONG_OVER = frozenset({When.NEXT_ROUND_COMMENCED, When.CANNOT_BE_RECONSTRUCTED})
LATE_BUT_CLEAR = frozenset({When.NEXT_ROUND_COMMENCED, When.CAN_BE_RECONSTRUCTED})
REFERRED = {
    **dict.fromkeys(((Trigger.DEVICE_RESET, letter, NO_CARD_OUT) for letter in "EU"), "6.1"),
    **dict.fromkeys(((Trigger.WRONG_NUMBER, letter, ROUND_OVER) for letter in "ETU"), "6.1"),
    **dict.fromkeys(((Trigger.WRONG_NUMBER, letter, ROUND_LONG_OVER) for letter in "ETU"), "6.1"),
    **dict.fromkeys(((Trigger.WRONG_NUMBER, letter, LATE_BUT_CLEAR) for letter in "ETU"), "6.1"),
}

# Where a row of the house goes before a row with a clause: under which documents, and why it may.
BEFORE_A_CLAUSE = {
    ("P18", Trigger.DEVICE_RESET): ("T", "new wagers suppose that no card of the round is out"),
    ("R26", Trigger.INTERRUPTED): ("ETU", "a regulation goes before the document"),
    ("P14", Trigger.AFTER_VOID): ("T", "the clause leaves it to the house, which has decided"),
    ("P10", Trigger.UNCOVERED): ("ETU", "the same position rules; the house only proposes"),
}


def of_house(letter: str) -> list[PolicyRow]:
    return [row for row in ROWS if letter in row.documents]


def first_in(
    document: Document, trigger: Trigger, situation: frozenset[When]
) -> list[tuple[str, Irregularity]]:
    """The rows that hold, by clause or by house, with as many circumstances as any that holds."""
    holding = [
        (source, row)
        for source, row in (
            *(("clause", row) for row in document.irregularities),
            *((row.policy, row.irregularity) for row in of_house(document.letter)),
        )
        if row.trigger is trigger and set(row.when) <= situation
    ]
    maximum = max((len(row.when) for _, row in holding), default=0)
    return [(source, row) for source, row in holding if len(row.when) == maximum]


def answers(document: Document, trigger: Trigger, situation: frozenset[When]) -> list[str]:
    """What answers to a trigger under a document: a clause, the house, a refusal, or a reason."""
    found = [source for source, _ in first_in(document, trigger, situation)]
    rule = REFUSED_BY.get(trigger)
    if not found and rule and document.clause_of(rule):
        found.append("refusal")
    found += [row.policy for row in RULES if row.rule is rule and document.letter in row.documents]
    if (trigger, document.letter) in CANNOT_ARISE:
        found.append("cannot arise")
    if (trigger, document.letter, situation) in REFERRED:
        found.append("referred")
    return found


ALL_CASES = [
    (document, trigger, situation)
    for document in DOCUMENTS
    for trigger, situations in SITUATIONS.items()
    for situation in situations
]
CASES = [
    pytest.param(*case, id=" ".join((case[0].letter, case[1], *sorted(case[2]))))
    for case in ALL_CASES
]


@pytest.mark.parametrize("row", ROWS, ids=lambda each: f"{each.policy} {each.irregularity.trigger}")
def test_a_row_of_the_house_cites_a_policy_and_no_clause(row: PolicyRow) -> None:
    assert row.irregularity.clauses == ()
    assert row.irregularity.steps
    assert row.policy in {*DOCUMENTS_OF, *OWN_READINGS}
    assert set(row.documents) <= set(DOCUMENTS_OF.get(row.policy, LETTERS))


@pytest.mark.parametrize("row", ROWS, ids=lambda each: f"{each.policy} {each.irregularity.trigger}")
def test_only_to_a_ruling_is_something_proposed(row: PolicyRow) -> None:
    ruled = [step for step in row.irregularity.steps if step.remedy is Remedy.RULING]
    assert ruled or not row.proposes
    assert all(step.remedy is not Remedy.RULING for step in row.proposes)


def test_a_ruling_names_a_position() -> None:
    rows = [row for document in DOCUMENTS for row in document.irregularities]
    rows += [row.irregularity for row in ROWS]
    steps = [step for row in rows for step in row.steps if step.remedy is Remedy.RULING]
    assert steps
    assert all(step.position for step in steps)


def test_no_row_stands_twice() -> None:
    held = [
        (letter, row.irregularity.trigger, frozenset(row.irregularity.when))
        for row in ROWS
        for letter in row.documents
    ]
    assert len(held) == len(set(held))


def test_every_circumstance_of_a_row_stands_in_some_situation() -> None:
    for document in DOCUMENTS:
        rows = [*document.irregularities, *(row.irregularity for row in of_house(document.letter))]
        for row in rows:
            assert any(set(row.when) <= each for each in SITUATIONS[row.trigger])


def test_every_trigger_has_its_situations() -> None:
    assert set(SITUATIONS) == set(Trigger)


@pytest.mark.parametrize(("document", "trigger", "situation"), CASES)
def test_exactly_one_thing_answers_to_a_trigger(
    document: Document, trigger: Trigger, situation: frozenset[When]
) -> None:
    assert len(answers(document, trigger, situation)) == 1


@pytest.mark.parametrize(("trigger", "letter", "situation"), REFERRED)
def test_a_referral_has_a_clause_that_refers_it(
    trigger: Trigger, letter: str, situation: frozenset[When]
) -> None:
    clause = REFERRED[trigger, letter, situation]
    assert BY_LETTER[letter].clause_of(Rule.UNCOVERED) == clause


def test_no_withdrawal_is_offered_where_the_document_grants_none() -> None:
    for letter in ("E", "F", "U", "R"):
        for row in of_house(letter):
            steps = (*row.irregularity.steps, *row.proposes)
            assert all(step.remedy is not Remedy.OFFER_WITHDRAWAL for step in steps)


def test_what_the_house_adds_to_silent_documents_is_confirmed_by_the_shift_manager() -> None:
    # A wrong selection is the one such row that holds nothing up: any patron could claim it.
    rows = [row.irregularity for row in ROWS if row.policy == "P7"]
    confirmed = {
        row.steps[0].position for row in rows if row.trigger is not Trigger.WRONG_SELECTION
    }
    assert confirmed == {StaffPosition.GAMING_SHIFT_MANAGER}


@pytest.mark.parametrize(
    ("situation", "proposed"),
    [(When.NOT_ESTABLISHED, Remedy.VOID), (When.ESTABLISHED, Remedy.PLAY_ON)],
)
@pytest.mark.parametrize("letter", ["F", "R"])
def test_an_interrupted_round_of_a_silent_document_waits_for_a_pit_manager(
    letter: str, situation: When, proposed: Remedy
) -> None:
    (row,) = (
        row
        for row in of_house(letter)
        if row.irregularity.trigger is Trigger.INTERRUPTED and row.irregularity.when == (situation,)
    )
    expected = RemedyStep(Remedy.RULING, RemedyDetail.VOID_OR_CONTINUE, StaffPosition.PIT_MANAGER)
    assert row.irregularity.steps == (expected,)
    assert [step.remedy for step in row.proposes] == [proposed]


@pytest.mark.parametrize("letter", LETTERS)
def test_a_wager_without_acknowledgement_is_not_in_the_round(letter: str) -> None:
    accepted = frozenset({When.ACCEPTED_NOT_CLOSED, When.NOT_ACKNOWLEDGED})
    ((_, row),) = first_in(BY_LETTER[letter], Trigger.TERMINAL_CUT_OFF, accepted)
    assert row.steps == (RemedyStep(Remedy.PLAY_ON, RemedyDetail.WITHOUT_SEAT),)


@pytest.mark.parametrize("letter", LETTERS)
def test_cards_at_fault_are_replaced_after_a_void_round(letter: str) -> None:
    at_fault = frozenset({When.CARDS_AT_FAULT})
    ((_, row),) = first_in(BY_LETTER[letter], Trigger.AFTER_VOID, at_fault)
    assert row.steps == (RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MUST),)


@pytest.mark.parametrize("lost", LOST, ids=lambda each: " ".join(sorted(each)))
@pytest.mark.parametrize("letter", LETTERS)
def test_a_round_whose_cards_are_lost_is_void_whatever_the_cause(
    letter: str, lost: frozenset[When]
) -> None:
    ((source, row),) = first_in(BY_LETTER[letter], Trigger.INTERRUPTED, lost)
    own = letter in "EU" and When.NOT_ESTABLISHED in lost
    assert (source, row.steps) == ("clause" if own else "R26", (RemedyStep(Remedy.VOID),))


def test_the_house_goes_before_a_clause_only_with_a_reason() -> None:
    found: dict[tuple[str, Trigger], set[str]] = {}
    for document, trigger, situation in ALL_CASES:
        by_clause = [
            row
            for row in document.irregularities
            if row.trigger is trigger and set(row.when) <= situation
        ]
        for source, _ in first_in(document, trigger, situation):
            if by_clause and source != "clause":
                found.setdefault((source, trigger), set()).add(document.letter)
    assert found == {each: set(letters) for each, (letters, _) in BEFORE_A_CLAUSE.items()}


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(
    "trigger", [Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED, Trigger.ORDER_LOST]
)
def test_a_fault_found_between_rounds_voids_nothing_and_asks_for_new_cards(
    trigger: Trigger, letter: str
) -> None:
    between = frozenset({When.BETWEEN_ROUNDS, When.CANNOT_BE_RECONSTRUCTED})
    ((source, row),) = first_in(BY_LETTER[letter], trigger, between)
    assert (source, row.steps) == ("P13", (RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MUST),))


@pytest.mark.parametrize("letter", LETTERS)
def test_a_card_that_comes_while_bets_are_open_goes_to_the_shift_manager(letter: str) -> None:
    (row,) = (row for row in of_house(letter) if row.policy == "P10")
    assert row.irregularity.when == (When.CARD_WHILE_BETS_OPEN,)
    assert [step.position for step in row.irregularity.steps] == [
        StaffPosition.GAMING_SHIFT_MANAGER
    ]
    assert row.proposes == (RemedyStep(Remedy.PLAY_ON, RemedyDetail.WITHOUT_LATE_PART),)
