"""Check the events of tables, settings, seats, terminals and shoes, and the opening of bets."""

import re

import msgspec

from punto.audit.checks.card_handling import check_settings
from punto.audit.checks.dealing import check_promised
from punto.audit.events import table as events
from punto.audit.findings import Check, named
from punto.audit.rules.deal import NAMES, RANK_OF, Hands, point_value
from punto.audit.rules.game import Game
from punto.audit.rules.remedies import CASINO_MANAGER, PIT_MANAGER
from punto.audit.rules.rulebook_text import NotARulebook
from punto.audit.rules.settings import settings_of
from punto.audit.rules.shoe import UNSEEN, Shoe
from punto.audit.state import Phase, Round, Seat, Table
from punto.audit.store.entry import Actor

HASH = re.compile("[0-9a-f]{64}")


LOWEST = {"A": PIT_MANAGER, "C": CASINO_MANAGER}
"""The lowest position that may open a table by a method in which patrons handle cards."""


def check_table_opened(table: Table, event: events.TableOpened, by: Actor) -> None:
    """Check that a table opened with a rulebook whose digest matches its text."""
    table.require_phase("table-opened", Phase.CLOSED)
    table.phase, table.round, table.last = Phase.BETWEEN_ROUNDS, None, None
    table.pending_steps = []
    table.game, table.settings, table.is_lost = None, None, False
    try:
        table.game = Game(event.rulebook)
    except NotARulebook as error:
        table.add_finding(Check.RULEBOOK, "finding.unreadable", field="rulebook", error=str(error))
        table.is_lost = True
        return
    table.findings.compare(Check.RULEBOOK, "digest", event.digest, table.game.digest)
    take_disputes(table)
    _take_settings(table, event.settings)
    if table.method in LOWEST:
        table.require_position("method-chosen", by, LOWEST[table.method])


def check_table_closed(table: Table, _event: events.TableClosed, _by: Actor) -> None:
    """Check that a table closed between rounds, without a shoe."""
    table.is_between_rounds("table-closed")
    if table.shoe is not None:
        table.add_finding(Check.SHOE, "finding.table-closed-with-shoe", shoe=table.shoe.key)
    table.phase, table.round, table.last = Phase.CLOSED, None, None
    table.seats.clear()
    table.past.clear()
    table.is_void = False
    table.device, table.may_draw, table.under_minimum = 0, [], set()


def check_settings_changed(table: Table, event: events.SettingsChanged, by: Actor) -> None:
    """Check that two people changed the settings between rounds. Methods have their own event."""
    table.is_between_rounds("settings-changed")
    method, ladder = table.method, table.settings.chosen.ladder if table.settings else ()
    table.findings.require_second("settings-changed", by)
    _take_settings(table, event.settings)
    table.findings.compare(Check.SETTINGS, "method", table.method, method)
    if table.settings is not None and ladder not in ((), table.settings.chosen.ladder):
        table.add_finding(Check.SETTINGS, "finding.settings-ladder")


def _take_settings(table: Table, text: msgspec.Raw) -> None:
    try:
        table.settings = settings_of(text)
    except msgspec.MsgspecError as error:
        table.add_finding(Check.SETTINGS, "finding.unreadable", field="settings", error=str(error))
        return
    check_settings(table)


def check_seat_taken(table: Table, event: events.SeatTaken, by: Actor) -> None:
    """Check that a visit took one free seat of the table."""
    _check_own(table, event.visit, by)
    positions = table.settings.chosen.positions if table.settings else event.seat
    if table.phase is Phase.CLOSED:
        table.add_finding(Check.PHASE, "finding.seat-at-closed-table", seat=event.seat)
    if not 1 <= event.seat <= positions:
        table.add_finding(
            Check.SEAT,
            "finding.position-unknown",
            what="seat-taken",
            position=event.seat,
            positions=positions,
        )
    if event.seat in table.seats:
        table.add_finding(Check.SEAT, "finding.seat-not-free", seat=event.seat, visit=event.visit)
    if any(seat.visit == event.visit for seat in table.seats.values()):
        table.add_finding(Check.SEAT, "finding.second-seat", visit=event.visit)
    table.seats[event.seat] = Seat(event.visit)


def check_seat_left(table: Table, event: events.SeatLeft, by: Actor) -> None:
    """Check that a visit left its seat without stakes."""
    _check_own(table, event.visit, by)
    table.is_seat_of("seat-left", event.seat, event.visit)
    table.seats.pop(event.seat, None)
    if table.round is not None and {event.seat, -event.seat} & set(table.round.sets):
        table.add_finding(Check.SEAT, "finding.seat-with-stakes", seat=event.seat)


def _check_own(table: Table, visit: str, by: Actor) -> None:
    if by.kind == "patron" and by.name != visit:
        table.add_finding(Check.WHO, "finding.actor-of-visit", actor=by.name, visit=visit)


def check_terminal(
    table: Table, event: events.TerminalDisconnected | events.TerminalReconnected, _by: Actor
) -> None:
    """Record that a terminal lost its connection, or has it again."""
    seat = table.seats.get(event.seat)
    if seat is None:
        table.add_finding(Check.SEAT, "finding.terminal-at-free-seat", seat=event.seat)
    else:
        seat.is_cut_off = isinstance(event, events.TerminalDisconnected)


def check_shoe_loaded(table: Table, event: events.ShoeLoaded, _by: Actor) -> None:
    """Check that a shoe with the table's number of decks was loaded between rounds."""
    table.is_between_rounds("shoe-loaded")
    if table.shoe is not None:
        table.add_finding(Check.SHOE, "finding.second-shoe", shoe=event.shoe, other=table.shoe.key)
    if table.settings:
        table.findings.compare(Check.SHOE, "decks", event.decks, table.settings.chosen.decks)
    if event.commitment and not HASH.fullmatch(event.commitment):
        table.add_finding(
            Check.COMMITMENT, "finding.commitment-form", commitment=event.commitment[:80]
        )
    table.shoe = Shoe(event, table.findings)


def check_card_burned(table: Table, event: events.CardBurned, by: Actor) -> None:
    """Check that the first card burned as many further cards as its value, ten for value 0."""
    shoe = table.shoe
    if shoe is None:
        table.add_finding(Check.SHOE, "finding.no-shoe", what="card-burned")
        return
    if event.card != UNSEEN:
        check_promised(table, by)
    if _is_removed_card(table, event):
        table.burning = ""
        shoe.draw_cards(event.number, event.card)
        return
    if event.card != UNSEEN:
        if shoe.is_burned or (table.settings and not table.settings.chosen.burns):
            table.add_finding(Check.SHOE, "finding.burned-at-all", card=event.number)
        name = NAMES.get(event.card)
        shoe.last_to_burn = event.number + ((point_value(RANK_OF[name]) or 10) if name else 0)
    elif event.number > shoe.last_to_burn:
        table.add_finding(
            Check.SHOE,
            "finding.number",
            field="last-burned-card",
            number=event.number,
            expected=shoe.last_to_burn,
        )
    shoe.burn(event.number, event.card)


def _is_removed_card(table: Table, event: events.CardBurned) -> bool:
    """Whether this card was face up in the device and was removed from it (P9)."""
    if table.burning:
        return event.card == table.burning
    item = table.next_step
    return (
        item is not None
        and table.round is None
        and item.cards == (event.card,)
        and any(step.detail == "exposed-card" for step in item.proposed)
        and "RulingGiven" in table.titles
    )


def check_shoe_ended(table: Table, event: events.ShoeEnded, _by: Actor) -> None:
    """Check that a shoe left between rounds, and that its committed order was revealed."""
    table.is_between_rounds("shoe-ended")
    if table.shoe is None:
        table.add_finding(Check.SHOE, "finding.no-shoe", what="shoe-ended")
    else:
        is_revealed = table.shoe.end(event)
        table.shoes_shown += is_revealed
        table.shoes_not_shown += bool(table.shoe.commitment) and not is_revealed
    table.shoe = None


def check_bets_opened(table: Table, event: events.BetsOpened, _by: Actor) -> None:
    """Check that a round opened after the last one, with the digests of rulebook and settings."""
    table.findings.round = event.round
    table.is_between_rounds("bets-opened")
    table.findings.compare_round("bets-opened", event.round, table.rounds_opened + 1, Check.ROUND)
    if table.game:
        _compare_digest(
            table, Check.RULEBOOK, "round-rulebook", event.rulebook, table.game.identity
        )
    if table.settings:
        _compare_digest(
            table, Check.SETTINGS, "round-settings", event.settings, table.settings.digest
        )
    _open_on_shoe(table, event)
    table.rounds_opened = event.round
    if table.game is not None:
        table.phase = Phase.BETS_OPEN
        table.round = Round(event.round, Hands(table.game.deal), event.shoe)


def _compare_digest(table: Table, check: Check, field: str, found: str, expected: str) -> None:
    if found != expected and f"{found} {expected}" not in table.disputed:
        table.disputed.add(f"{found} {expected}")
        table.add_finding(check, "finding.value", field=field, value=found, expected=expected)


def _open_on_shoe(table: Table, event: events.BetsOpened) -> None:
    shoe = table.shoe
    if shoe is None or shoe.key != event.shoe:
        table.add_finding(
            Check.SHOE,
            "finding.value",
            field="shoe",
            value=event.shoe,
            expected=named(shoe.key if shoe else ""),
        )
        return
    chosen = table.settings.chosen if table.settings else None
    burned = shoe.is_burned and shoe.cards_out >= shoe.last_to_burn
    if chosen and chosen.burns and not burned:
        table.add_finding(Check.SHOE, "finding.bets-before-burning", cards=shoe.cards_out)
    if chosen and chosen.shuffles_each_round and shoe.cards_out:
        table.add_finding(Check.SHOE, "finding.bets-before-shuffle", cards=shoe.cards_out)
    if shoe.replace_by:
        table.add_finding(Check.SHOE, "finding.bets-before-replacement", source=shoe.replace_by)
    if shoe.rounds_left == 0:
        table.add_finding(Check.CUTTING_CARD, "finding.shoe-over")
    if shoe.rounds_left is not None:
        shoe.rounds_left -= 1
        return
    place = shoe.cutting_card_place(chosen.cards_behind_cut) if chosen else 0
    if shoe.commitment and shoe.next_number > place:
        table.add_finding(
            Check.CUTTING_CARD,
            "finding.cutting-card-missing",
            card=shoe.next_number - 1,
            expected=place,
        )


def take_disputes(table: Table) -> None:
    """Report each difference between the rulebook's text and the auditor's paytable."""
    if table.game is not None and table.game.disputes:
        for dispute in table.game.disputes:
            table.findings.add(Check.RULEBOOK, dispute)
        table.game.disputes.clear()
