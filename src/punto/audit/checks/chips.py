"""Check late chips, wagers outside the limits, and the differential between the two hands."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from punto.audit.checks.rulings import CHIPS, take_off
from punto.audit.events import table as events
from punto.audit.findings import NOTHING, Check
from punto.audit.rules.deal import BANKER, PLAYER
from punto.audit.rules.game import Held
from punto.audit.rules.settings import Limit
from punto.audit.state import Phase, Round, Table, WagerSet
from punto.audit.store.entry import Actor
from punto.messages.message import Message, message

DIFFERENTIAL = "T 5.18, 5.18.1, 5.18.2, 5.18.3"
UNDER_MINIMUM = "T 5.14, 5.16"
OVER_MAXIMUM = "T 5.15, 5.16"


def check_late_chips_reported(table: Table, event: events.LateChipsReported, by: Actor) -> None:
    """Check late chips: they change no wager, and only chips can be late."""
    round_ = table.going(
        event.round, "late-chips", Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE
    )
    if round_ is None:
        return
    check_chips(table, event.seat, event.visit, by)
    placed = round_.sets.get(event.seat)
    there = {(each.wager, each.position, each.stack): each.cents for each in _stakes(placed)}
    for stake in event.lifted:
        lay = there.get((stake.wager, stake.position, stake.stack), 0)
        if not 0 < stake.cents <= lay:
            table.add_finding(
                Check.WAGER,
                "finding.lifted-chips",
                amount=stake.cents,
                wager=stake.wager,
                expected=lay,
            )
    for stake in event.late:
        on_offer = table.settings is not None and stake.wager in table.settings.limits
        if not on_offer or stake.cents < 1:
            table.add_finding(Check.WAGER, "finding.unknown-wager", wager=stake.wager)
        _check_area(table, stake)
    for stakes, trigger in ((event.late, "late-wager"), (event.lifted, "late-withdrawal")):
        if bool(stakes) != (trigger in table.noticed):
            table.add_finding(
                Check.LATE_WAGER, "finding.late-stakes", count=len(stakes), trigger=trigger
            )


def _stakes(placed: WagerSet | None) -> tuple[events.Stake, ...]:
    return placed.stakes if placed else ()


def _check_area(table: Table, stake: events.Stake) -> None:
    chosen = table.settings.chosen if table.settings else None
    if chosen is not None and not (
        1 <= stake.position <= chosen.positions and 1 <= stake.stack <= chosen.wagers_per_area
    ):
        table.add_finding(
            Check.WAGER,
            "finding.wager-place",
            wager=stake.wager,
            position=stake.position,
            stack=stake.stack,
        )


def check_chips(table: Table, seat: int, visit: str, by: Actor) -> None:
    """Check that chips are at a position of a live table, and that staff entered them (R34)."""
    positions = table.settings.chosen.positions if table.settings else 0
    if not table.game or not table.game.is_live or not 1 <= -seat <= positions:
        table.add_finding(Check.SEAT, "finding.chips-position", position=-seat)
    table.findings.compare(Check.SEAT, "owner", visit, f"{CHIPS}{-seat}")
    if by.kind != "staff" or not by.holds:
        table.add_finding(Check.WHO, "finding.not-staff", what="chips", actor=by.name)


# Wagers outside the limits


class PlacedStake(NamedTuple):
    """A stake with its seat, its owner, and the set in which it reached its amount."""

    seat: int
    visit: str
    stake: events.Stake
    since: int


def check_wagers_outside_limits(
    table: Table, event: events.WagersOutsideLimits, _by: Actor
) -> None:
    """Recompute, stake by stake, which wagers are outside the limits."""
    round_ = table.going(event.round, "outside-limits", Phase.COMPLETE)
    if round_ is None or table.game is None or table.phase is not Phase.COMPLETE:
        return
    expected = list(outside(table, round_, table.game.held(round_.hands.outcome())))
    for each in event.wagers:
        if each in expected:
            expected.remove(each)
        else:
            table.add_finding(
                Check.LIMIT, "finding.outside-limits", stake=_describe(each), expected=NOTHING
            )
    for each in expected:
        table.add_finding(
            Check.LIMIT, "finding.outside-limits", stake=NOTHING, expected=_describe(each)
        )
    for each in event.wagers:
        round_.uncounted[each.seat, each.stake] = each.uncounted_cents
        if each.is_one_time:
            table.under_minimum.add(each.patron)


def outside(table: Table, round_: Round, held: Held) -> Iterator[events.OutsideLimit]:
    """Every stake outside the limits. A limit applies to all stakes on the same place."""
    if table.document != "T" or table.settings is None:
        return
    places: dict[tuple[str, int, int], list[PlacedStake]] = defaultdict(list)
    for seat, placed in round_.sets.items():
        for stake in placed.stakes:
            place = stake.wager, stake.position or abs(seat), stake.stack
            since = round_.since.get((seat, stake), placed.number)
            places[place].append(PlacedStake(seat, placed.visit, stake, since))
    for (wager, _, _), laid in places.items():
        limit = table.settings.limits.get(wager)
        if limit is not None:
            yield from _judged(table, limit, laid, held)


def _judged(
    table: Table, limit: Limit, laid: Iterable[PlacedStake], held: Held
) -> Iterator[events.OutsideLimit]:
    total = sum(each.stake.cents for each in laid)
    excess = total - limit.maximum_cents
    for each in sorted(laid, key=lambda each: -each.since):
        patron = each.visit
        if patron.startswith(CHIPS) and -each.seat in table.seats:
            patron = table.seats[-each.seat].visit
        if total < limit.minimum_cents:
            is_known = patron in table.under_minimum
            line, win, _ = held.get(limit.wager, (0, 0, 1))
            is_push = bool(line) and not win
            off = each.stake.cents if is_known else 0
            once = not is_known and not is_push
            trigger, source = "under-minimum", UNDER_MINIMUM
        else:
            off = min(max(excess, 0), each.stake.cents)
            excess -= off
            once = False
            trigger, source = "over-maximum", OVER_MAXIMUM
            if not off:
                continue
        yield events.OutsideLimit(
            each.seat, each.visit, each.stake, trigger, off, patron, once, source
        )


def _describe(each: events.OutsideLimit) -> Message:
    stake = each.stake
    return message(
        "finding-part.outside-limit",
        uncounted=each.uncounted_cents,
        stake=stake.cents,
        wager=stake.wager,
        seat=each.seat,
        patron=each.patron,
        trigger=each.trigger,
        source=each.source,
        is_one_time=each.is_one_time,
    )


# The differential


def difference_cents(round_: Round) -> int:
    """The total on the Player hand minus the total on the Banker hand."""
    sign = {PLAYER: 1, BANKER: -1}
    return sum(
        sign.get(stake.wager, 0) * stake.cents
        for placed in round_.sets.values()
        for stake in placed.stakes
    )


def exceeded_cents(table: Table, round_: Round) -> int:
    """The amount above the differential's limit, 0 if the table has no limit."""
    limit = table.settings.chosen.differential_cents if table.settings else None
    return 0 if limit is None else max(abs(difference_cents(round_)) - limit, 0)


def check_lower_wagers_requested(
    table: Table, event: events.LowerWagersRequested, _by: Actor
) -> None:
    """Check that the Dealer asked the patrons of the heavier hand to reduce the exact excess."""
    round_ = table.going(event.round, "lower-wagers", Phase.BETS_OPEN)
    if round_ is None:
        return
    exceeded = exceeded_cents(table, round_)
    heavier = PLAYER if difference_cents(round_) > 0 else BANKER
    if (event.exceeded_cents, event.side) != (exceeded, heavier) or not exceeded:
        table.add_finding(
            Check.LIMIT,
            "finding.differential",
            amount=event.exceeded_cents,
            side=event.side,
            expected=exceeded,
            heavier=heavier,
        )
    table.findings.compare_source(Check.LIMIT, "differential", event.source, DIFFERENTIAL)
    round_.is_lower_requested = True


def check_wagers_removed(table: Table, event: events.WagersRemoved, by: Actor) -> None:
    """Check that stakes were removed only after a request to lower them, and returned in full."""
    round_ = table.going(event.round, "wagers-removed", Phase.BETS_OPEN)
    if round_ is None:
        return
    first = table.titles.count("WagersRemoved") < 2
    if not round_.is_lower_requested or (first and not exceeded_cents(table, round_)):
        table.add_finding(Check.LIMIT, "finding.wagers-removed")
    if by.kind != "staff":
        table.add_finding(Check.WHO, "finding.not-staff", what="wagers-removed", actor=by.name)
    table.findings.compare_source(Check.LIMIT, "differential", event.source, DIFFERENTIAL)
    placed = round_.sets.get(event.seat)
    there = [stake for stake in _stakes(placed) if stake.wager in (PLAYER, BANKER)]
    fits = event.removed and all(stake in there for stake in event.removed)
    cents = sum(stake.cents for stake in event.removed)
    if placed is None or placed.visit != event.visit or not fits or event.cents != cents:
        table.add_finding(
            Check.STAKE,
            "finding.removed-stakes",
            amount=event.cents,
            owner=event.visit,
            seat=event.seat,
            expected=tuple(stake.cents for stake in there),
        )
    if placed is not None:
        take_off(round_, event.seat, placed, event.removed)
