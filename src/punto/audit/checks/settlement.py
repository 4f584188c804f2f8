"""Check that a round pays each wager by its pay line, or returns every stake."""

from punto.audit.checks.card_handling import hidden, loses_device
from punto.audit.checks.chips import outside
from punto.audit.checks.opening import take_disputes
from punto.audit.checks.wagering import describe_refunds
from punto.audit.events.play import RoundSettled, RoundVoided
from punto.audit.events.records import Stake, WagerSettled
from punto.audit.findings import NOTHING, Check
from punto.audit.rules.game import Held
from punto.audit.rules.remedies import (
    AFTER_FAULT,
    AT_FAULT,
    DOCUMENTS,
    HOUSE,
    MUST_REPLACE,
    REPLACE,
    VOID,
)
from punto.audit.state import PendingStep, Phase, Round, SettledRound, Table
from punto.audit.store.entry import Actor
from punto.messages.message import Message, message


def check_round_settled(table: Table, event: RoundSettled, _by: Actor) -> None:
    """Check that a finished round paid each stake once, by its cards."""
    round_ = table.going(event.round, "settlement", Phase.COMPLETE)
    if round_ is None:
        return
    if event.cards != round_.hands.line():
        table.add_finding(
            Check.OUTCOME,
            "finding.cards",
            what="settlement",
            cards=(event.cards,),
            expected=(round_.hands.line(),),
        )
    _check_stakes(table, round_, event)
    if hidden(round_):
        table.add_finding(Check.HANDLING, "finding.settled-face-down")
    if table.phase is Phase.COMPLETE and table.game is not None and round_.hands.is_known:
        held = table.game.held(round_.hands.outcome())
        if "WagersOutsideLimits" not in table.titles and any(outside(table, round_, held)):
            table.add_finding(Check.LIMIT, "finding.settled-outside-limits")
        for wager in event.wagers:
            _check_line(table, held, wager, round_.uncounted.get((wager.seat, wager.stake), 0))
        take_disputes(table)
    if loses_device(table, event) != ("DeviceControlEnded" in table.titles):
        table.add_finding(Check.HANDLING, "finding.device-after-settlement")
    table.rounds_settled += 1
    table.wagers += len(event.wagers)
    promised = bool(table.shoe and table.shoe.commitment)
    table.past[event.round] = SettledRound(event.wagers, promised)
    for number in list(table.past)[:-CORRECTABLE_ROUNDS]:
        del table.past[number]
    _end(table, round_, is_void=False)


CORRECTABLE_ROUNDS = 10
"""The number of settled rounds that can still be corrected."""


def _check_stakes(table: Table, round_: Round, event: RoundSettled) -> None:
    due = {
        (seat, stake.wager, stake.position, stake.stack): (stake.cents, placed.visit)
        for seat, placed in round_.sets.items()
        for stake in placed.stakes
    }
    for each in event.wagers:
        stake = each.stake
        place = each.seat, stake.wager, stake.position, stake.stack
        placed = due.pop(place, None)
        if placed != (stake.cents, each.visit):
            table.add_finding(
                Check.STAKE,
                "finding.settled-stake",
                wager=stake.wager,
                seat=each.seat,
                settled=_stake(stake.cents, each.visit),
                expected=_stake(*placed) if placed else NOTHING,
            )
    for (seat, wager, _, _), (cents, visit) in due.items():
        table.add_finding(
            Check.STAKE,
            "finding.settled-stake",
            wager=wager,
            seat=seat,
            settled=NOTHING,
            expected=_stake(cents, visit),
        )


def _stake(cents: int, visit: str) -> Message:
    return message("finding-part.stake-of", amount=cents, visit=visit)


def _check_line(table: Table, held: Held, each: WagerSettled, uncounted: int) -> None:
    wager = each.stake.wager
    if wager not in held:
        table.add_finding(Check.WAGER, "finding.unknown-wager", wager=wager)
    line, returned = expected_line(table, held, each.stake, uncounted)
    if each.line != line:
        table.add_finding(
            Check.LINE,
            "finding.wrong-line",
            wager=wager,
            seat=each.seat,
            line=each.line,
            expected=line,
        )
    if each.uncounted_cents != uncounted:
        table.add_finding(
            Check.LIMIT,
            "finding.wrong-uncounted",
            amount=each.uncounted_cents,
            wager=wager,
            seat=each.seat,
            expected=uncounted,
        )
    if each.returned_cents != returned:
        table.add_finding(
            Check.RETURNED,
            "finding.wrong-payment",
            wager=wager,
            seat=each.seat,
            amount=each.returned_cents,
            expected=returned,
            stake=each.stake.cents,
        )
    table.staked_cents += each.stake.cents
    table.returned_cents += each.returned_cents


def expected_line(table: Table, held: Held, stake: Stake, uncounted: int) -> tuple[int, int]:
    """The pay line of a stake, and the amount returned. An uncounted part returns unchanged."""
    line, win, per = held.get(stake.wager, (0, 0, 1))
    counted = stake.cents - uncounted
    won, rest = divmod(counted * win, per)
    if rest:
        table.add_finding(Check.LIMIT, "finding.stake-unit", amount=stake.cents, wager=stake.wager)
    returned = uncounted + (counted + won if line else 0)
    return (line if counted else 0), returned


def check_round_voided(table: Table, event: RoundVoided, _by: Actor) -> None:
    """Check that a void has an irregularity and a source, and returned every stake of the round."""
    round_ = table.running(event.round, "void")
    if round_ is None:
        return
    item = table.pending_steps[0] if table.pending_steps else None
    if item is None or item.remedy != VOID or item.position:
        table.add_finding(Check.VOID, "finding.not-due", what="void", expected=table.awaited)
    elif (item.trigger, item.source, item.round) != (event.trigger, event.source, event.round):
        table.add_finding(
            Check.VOID,
            "finding.source-of",
            what="void",
            trigger=event.trigger,
            source=event.source,
            expected_trigger=item.trigger,
            expected=item.source,
        )
    if not event.source:
        table.add_finding(Check.VOID, "finding.void-without-source")
    returned = {each.seat: (each.visit, each.cents) for each in event.returned}
    expected = {seat: (placed.visit, placed.cents) for seat, placed in round_.sets.items()}
    if returned != expected or len(returned) != len(event.returned):
        table.add_finding(
            Check.VOID,
            "finding.refunds",
            refunds=describe_refunds(returned),
            expected=describe_refunds(expected),
        )
    if item is not None:
        _see_to_cards(table, item)
    table.pending_steps = still_to_rule(table)
    table.rounds_void += 1
    _end(table, round_, is_void=True)


def _see_to_cards(table: Table, item: PendingStep) -> None:
    """Record the cards that a void must replace or remove.

    A pending replacement comes first, then the row's own, then a fault of the cards.
    """
    if table.shoe is None:
        return
    if item.trigger == "shoe-short":
        table.shoe.rounds_left = 0
    table.replacing = next(
        (each.source for each in table.pending_steps if each.step == MUST_REPLACE), ""
    )
    if table.replacing:
        return
    replaced = [
        each
        for each in table.pending_steps
        if each.trigger == item.trigger and each.remedy == REPLACE and each.step
    ]
    if any(each.detail == "exposed-card" for each in replaced) and len(item.cards) == 1:
        table.burning = item.cards[0]
    elif replaced:
        table.replacing = item.source
    elif item.trigger in AT_FAULT:
        table.replacing = AFTER_FAULT if table.document in DOCUMENTS else HOUSE


def still_to_rule(table: Table) -> list[PendingStep]:
    """Steps on a card exposed in the device, which need a ruling even after a void (P9)."""
    return [
        each
        for each in table.pending_steps
        if any(step.detail == "exposed-card" for step in each.proposed)
    ]


def _end(table: Table, round_: Round, *, is_void: bool) -> None:
    table.phase, table.round, table.ended = Phase.BETWEEN_ROUNDS, None, round_
    table.last, table.is_void = round_, is_void
    round_.loose, round_.aside = (), None
