"""Check that the auditor accepts every irregularity and finds changes in each."""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from punto.audit import Check, audit
from tests.audit.forger import EVENTS, Forger
from tests.audit.irregularity_shift import irregularity_shift_journal
from tests.audit.lines import finding_lines
from tests.audit.mutations import change, one_of_each
from tests.audit.test_live_play import live_shift

LIVE, SILENT, TIGER = "tiger-no-commission-live", "fortune-six-live", "tiger"
LIVE_SHIFT = "conduct"
"""The name of the shift with chips and live procedures."""

Played: TypeAlias = Callable[[str], Path]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The journal of a shift with irregularities by its game, played once."""

    @cache
    def play(key: str) -> Path:
        folder = tmp_path_factory.mktemp(key)
        return live_shift(folder) if key == LIVE_SHIFT else irregularity_shift_journal(folder, key)

    return play


@pytest.mark.parametrize("key", [TIGER, LIVE, SILENT, "super-six-plus", "seven-up"])
def test_a_shift_of_irregularities_is_clean(played: Played, key: str) -> None:
    report = audit(played(key))
    assert finding_lines(report.findings) == []
    assert report.rounds_void > 4


FREE = {
    "IrregularityRaised.evidence": "what proves it, in words",
    "RulingGiven.reason": "words for people",
    "DecisionReferred.reason": "words for people",
    "FactsCorrected.reason": "words for people",
    "WagersRemoved.reason": "words for people",
    "SqueezingAllowed.designee": "who squeezes in the place of a patron",
    "LateChipsReported.late.cents": "chips that count for nothing",
}
"""Fields that no other part of the journal confirms, with the reason."""


@pytest.mark.parametrize("key", [LIVE, SILENT, LIVE_SHIFT])
def test_a_changed_value_of_every_field_is_found(played: Played, tmp_path: Path, key: str) -> None:
    """The test changes one value per field, and makes hashes, transfers and balances match."""
    sound, copy = played(key), tmp_path / "copy.db"
    chosen = [
        each
        for each in one_of_each(Forger(sound, copy), random.Random(21), last=None)
        if each[2].partition(".")[0] not in KNOWN
    ]
    assert len(chosen) > 60
    for place, path, name in chosen:
        forger = Forger(sound, copy)
        change(forger, place, path)
        forger.write()
        if not audit(forger.close()).findings:
            assert name in FREE, (place, path, name)


KNOWN = {
    *("id", "at", "by", "asked", "TableOpened", "TableClosed", "SeatTaken", "SeatLeft"),
    *("VisitBegun", "CreditBought", "ScreenAcknowledged", "SettingsChanged"),
    *("ShoeLoaded", "ShoeEnded", "BetsOpened", "BetsClosed"),
}
"""Fields that other shifts change already."""


def put(kind: str, name: str, value: object, place: int = 0) -> Callable[[Forger], None]:
    """Change a field of an event."""
    return lambda forger: forger.events(kind)[place].__setitem__(name, value)


def first_wager(kind: str, name: str, value: object) -> Callable[[Forger], None]:
    """Change the first wager of an event."""
    return lambda forger: forger.event(kind)["wagers"][0].__setitem__(name, value)


def without(kind: str) -> Callable[[Forger], None]:
    """Remove an event from its entry."""

    def change_entry(forger: Forger) -> None:
        body = forger.body(kind)
        body[EVENTS] = [each for each in body[EVENTS] if each[0] != kind]

    return change_entry


def unanswered(forger: Forger) -> None:
    """Remove the steps of a ruling."""
    forger.event("RulingGiven", lambda event: event["steps"])["steps"] = []


def alone(kind: str) -> Callable[[Forger], None]:
    """Remove the second person."""
    return lambda forger: forger.body(kind)[2].__setitem__("seconded_by", None)


def held(position: str, kind: str) -> Callable[[Forger], None]:
    """Give the actor another position."""
    return lambda forger: forger.body(kind)[2].__setitem__("position", position)


@pytest.mark.parametrize(
    ("key", "plant", "check", "words"),
    [
        (SILENT, first_wager("RoundReversed", "returned_cents", 2), Check.REVERSAL, "as settled"),
        (SILENT, lambda f: f.event("RoundReversed")["wagers"].pop(), Check.REVERSAL, "without"),
        (SILENT, put("RoundReversed", "source", "F 5.1"), Check.VOID, "a reversal as “A hand"),
        (
            SILENT,
            first_wager("RoundCorrected", "returned_cents", 4),
            Check.RETURNED,
            "$0.04",
        ),
        (SILENT, put("RoundCorrected", "cards", "2s / 3d"), Check.OUTCOME, "cards 2s / 3d"),
        (SILENT, put("ClaimWrittenOff", "cents", 2), Check.CLAIM, "claim/v2 holds"),
        (SILENT, held("pit-manager", "ClaimWrittenOff"), Check.WHO, "a claim written off"),
        (LIVE, put("CardsReconstructed", "left_over", [[1, "Ks"]]), Check.CARD, "left over"),
        (
            LIVE,
            without("CardsReconstructed"),
            Check.IRREGULARITY,
            "in order” was due",
        ),
        (LIVE, without("CardReplacementRequired"), Check.IRREGULARITY, "replace cards” was due"),
        (TIGER, without("CardReplacementRequired"), Check.VOID, "no step for the cards"),
        (TIGER, alone("CardReplacementRequired"), Check.WHO, "irregularity by Ann alone"),
        (TIGER, alone("CardIdentified"), Check.WHO, "card by hand by Ann alone"),
        (LIVE, put("MissingCardsReplaced", "cards", [[4, "Ks"]]), Check.CARD, "replaced"),
        (LIVE, alone("CardsSetAside"), Check.WHO, "Gaming Shift Manager and another person"),
        (LIVE, held("pit-manager", "DecksSorted"), Check.WHO, "Gaming Shift Manager and another"),
        (LIVE, without("BetsReopened"), Check.LATE_WAGER, "wagers while bets closed"),
        (LIVE, put("IrregularityRaised", "goes_first", value=False), Check.IRREGULARITY, "last"),
        (LIVE, put("CardsMisplaced", "is_ordered", value=False), Check.IRREGULARITY, "order known"),
        (LIVE, put("DecisionReferred", "to", "gaming-shift-manager"), Check.WHO, "referred to"),
        (LIVE, held("dealer", "DecisionReferred"), Check.WHO, "as Pit Manager; expected Dealer"),
        (LIVE, put("FactsCorrected", "before", []), Check.IRREGULARITY, "reported before: “–”"),
        (LIVE, alone("FactsCorrected"), Check.WHO, "corrected facts by Ann alone"),
        (
            SILENT,
            put("FactsCorrected", "circumstances", []),
            Check.IRREGULARITY,
            "corrected facts: ",
        ),
        (LIVE, unanswered, Check.IRREGULARITY, "with the steps: none"),
    ],
)
def test_a_changed_irregularity_is_found(
    played: Played,
    tmp_path: Path,
    key: str,
    plant: Callable[[Forger], None],
    check: Check,
    words: str,
) -> None:
    forger = Forger(played(key), tmp_path / "changed.db")
    plant(forger)
    forger.write()
    found = finding_lines(audit(forger.close()).findings, check)
    assert any(words in line for line in found), found
