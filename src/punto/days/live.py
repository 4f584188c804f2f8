"""What only a dealer's table sees on a day: chips on the cloth, methods, cards in hand."""

import random
from collections.abc import Iterator
from typing import TypeAlias

from punto.core.positions import Position
from punto.core.rulebook import Method, Play, Rulebook
from punto.core.sides import Side
from punto.table.commands import Command, Stake
from punto.table.differential import proposal
from punto.table.methods import handler_due, hidden, may_draw
from punto.table.procedures import (
    AllowDrawing,
    AllowSqueezing,
    AskForLowerWagers,
    ChooseFirstHand,
    ChooseHandler,
    ChooseMethod,
    EnterChips,
    ExposeCards,
    HandOverDevice,
    PassCards,
    RefuseCards,
    RelinquishDevice,
    RemoveWagers,
)
from punto.table.roles import Actor, Kind
from punto.table.stakes import chips_at, position_of
from punto.table.state import Table

DEALER = Actor(Kind.STAFF, "Dora", Position.DEALER)
SUPERVISOR = Actor(Kind.STAFF, "Sid", Position.PIT_SUPERVISOR)
PIT_MANAGER = Actor(Kind.STAFF, "Pia", Position.PIT_MANAGER)
CASINO_MANAGER = Actor(Kind.STAFF, "Cem", Position.ASSISTANT_CASINO_MANAGER)

CLOTH = (7, 8)
"""Positions without a terminal, at which chips lie."""

Said: TypeAlias = tuple[Command, Actor]
"""A command and who gives it."""


def is_live(book: Rulebook) -> bool:
    """Whether a Dealer and no terminal conducts the game."""
    return book.document.play is Play.TABLE


def chips(rng: random.Random, table: Table) -> Iterator[Said]:
    """Chips as a Dealer sees them, one in three outside the limits or not what may lie there."""
    for position in CLOTH:
        if rng.random() < 0.5:
            yield _entered(rng, table, position), DEALER


def _entered(rng: random.Random, table: Table, position: int) -> EnterChips:
    laid = table.current.sets.get(chips_at(position))
    wagers = rng.sample(table.chosen.offered, rng.randint(0, 2))
    stakes = tuple(_stake(rng, table, wager) for wager in wagers)
    return EnterChips(table.current.number, position, stakes, laid.number if laid else 0)


def _stake(rng: random.Random, table: Table, wager: str) -> Stake:
    limit, unit = table.chosen.limit(wager), table.game.unit_cents
    assert limit is not None, "the wager is on offer"
    cents = rng.choice(
        [
            limit.minimum_cents - unit,
            limit.maximum_cents + 10 * unit,
            limit.minimum_cents + unit * rng.randrange(1_000),
            limit.minimum_cents + unit * rng.randrange(1_000),
            limit.minimum_cents + 1,
        ]
    )
    return Stake(wager, cents, rng.choice([0, 0, rng.randint(1, 8)]))


def balancing(table: Table) -> Iterator[Said]:
    """The three steps of a differential that is exceeded."""
    found = proposal(table)
    if found is not None:
        yield AskForLowerWagers(), DEALER
        yield RemoveWagers(found.removed, "as proposed"), PIT_MANAGER


def method(rng: random.Random, table: Table) -> Iterator[Said]:
    """Another method now and then, by whoever may choose it."""
    if table.game.document.methods and rng.random() < 0.2:
        chosen = rng.choice(
            [each for each in Method if each is not Method.C or table.chosen.is_hlga]
        )
        yield ChooseMethod(chosen), CASINO_MANAGER


def handing_over(rng: random.Random, table: Table) -> Iterator[Said]:
    """The device comes to somebody who may draw."""
    if table.kept.device:
        yield RelinquishDevice(table.kept.device), DEALER
    able = sorted({position_of(seat) for seat in table.current.sets})
    position = rng.choice(able) if able else rng.choice(CLOTH)
    if not may_draw(table, position):
        yield AllowDrawing(position), CASINO_MANAGER
    yield HandOverDevice(position), DEALER


def showing(rng: random.Random, table: Table) -> Iterator[Said]:
    """Cards in hand: offered, refused, squeezed by leave, and in the end turned up."""
    side = rng.choice([side for side, _ in hidden(table)])
    due = handler_due(table, side)
    if due is not None and rng.random() < 0.3:
        yield RefuseCards(side, due), DEALER
    elif due is not None:
        yield PassCards(side, due), DEALER
    else:
        yield ChooseHandler(side, rng.choice(CLOTH)), SUPERVISOR
    if rng.random() < 0.5:
        yield ChooseFirstHand(rng.choice(list(Side))), DEALER
    if rng.random() < 0.2:
        yield AllowSqueezing(side, 1, rng.choice(CLOTH)), PIT_MANAGER
    yield ExposeCards(side, due or 0), DEALER
    yield ExposeCards(side, in_error=rng.random() < 0.5), DEALER
