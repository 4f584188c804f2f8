"""Reversal: a settled round that is voided or settled anew, by transfers of its own (R22)."""

from collections.abc import Sequence
from itertools import starmap

from punto.core import notation
from punto.core.endings import paytable
from punto.core.irregularities import Circumstance
from punto.core.rules import Rule
from punto.core.tableau import Tableau, ending, laid_out
from punto.table.decide.irregularities.reconstruction import reordered
from punto.table.decide.play.settlement import paid
from punto.table.events.irregularities import Numbered
from punto.table.events.play import CardLeftOver, Event, PlayResumed, RoundCorrected, RoundReversed
from punto.table.evolve.irregularities import read
from punto.table.refusals import No
from punto.table.state import Item, Past, Table


def reversed_round(table: Table, item: Item) -> RoundReversed:
    """The round that was settled last without its result; nobody lacks credit for it."""
    return RoundReversed(item.round, item.trigger, item.source, table.current.settled)


def reconstructed_after(table: Table, item: Item) -> tuple[Event, ...]:
    """A settled round read from the true order of its cards, and settled by it."""
    order = reordered(table, item.cards) if item.cards else None
    if order is None:
        return (PlayResumed(item.round, item.source),)
    tableau = read_afresh(table, order)
    settled_anew = corrected(table, item.round, tableau, item.source)
    if table.shoe is None or table.shoe.key != table.current.shoe:
        # What is spare went with its shoe.
        return (settled_anew,)
    return settled_anew, *starmap(CardLeftOver, order[tableau.cards_drawn :])


def read_afresh(table: Table, order: Sequence[Numbered]) -> Tableau:
    """The hands that cards make in their true order; a spare one is left over (R25)."""
    tableau, _ = laid_out(table.game.order, (read(text) for _, text in order))
    return tableau


def corrected(table: Table, number: int, tableau: Tableau, source: str) -> RoundCorrected:
    """A settled round settled anew by the cards that were dealt.

    Rule: DISPLAY
    """
    past = round_of(table, number)
    assert past is not None, "the round is at hand"
    held = paytable(table.game)[ending(tableau)]
    wagers = tuple(
        paid(table.game, held, each.seat, each.visit, each.stake, each.uncounted_cents)
        for each in past.wagers
    )
    return RoundCorrected(number, source, notation.write(tableau), wagers, past.wagers)


def round_of(table: Table, number: int) -> Past | None:
    """A settled round that is still at hand."""
    return next((each for each in table.past if each.number == number), None)


def finished(table: Table, texts: Sequence[str]) -> Tableau | No:
    """The finished round that cards in their order make, or why they make none."""
    try:
        cards = [read(text) for text in texts]
    except ValueError:
        return No.NOT_A_CARD
    if None in cards:
        return No.CARD_UNREAD
    tableau, left = laid_out(table.game.order, cards)
    return No.NOT_THESE_CARDS if left or not tableau.is_finished else tableau


def when_noticed(table: Table, number: int) -> Circumstance:
    """Whether the next round had commenced when something was noticed about a round."""
    later = table.round is not None and number < table.current.number
    return Circumstance.NEXT_ROUND_COMMENCED if later else Circumstance.BEFORE_NEXT_ROUND


def display_corrected(table: Table, item_round: int, texts: Sequence[str]) -> RoundCorrected | No:
    """The correction of a settlement that was made from cards shown wrongly."""
    if round_of(table, item_round) is None:
        return No.LONG_PAST
    tableau = finished(table, texts)
    if isinstance(tableau, No):
        return tableau
    return corrected(table, item_round, tableau, table.game.cite(Rule.DISPLAY))
