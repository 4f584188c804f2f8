"""Check that the reversal or correction of a settled round restores its transfers (R22)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, count

from punto.audit.checks.reconstruction import reordered
from punto.audit.checks.settlement import expected_line, still_to_rule
from punto.audit.events.irregularities import RoundCorrected, RoundReversed
from punto.audit.events.records import WagerSettled
from punto.audit.findings import Check, names
from punto.audit.rules.deal import NAMES, UNREAD, Hands, lay_cards
from punto.audit.rules.remedies import RECONSTRUCT, VOID
from punto.audit.state import SettledRound, Table
from punto.audit.store.entry import Actor
from punto.messages.message import Message, message

DISPLAY = {"E": "E 6.3", "T": "T 6.3", "U": "U 6.3"}
"""The clause by which the dealt cards decide; other documents rely on a policy."""


def check_round_reversed(table: Table, event: RoundReversed, _by: Actor) -> None:
    """Check that a voiding row reversed the whole round that was settled last."""
    last, item = table.last, table.pending_steps[0] if table.pending_steps else None
    if table.round is not None or last is None or table.is_void or last.number != event.round:
        table.add_finding(Check.VOID, "finding.reversed-round", round=event.round)
    if item is None or item.remedy != VOID or item.position:
        table.add_finding(
            Check.VOID, "finding.not-due", what="round-reversed", expected=table.awaited
        )
    elif (item.trigger, item.source, item.round) != (event.trigger, event.source, event.round):
        table.add_finding(
            Check.VOID,
            "finding.source-of",
            what="round-reversed",
            trigger=event.trigger,
            source=event.source,
            expected_trigger=item.trigger,
            expected=item.source,
        )
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
    table: Table, found: Iterable[WagerSettled], past: SettledRound | None, what: str
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


def check_round_corrected(table: Table, event: RoundCorrected, _by: Actor) -> None:
    """Check that a round was settled again by the cards that were dealt."""
    past = table.past.get(event.round)
    if past is None:
        table.add_finding(Check.REVERSAL, "finding.corrected-round", round=event.round)
    _compare(table, event.before, past, "payments-before")
    item = table.pending_steps[0] if table.pending_steps else None
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
    if event.source != source:
        table.add_finding(
            Check.REVERSAL,
            "finding.source",
            what="round-corrected",
            source=event.source,
            expected=source,
        )
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


def _hands_behind_wrong_display(table: Table, event: RoundCorrected) -> Hands | None:
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


def _check_wagers(table: Table, event: RoundCorrected, hands: Hands) -> None:
    if event.cards != hands.line():
        table.add_finding(
            Check.OUTCOME,
            "finding.cards",
            what="round-corrected",
            cards=(event.cards,),
            expected=(hands.line(),),
        )
    if hands.next() or not hands.is_known or table.game is None:
        return
    held = table.game.held(hands.outcome())
    before = Counter((each.seat, each.visit, each.stake) for each in event.before)
    after = Counter((each.seat, each.visit, each.stake) for each in event.wagers)
    if before != after:
        table.add_finding(Check.STAKE, "finding.corrected-stakes")
    off = {(each.seat, each.stake): each.uncounted_cents for each in event.before}
    for each in event.wagers:
        uncounted = off.get((each.seat, each.stake), 0)
        line, returned = expected_line(table, held, each.stake, uncounted)
        found = each.line, each.returned_cents, each.uncounted_cents
        if found != (line, returned, uncounted):
            table.add_finding(
                Check.RETURNED,
                "finding.wrong-payment",
                wager=each.stake.wager,
                seat=each.seat,
                amount=each.returned_cents,
                expected=returned,
                stake=each.stake.cents,
            )


def _describe(each: WagerSettled) -> Message:
    return message(
        "finding-part.settled-wager",
        returned=each.returned_cents,
        stake=each.stake.cents,
        visit=each.visit,
        wager=each.stake.wager,
        line=each.line,
    )
