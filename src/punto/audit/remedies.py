"""Remedies: what must follow when something goes wrong, by document, a second time."""

from collections.abc import Collection

VOID, PLAY_ON, OFFER, RULING = "void", "play-on", "offer-withdrawal", "ruling"

LADDER = (
    "dealer",
    "pit-supervisor",
    "pit-manager",
    "assistant-casino-manager",
    "gaming-shift-manager",
)
"""The positions from the lowest to the highest (R13)."""


def expected(document: str, trigger: str, circumstances: Collection[str]) -> tuple[str, ...] | None:
    """The remedies that a document or the house commands, None where the auditor knows none."""
    given = frozenset(circumstances)
    if document not in tuple("EFTUR"):
        return (RULING,)
    match trigger:
        case "interrupted":
            return _interrupted(document, given)
        case "shoe-short":
            return (VOID,)
        case "uncovered":
            return (RULING,)
        case _:
            return None


def _interrupted(document: str, given: frozenset[str]) -> tuple[str, ...]:
    """A power failure is no free option: an established round is played to its end."""
    if document in ("F", "R") or (document == "T" and "power-failure" not in given):
        return (RULING,)
    if "established" not in given:
        return (VOID,) if document in ("E", "U") else (OFFER, PLAY_ON)
    return (VOID,) if "cards-beyond-recovery" in given else (PLAY_ON,)


def outranks(holds: str, due: str) -> bool:
    """Whether a position is the one that is asked for, or a higher one."""
    return holds in LADDER and due in LADDER and LADDER.index(holds) >= LADDER.index(due)
