"""Authority: who may bring about what; whoever is not named may not."""

from collections.abc import Collection
from typing import NamedTuple

from punto.audit.findings import Check
from punto.audit.rules.remedies import LADDER
from punto.audit.state import Table
from punto.audit.store.entry import Actor

PATRON, STAFF, HOUSE, DEVICE, CLOCK = "patron", "staff", "house", "device", "clock"


class Who(NamedTuple):
    """The kinds of asker that may, and the lowest position if they are staff."""

    kinds: tuple[str, ...]
    least: str = LADDER[0]


DEALS = Who((HOUSE, STAFF))
RUNS = Who((HOUSE, STAFF), "pit-manager")
HOLDS_CARDS = Who((DEVICE, STAFF))
SITS = Who((PATRON, STAFF))

FIRST_EVENTS = {
    "TableOpened": RUNS,
    "TableClosed": RUNS,
    "SettingsChanged": Who((STAFF,), "pit-manager"),
    "SeatTaken": SITS,
    "SeatLeft": SITS,
    "ShoeLoaded": DEALS,
    "ShoeEnded": DEALS,
    "CardBurned": HOLDS_CARDS,
    "CardDrawn": HOLDS_CARDS,
    "CardLeftOver": HOLDS_CARDS,
    "CuttingCardShown": HOLDS_CARDS,
    "BetsOpened": DEALS,
    "WagersPlaced": SITS,
    "ScreenAcknowledged": Who((PATRON,)),
    "TerminalLost": Who((DEVICE,)),
    "TerminalRegained": Who((DEVICE,)),
    "BetsClosed": Who((HOUSE, STAFF, CLOCK, DEVICE)),
    "SeatRuledOn": Who((STAFF,), "gaming-shift-manager"),
    "SeatsConfirmed": Who((HOUSE, STAFF, DEVICE)),
    "RoundSettled": DEALS,
    "IrregularityRaised": Who((HOUSE, STAFF, DEVICE)),
    "CauseAsked": DEALS,
    "WithdrawalAnswered": SITS,
    "WithdrawalEnded": Who((CLOCK,)),
    "RulingGiven": Who((STAFF,)),
    "DecisionReferred": Who((STAFF,)),
    "FactsChanged": Who((STAFF,)),
    "CardIdentified": Who((DEVICE, STAFF)),
    "CardsLoose": Who((HOUSE, STAFF, DEVICE)),
    "BetsReopened": DEALS,
    "CardsToBeReplaced": Who((STAFF,), "pit-manager"),
    "CardsSetAside": Who((STAFF,)),
    "DecksSorted": Who((STAFF,)),
    "CardsAsideSeen": Who((STAFF,)),
    "MissingCardsReplaced": Who((STAFF,)),
    "WagersOutsideLimits": DEALS,
    "LowerWagersAsked": Who((STAFF,)),
    "WagersRemoved": Who((STAFF,), "pit-manager"),
    "WagersRestricted": Who((STAFF,), "pit-manager"),
    "MethodChosen": Who((STAFF,), "pit-manager"),
    "DrawingAllowed": Who((STAFF,), "assistant-casino-manager"),
    "DeviceHandedOver": Who((STAFF,)),
    "DeviceControlEnded": SITS,
    "CardsPassed": Who((STAFF,)),
    "CardsRefused": SITS,
    "FirstHandChosen": Who((STAFF,)),
    "SqueezingAllowed": Who((STAFF,), "pit-manager"),
    "CardsExposed": SITS,
}
"""Who may ask for what begins with each kind of event; what a rule commands follows by itself."""

ONLY_WITH_A_CARD = ("BetsClosed", "SeatsConfirmed")
"""What the device brings about only by giving a card."""


def check_authority(table: Table, titles: Collection[str], by: Actor) -> None:
    """Compares who asked with what the first event of an entry says was asked."""
    first = next(iter(titles))
    who = FIRST_EVENTS.get(first)
    if who is None:
        table.say(Check.WHO, f"an entry that begins with {first}", "what somebody may ask for")
        return
    if not _may(table, first, by, who):
        words = f"{first} asked for by {by.name}, {by.holds or by.kind}"
        table.say(Check.WHO, words, _in_words(who))
    if by.kind != STAFF and (by.position or by.acting_as or by.seconded_by):
        table.say(Check.WHO, f"{by.name}, {by.kind}, acts as {by.holds or 'two'}", "no position")


def _may(table: Table, first: str, by: Actor, who: Who) -> bool:
    if by.kind not in who.kinds:
        return False
    if by.kind == CLOCK and first == "BetsClosed":
        # At a dealer's table only the Dealer's call closes bets.
        return table.game is not None and not table.game.is_live
    if by.kind == DEVICE and first in ONLY_WITH_A_CARD:
        return table.brought_cards
    return by.kind != STAFF or table.outranks(by.holds, who.least)


def _in_words(who: Who) -> str:
    kinds = [f"{who.least} or higher" if kind == STAFF else kind for kind in who.kinds]
    return " or ".join(kinds)
