"""Ending: every wager paid by the line it holds, or every stake given back."""

from punto.audit.conduct import check_outside
from punto.audit.entry import Actor
from punto.audit.events import RoundSettled, RoundVoided, Stake, WagerSettled
from punto.audit.findings import Check, money
from punto.audit.game import Held
from punto.audit.opening import take_disputes
from punto.audit.state import Phase, Round, Table
from punto.audit.wagering import in_words


def round_settled(table: Table, event: RoundSettled, _by: Actor) -> None:
    """A finished round pays each stake that was placed and not returned, once, by its cards."""
    round_ = table.going(event.round, "the settlement", Phase.COMPLETE)
    if round_ is None:
        return
    if event.cards != round_.hands.line():
        table.say(Check.OUTCOME, f"cards {event.cards}", round_.hands.line())
    _check_stakes(table, round_, event)
    if round_.face_down:
        table.say(Check.OUTCOME, "an outcome with cards face down", "all of them to be shown")
    check_outside(table, round_)
    if table.phase is Phase.COMPLETE and table.game is not None:
        held = table.game.held(round_.hands.outcome())
        for wager in event.wagers:
            _check_line(table, held, wager, round_.uncounted)
        take_disputes(table)
    table.rounds_settled += 1
    table.wagers += len(event.wagers)
    _end(table, round_)


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
            table.say(
                Check.STAKE,
                f"{money(stake.cents)} of {each.visit} settled on {stake.wager}, seat {each.seat}",
                f"{money(placed[0])} of {placed[1]}" if placed else "no stake there",
            )
    for (seat, wager, _, _), (cents, visit) in due.items():
        table.say(
            Check.STAKE,
            f"{wager} at seat {seat} was not settled",
            f"{money(cents)} of {visit} to be",
        )


def _check_line(
    table: Table, held: Held, each: WagerSettled, uncounted: dict[tuple[int, Stake], int]
) -> None:
    wager, off = each.stake.wager, uncounted.get((each.seat, each.stake), 0)
    if each.uncounted_cents != off:
        table.say(
            Check.LIMIT,
            f"{money(each.uncounted_cents)} on {wager} at seat {each.seat} not counted",
            money(off),
        )
    cents = each.stake.cents - off
    line, win, per = held.get(wager, (0, 0, 1)) if cents else (0, 0, 1)
    if wager not in held:
        table.say(Check.WAGER, f"settled {wager}", "a wager of the game")
    if each.line != line:
        table.say(
            Check.LINE, f"{wager} at seat {each.seat} settled by line {each.line}", f"line {line}"
        )
    won, rest = divmod(cents * win, per)
    returned = off + (cents + won if line else 0)
    if rest:
        table.say(Check.LIMIT, f"{cents} cents on {wager} cannot be paid whole", "the exact unit")
    if each.returned_cents != returned:
        table.say(
            Check.RETURNED,
            f"{wager} at seat {each.seat} returned {money(each.returned_cents)}",
            f"{money(returned)} on {money(cents)}",
        )
    table.staked_cents += each.stake.cents
    table.returned_cents += each.returned_cents


def round_voided(table: Table, event: RoundVoided, _by: Actor) -> None:
    """A void needs something that went wrong, a source, and every stake of the round back."""
    round_ = table.running(event.round, "a void")
    if round_ is None:
        return
    trouble = round_.trouble
    if trouble is None:
        table.say(Check.VOID, f"void as {event.trigger}", "something that was raised in the round")
    elif (trouble.trigger, trouble.source) != (event.trigger, event.source):
        table.say(
            Check.VOID,
            f"void as {event.trigger} by {event.source}",
            f"as {trouble.trigger} by {trouble.source}",
        )
    if not event.source:
        table.say(Check.VOID, "void by no clause", "a clause or policy")
    if round_.ruled != "void" and round_.next_remedy != "void":
        table.say(Check.VOID, "void without a rule or a ruling", round_.next_remedy or "neither")
    returned = {each.seat: (each.visit, each.cents) for each in event.returned}
    expected = {seat: (placed.visit, placed.cents) for seat, placed in round_.sets.items()}
    if returned != expected or len(returned) != len(event.returned):
        table.say(Check.VOID, f"returned {in_words(returned)}", in_words(expected) or "nothing")
    table.rounds_void += 1
    _end(table, round_)


def _end(table: Table, round_: Round) -> None:
    table.phase, table.round, table.ended = Phase.BETWEEN_ROUNDS, None, round_
