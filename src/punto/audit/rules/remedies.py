"""Find the remedies that a document requires, independently of the table code."""

from collections.abc import Collection
from typing import NamedTuple

from punto.audit.rules.irregularity_rows import ROWS, RemedyStep

VOID, PLAY_ON, OFFER, RULING = "void", "play-on", "offer-withdrawal", "ruling"
RECONSTRUCT, REOPEN, REPLACE = "reconstruct", "reopen-bets", "replace-cards"

LADDER = (
    "dealer",
    "pit-supervisor",
    "pit-manager",
    "assistant-casino-manager",
    "gaming-shift-manager",
)
"""The staff positions from the lowest to the highest (R13)."""

PIT_MANAGER, CASINO_MANAGER, SHIFT_MANAGER = LADDER[2:]

DOCUMENTS = ("E", "F", "T", "U", "R")

REFER_THE_REST = ("E", "T", "U")
"""The documents with a clause about cases that they do not cover."""


class ExpectedRemedy(NamedTuple):
    """The steps in order, their source, and the proposal to the position that rules."""

    steps: tuple[RemedyStep, ...]
    source: str
    proposed: tuple[RemedyStep, ...] = ()


BE_VOID, GO_ON = RemedyStep(VOID), RemedyStep(PLAY_ON)
REMAINING_MAY_WITHDRAW = RemedyStep(OFFER, "all-remaining-wagers")
ANY_MAY_WITHDRAW = RemedyStep(OFFER, "any-wager")
OPEN_AGAIN = RemedyStep(REOPEN)
MUST_REPLACE = RemedyStep(REPLACE, "must")
SHIFT_MANAGER_RULES = RemedyStep(RULING, "whatever-is-needed", SHIFT_MANAGER)

#: The clause on the cutting card, by document; other documents rely on a policy.
CUTTING_CARD = {"E": "E 3.10", "T": "T 3.17", "U": "U 3.9"}

#: The policy that leaves a disconnected terminal out of a round, by document.
LEFT_OUT = {
    "E": "POLICY P2",
    "F": "POLICY P4",
    "T": "POLICY P4",
    "U": "POLICY P2",
    "R": "POLICY P4",
}

HOUSE = "POLICY"
"""The source where neither a document nor a numbered policy applies."""

HIGHER = {"E": "E 6.2", "T": "T 6.2", "U": "U 6.2"}
"""The clause that lets a higher position act, by document; others rely on a policy."""

AT_FAULT = ("foreign-card", "card-count", "unshuffled", "order-lost")
"""The triggers after which the same cards would void every round (P14)."""

AFTER_FAULT = "POLICY P14"

#: The source that lets staff request new cards after a void round, by document.
MAY_REPLACE = {"T": "T 5.13; POLICY P14"}

RANKS = (
    ("foreign-card", "card-count", "unshuffled"),
    ("order-lost", "wrong-order", "wrong-number", "drawn-together"),
    ("shoe-short",),
    ("interrupted",),
    ("terminal-cut-off",),
    (
        *("late-wager", "late-withdrawal", "under-minimum", "over-maximum"),
        *("too-many-wagers", "differential", "wrong-selection"),
    ),
    ("wrong-display",),
    ("uncovered",),
)
"""The order in which pending irregularities are resolved (P27)."""


def rank(trigger: str) -> int:
    """The rank of a trigger; a trigger without a rank comes last."""
    return next((place for place, group in enumerate(RANKS) if trigger in group), len(RANKS))


def expected_remedy(document: str, trigger: str, circumstances: Collection[str]) -> ExpectedRemedy:
    """The remedies of the most specific row for these circumstances."""
    facts = frozenset(circumstances)
    if document not in DOCUMENTS:
        return ExpectedRemedy((SHIFT_MANAGER_RULES,), HOUSE)
    of_it = [row for row in ROWS if document in row.documents]
    answering = [row for row in of_it if row.trigger == trigger and row.when <= facts]
    if not answering:
        answering = [row for row in of_it if row.trigger == "uncovered"][:1]
    row = max(answering, key=lambda each: len(each.when))
    return ExpectedRemedy(row.steps, row.at(document), row.proposed)


def outranks(holds: str, due: str, ladder: tuple[str, ...] = LADDER) -> bool:
    """Whether a position equals the required one or is higher."""
    return holds in ladder and due in ladder and ladder.index(holds) >= ladder.index(due)
