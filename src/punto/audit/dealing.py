"""Dealing: every card on the hand that the Table of Play gives it to."""

from punto.audit.entry import Actor
from punto.audit.events import CardDrawn, CardLeftOver, CuttingCardShown
from punto.audit.findings import Check
from punto.audit.remedies import CUTTING_CARD, HOUSE
from punto.audit.state import Phase, Table


def card_drawn(table: Table, event: CardDrawn, by: Actor) -> None:
    """A card is played after the close, by those who take part, where the order drawn puts it."""
    round_ = table.going(event.round, "a card", Phase.BETS_CLOSED, Phase.DEALING)
    if table.shoe is None:
        table.say(Check.SHOE, f"card {event.number} without a shoe", "a shoe")
        return
    if event.number not in table.shoe.left_over:
        _check_hand(table, event, by)
    name = table.shoe.draw(event.number, event.card)
    if round_ is None:
        return
    if not round_.is_confirmed:
        table.say(
            Check.TAKES_PART, f"card {event.number} before the seats were confirmed", "after it"
        )
    side = round_.hands.next()
    if not side:
        table.say(Check.CARD, f"card {event.number} was played", "none, the round needs no more")
        return
    if event.side != side:
        table.say(Check.SIDE, f"card {event.number} on the {event.side} hand", f"the {side} hand")
    if name:
        round_.hands.lay(side, name)
    if table.settings and table.settings.chosen.method in ("A", "C"):
        round_.face_down.add((side, len(round_.hands.names[side])))
    table.phase = Phase.DEALING if round_.hands.next() else Phase.COMPLETE


def _check_hand(table: Table, event: CardDrawn, by: Actor) -> None:
    """A card comes from the device, or by hand from two members of staff."""
    if event.by_hand and not (by.kind == "staff" and by.is_seconded):
        table.say(Check.WHO, f"card {event.number} by hand from {by.name}", "two members of staff")
    if not event.by_hand and by.kind != "device":
        table.say(Check.WHO, f"card {event.number} from {by.name}", "the device")


def card_left_over(table: Table, event: CardLeftOver, _by: Actor) -> None:
    """A card is left over only while no round needs it."""
    if table.shoe is None:
        table.say(Check.SHOE, f"card {event.number} without a shoe", "a shoe")
        return
    if table.phase not in (Phase.BETWEEN_ROUNDS, Phase.COMPLETE):
        table.say(Check.CARD, f"card {event.number} left over while {table.phase}", "to be played")
    table.shoe.leave_over(event.number, event.card)


def cutting_card_shown(table: Table, event: CuttingCardShown, _by: Actor) -> None:
    """The cutting card comes once a shoe, in a virtual one at the place it was put."""
    table.going(event.round, "the cutting card", Phase.BETS_CLOSED, Phase.DEALING)
    shoe = table.shoe
    if shoe is None or table.settings is None:
        table.say(Check.SHOE, "the cutting card without a shoe", "a shoe")
        return
    chosen = table.settings.chosen
    if shoe.rounds_left is not None:
        table.say(Check.CUTTING_CARD, "the cutting card was shown again", "once")
    place = shoe.place_of_cut(chosen.cards_behind_cut)
    if shoe.commitment and shoe.cards_out + 1 != place:
        table.say(
            Check.CUTTING_CARD,
            f"the cutting card before card {shoe.cards_out + 1}",
            f"before card {place}",
        )
    clause = CUTTING_CARD.get(table.game.document if table.game else "", HOUSE)
    if event.source != clause:
        table.say(Check.CUTTING_CARD, f"the cutting card under {event.source}", clause)
    shoe.rounds_left = chosen.rounds_after_cut
