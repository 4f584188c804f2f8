"""Choose live-table commands for a day: chips, methods, the device, cards in hand."""

import random
from collections.abc import Iterator

from punto.certification.days.people import CASINO_MANAGER, DEALER, PIT_MANAGER, SUPERVISOR
from punto.core.rulebook import DealingMethod, WagerPlacement
from punto.core.sides import Side
from punto.table.actors import Actor
from punto.table.card_handling import (
    drawer_of,
    handler_by_stakes,
    hidden_cards,
    holder_of,
    squeezable_cards,
)
from punto.table.commands import (
    AllowDrawing,
    AllowSqueezing,
    ChooseFirstHand,
    ChooseHandler,
    ChooseMethod,
    Command,
    EnterChips,
    ExposeCards,
    HandOverDevice,
    OfferWithdrawal,
    PassCards,
    RefuseCards,
    RelinquishDevice,
    RemoveWagers,
    RequestLowerWagers,
    RestrictWagers,
)
from punto.table.differential import balancing_proposal
from punto.table.stakes import Stake, chips_at
from punto.table.state import IN_ROUND, Table

MAX_CHIPS = 600_00


def is_live(table: Table) -> bool:
    """Whether a Dealer deals at the table and chips lie on its layout."""
    return table.game.document.placement is WagerPlacement.TABLE


def enter_chips(rng: random.Random, table: Table, position: int) -> EnterChips:
    """The chips of a position, sometimes outside the limits if the rules settle up to the limit."""
    current = table.current
    before = current.sets.get(chips_at(position))
    many = rng.randint(0 if before else 1, min(3, len(table.settings_in_force.limits)))
    stakes = []
    for limit in rng.sample(table.settings_in_force.limits, many):
        minimum, maximum = limit.minimum_cents, min(limit.maximum_cents, MAX_CHIPS)
        if table.rules.settles_up_to_limit and rng.random() < 0.3:
            minimum, maximum = table.game.unit_cents, MAX_CHIPS
        cents = rng.randrange(minimum, maximum + 1, table.game.unit_cents)
        stack = rng.randint(1, table.settings_in_force.wagers_per_area)
        stakes.append(Stake(limit.wager, cents, rng.choice([0, position, 1]), stack))
    return EnterChips(current.number, position, tuple(stakes), before.number if before else 0)


def balance_wagers(table: Table) -> Iterator[tuple[Command, Actor]]:
    """Commands that reduce the difference between the wagers on the two hands."""
    yield RequestLowerWagers(), DEALER
    found = balancing_proposal(table)
    if found is not None:
        yield RemoveWagers(found.removed, "placed last"), PIT_MANAGER


def between_rounds(rng: random.Random, table: Table) -> tuple[Command, Actor] | None:
    """Sometimes another method, permission to draw, or fewer wagers per area."""
    if table.settings_in_force.method is DealingMethod.C and rng.random() < 0.1:
        return AllowDrawing(rng.randint(1, table.settings_in_force.positions)), CASINO_MANAGER
    if table.game.document.methods and rng.random() < 0.1:
        return ChooseMethod(rng.choice(list(DealingMethod))), CASINO_MANAGER
    maximum = table.game.document.wagers_per_area
    if maximum > 1 and rng.random() < 0.05:
        return RestrictWagers(rng.randint(1, maximum)), PIT_MANAGER
    return None


def at_first_cut(rng: random.Random) -> tuple[Command, Actor] | None:
    """Usually the Dealer's offer to withdraw."""
    return (OfferWithdrawal(), DEALER) if rng.random() < 0.9 else None


def hand_over_device(rng: random.Random, table: Table) -> tuple[Command, Actor]:
    """A command that gives the device to a patron who may draw, or to the Dealer."""
    device = table.live.device
    if rng.random() < 0.2:
        return HandOverDevice(0), DEALER
    if device:
        if rng.random() < 0.5:
            return AllowDrawing(device), CASINO_MANAGER
        return RelinquishDevice(device), DEALER
    positions = sorted({abs(seat) for seat in table.current.sets} | set(table.live.may_draw))
    if not positions:
        return AllowDrawing(rng.randint(1, table.settings_in_force.positions)), CASINO_MANAGER
    return HandOverDevice(rng.choice(positions)), DEALER


def relinquish_device(rng: random.Random, table: Table) -> tuple[Command, Actor] | None:
    """Sometimes a command by which a patron returns the device during a round."""
    device = table.live.device
    running = table.phase in IN_ROUND
    if not running or not drawer_of(table) or rng.random() > 0.03:
        return None
    return RelinquishDevice(device), DEALER


def expose_cards(rng: random.Random, table: Table) -> tuple[Command, Actor]:
    """A command for face-down cards. Some of these commands expose cards, so the round ends."""
    side = rng.choice([side for side, _ in hidden_cards(table)])
    due = handler_by_stakes(table, side)
    match rng.randrange(10):
        case 0 if due is not None:
            return RefuseCards(side, due), DEALER
        case 1 | 2 if due is not None:
            return PassCards(side, due), DEALER
        case 3:
            return ChooseHandler(
                side, rng.randint(1, table.settings_in_force.positions)
            ), SUPERVISOR
        case 4:
            return ChooseFirstHand(side), DEALER
        case 5:
            _, card = rng.choice([each for each in squeezable_cards(table) if each[0] is side])
            position = rng.randint(1, table.settings_in_force.positions)
            return AllowSqueezing(side, card, position, "a guest"), PIT_MANAGER
        case 6 | 7:
            _, card = rng.choice([each for each in hidden_cards(table) if each[0] is side])
            return ExposeCards(side, holder_of(table, side, card)), DEALER
        case 8:
            return PassCards(Side.BANKER, rng.randint(1, table.settings_in_force.positions)), DEALER
        case _:
            return ExposeCards(side, in_error=rng.random() < 0.5), DEALER
