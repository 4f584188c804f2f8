"""Check that a round pays each wager by its pay line, or returns every stake."""

from punto.audit.checks.card_handling import hidden, loses_device
from punto.audit.checks.chips import outside
from punto.audit.checks.opening import take_disputes
from punto.audit.checks.wagering import in_words
from punto.audit.events.play import RoundSettled, RoundVoided
from punto.audit.events.records import Stake, WagerSettled
from punto.audit.findings import Check, money
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


def check_round_settled(table: Table, event: RoundSettled, _by: Actor) -> None:
    """Check that a finished round paid each stake once, by its cards."""
    round_ = table.going(event.round, "the settlement", Phase.COMPLETE)
    if round_ is None:
        return
    if event.cards != round_.hands.line():
        table.add_finding(Check.OUTCOME, f"cards {event.cards}", round_.hands.line())
    _check_stakes(table, round_, event)
    if hidden(round_):
        table.add_finding(Check.HANDLING, "a settlement with cards face down", "all of them shown")
    if table.phase is Phase.COMPLETE and table.game is not None and round_.hands.is_known:
        held = table.game.held(round_.hands.outcome())
        if "WagersOutsideLimits" not in table.titles and any(outside(table, round_, held)):
            table.add_finding(
                Check.LIMIT, "nothing said of stakes outside the limits", "what they count"
            )
        for wager in event.wagers:
            _check_line(table, held, wager, round_.uncounted.get((wager.seat, wager.stake), 0))
        take_disputes(table)
    if loses_device(table, event) != ("DeviceControlEnded" in table.titles):
        table.add_finding(
            Check.HANDLING, "the device after the settlement", "lost with a wager on a hand"
        )
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
                f"{money(stake.cents)} of {each.visit} settled on {stake.wager}, seat {each.seat}",
                f"{money(placed[0])} of {placed[1]}" if placed else "no stake there",
            )
    for (seat, wager, _, _), (cents, visit) in due.items():
        table.add_finding(
            Check.STAKE,
            f"{wager} at seat {seat} was not settled",
            f"{money(cents)} of {visit} to be",
        )


def _check_line(table: Table, held: Held, each: WagerSettled, uncounted: int) -> None:
    wager = each.stake.wager
    if wager not in held:
        table.add_finding(Check.WAGER, f"settled {wager}", "a wager of the game")
    line, returned = expected_line(table, held, each.stake, uncounted)
    if each.line != line:
        table.add_finding(
            Check.LINE, f"{wager} at seat {each.seat} settled by line {each.line}", f"line {line}"
        )
    if each.uncounted_cents != uncounted:
        words = f"{money(each.uncounted_cents)} of {wager} at seat {each.seat} uncounted"
        table.add_finding(Check.LIMIT, words, money(uncounted))
    if each.returned_cents != returned:
        table.add_finding(
            Check.RETURNED,
            f"{wager} at seat {each.seat} returned {money(each.returned_cents)}",
            f"{money(returned)} on {money(each.stake.cents)}",
        )
    table.staked_cents += each.stake.cents
    table.returned_cents += each.returned_cents


def expected_line(table: Table, held: Held, stake: Stake, uncounted: int) -> tuple[int, int]:
    """The pay line of a stake, and the amount returned. An uncounted part returns unchanged."""
    line, win, per = held.get(stake.wager, (0, 0, 1))
    counted = stake.cents - uncounted
    won, rest = divmod(counted * win, per)
    if rest:
        words = f"{stake.cents} cents on {stake.wager} cannot be paid whole"
        table.add_finding(Check.LIMIT, words, "the exact unit")
    returned = uncounted + (counted + won if line else 0)
    return (line if counted else 0), returned


def check_round_voided(table: Table, event: RoundVoided, _by: Actor) -> None:
    """Check that a void has an irregularity and a source, and returned every stake of the round."""
    round_ = table.running(event.round, "a void")
    if round_ is None:
        return
    item = table.pending_steps[0] if table.pending_steps else None
    if item is None or item.remedy != VOID or item.position:
        words = f"void as {event.trigger} without a rule or a ruling"
        table.add_finding(
            Check.VOID, words, table.next_remedy or "something that was raised in the round"
        )
    elif (item.trigger, item.source, item.round) != (event.trigger, event.source, event.round):
        table.add_finding(
            Check.VOID,
            f"void as {event.trigger} by {event.source}",
            f"as {item.trigger} by {item.source}",
        )
    if not event.source:
        table.add_finding(Check.VOID, "void by no clause", "a clause or policy")
    returned = {each.seat: (each.visit, each.cents) for each in event.returned}
    expected = {seat: (placed.visit, placed.cents) for seat, placed in round_.sets.items()}
    if returned != expected or len(returned) != len(event.returned):
        table.add_finding(
            Check.VOID, f"returned {in_words(returned)}", in_words(expected) or "nothing"
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
