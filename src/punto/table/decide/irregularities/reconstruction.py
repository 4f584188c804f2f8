"""Put cards into their true order that were drawn together or dealt out of order."""

from collections import Counter
from collections.abc import Sequence
from itertools import starmap

from punto.core import notation
from punto.core.irregularities import Circumstance
from punto.core.notation import parse_card
from punto.core.rules import Rule
from punto.core.tableau import Tableau, ending, lay_out, next_side, next_sides
from punto.table.card_handling import hidden_cards, public_tableau
from punto.table.commands import ReportIrregularity
from punto.table.decide.play.settlement import settle_stake
from punto.table.events import (
    CardDrawn,
    CardsReconstructed,
    Event,
    ExcessCardDrawn,
    NumberedCard,
    PlayResumed,
    RoundCorrected,
    RoundReversed,
)
from punto.table.refusals import No
from punto.table.state import PendingStep, SettledRound, Table


def several_cards_drawn(table: Table, report: ReportIrregularity) -> tuple[NumberedCard, ...] | No:
    """Number cards drawn together, including those that the table has recorded before.

    The recorded ones must be the last that came. The report must include every card behind them.
    """
    before = dict((*table.numbered_cards, *table.device.left_over))
    last = list(before)[len(before) - len(report.numbers) :]
    if sorted(last) != sorted(report.numbers) or len(report.cards) < 2:
        return No.NOT_THESE_CARDS
    known = Counter(before[number] for number in report.numbers)
    if known - Counter(report.cards):
        return No.NOT_THESE_CARDS
    many_new = len(report.cards) - len(report.numbers)
    first = table.device.cards_out + 1
    numbers = (*sorted(report.numbers), *range(first, first + many_new))
    return _numbered(report.cards, numbers, before)


def _numbered(
    texts: Sequence[str], numbers: Sequence[int], before: dict[int, str]
) -> tuple[NumberedCard, ...]:
    """Number cards in the reported order: by their recorded number, else by a new one."""
    free = list(numbers)
    found: list[NumberedCard] = []
    for text in texts:
        own = [number for number in free if before.get(number) == text]
        number = own[0] if own else next(each for each in free if each not in before)
        free.remove(number)
        found.append((number, text))
    return tuple(found)


def deal_stage(table: Table, cards: Sequence[NumberedCard]) -> Circumstance:
    """Whether cards drawn together belong to the initial deal, to later cards, or to both."""
    loose = {number for number, _ in cards}
    before = sum(number not in loose for number in table.current.numbers)
    initial = len(table.game.order.initial)
    if before >= initial:
        return Circumstance.AFTER_INITIAL_DEAL
    inside = before + len(cards) <= initial
    return Circumstance.IN_INITIAL_DEAL if inside else Circumstance.ACROSS_INITIAL_DEAL


def round_in_order(table: Table, texts: Sequence[str]) -> tuple[NumberedCard, ...] | None:
    """The cards of the round in the reported order; None if they are not its cards."""
    known = (*table.numbered_cards, *table.excess_cards)
    if Counter(texts) != Counter(text for _, text in known):
        return None
    return _numbered(texts, sorted(number for number, _ in known), dict(known))


def loose_in_order(table: Table, texts: Sequence[str]) -> tuple[NumberedCard, ...] | None:
    """Loose cards in the reported order; None if they are not the loose cards."""
    loose = table.current.loose
    if Counter(texts) != Counter(text for _, text in loose):
        return None
    if table.device.is_committed:
        # The report assigns a number to each card. The revealed order of the shoe checks it later.
        return tuple(zip(sorted(number for number, _ in loose), texts, strict=True))
    left = list(loose)
    order: list[NumberedCard] = []
    for text in texts:
        order.append(next(each for each in left if each[1] == text))
        left.remove(order[-1])
    return tuple(order)


def reconstruct_hands(table: Table, item: PendingStep) -> CardsReconstructed:
    """Lay the hands by the reported order; loose cards follow those already in order."""
    order = round_in_order(table, item.cards) if item.cards and not table.current.loose else None
    return lay_in_order(table, order or (*table.numbered_cards, *table.current.loose), item.source)


def lay_in_order(table: Table, order: Sequence[NumberedCard], source: str) -> CardsReconstructed:
    """Lay cards in their true order on the hands. The remaining ones are left over (R25)."""
    dealt = table.hands_in_order(order).cards_drawn
    in_order = {number for number, _ in order}
    spare = order[dealt:]
    waiting = [each for each in table.device.left_over if each[0] not in in_order]
    # Cards that left the device before the spare ones are played before them.
    earlier = [each for each in waiting if spare and each < min(spare)]
    left_over = (*earlier, *spare, *(each for each in waiting if each not in earlier))
    return CardsReconstructed(table.current.number, tuple(order[:dealt]), left_over, source)


def cards_now_due(table: Table, source: str) -> tuple[Event, ...]:
    """Play the cards that wait beside the hands: loose cards in order, or those set aside."""
    current = table.current if table.round else None
    if current is None:
        return ()
    if current.loose and current.is_loose_ordered:
        return (lay_in_order(table, (*table.numbered_cards, *current.loose), source),)
    if current.aside is None or not current.tableau.is_known:
        return ()
    tableau, drawn = current.tableau, list[Event]()
    for number, text in current.aside.cards:
        side = next_side(tableau)
        if side is not None and number not in current.numbers:
            drawn.append(CardDrawn(current.number, number, text, side, by_hand=False))
            tableau = tableau.with_card(side, parse_card(text))
    return tuple(drawn)


def is_card_due(table: Table) -> bool:
    """Whether the Table of Play may require a card, by the cards that everyone sees."""
    return table.round is not None and next_sides(public_tableau(table)) != {None}


def is_next_card_unknown(table: Table) -> bool:
    """Whether the next card depends on cards that are face down."""
    return len(next_sides(public_tableau(table))) > 1 and bool(hidden_cards(table))


def reverse_round(table: Table, item: PendingStep) -> RoundReversed:
    """Reverse the round settled last. A lack of credit does not prevent it."""
    return RoundReversed(item.round, item.trigger, item.source, table.current.settled)


def reconstruct_settled_round(table: Table, item: PendingStep) -> tuple[Event, ...]:
    """Settle a settled round again by the true order of its cards."""
    order = round_in_order(table, item.cards) if item.cards else None
    if order is None:
        return (PlayResumed(item.round, item.source),)
    tableau = table.hands_in_order(order)
    correction = correct_round(table, item.round, tableau, item.source)
    if table.shoe is None or table.shoe.key != table.current.shoe:
        # The cards left over went away with their shoe.
        return (correction,)
    return correction, *starmap(ExcessCardDrawn, order[tableau.cards_drawn :])


def correct_round(table: Table, number: int, tableau: Tableau, source: str) -> RoundCorrected:
    """Settle a settled round again, by the cards that the dealer dealt.

    Rule: DISPLAY
    """
    past = recent_round(table, number)
    assert past is not None, "the table still holds the round"
    held = table.rules.paytable[ending(tableau)]
    wagers = tuple(
        settle_stake(table.rules, held, each.seat, each.visit, each.stake, each.uncounted_cents)
        for each in past.wagers
    )
    return RoundCorrected(number, source, notation.format_round(tableau), wagers, past.wagers)


def recent_round(table: Table, number: int) -> SettledRound | None:
    """A settled round that the table still holds."""
    return next((each for each in table.past if each.number == number), None)


def finished_round(table: Table, texts: Sequence[str]) -> Tableau | No:
    """The finished round that cards in order make, or the reason why they do not."""
    try:
        cards = [parse_card(text) for text in texts]
    except ValueError:
        return No.UNKNOWN_CARDS
    if None in cards:
        return No.CARD_UNREAD
    tableau, left = lay_out(table.game.order, cards)
    return No.NOT_THESE_CARDS if left or not tableau.is_finished else tableau


def time_of_report(table: Table, number: int) -> Circumstance:
    """Whether the next round had begun when the report about a round was made."""
    later = table.round is not None and number < table.current.number
    return Circumstance.NEXT_ROUND_COMMENCED if later else Circumstance.BEFORE_NEXT_ROUND


def correct_display_error(
    table: Table, item_round: int, texts: Sequence[str]
) -> RoundCorrected | No:
    """Correct a settlement made from wrongly displayed cards."""
    if recent_round(table, item_round) is None:
        return No.LONG_PAST
    tableau = finished_round(table, texts)
    if isinstance(tableau, No):
        return tableau
    return correct_round(table, item_round, tableau, table.game.cite(Rule.DISPLAY))
