"""Check patrons' withdrawals, their time limit, and the rulings of staff on a held round."""

from dataclasses import replace

from punto.audit.checks.irregularities import describe_steps, steps_of
from punto.audit.checks.reconstruction import reordered
from punto.audit.events import table as events
from punto.audit.findings import Check, named, names
from punto.audit.rules.remedies import (
    ANY_MAY_WITHDRAW,
    BE_VOID,
    GO_ON,
    HIGHER,
    HOUSE,
    MUST_REPLACE,
    OFFER,
    OPEN_AGAIN,
    PLAY_ON,
    RECONSTRUCT,
    REFER_THE_REST,
    REMAINING_MAY_WITHDRAW,
    RULING,
    RemedyStep,
)
from punto.audit.state import PendingStep, Round, Table, WagerSet
from punto.audit.store.entry import Actor

CHIPS = "chips@"
"""The prefix of the name of chips on the layout, used instead of a visit."""


def check_withdrawal_answered(table: Table, event: events.WithdrawalAnswered, by: Actor) -> None:
    """Check that a patron with an offer took back all of it or none, once."""
    round_ = table.running(event.round, "withdrawal")
    if round_ is None:
        return
    item = table.next_step
    placed = round_.sets.get(event.seat)
    _check_answering(table, event, by)
    if placed is None or placed.visit != event.visit:
        table.add_finding(
            Check.WITHDRAWAL,
            "finding.withdrawal-without-stakes",
            visit=event.visit,
            seat=event.seat,
        )
        return
    offered = dict(table.offered(item)).get(event.seat) if item is not None else None
    if item is None or item.remedy != OFFER or item.position or offered is None:
        table.add_finding(Check.WITHDRAWAL, "finding.withdrawal-again", seat=event.seat)
        offered = placed.stakes
    if item is not None:
        item.answered.add(event.seat)
    withdrawn = set(event.withdrawn)
    some = item is not None and item.detail == "any-wager" and withdrawn <= set(offered)
    whole = withdrawn in (set(), set(offered)) and len(withdrawn) == len(event.withdrawn)
    cents = sum(stake.cents for stake in event.withdrawn)
    if not (whole or some) or event.cents != cents:
        table.add_finding(
            Check.WITHDRAWAL,
            "finding.withdrawn-amount",
            seat=event.seat,
            amount=event.cents,
            expected=sum(stake.cents for stake in offered),
        )
    take_off(round_, event.seat, placed, event.withdrawn)


def take_off(round_: Round, seat: int, placed: WagerSet, stakes: tuple[object, ...]) -> None:
    """Remove stakes of a seat from the round."""
    left = tuple(stake for stake in placed.stakes if stake not in stakes)
    if left:
        cents = sum(stake.cents for stake in left)
        round_.sets[seat] = WagerSet(placed.number, placed.visit, left, cents)
    else:
        del round_.sets[seat]


def _check_answering(table: Table, event: events.WithdrawalAnswered, by: Actor) -> None:
    if event.visit.startswith(CHIPS):
        if by.kind != "staff" or not by.holds:
            table.add_finding(Check.WHO, "finding.not-staff", what="withdrawal", actor=by.name)
    elif by.kind != "patron" or by.name != event.visit:
        table.add_finding(Check.WHO, "finding.actor-of-visit", actor=by.name, visit=event.visit)


def check_withdrawal_closed(table: Table, event: events.WithdrawalClosed, by: Actor) -> None:
    """Check that an offer ended with the last answer or by the clock."""
    item = table.next_step
    if item is not None and by.kind != "clock" and list(table.offered(item)):
        table.add_finding(Check.WITHDRAWAL, "finding.offer-ended", actor=by.name)
    _complete_step(table, event.round, "offer-ended", OFFER)


def check_play_resumed(table: Table, event: events.PlayResumed, _by: Actor) -> None:
    """Check that a rule or a ruling resumed play."""
    item = table.next_step
    round_ = table.round
    bunch = "drawn-together"
    waits = item is not None and item.trigger != bunch
    waits = waits and any(each.trigger == bunch for each in table.pending_steps)
    if round_ is not None and round_.loose and not waits:
        table.add_finding(Check.CARD, "finding.loose-first", what="play-resumed")
    if round_ is not None and round_.is_sorted_out:
        table.add_finding(Check.CARD, "finding.resumed-from-sorted-decks")
    source = item.source if item else ""
    table.findings.compare_source(Check.IRREGULARITY, "play-resumed", event.source, source)
    settled = round_ is None and item is not None and item.remedy == RECONSTRUCT
    # Without a reported order a settled round keeps its result.
    as_it_lies = settled and not (item and table.last and is_order_of(table, item.cards))
    _complete_step(table, event.round, "play-resumed", RECONSTRUCT if as_it_lies else PLAY_ON)


def is_order_of(table: Table, cards: tuple[str, ...]) -> bool:
    """Whether reported cards are exactly those of the last round."""
    last = table.last
    return bool(cards) and last is not None and reordered(table, last, cards) is not None


def _complete_step(table: Table, number: int, what: str, remedy: str) -> None:
    item = table.next_step
    if item is None or item.remedy != remedy or item.position:
        table.report_not_due(what)
    else:
        table.findings.compare_round(what, number, item.round)
    del table.pending_steps[:1]


def check_ruling_given(table: Table, event: events.RulingGiven, by: Actor) -> None:
    """Check that the required position or a higher one ruled, with a second person for a void."""
    item = table.next_step
    steps = steps_of(event.steps)
    if item is None or not is_ruled_on(item):
        table.report_not_due("ruling")
    else:
        _check_ruling(table, item, event)
    _check_decider(table, event, by, "ruling", item)
    if BE_VOID in steps:
        table.findings.require_second("void-ruling", by)
    if item is None:
        return
    new = [
        replace(item, step=step, proposed=(), answered=set(item.answered), raised=None)
        for step in steps
    ]
    table.pending_steps[:1] = new


def check_decision_referred(table: Table, event: events.DecisionReferred, by: Actor) -> None:
    """Check that a position that could rule referred the decision to the next higher one."""
    item = table.next_step
    if item is None or item.step is None or not is_ruled_on(item):
        table.report_not_due("referral")
        return
    _check_decider(table, event, by, "referral", item)
    ladder = table.ladder
    above = ladder[ladder.index(event.position) + 1 :] if event.position in ladder else ()
    if event.to not in above[:1]:
        table.add_finding(
            Check.WHO, "finding.referred-to", position=event.to, expected=names(above[:1])
        )
    table.findings.compare_round("referral", event.round, item.round)
    due = HIGHER.get(table.document, HOUSE)
    table.findings.compare_source(Check.IRREGULARITY, "referral", event.source, due)
    item.step = item.step._replace(position=event.to)


def _check_decider(
    table: Table,
    event: events.RulingGiven | events.DecisionReferred,
    by: Actor,
    what: str,
    item: PendingStep | None,
) -> None:
    """Check that the actor holds the stated position, and that it may decide."""
    if by.kind != "staff" or by.holds != event.position:
        table.add_finding(
            Check.WHO,
            "finding.acts-as",
            what=what,
            actor=by.name,
            position=event.position,
            expected=named(by.holds),
        )
    if item is not None and is_ruled_on(item) and not table.outranks(event.position, item.position):
        table.add_finding(
            Check.WHO,
            "finding.position-too-low",
            what=what,
            actor=by.name,
            position=item.position,
        )


def is_ruled_on(item: PendingStep) -> bool:
    """Whether the step waits for a ruling by a position."""
    return bool(item.position) and item.detail not in ("missing-card", "wagers-to-remove")


def _check_ruling(table: Table, item: PendingStep, event: events.RulingGiven) -> None:
    table.findings.compare_round("ruling", event.round, item.round)
    table.findings.compare_source(Check.IRREGULARITY, "ruling", event.source, item.source)
    due, steps = _follows(table, item, event.outcome), steps_of(event.steps)
    if due is None:
        table.add_finding(
            Check.IRREGULARITY, "finding.ruling-outcome", outcome=event.outcome, source=item.source
        )
    elif steps != due:
        table.add_finding(
            Check.IRREGULARITY,
            "finding.ruling-steps",
            outcome=event.outcome,
            steps=describe_steps(steps),
            expected=describe_steps(due),
        )


def _follows(table: Table, item: PendingStep, ruled: str) -> tuple[RemedyStep, ...] | None:
    """The steps that follow from a ruling; None if no rule allows it."""
    running = table.round is not None and item.round == table.round.number
    assert item.step is not None, "a position is waited for"
    if item.remedy != RULING:
        if ruled == "as-proposed":
            return (item.step._replace(position=None),)
        go_on = () if item.remedy == OFFER else (GO_ON,)
        return go_on if ruled == "continue" else None
    if item.detail == "order-of-cards":
        return () if ruled == "continue" else None
    match ruled:
        case "continue":
            return (GO_ON,)
        case "void":
            return (BE_VOID,) if running else None
        case "as-proposed" if item.proposed:
            several = (MUST_REPLACE,) if len(item.cards) != 1 else (GO_ON,)
            return item.proposed if running else several
        case "offer-withdrawal" | "reopen-bets":
            return _granted(table, item, ruled) if running else None
        case _:
            return None


def _granted(table: Table, item: PendingStep, ruled: str) -> tuple[RemedyStep, ...] | None:
    """The steps that only the clause on uncovered cases lets a position grant."""
    if item.detail != "whatever-is-needed" or table.document not in REFER_THE_REST:
        return None
    if ruled == "offer-withdrawal":
        return REMAINING_MAY_WITHDRAW, GO_ON
    has_card = table.round is not None and table.round.has_card
    return None if has_card else (ANY_MAY_WITHDRAW, OPEN_AGAIN)
