"""Reverse a settled round, or settle it again, by new transfers (R22)."""

from collections.abc import Sequence
from itertools import starmap

from punto.core import notation
from punto.core.irregularities import Circumstance
from punto.core.notation import parse_card
from punto.core.rules import Rule
from punto.core.tableau import Tableau, ending, lay_out
from punto.table.decide.irregularities.reconstruction import round_in_order
from punto.table.decide.play.settlement import settle_stake
from punto.table.events import (
    Event,
    ExcessCardDrawn,
    PlayResumed,
    RoundCorrected,
    RoundReversed,
)
from punto.table.refusals import No
from punto.table.state import PendingStep, SettledRound, Table


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
