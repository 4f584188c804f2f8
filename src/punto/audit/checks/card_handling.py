"""Check dealing methods, control of the dealing device, and who gets and exposes cards."""

from punto.audit.events import table as events
from punto.audit.findings import Check, named
from punto.audit.rules.deal import BANKER, PLAYER, UNREAD
from punto.audit.rules.remedies import LADDER, PIT_MANAGER
from punto.audit.rules.settings import faults
from punto.audit.state import Phase, Round, Table
from punto.audit.store.entry import Actor

SIDES = (PLAYER, BANKER)
INITIAL_CARDS = 2
DEALER, SUPERVISOR, CASINO_MANAGER = LADDER[0], LADDER[1], LADDER[3]


def check_method_chosen(table: Table, event: events.MethodChosen, by: Actor) -> None:
    """Check that a method was chosen between rounds, by a position that may allow it."""
    table.is_between_rounds("method-chosen")
    lowest = CASINO_MANAGER if event.method == "C" else PIT_MANAGER
    table.require_position("method-chosen", by, lowest)
    table.findings.compare_source(Check.HANDLING, "method-chosen", event.source, "T 3.8.2")
    if table.game is None or table.settings is None:
        return
    if event.method == table.method:
        table.add_finding(Check.SETTINGS, "finding.unchanged", what="method-chosen")
    table.settings = table.settings.by_method(event.method)
    check_settings(table)
    table.device, table.may_draw = 0, []


def check_wagers_restricted(table: Table, event: events.WagersRestricted, by: Actor) -> None:
    """Check that a Pit Manager changed the number of wagers per area between rounds."""
    table.is_between_rounds("wagers-restricted")
    table.require_position("wagers-restricted", by, PIT_MANAGER)
    table.findings.compare_source(Check.HANDLING, "wagers-restricted", event.source, "T 3.6.1")
    if table.game is None or table.settings is None:
        return
    if event.per_area == table.settings.chosen.wagers_per_area:
        table.add_finding(Check.SETTINGS, "finding.unchanged", what="wagers-restricted")
    table.settings = table.settings.with_stacks(event.per_area)
    check_settings(table)


def check_settings(table: Table) -> None:
    """Report the settings that the table's game does not allow."""
    if table.game is not None and table.settings is not None:
        for fault in faults(table.game, table.settings):
            table.findings.add(Check.SETTINGS, fault)


def _check_speaks(table: Table, position: int, by: Actor, what: str) -> None:
    """Check the actor: a patron may act for their own position, staff for any position."""
    sitting = table.seats.get(position)
    own = by.kind == "patron" and sitting is not None and sitting.visit == by.name
    if not own and not (by.kind == "staff" and table.outranks(by.holds, DEALER)):
        table.add_finding(
            Check.WHO, "finding.patron-of-position", what=what, actor=by.name, position=position
        )


def _check_seat(table: Table, position: int, what: str) -> None:
    positions = table.settings.chosen.positions if table.settings else 0
    if not 1 <= position <= positions:
        table.add_finding(
            Check.SEAT,
            "finding.position-unknown",
            what=what,
            position=position,
            positions=positions,
        )


# The dealing device


def check_drawing_allowed(table: Table, event: events.DrawingAllowed, by: Actor) -> None:
    """Check that an Assistant Casino Manager allowed a patron without a wager to draw."""
    table.is_idle("drawing-allowed")
    table.require_position("drawing-allowed", by, CASINO_MANAGER)
    table.findings.compare_source(Check.HANDLING, "drawing-allowed", event.source, "T 3.11.2")
    _check_seat(table, event.position, "drawing-allowed")
    if not table.patron_draws or event.position in table.may_draw:
        table.add_finding(Check.HANDLING, "finding.drawing-allowed")
    table.may_draw.append(event.position)


def check_device_handed_over(table: Table, event: events.DeviceHandedOver, by: Actor) -> None:
    """Check that the patron who receives the device has a wager or special permission."""
    table.is_idle("device-handed-over")
    table.require_position("device-handed-over", by, DEALER)
    if not event.position:
        _dealer_draws(table, event)
        return
    table.findings.compare_source(Check.HANDLING, "device-handed-over", event.source, "T 3.11.1")
    if not table.patron_draws or table.device not in (0, event.position):
        table.add_finding(Check.HANDLING, "finding.device-handed-over")
    if table.round is None or not may_draw(table, table.round, event.position):
        table.add_finding(Check.HANDLING, "finding.device-holder", position=event.position)
    table.device = event.position
    if table.round is not None:
        table.round.handling.dealer_draws = False


def _dealer_draws(table: Table, event: events.DeviceHandedOver) -> None:
    """Check that the Dealer draws only after the close and if no patron may draw."""
    table.findings.compare_source(Check.HANDLING, "dealer-draws", event.source, "POLICY P31")
    round_ = table.round
    closed = table.phase in (Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE)
    if round_ is None or not closed or not is_drawer_missing(table, round_):
        table.add_finding(Check.HANDLING, "finding.dealer-draws")
    if round_ is not None:
        round_.handling.dealer_draws = True


def is_drawer_missing(table: Table, round_: Round) -> bool:
    """Whether a patron must draw, but no patron with permission has the device."""
    by_patron = table.patron_draws and not round_.handling.dealer_draws
    return by_patron and not may_draw(table, round_, table.device)


def may_draw(table: Table, round_: Round, position: int) -> bool:
    """Whether a patron has a wager in the round, or permission to draw without one."""
    return position in {abs(seat) for seat in round_.sets} or position in table.may_draw


def check_device_control_ended(table: Table, event: events.DeviceControlEnded, by: Actor) -> None:
    """Check that a patron returned the device, or lost it with a wager on a hand."""
    left = "SeatLeft" in table.titles
    had = event.position == table.device or (left and event.position in table.may_draw)
    if not had or not event.position:
        table.add_finding(
            Check.HANDLING,
            "finding.position",
            what="device-returned",
            position=event.position,
            expected=table.device,
        )
    lost = "RoundSettled" in table.titles
    table.findings.compare_source(
        Check.HANDLING, "device-returned", event.source, f"T 3.11.8.{1 + lost}"
    )
    if not lost and not left:
        table.is_idle("device-returned")
    if not lost:
        _check_speaks(table, event.position, by, "device-returned")
    if event.position == table.device:
        table.device = 0
    table.may_draw = [each for each in table.may_draw if each != event.position]


def loses_device(table: Table, event: events.RoundSettled) -> bool:
    """Whether the patron with the device lost a wager on one of the hands."""
    return table.device != 0 and any(
        abs(each.seat) == table.device
        and each.stake.wager in SIDES
        and each.returned_cents == each.uncounted_cents
        and each.stake.cents != each.uncounted_cents
        for each in event.wagers
    )


# Cards held by patrons


def hidden(round_: Round) -> list[tuple[str, int]]:
    """The cards on the hands that lie face down."""
    return [
        (side, card)
        for side, card in round_.handling.face_down
        if card <= len(round_.hands.names[side])
    ]


def _in_hand(table: Table, number: int, side: str, what: str) -> Round | None:
    """The round, if a patron can hold cards of that hand now; otherwise report it."""
    round_ = table.going(number, what)
    if round_ is None:
        return None
    lying = side in SIDES and any(each == side for each, _ in hidden(round_))
    if not table.patrons_handle_cards or not round_.hands.is_dealt or not lying:
        table.add_finding(Check.HANDLING, "finding.hand-not-held", what=what, side=side)
        return None
    return round_


def backers(round_: Round, side: str) -> list[int]:
    """The positions entitled to handle a hand: those with the largest stakes on it come first.

    Of equal stakes the earliest comes first, then the positions after it, in the order of seats.
    """
    cents: dict[int, int] = {}
    since: dict[int, int] = {}
    for seat, placed in round_.sets.items():
        for stake in placed.stakes:
            if stake.wager == side:
                position = abs(seat)
                cents[position] = cents.get(position, 0) + stake.cents
                at = round_.since.get((seat, stake), placed.number)
                since[position] = max(since.get(position, 0), at)
    found: list[int] = []
    for amount in sorted(set(cents.values()), reverse=True):
        equals = [position for position in cents if cents[position] == amount]
        first = min(equals, key=lambda each: since[each])
        found += sorted(each for each in equals if each >= first)
        found += sorted(each for each in equals if each < first)
    return found


def _due(round_: Round, side: str) -> int:
    refused = round_.handling.refused.get(side, [])
    return next((each for each in backers(round_, side) if each not in refused), 0)


def _why(round_: Round, side: str, position: int) -> str:
    """The clause that gives the cards of a hand to a position."""
    cents = {abs(seat): 0 for seat, placed in round_.sets.items()}
    for seat, placed in round_.sets.items():
        cents[abs(seat)] += sum(each.cents for each in placed.stakes if each.wager == side)
    order = backers(round_, side)
    equal = [each for each in order if cents[each] == cents[position]]
    if position != equal[0]:
        return "T 3.9.5"
    if position != order[0]:
        return "T 3.9.3"
    return "T 3.9.4" if len(equal) > 1 else "T 3.9.2"


def check_cards_passed(table: Table, event: events.CardsPassed, by: Actor) -> None:
    """Check that a hand passed to the entitled position; without one, a supervisor chooses."""
    round_ = _in_hand(table, event.round, event.side, "cards-passed")
    if round_ is None:
        return
    _check_seat(table, event.position, "cards-passed")
    due = _due(round_, event.side)
    lowest, source = DEALER, "T 3.11.3"
    if not table.patron_draws and not due:
        lowest, source = SUPERVISOR, "T 3.9.4.1"
    elif not table.patron_draws:
        source = _why(round_, event.side, due)
        table.findings.compare_position("cards-passed", event.position, due)
    table.require_position("cards-passed", by, lowest)
    table.findings.compare_source(Check.HANDLING, "cards-passed", event.source, source)
    round_.handling.holders[event.side] = event.position


def check_cards_refused(table: Table, event: events.CardsRefused, by: Actor) -> None:
    """Check that a patron refused a hand that they were entitled to handle."""
    round_ = _in_hand(table, event.round, event.side, "cards-refused")
    if round_ is None:
        return
    handling = round_.handling
    due = handling.holders.get(event.side) or _due(round_, event.side)
    table.findings.compare_position("cards-refused", event.position, due)
    _check_speaks(table, event.position, by, "cards-refused")
    handling.refused.setdefault(event.side, []).append(event.position)
    handling.holders.pop(event.side, None)


def check_first_hand_chosen(table: Table, event: events.FirstHandChosen, by: Actor) -> None:
    """Check that the Dealer chose the first hand to expose while both hands were face down."""
    round_ = _in_hand(table, event.round, event.side, "first-hand-chosen")
    table.require_position("first-hand-chosen", by, DEALER)
    table.findings.compare_source(Check.HANDLING, "first-hand-chosen", event.source, "T 3.9.6")
    if round_ is None:
        return
    if table.patron_draws or _lying(round_) != set(SIDES):
        table.add_finding(Check.HANDLING, "finding.first-hand-chosen")
    round_.handling.first_hand = event.side


def _lying(round_: Round) -> set[str]:
    """The hands that have face-down cards of the initial deal."""
    return {side for side, card in hidden(round_) if card <= INITIAL_CARDS}


def check_squeezing_allowed(table: Table, event: events.SqueezingAllowed, by: Actor) -> None:
    """Check that the Pit Manager allowed a patron to squeeze a face-down card."""
    round_ = table.going(event.round, "squeezing-allowed")
    table.require_position("squeezing-allowed", by, PIT_MANAGER)
    table.findings.compare_source(Check.HANDLING, "squeezing-allowed", event.source, "T 3.16")
    _check_seat(table, event.position, "squeezing-allowed")
    if round_ is None:
        return
    if not table.patrons_handle_cards or not _may_be_squeezed(round_, event.side, event.card):
        table.add_finding(Check.HANDLING, "finding.squeeze", card=event.card, side=event.side)
    round_.handling.squeezers[event.side, event.card] = event.position


def _may_be_squeezed(round_: Round, side: str, card: int) -> bool:
    """Whether a card is face down, or is a third card that may follow from the visible cards."""
    lying, hands = hidden(round_), round_.hands
    if not hands.is_dealt or (side, card) in lying:
        return hands.is_dealt
    comes = card == len(hands.names.get(side, ())) + 1 == INITIAL_CARDS + 1
    return comes and (bool(lying) or hands.next() in (side, UNREAD))


def holder_of(table: Table, round_: Round, side: str, card: int) -> int:
    """The position that holds a card, 0 for the Dealer."""
    handling = round_.handling
    if (side, card) in handling.squeezers:
        return handling.squeezers[side, card]
    by_patron = table.patron_draws and not handling.dealer_draws
    return handling.holders.get(side, table.device if by_patron else 0)


def check_cards_exposed(table: Table, event: events.CardsExposed, by: Actor) -> None:
    """Check that the holder, or the Dealer, exposed the cards in the order of the hands."""
    dealt = "CardDrawn" in table.titles
    if dealt and event.cards == (INITIAL_CARDS + 1,) and not event.position:
        round_ = table.running(event.round, "card-exposed")
        table.findings.compare_source(Check.HANDLING, "card-exposed", event.source, "T 3.9.7")
    else:
        round_ = _in_hand(table, event.round, event.side, "cards-exposed")
        if round_ is not None:
            _check_exposing(table, round_, event, by)
    if round_ is None or event.side not in SIDES:
        return
    lying = [card for side, card in hidden(round_) if side == event.side]
    if event.position:
        lying = [
            card for card in lying if holder_of(table, round_, event.side, card) == event.position
        ]
    due = [INITIAL_CARDS + 1] if dealt else lying
    if list(event.cards) != due or not due:
        table.findings.add_cards(
            "cards-exposed", map(str, event.cards), map(str, due), Check.HANDLING
        )
    exposed = {(event.side, card) for card in event.cards}
    round_.handling.face_down = [each for each in round_.handling.face_down if each not in exposed]


def _check_exposing(table: Table, round_: Round, event: events.CardsExposed, by: Actor) -> None:
    if event.position:
        _check_speaks(table, event.position, by, "cards-exposed")
    else:
        table.require_position("cards-exposed", by, DEALER)
    holders = round_.handling.holders
    in_error = event.source == "T 5.7.1"
    if in_error:
        return
    if table.patron_draws:
        source = "T 3.11.6"
    else:
        absent = not event.position and event.side in holders
        source = "T 5.10" if absent else "T 3.9.6"
        _check_order(table, round_, event)
    table.findings.compare_source(Check.HANDLING, "cards-exposed", event.source, source)


def _check_order(table: Table, round_: Round, event: events.CardsExposed) -> None:
    """Check Method A: pass each hand first, then expose the hands in the Dealer's order."""
    if not event.position and event.side not in round_.handling.holders:
        table.findings.compare_position("cards-exposed", 0, _due(round_, event.side))
    first = round_.handling.first_hand
    if _lying(round_) == set(SIDES) and first != event.side:
        table.add_finding(
            Check.HANDLING, "finding.exposed-out-of-order", side=event.side, first=named(first)
        )


def check_dealt(table: Table, round_: Round, side: str, card: int) -> None:
    """Check that a third card was exposed at once if no patron squeezes it."""
    exposed = table.titles.count("CardsExposed")
    if card > INITIAL_CARDS and not holder_of(table, round_, side, card) and not exposed:
        table.add_finding(Check.HANDLING, "finding.not-exposed", card=card, side=side)
