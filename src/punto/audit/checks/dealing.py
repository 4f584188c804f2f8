"""Check that each card goes to the hand that the Table of Play gives it to."""

from punto.audit.checks.card_handling import check_dealt, is_drawer_missing
from punto.audit.events import table as events
from punto.audit.findings import Check
from punto.audit.rules.deal import NAMES, UNREAD, quoted_unless_known
from punto.audit.rules.remedies import CUTTING_CARD, HOUSE, PLAY_ON
from punto.audit.state import Phase, Round, Table
from punto.audit.store.entry import Actor

WITHOUT_LEAVE = {"BetsClosed", "CardsMisplaced", "ParticipantsConfirmed"}
"""An entry with one of these events needs no check of who draws: the card was drawn too early or
together with others, or an earlier event of the entry made that check."""


def check_card_drawn(table: Table, event: events.CardDrawn, by: Actor) -> None:
    """Check that a card was drawn after the close and lies on the hand that was due a card."""
    if table.round is not None and event.number in dict(table.round.aside or ()):
        _draw_set_aside_card(table, table.round, event)
        return
    round_ = table.going(event.round, "card", Phase.BETS_CLOSED, Phase.DEALING)
    if table.shoe is None:
        table.add_finding(Check.SHOE, "finding.no-shoe", what="card")
        return
    if event.number not in table.shoe.left_over:
        _check_hand(table, event, by)
    name = table.shoe.draw(event.number, event.card)
    if round_ is None:
        return
    if round_.loose:
        table.add_finding(Check.CARD, "finding.loose-first", what="card")
    if not round_.is_confirmed:
        table.add_finding(Check.TAKES_PART, "finding.before-seats", what="card")
    if not WITHOUT_LEAVE & set(table.titles) and is_drawer_missing(table, round_):
        table.add_finding(Check.HANDLING, "finding.no-drawer", what="card")
    if name:
        _lay(table, round_, event, name)
    if table.patrons_handle_cards:
        check_dealt(table, round_, event.side, len(round_.hands.names.get(event.side, ())))


def _lay(table: Table, round_: Round, event: events.CardDrawn, name: str) -> None:
    """Add a card to the hand that is due one, face down if patrons handle cards."""
    side = round_.hands.next()
    if not side:
        table.add_finding(Check.CARD, "finding.card-not-needed", card=event.number)
        return
    if side == UNREAD:
        table.add_finding(Check.CARD, "finding.card-after-unread", card=event.number)
        return
    if event.side != side:
        table.add_finding(
            Check.SIDE, "finding.wrong-hand", card=event.number, side=event.side, expected=side
        )
    round_.hands.lay(side, name, event.number)
    if table.patrons_handle_cards:
        round_.handling.face_down.append((side, len(round_.hands.names[side])))
    table.phase = Phase.DEALING if round_.hands.next() else Phase.COMPLETE


def _draw_set_aside_card(table: Table, round_: Round, event: events.CardDrawn) -> None:
    """Play a card that was set aside where the Table of Play requires it."""
    if table.next_remedy != PLAY_ON or event.round != round_.number or event.by_hand:
        table.add_finding(Check.CARD, "finding.set-aside-card", card=event.number)
    name = dict(round_.aside or ())[event.number]
    used = dict(round_.hands.cards)
    first = next((number for number, _ in round_.aside or () if number not in used), 0)
    if NAMES.get(event.card, event.card) != name or event.number != first:
        table.add_finding(
            Check.CARD,
            "finding.set-aside-order",
            card=event.number,
            name=event.card,
            expected_card=first,
            expected=name,
        )
    _lay(table, round_, event, name)


def _check_hand(table: Table, event: events.CardDrawn, by: Actor) -> None:
    """Check that a card came from the device, or that two members of staff entered it."""
    if event.by_hand:
        table.findings.require_second("card-by-hand", by)
        check_promised(table, by)
    elif by.kind != "device":
        table.add_finding(Check.WHO, "finding.not-device", what="card", actor=by.name)


def check_promised(table: Table, by: Actor) -> None:
    """Check that no person entered a card of a committed shoe: its order is on record."""
    if table.shoe is not None and table.shoe.commitment and by.kind == "staff":
        table.add_finding(Check.COMMITMENT, "finding.committed", what="card-by-hand")


def check_excess_card_drawn(table: Table, event: events.ExcessCardDrawn, by: Actor) -> None:
    """Check that a card without a hand was drawn only while no round needed one."""
    if table.shoe is None:
        table.add_finding(Check.SHOE, "finding.no-shoe", what="card")
        return
    if event.number in table.spare:
        name = table.spare[event.number]
        found = quoted_unless_known(event.card)
        table.findings.compare_card(Check.CARD, event.number, found, name)
        table.shoe.left_over.pop(event.number, None)
        table.shoe.left_over[event.number] = name
        return
    table.require_phase("left-over", Phase.BETWEEN_ROUNDS, Phase.COMPLETE, check=Check.CARD)
    if event.number > table.shoe.cards_out:
        check_promised(table, by)
    table.shoe.leave_over(event.number, event.card)


def check_cutting_card_reached(table: Table, event: events.CuttingCardReached, _by: Actor) -> None:
    """Check that the cutting card came once per shoe, and at its place in a virtual shoe."""
    table.running(event.round, "cutting-card", Phase.BETS_CLOSED, Phase.DEALING)
    shoe = table.shoe
    if shoe is None or table.settings is None:
        table.add_finding(Check.SHOE, "finding.no-shoe", what="cutting-card")
        return
    chosen = table.settings.chosen
    if shoe.rounds_left is not None:
        table.add_finding(Check.CUTTING_CARD, "finding.again", what="cutting-card")
    place = shoe.cutting_card_place(chosen.cards_behind_cut)
    loose = [number for number, _ in table.round.loose] if table.round else []
    if shoe.commitment and place not in loose:
        table.findings.compare(Check.CUTTING_CARD, "cutting-card-place", shoe.next_number, place)
    clause = CUTTING_CARD.get(table.game.document if table.game else "", HOUSE)
    table.findings.compare_source(Check.CUTTING_CARD, "cutting-card", event.source, clause)
    shoe.rounds_left = chosen.rounds_after_cut
    if table.round is not None:
        table.round.is_cut_first = not table.round.hands.cards
