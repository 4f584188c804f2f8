"""Remedies: what must follow when something goes wrong, by document, a second time."""

from collections.abc import Collection
from typing import NamedTuple

VOID, PLAY_ON, OFFER, RULING = "void", "play-on", "offer-withdrawal", "ruling"

LADDER = (
    "dealer",
    "pit-supervisor",
    "pit-manager",
    "assistant-casino-manager",
    "gaming-shift-manager",
)
"""The positions from the lowest to the highest (R13)."""

PIT_MANAGER, SHIFT_MANAGER = LADDER[2], LADDER[4]

DOCUMENTS = ("E", "F", "T", "U", "R")


class Step(NamedTuple):
    """A remedy, how it is understood, and whose decision it is."""

    remedy: str
    detail: str | None = None
    position: str | None = None


class Answer(NamedTuple):
    """The steps in order, where they stand, and what is proposed to whoever rules."""

    steps: tuple[Step, ...]
    source: str
    proposed: tuple[Step, ...] = ()


BE_VOID, GO_ON = Step(VOID), Step(PLAY_ON)
GO_ON_WITHOUT_LATE_PART = Step(PLAY_ON, "without-late-part")
ALL_MAY_WITHDRAW = Step(OFFER, "all-wagers")
PIT_MANAGER_RULES = Step(RULING, "void-or-continue", PIT_MANAGER)
SHIFT_MANAGER_RULES = Step(RULING, "whatever-is-needed", SHIFT_MANAGER)

#: Where each document says that a round ends for which the cards do not suffice.
TOO_FEW_CARDS = {"E": "E 5.3", "F": "F 5.5", "T": "T 5.3", "U": "U 5.3", "R": "R 5.1, 5.1.4"}

#: Where each document speaks of the cutting card; the house does for the others.
CUTTING_CARD = {"E": "E 3.10", "T": "T 3.17", "U": "U 3.9"}

#: By which policy a terminal that was cut off is left out of a round.
LEFT_OUT = {
    "E": "POLICY P2",
    "F": "POLICY P4",
    "T": "POLICY P4",
    "U": "POLICY P2",
    "R": "POLICY P4",
}

HOUSE = "POLICY"
"""What stands in for a clause where neither a document nor a numbered policy has one."""


def expected(document: str, trigger: str, circumstances: Collection[str]) -> Answer | None:
    """What a document or the house commands, None where the auditor knows no answer."""
    given = frozenset(circumstances)
    if document not in DOCUMENTS:
        return Answer((SHIFT_MANAGER_RULES,), HOUSE)
    if trigger == "interrupted" and given <= OF_AN_INTERRUPTION:
        return _interrupted(document, given)
    if trigger == "shoe-short" and not given:
        return Answer((BE_VOID,), TOO_FEW_CARDS[document])
    if trigger in LATE and document in LATE[trigger] and not given:
        return LATE[trigger][document]
    if trigger == "cutting-card" and document == "T" and given == {"first-card-in-hlga"}:
        return Answer((Step(OFFER, "any-wager"), GO_ON), "T 3.17.1; POLICY P15")
    if trigger == "uncovered" and given == {"card-while-bets-open"}:
        return Answer((SHIFT_MANAGER_RULES,), "POLICY P10", (GO_ON_WITHOUT_LATE_PART,))
    return None


#: What is done about chips that come or go after the close.
LATE = {
    "late-wager": {
        "T": Answer((GO_ON_WITHOUT_LATE_PART,), "T 5.4"),
        "F": Answer((GO_ON_WITHOUT_LATE_PART,), "F 5.6"),
    },
    "late-withdrawal": {
        "T": Answer((Step(PLAY_ON, "as-if-still-there"),), "T 5.5"),
        "F": Answer((Step(PLAY_ON, "as-if-still-there"),), "F 5.7"),
    },
}

OF_AN_INTERRUPTION = {
    *("established", "not-established", "power-failure", "other-breakdown"),
    "cards-beyond-recovery",
}


def _interrupted(document: str, given: frozenset[str]) -> Answer:
    """A power failure is no free option: an established round is played to its end."""
    is_established = "established" in given
    if document in ("F", "R"):
        return Answer((PIT_MANAGER_RULES,), "POLICY P5", (GO_ON if is_established else BE_VOID,))
    if document == "T" and "power-failure" not in given:
        return _other_breakdown(given, is_established=is_established)
    if is_established and "cards-beyond-recovery" in given:
        return Answer((BE_VOID,), "POLICY R26")
    clause = 1 + is_established
    if document == "T":
        steps = (GO_ON,) if is_established else (ALL_MAY_WITHDRAW, GO_ON)
        return Answer(steps, f"T 5.17, 5.17.{clause}")
    return Answer((GO_ON if is_established else BE_VOID,), f"{document} 5.9, 5.9.{clause}")


def _other_breakdown(given: frozenset[str], *, is_established: bool) -> Answer:
    if "other-breakdown" not in given:
        return Answer((SHIFT_MANAGER_RULES,), "T 6.1")
    proposed = (GO_ON,) if is_established else (ALL_MAY_WITHDRAW, GO_ON)
    return Answer((SHIFT_MANAGER_RULES,), "POLICY P6", proposed)


def outranks(holds: str, due: str) -> bool:
    """Whether a position is the one that is asked for, or a higher one."""
    return holds in LADDER and due in LADDER and LADDER.index(holds) >= LADDER.index(due)
