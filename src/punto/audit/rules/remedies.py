"""Find the remedies that a document requires, independently of the table code."""

from collections.abc import Collection
from typing import NamedTuple


class RemedyStep(NamedTuple):
    """A remedy, its variant, and the position that decides on it."""

    remedy: str
    detail: str | None = None
    position: str | None = None


class IrregularityRow(NamedTuple):
    """One row of the tables below."""

    documents: frozenset[str]
    trigger: str
    when: frozenset[str]
    steps: tuple[RemedyStep, ...]
    source: str
    """A clause without its document, or a policy."""

    proposed: tuple[RemedyStep, ...] = ()

    def at(self, document: str) -> str:
        """The row's source as a journal writes it."""
        return self.source if self.source.startswith("POLICY") else f"{document} {self.source}"


OF_DOCUMENTS = """
E U T | foreign-card card-count unshuffled | in-round | void | 5.1, 5.1.1, 5.1.2
F     | foreign-card | in-round | void | 5.1, 5.1.1, 5.1.2
R     | foreign-card | in-round | void | 5.1, 5.1.1
R     | card-count   | in-round | void | 5.1, 5.1.2

E U T | order-lost | in-round cannot-be-reconstructed | void | 5.2
F     | order-lost | in-round cannot-be-reconstructed | void | 5.4
T     | order-lost | in-round method-c cannot-be-reconstructed \
      | void, replace-cards:must | 5.12, 5.12.2

E U T | shoe-short | | void | 5.3
F     | shoe-short | | void | 5.5
R     | shoe-short | | void | 5.1, 5.1.4

E U T | face-up         | after-first-card | play-on | 5.6
T     | exposed-by-move | method-c | play-on | 5.12, 5.12.1
T     | cutting-card    | first-card-in-hlga \
      | offer-withdrawal:any-wager, play-on | 3.17.1; POLICY P15

E U   | wrong-order  | | reconstruct | 5.7
T     | wrong-order  | | reconstruct, play-on | 5.7
F     | wrong-number | can-be-reconstructed before-next-round | reconstruct | 5.2
F     | wrong-number | cannot-be-reconstructed before-next-round | void | 5.2
R     | wrong-number | can-be-reconstructed before-next-round | reconstruct | 5.1, 5.1.3
R     | wrong-number | cannot-be-reconstructed before-next-round | void | 5.1, 5.1.3

E U   | drawn-together | order-known | reconstruct | 5.8
E U   | drawn-together | order-unknown | void | 5.8.1
T     | drawn-together | order-known \
      | offer-withdrawal:all-remaining-wagers, reconstruct | 5.8, 5.8.1; POLICY P15
T     | drawn-together | order-unknown in-initial-deal | void | 5.8.2, 5.8.2.1
T     | drawn-together | order-unknown after-initial-deal \
      | ruling:order-of-cards@pit-manager, offer-withdrawal:all-remaining-wagers, play-on \
      | 5.8.2, 5.8.2.2
F     | drawn-together | order-unknown in-initial-deal | void | 5.3
T     | device-reset   | | offer-withdrawal:any-wager, reopen-bets | 5.9; POLICY P15

T     | wrong-patron   | | play-on | 5.7
T     | not-passed     | | play-on | 5.7.1
T     | handler-absent | | play-on | 5.10
T     | left-with-cards | value-unknown \
      | replace-cards:missing-card@gaming-shift-manager, play-on, replace-cards:must \
      | 5.11, 5.11.1, 5.11.2, 5.11.2.1, 5.11.3, 5.11.4, 5.11.5

T     | late-wager      | | play-on:without-late-part | 5.4
F     | late-wager      | | play-on:without-late-part | 5.6
T     | late-withdrawal | | play-on:as-if-still-there | 5.5
F     | late-withdrawal | | play-on:as-if-still-there | 5.7
E U   | wrong-selection | | play-on | 3.5
T     | wrong-selection | | play-on | 3.7

E U   | interrupted | not-established | void | 5.9, 5.9.1
E U   | interrupted | established | play-on | 5.9, 5.9.2
T     | interrupted | power-failure not-established \
      | offer-withdrawal:all-wagers, play-on | 5.17, 5.17.1
T     | interrupted | power-failure established | play-on | 5.17, 5.17.2

E U T | wrong-display | | play-on | 6.3
E U T | uncovered | | ruling:whatever-is-needed@gaming-shift-manager | 6.1
"""

OF_THE_HOUSE = """
F     | card-count | in-round | void@gaming-shift-manager | POLICY P7
F R   | unshuffled | in-round | void@gaming-shift-manager | POLICY P7
R     | order-lost | in-round cannot-be-reconstructed | void@gaming-shift-manager | POLICY P7
E F T U R | foreign-card card-count unshuffled | between-rounds | replace-cards:must | POLICY P13
E F T U R | order-lost | between-rounds cannot-be-reconstructed | replace-cards:must | POLICY P13

F R   | face-up | after-first-card | play-on@gaming-shift-manager | POLICY P7
E F T U R | face-up | before-first-card | ruling:whatever-is-needed@gaming-shift-manager \
      | POLICY P9 | void, replace-cards:exposed-card
F     | exposed-by-move | | play-on@gaming-shift-manager | POLICY P7

F R   | wrong-order  | | reconstruct@gaming-shift-manager | POLICY P7
E T U | wrong-number | in-round can-be-reconstructed | reconstruct | POLICY P11
E T U | wrong-number | in-round cannot-be-reconstructed | void | POLICY P11
F R   | wrong-number | next-round-commenced | play-on | POLICY P12

F R   | drawn-together | order-known | reconstruct@gaming-shift-manager | POLICY P7
R     | drawn-together | order-unknown in-initial-deal | void@gaming-shift-manager | POLICY P7
F T R | drawn-together | order-unknown across-initial-deal | void | POLICY P8
F R   | drawn-together | order-unknown after-initial-deal \
      | ruling:whatever-is-needed@gaming-shift-manager | POLICY P7

F R   | device-reset | | ruling:whatever-is-needed@gaming-shift-manager | POLICY P7
F R   | device-reset | after-first-card can-be-reconstructed \
      | ruling:whatever-is-needed@gaming-shift-manager | POLICY P7 | reconstruct
F R   | device-reset | after-first-card cannot-be-reconstructed \
      | ruling:whatever-is-needed@gaming-shift-manager | POLICY P7 | void
E T U | device-reset | after-first-card can-be-reconstructed \
      | ruling:whatever-is-needed@gaming-shift-manager | POLICY P18 | reconstruct
E T U | device-reset | after-first-card cannot-be-reconstructed \
      | ruling:whatever-is-needed@gaming-shift-manager | POLICY P18 | void

F     | wrong-patron not-passed handler-absent | | play-on@gaming-shift-manager | POLICY P7
F     | left-with-cards | | ruling:whatever-is-needed@gaming-shift-manager | POLICY P7
T     | left-with-cards | value-known | ruling:whatever-is-needed@gaming-shift-manager \
      | POLICY P30 | play-on, replace-cards:must
F R   | wrong-selection | | play-on | POLICY P7

F R   | interrupted | not-established | ruling:void-or-continue@pit-manager | POLICY P5 | void
F R   | interrupted | established | ruling:void-or-continue@pit-manager | POLICY P5 | play-on
T     | interrupted | other-breakdown not-established \
      | ruling:whatever-is-needed@gaming-shift-manager | POLICY P6 \
      | offer-withdrawal:all-wagers, play-on
T     | interrupted | other-breakdown established \
      | ruling:whatever-is-needed@gaming-shift-manager | POLICY P6 | play-on
E F T U R | interrupted | established cards-beyond-recovery | void | POLICY R26
F T R | interrupted | not-established cards-beyond-recovery | void | POLICY R26
T     | interrupted | power-failure established cards-beyond-recovery | void | POLICY R26
T     | interrupted | power-failure not-established cards-beyond-recovery | void | POLICY R26
T     | interrupted | other-breakdown established cards-beyond-recovery | void | POLICY R26
T     | interrupted | other-breakdown not-established cards-beyond-recovery | void | POLICY R26

F R   | wrong-display | | play-on | POLICY R14
F R   | uncovered | | ruling:whatever-is-needed@gaming-shift-manager | POLICY R14
E F T U R | uncovered | card-while-bets-open \
      | ruling:whatever-is-needed@gaming-shift-manager | POLICY P10 | play-on:without-late-part
"""


def _step(text: str) -> RemedyStep:
    what, _, position = text.strip().partition("@")
    remedy, _, detail = what.partition(":")
    return RemedyStep(remedy, detail or None, position or None)


def _steps(text: str) -> tuple[RemedyStep, ...]:
    return tuple(_step(each) for each in text.split(",") if each.strip())


def _rows(table: str) -> list[IrregularityRow]:
    found = []
    for line in table.replace("\\\n", " ").strip().splitlines():
        if not line.strip():
            continue
        documents, triggers, when, steps, source, *proposed = line.split("|")
        found += [
            IrregularityRow(
                frozenset(documents.split()),
                trigger,
                frozenset(when.split()),
                _steps(steps),
                source.strip(),
                _steps("".join(proposed)),
            )
            for trigger in triggers.split()
        ]
    return found


ROWS = _rows(OF_DOCUMENTS) + _rows(OF_THE_HOUSE)
"""All rows, those of the documents first: of two equally specific rows the first one applies."""


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
