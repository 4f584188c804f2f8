"""Build the audit desk's view of a round: its steps by screen, its results and its bundle."""

from collections import defaultdict
from typing import Any

import msgspec
from msgspec import Struct

from punto.floor.audit_desk.bundle_export import ExportedBundle, bundle_name
from punto.floor.audit_desk.journal_pages import EntryView, entry_fields
from punto.floor.audit_desk.replay import Replay, ReplayStep, ScreenRecord
from punto.floor.plan import TablePlan
from punto.messages.message import Message
from punto.reports.descriptions.names import wager_message
from punto.reports.games.explanation import draw_reasons
from punto.table.events import RoundReversed


class ScreenView(Struct, frozen=True):
    """The view that a screen showed, and the data that it did not get."""

    view: dict[str, Any]
    withheld: tuple[Message, ...]
    checked: bool
    acknowledged_at: str | None


class ReasonView(Struct, frozen=True):
    """Why the Table of Play required a step, and its clause."""

    words: Message
    clause: str


class StepView(EntryView, frozen=True, kw_only=True):
    """An entry of the round, and every screen after it."""

    phase: str
    roads: str
    why: ReasonView | None
    display: ScreenView
    dealer: ScreenView
    seats: dict[str, ScreenView]


class SeatResult(Struct, frozen=True):
    """The result of a seat, and whether the auditor's code agrees."""

    seat: int
    staked_cents: int
    returned_cents: int
    net_cents: int
    equal: bool


class RecomputedRound(Struct, frozen=True):
    """The results of all seats, recomputed from the cards."""

    rows: list[SeatResult]
    staked_cents: int
    returned_cents: int
    cards: dict[str, str]


class BundleView(Struct, frozen=True):
    """The size and the contents of the signed bundle."""

    name: str
    bytes: int
    parts: dict[str, int]
    counts: dict[str, int]


class ProofView(Struct, frozen=True):
    """A proof of the bundle, or an assumption."""

    proved: bool
    words: Message


class RoundView(Struct, frozen=True):
    """A round as the audit desk shows it."""

    table: str
    name: str
    round: int
    permanent_seven: bool
    digest: str
    wagers: dict[str, Message]
    steps: list[StepView]
    roads: dict[str, Any]
    recomputed: RecomputedRound
    is_reversed: bool
    bundle: BundleView
    proofs: list[ProofView]


def round_view(
    plan: TablePlan, rounds: tuple[int, int], replay: Replay, bundle: ExportedBundle
) -> RoundView:
    """The view of a round; the first one names the round if the bundle has several."""
    game = replay.steps[0].table.game
    events = [event for step in replay.steps for event in step.entry.events]
    return RoundView(
        plan.key,
        plan.name,
        rounds[0],
        game.order.permanent is not None,
        game.digest,
        {wager.key: wager_message(wager) for wager in game.wagers},
        [_step(step) for step in replay.steps],
        {str(revision): roads for revision, roads in replay.roads.items()},
        _recomputed(bundle),
        any(isinstance(event, RoundReversed) for event in events),
        BundleView(bundle_name(plan.key, rounds), len(bundle.data), bundle.parts, bundle.counts),
        [ProofView(each.is_proved, each.message) for each in bundle.verified.proofs],
    )


def _step(step: ReplayStep) -> StepView:
    table = step.table
    # The round is over, so the reason for a draw may name cards that were face down then.
    why = draw_reasons(table.game, table.current.tableau) if table.round else ()
    return StepView(
        **entry_fields(step.line, step.entry),
        phase=step.display.view.phase,
        roads=str(step.revision),
        why=ReasonView(why[-1].words, why[-1].clause) if why else None,
        display=_screen(step.display),
        dealer=_screen(step.dealer),
        seats={str(seat): _screen(screen) for seat, screen in step.seats.items()},
    )


def _screen(screen: ScreenRecord) -> ScreenView:
    view = msgspec.to_builtins(screen.view)
    view.pop("counters", None)
    return ScreenView(view, screen.withheld, screen.is_checked, screen.acknowledged_at or None)


def _recomputed(bundle: ExportedBundle) -> RecomputedRound:
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for each in bundle.verified.wagers:
        added = (each.cents, each.returned_cents, each.expected_cents)
        sums[each.seat] = [a + b for a, b in zip(sums[each.seat], added, strict=True)]
    return RecomputedRound(
        [
            SeatResult(seat, staked, returned, returned - staked, returned == expected)
            for seat, (staked, returned, expected) in sorted(sums.items())
        ],
        sum(staked for staked, _, _ in sums.values()),
        sum(returned for _, returned, _ in sums.values()),
        {str(number): cards for number, cards in bundle.verified.cards.items()},
    )
