"""Check wagers, the close of bets, and the decision which seats take part."""

from punto.audit.checks.card_handling import is_drawer_missing
from punto.audit.checks.chips import check_chips, exceeded_cents
from punto.audit.checks.rulings import CHIPS
from punto.audit.events import table as events
from punto.audit.findings import NOTHING, Check, named, names
from punto.audit.rules.remedies import HOUSE, LEFT_OUT, SHIFT_MANAGER
from punto.audit.state import Phase, Round, Seat, Table, WagerSet
from punto.audit.store.entry import Actor
from punto.messages.message import Message, message

NO_STAFF = ("E", "F", "U", "R")
"""The documents that have no clause for staff who place a wager for a patron."""


def check_wagers_placed(table: Table, event: events.WagersPlaced, by: Actor) -> None:
    """Check that a set came before the close, in its own round and from the seat's visit."""
    table.require_phase("wagers-placed", Phase.BETS_OPEN, check=Check.LATE_WAGER)
    round_ = table.going(event.round, "wagers-placed")
    if round_ is None:
        return
    _check_seat(table, event, by)
    table.findings.compare(Check.WAGER, "set", event.set, round_.sets_placed + 1)
    before = round_.sets.pop(event.seat, None)
    cents = sum([stake.cents for stake in event.stakes])
    more = cents - (before.cents if before else 0)
    if (event.debited_cents, event.returned_cents) != (max(more, 0), max(-more, 0)):
        table.add_finding(
            Check.WAGER,
            "finding.set-amounts",
            debited=event.debited_cents,
            returned=event.returned_cents,
            expected_debited=max(more, 0),
            expected_returned=max(-more, 0),
        )
    _check_stakes(table, round_, event, cents, before)
    round_.sets_placed = event.set
    round_.visits.add(event.visit)
    for stake in event.stakes:
        if not before or stake not in before.stakes:
            round_.since[event.seat, stake] = event.set
    if event.stakes:
        round_.sets[event.seat] = WagerSet(event.set, event.visit, event.stakes, cents)


def _check_seat(table: Table, event: events.WagersPlaced, by: Actor) -> None:
    if event.seat < 0 or event.visit.startswith(CHIPS):
        check_chips(table, event.seat, event.visit, by)
        return
    if not table.is_seat_of("wagers-placed", event.seat, event.visit):
        table.seats[event.seat] = Seat(event.visit)
    is_own = by.kind == "patron" and by.name == event.visit
    if not is_own and (by.kind != "staff" or (table.game and table.game.document in NO_STAFF)):
        table.add_finding(Check.WHO, "finding.actor-of-visit", actor=by.name, visit=event.visit)


def _check_stakes(
    table: Table, round_: Round, event: events.WagersPlaced, cents: int, before: WagerSet | None
) -> None:
    """Check that each stake is within its limits, in whole units, and on its own place."""
    if table.settings is None or table.game is None:
        return
    chosen, limits, unit = table.settings.chosen, table.settings.limits, table.game.unit_cents
    are_chips = event.seat < 0
    if event.stakes and not are_chips and cents < chosen.total_minimum_cents:
        table.add_finding(
            Check.LIMIT, "finding.total-minimum", amount=cents, minimum=chosen.total_minimum_cents
        )
    places = set()
    for stake in event.stakes:
        place = stake.wager, stake.position or event.seat, stake.stack
        limit = limits.get(stake.wager)
        if limit is None:
            table.add_finding(Check.WAGER, "finding.unknown-wager", wager=stake.wager)
        elif not (are_chips and table.document == "T"):
            others = _others(table, round_, place)
            if not limit.minimum_cents <= stake.cents + others <= limit.maximum_cents:
                table.add_finding(
                    Check.LIMIT,
                    "finding.wager-limit",
                    amount=stake.cents + others,
                    wager=stake.wager,
                    minimum=limit.minimum_cents,
                    maximum=limit.maximum_cents,
                )
        if stake.cents < 1 or stake.cents % unit:
            table.add_finding(
                Check.LIMIT, "finding.wager-unit", amount=stake.cents, wager=stake.wager, unit=unit
            )
        if place in places or not _is_a_place(table, stake) or (are_chips and not stake.position):
            table.add_finding(
                Check.WAGER,
                "finding.wager-place",
                wager=stake.wager,
                position=stake.position,
                stack=stake.stack,
            )
        places.add(place)
    if before and table.game.is_live and not are_chips:
        _check_left(table, round_, event, before)


def _check_left(table: Table, round_: Round, event: events.WagersPlaced, before: WagerSet) -> None:
    """Check that a patron left no shared place below its minimum."""
    assert table.settings is not None, "stakes are checked at a table with settings"
    places = {(each.wager, each.position or event.seat, each.stack) for each in event.stakes}
    for stake in before.stakes:
        place = stake.wager, stake.position or event.seat, stake.stack
        limit, left = table.settings.limits.get(stake.wager), _others(table, round_, place)
        if place not in places and limit and 0 < left < limit.minimum_cents:
            table.add_finding(
                Check.LIMIT, "finding.left-under-minimum", amount=left, wager=stake.wager
            )


def _is_a_place(table: Table, stake: events.Stake) -> bool:
    """Whether the layout has the place: only a live table has places that patrons share."""
    assert table.game is not None, "stakes are checked at a table with a game"
    assert table.settings is not None, "stakes are checked at a table with settings"
    chosen = table.settings.chosen
    if not table.game.is_live:
        return stake.position == 0 and stake.stack == 1
    return 0 <= stake.position <= chosen.positions and 1 <= stake.stack <= chosen.wagers_per_area


def _others(table: Table, round_: Round, place: tuple[str, int, int]) -> int:
    """The stakes of other seats on a place. The caller has removed the current seat's stakes."""
    if table.game is None or not table.game.is_live:
        return 0
    return sum(
        stake.cents
        for seat, placed in round_.sets.items()
        for stake in placed.stakes
        if (stake.wager, stake.position or abs(seat), stake.stack) == place
    )


def check_screen_acknowledged(table: Table, event: events.ScreenAcknowledged, by: Actor) -> None:
    """Check that a terminal displayed an accepted set, or the close."""
    round_ = table.running(event.round, "acknowledgement")
    seat = table.seats.get(event.seat)
    if seat is None or by.name != seat.visit:
        table.add_finding(
            Check.WHO,
            "finding.actor-of-visit",
            actor=by.name,
            visit=named(seat.visit if seat else ""),
        )
    if round_ is None:
        return
    if event.accepted > round_.sets_placed:
        table.add_finding(
            Check.WAGER, "finding.acknowledged-set", set=event.accepted, expected=round_.sets_placed
        )
    is_news = event.closed and event.seat not in round_.close_shown
    if event.closed:
        round_.close_shown.add(event.seat)
        table.require_phase("close-displayed", Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE)
    if event.accepted > round_.accepted.get(event.seat, 0):
        round_.accepted[event.seat] = event.accepted
    elif not is_news:
        table.add_finding(Check.WAGER, "finding.acknowledged-nothing", seat=event.seat)


def check_bets_closed(table: Table, event: events.BetsClosed, _by: Actor) -> None:
    """Check that bets closed once; record the terminals that were disconnected then."""
    round_ = table.going(event.round, "close", Phase.BETS_OPEN)
    if round_ is not None:
        if exceeded := 0 if table.record_cards else exceeded_cents(table, round_):
            table.add_finding(Check.LIMIT, "finding.close-over-differential", amount=exceeded)
        round_.cut_off = frozenset(
            number for number, seat in table.seats.items() if seat.is_cut_off
        )
        table.phase = Phase.BETS_CLOSED


def check_participation_decided(
    table: Table, event: events.ParticipationDecided, by: Actor
) -> None:
    """Check that the Gaming Shift Manager decided about a seat before the first card."""
    round_ = table.going(event.round, "participation-decided", Phase.BETS_CLOSED)
    if by.kind != "staff" or by.holds != SHIFT_MANAGER:
        table.add_finding(
            Check.WHO,
            "finding.position-too-low",
            what="participation-decided",
            actor=by.name,
            position=SHIFT_MANAGER,
        )
    if round_ is None:
        return
    if round_.is_confirmed:
        table.add_finding(Check.TAKES_PART, "finding.participation-late", seat=event.seat)
    if event.seat not in round_.cut_off and (event.seat < 0 or event.seat in round_.close_shown):
        table.add_finding(Check.TAKES_PART, "finding.participation-certain", seat=event.seat)
    round_.ruled_on[event.seat] = event.takes_part


def check_participants_confirmed(
    table: Table, event: events.ParticipantsConfirmed, _by: Actor
) -> None:
    """Check the seats: a disconnected terminal takes part only if it displayed its wager (R12)."""
    round_ = table.going(event.round, "seats-confirmed", Phase.BETS_CLOSED)
    if round_ is None:
        return
    if round_.is_confirmed:
        table.add_finding(Check.TAKES_PART, "finding.again", what="seats-confirmed")
    # Cards drawn together or before the close needed no permission to draw.
    forced = {"BetsClosed", "CardsMisplaced"} & set(table.titles)
    if not forced and is_drawer_missing(table, round_):
        table.add_finding(Check.HANDLING, "finding.no-drawer", what="seats-confirmed")
    staying = [seat for seat, placed in round_.sets.items() if _takes_part(round_, seat, placed)]
    if sorted(event.seats) != sorted(staying):
        table.add_finding(
            Check.TAKES_PART,
            "finding.seats-taking-part",
            seats=names(map(str, sorted(event.seats))),
            expected=names(map(str, sorted(staying))),
        )
        for seat in event.seats:
            if seat in table.seats:
                table.seats[seat].is_cut_off = False
    left_out = {seat: each for seat, each in round_.sets.items() if seat not in event.seats}
    returned = {each.seat: (each.visit, each.cents) for each in event.returned}
    expected = {seat: (each.visit, each.cents) for seat, each in left_out.items()}
    if returned != expected or len(event.returned) != len(returned):
        table.add_finding(
            Check.TAKES_PART,
            "finding.refunds",
            refunds=describe_refunds(returned),
            expected=describe_refunds(expected),
        )
    policy = LEFT_OUT.get(table.game.document if table.game else "", HOUSE) if left_out else ""
    table.findings.compare_source(Check.TAKES_PART, "seats-left-out", event.source, policy)
    for seat in left_out:
        del round_.sets[seat]
    round_.is_confirmed = True


def _takes_part(round_: Round, seat: int, placed: WagerSet) -> bool:
    if seat in round_.ruled_on:
        return round_.ruled_on[seat]
    return seat not in round_.cut_off or round_.accepted.get(seat, 0) >= placed.number


def describe_refunds(returned: dict[int, tuple[str, int]]) -> tuple[Message, ...]:
    """The returned stakes as messages, or one for nothing."""
    return tuple(
        message("finding-part.refund", amount=cents, visit=visit, seat=seat)
        for seat, (visit, cents) in sorted(returned.items())
    ) or (NOTHING,)
