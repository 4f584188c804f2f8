"""A transcript prints the sentence of an event, and its details below it."""

from punto.core.irregularities import Remedy, RemedyStep, Trigger
from punto.reports.descriptions.transcripts import transcript_lines
from punto.table import events
from punto.table.stakes import Stake


def test_a_settled_wager_says_its_line_and_its_payment() -> None:
    wagers = (
        events.WagerSettled(1, "v1", Stake("banker", 100_00), 1, 195_00),
        events.WagerSettled(2, "v2", Stake("tie", 5_00), 0, 0),
        events.WagerSettled(3, "v3", Stake("player", 20_00), 0, 20_00, uncounted_cents=20_00),
    )
    assert transcript_lines(events.RoundSettled(1, "9s Kd / Kc 6h", wagers), "en") == (
        "Settled: 3 seats, 3 wagers, $215.00 returned.",
        "    9s Kd / Kc 6h",
        "    Seat 1, Banker $100.00: line 1, $195.00 returned",
        "    Seat 2, Tie $5.00: lost, $0.00 returned",
        "    Seat 3, Player $20.00: $20.00 of it not counted and returned",
    )


def test_an_irregularity_says_what_follows() -> None:
    steps = (RemedyStep(Remedy.VOID),)
    raised = events.IrregularityRaised(1, Trigger.SHOE_SHORT, (), "T 5.3", steps)
    assert transcript_lines(raised, "en") == (
        "Too few cards to finish the round (T 5.3).",
        "    What follows: void, all stakes back",
    )


def test_cards_and_stakes_are_listed() -> None:
    misplaced = events.CardsMisplaced(1, ((5, "9s"), (6, "?")), is_ordered=True)
    assert transcript_lines(misplaced, "en")[1] == "    Cards: 5: 9♠, 6: not read"
    removed = events.WagersRemoved(1, 2, "v2", (Stake("tie", 5_00),), 5_00, "agreed", "T 5.18")
    assert transcript_lines(removed, "en") == (
        "$5.00 was removed from seat 2 (T 5.18).",
        "    Stakes: Tie $5.00",
        "    Reason: agreed",
    )
