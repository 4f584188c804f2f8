"""Check that a round pays each wager by its pay line or returns it, also later (R22)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, count

from punto.audit.checks.card_handling import hidden, loses_device
from punto.audit.checks.chips import outside
from punto.audit.checks.opening import take_disputes
from punto.audit.checks.reconstruction import reordered
from punto.audit.checks.wagering import describe_refunds
from punto.audit.events import table as events
from punto.audit.findings import NOTHING, Check, named, names
from punto.audit.rules.deal import NAMES, UNREAD, Hands, lay_cards
from punto.audit.rules.game import Held
from punto.audit.rules.remedies import (
    AFTER_FAULT,
    AT_FAULT,
    DOCUMENTS,
    HOUSE,
    MUST_REPLACE,
    RECONSTRUCT,
    REPLACE,
    VOID,
)
from punto.audit.state import PendingStep, Phase, Round, SettledRound, Table
from punto.audit.store.entry import Actor
from punto.messages.message import Message, message


def check_round_settled(table: Table, event: events.RoundSettled, _by: Actor) -> None:
    """Check that a finished round paid each stake once, by its cards."""
    round_ = table.going(event.round, "settlement", Phase.COMPLETE)
    if round_ is None:
        return
    if event.cards != round_.hands.line():
        table.findings.add_cards(
            "settlement", (event.cards,), (round_.hands.line(),), Check.OUTCOME
        )
    _check_stakes(table, round_, event)
    if hidden(round_):
        table.add_finding(Check.HANDLING, "finding.settled-face-down")
    if table.phase is Phase.COMPLETE and table.game is not None and round_.hands.is_known:
        held = table.game.held(round_.hands.outcome())
        if "WagersOutsideLimits" not in table.titles and any(outside(table, round_, held)):
            table.add_finding(Check.LIMIT, "finding.settled-outside-limits")
        for wager in event.wagers:
            _check_payment(table, held, wager, round_.uncounted.get((wager.seat, wager.stake), 0))
            table.staked_cents += wager.stake.cents
            table.returned_cents += wager.returned_cents
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


def _check_stakes(table: Table, round_: Round, event: events.RoundSettled) -> None:
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


def _check_payment(table: Table, held: Held, each: events.WagerSettled, uncounted: int) -> None:
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


def expected_line(table: Table, held: Held, stake: events.Stake, uncounted: int) -> tuple[int, int]:
    """The pay line of a stake, and the amount returned. An uncounted part returns unchanged."""
    line, win, per = held.get(stake.wager, (0, 0, 1))
    counted = stake.cents - uncounted
    won, rest = divmod(counted * win, per)
    if rest:
        table.add_finding(Check.LIMIT, "finding.stake-unit", amount=stake.cents, wager=stake.wager)
    returned = uncounted + (counted + won if line else 0)
    return (line if counted else 0), returned


def check_round_voided(table: Table, event: events.RoundVoided, _by: Actor) -> None:
    """Check that a void has an irregularity and a source, and returned every stake of the round."""
    round_ = table.running(event.round, "void")
    if round_ is None:
        return
    item = _check_void(table, event, "void")
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


def _check_void(
    table: Table, event: events.RoundVoided | events.RoundReversed, what: str
) -> PendingStep | None:
    """Return the next step; report it unless it makes this round void for this reason."""
    item = table.next_step
    if item is None or item.remedy != VOID or item.position:
        table.report_not_due(what, Check.VOID)
    elif (item.trigger, item.source, item.round) != (event.trigger, event.source, event.round):
        table.add_finding(
            Check.VOID,
            "finding.source-of",
            what=what,
            trigger=event.trigger,
            source=named(event.source),
            expected_trigger=item.trigger,
            expected=item.source,
        )
    return item


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


DISPLAY = {"E": "E 6.3", "T": "T 6.3", "U": "U 6.3"}
"""The clause by which the dealt cards decide; other documents rely on a policy."""


def check_round_reversed(table: Table, event: events.RoundReversed, _by: Actor) -> None:
    """Check that a voiding row reversed the whole round that was settled last."""
    last = table.last
    if table.round is not None or last is None or table.is_void or last.number != event.round:
        table.add_finding(Check.VOID, "finding.reversed-round", round=event.round)
    _check_void(table, event, "round-reversed")
    past = table.past.pop(event.round, None)
    _compare(table, event.wagers, past, "round-reversed")
    table.pending_steps = still_to_rule(table)
    table.is_void = True
    table.rounds_settled -= 1
    table.rounds_void += 1
    table.rounds_reversed += 1
    table.wagers -= len(event.wagers)
    table.staked_cents -= sum(each.stake.cents for each in event.wagers)
    table.returned_cents -= sum(each.returned_cents for each in event.wagers)


def _compare(
    table: Table, found: Iterable[events.WagerSettled], past: SettledRound | None, what: str
) -> None:
    """Compare the stated payments of a round with its own, wager by wager."""
    due = Counter(past.wagers if past else ())
    stated = Counter(found)
    for each in (stated - due).elements():
        table.add_finding(Check.REVERSAL, "finding.other-payment", what=what, wager=_describe(each))
    for each in (due - stated).elements():
        table.add_finding(
            Check.REVERSAL, "finding.payment-missing", what=what, wager=_describe(each)
        )


def check_round_corrected(table: Table, event: events.RoundCorrected, _by: Actor) -> None:
    """Check that a round was settled again by the cards that were dealt."""
    past = table.past.get(event.round)
    if past is None:
        table.add_finding(Check.REVERSAL, "finding.corrected-round", round=event.round)
    _compare(table, event.before, past, "payments-before")
    item = table.next_step
    if item is not None and item.remedy == RECONSTRUCT and not item.position:
        hands, source = _put_in_order(table, item.cards), item.source
        del table.pending_steps[:1]
    else:
        hands, source = (
            _hands_behind_wrong_display(table, event),
            DISPLAY.get(table.document, "POLICY"),
        )
        if past is not None and past.is_promised:
            table.add_finding(Check.COMMITMENT, "finding.committed", what="round-corrected")
    table.findings.compare_source(Check.REVERSAL, "round-corrected", event.source, source)
    if hands is not None:
        _check_wagers(table, event, hands)
        _lay_last_round(table, event.round, hands)
    if past is not None:
        table.returned_cents += sum(each.returned_cents for each in event.wagers)
        table.returned_cents -= sum(each.returned_cents for each in past.wagers)
        past.wagers = event.wagers
    table.rounds_corrected += 1


def _put_in_order(table: Table, cards: tuple[str, ...]) -> Hands | None:
    """The hands of the last round in the reported order of the cards."""
    last = table.last
    order = reordered(table, last, cards) if last is not None else None
    if last is None or order is None:
        table.add_finding(Check.CARD, "finding.order-of-other-cards", cards=names(cards))
        return None
    hands, spare = lay_cards(last.hands.deal, order)
    # If another shoe is on the table, the spare cards left with their own shoe.
    table.spare = dict(spare) if table.shoe and table.shoe.key == last.shoe else {}
    return hands


def _lay_last_round(table: Table, number: int, hands: Hands) -> None:
    """Lay the last round as it was dealt; a card in a hand is not left over."""
    last, shoe = table.last, table.shoe
    if last is None or last.number != number:
        return
    waits = shoe.left_over if shoe is not None and shoe.key == last.shoe else {}
    known = {**waits, **dict(last.hands.cards)}
    last.hands, _ = lay_cards(hands.deal, _with_numbers(hands, known))
    for each, _ in last.hands.cards:
        waits.pop(each, None)


def _with_numbers(hands: Hands, known: Mapping[int, str]) -> list[tuple[int, str]]:
    """The cards with their original numbers; a misread card gets a number that is left."""
    numbers: dict[int, int] = {}
    for place, (_, name) in enumerate(hands.cards):
        same = [n for n in sorted(known) if known[n] == name and n not in numbers.values()]
        if same:
            numbers[place] = same[0]
    free = chain(sorted(known.keys() - numbers.values()), count(max(known) + 1))
    names = enumerate(name for _, name in hands.cards)
    return [(numbers[at] if at in numbers else next(free), name) for at, name in names]


def _hands_behind_wrong_display(table: Table, event: events.RoundCorrected) -> Hands | None:
    """Return the hands that were reported with a wrong display."""
    raised = table.raised
    if raised is None or raised.trigger != "wrong-display" or raised.round != event.round:
        table.add_finding(Check.REVERSAL, "finding.corrected-without-report", round=event.round)
        return None
    cards = [NAMES.get(text, UNREAD) for text in raised.cards]
    if table.game is None or UNREAD in cards:
        table.add_finding(Check.CARD, "finding.corrected-unread", cards=names(raised.cards))
        return None
    hands, spare = lay_cards(table.game.deal, [(0, name) for name in cards])
    if spare or hands.next():
        table.add_finding(Check.CARD, "finding.corrected-part", cards=names(raised.cards))
        return None
    return hands


def _check_wagers(table: Table, event: events.RoundCorrected, hands: Hands) -> None:
    if event.cards != hands.line():
        table.findings.add_cards("round-corrected", (event.cards,), (hands.line(),), Check.OUTCOME)
    if hands.next() or not hands.is_known or table.game is None:
        return
    held = table.game.held(hands.outcome())
    before = Counter((each.seat, each.visit, each.stake) for each in event.before)
    after = Counter((each.seat, each.visit, each.stake) for each in event.wagers)
    if before != after:
        table.add_finding(Check.STAKE, "finding.corrected-stakes")
    off = {(each.seat, each.stake): each.uncounted_cents for each in event.before}
    for each in event.wagers:
        _check_payment(table, held, each, off.get((each.seat, each.stake), 0))


def _describe(each: events.WagerSettled) -> Message:
    return message(
        "finding-part.settled-wager",
        returned=each.returned_cents,
        stake=each.stake.cents,
        visit=each.visit,
        wager=each.stake.wager,
        line=each.line,
    )
