"""Check that an entry's actor has the authority to cause its first event."""

from collections.abc import Collection
from typing import NamedTuple

from punto.audit.findings import Check, named
from punto.audit.rules.remedies import LADDER
from punto.audit.state import Table
from punto.audit.store.entry import Actor
from punto.messages.message import Message, message

PATRON, STAFF, HOUSE, DEVICE, CLOCK = "patron", "staff", "house", "device", "clock"


class RequiredActor(NamedTuple):
    """The kinds of actor that may cause an event, and the lowest position for staff."""

    kinds: tuple[str, ...]
    lowest: str = LADDER[0]


DEALS = RequiredActor((HOUSE, STAFF))
RUNS = RequiredActor((HOUSE, STAFF), "pit-manager")
HOLDS_CARDS = RequiredActor((DEVICE, STAFF))
SITS = RequiredActor((PATRON, STAFF))

FIRST_EVENTS = {
    "TableOpened": RUNS,
    "TableClosed": RUNS,
    "SettingsChanged": RequiredActor((STAFF,), "pit-manager"),
    "SeatTaken": SITS,
    "SeatLeft": SITS,
    "ShoeLoaded": DEALS,
    "ShoeEnded": DEALS,
    "CardBurned": HOLDS_CARDS,
    "CardDrawn": HOLDS_CARDS,
    "ExcessCardDrawn": HOLDS_CARDS,
    "CuttingCardReached": HOLDS_CARDS,
    "BetsOpened": DEALS,
    "WagersPlaced": SITS,
    "ScreenAcknowledged": RequiredActor((PATRON,)),
    "TerminalDisconnected": RequiredActor((DEVICE,)),
    "TerminalReconnected": RequiredActor((DEVICE,)),
    "BetsClosed": RequiredActor((HOUSE, STAFF, CLOCK, DEVICE)),
    "ParticipationDecided": RequiredActor((STAFF,), "gaming-shift-manager"),
    "ParticipantsConfirmed": RequiredActor((HOUSE, STAFF, DEVICE)),
    "RoundSettled": DEALS,
    "IrregularityRaised": RequiredActor((HOUSE, STAFF, DEVICE)),
    "CauseRequested": DEALS,
    "WithdrawalAnswered": SITS,
    "WithdrawalClosed": RequiredActor((CLOCK,)),
    "RulingGiven": RequiredActor((STAFF,)),
    "DecisionReferred": RequiredActor((STAFF,)),
    "FactsCorrected": RequiredActor((STAFF,)),
    "CardIdentified": RequiredActor((DEVICE, STAFF)),
    "CardsMisplaced": RequiredActor((HOUSE, STAFF, DEVICE)),
    "BetsReopened": DEALS,
    "CardReplacementRequired": RequiredActor((STAFF,), "pit-manager"),
    "CardsSetAside": RequiredActor((STAFF,)),
    "DecksSorted": RequiredActor((STAFF,)),
    "SetAsideCardsInspected": RequiredActor((STAFF,)),
    "MissingCardsReplaced": RequiredActor((STAFF,)),
    "WagersOutsideLimits": DEALS,
    "LowerWagersRequested": RequiredActor((STAFF,)),
    "WagersRemoved": RequiredActor((STAFF,), "pit-manager"),
    "WagersRestricted": RequiredActor((STAFF,), "pit-manager"),
    "MethodChosen": RequiredActor((STAFF,), "pit-manager"),
    "DrawingAllowed": RequiredActor((STAFF,), "assistant-casino-manager"),
    "DeviceHandedOver": RequiredActor((STAFF,)),
    "DeviceControlEnded": SITS,
    "CardsPassed": RequiredActor((STAFF,)),
    "CardsRefused": SITS,
    "FirstHandChosen": RequiredActor((STAFF,)),
    "SqueezingAllowed": RequiredActor((STAFF,), "pit-manager"),
    "CardsExposed": SITS,
}
"""The actors who may cause an entry, by its first event. Other events only follow from one of
these."""

ONLY_WITH_A_CARD = ("BetsClosed", "ParticipantsConfirmed")
"""The device causes these events only by drawing a card."""


def check_authority(table: Table, titles: Collection[str], by: Actor) -> None:
    """Check that the actor of an entry may cause its first event."""
    first = next(iter(titles))
    who = FIRST_EVENTS.get(first)
    if who is None:
        table.add_finding(Check.WHO, "finding.first-event", event=first)
        return
    if not _may(table, first, by, who):
        table.add_finding(
            Check.WHO,
            "finding.wrong-actor",
            event=first,
            actor=by.name,
            role=_position(by.holds) if by.holds else message("finding-part.actor", kind=by.kind),
            expected=_required(who),
        )
    if by.kind != STAFF and (by.position or by.acting_as or by.seconded_by):
        table.add_finding(
            Check.WHO,
            "finding.actor-with-position",
            actor=by.name,
            kind=by.kind,
            position=named(by.holds),
        )


def _may(table: Table, first: str, by: Actor, who: RequiredActor) -> bool:
    if by.kind not in who.kinds:
        return False
    if by.kind == CLOCK and first == "BetsClosed":
        # At a live table only the Dealer's call closes bets.
        return table.game is not None and not table.game.is_live
    if by.kind == DEVICE and first in ONLY_WITH_A_CARD:
        return table.record_cards
    return by.kind != STAFF or table.outranks(by.holds, who.lowest)


def _required(who: RequiredActor) -> tuple[Message, ...]:
    return tuple(
        message("finding-part.or-higher", position=who.lowest)
        if kind == STAFF
        else message("finding-part.actor", kind=kind)
        for kind in who.kinds
    )


def _position(name: str) -> Message:
    return message("remedy-step.position", position=name)
