"""Define the staff of a day and settle its claims; choose the stakes of its patrons."""

import random
from collections.abc import Iterator, Mapping, Sequence

from punto.core.rulebook import Rulebook, WagerPlacement
from punto.core.staff_positions import StaffPosition
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.ledger.accounts import claim, credit
from punto.ledger.cage import Cage
from punto.ledger.claims import ClaimCommand, CollectClaim, PayClaim, WriteOffClaim
from punto.table.actors import HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import DrawCard, EnterCard, PlaceWagers, ReportIrregularity
from punto.table.settings import Limit, Settings
from punto.table.stakes import Stake
from punto.table.state import Table

SECOND = Actor(ActorKind.STAFF, "Pia", StaffPosition.PIT_MANAGER)
DEALER = Actor(ActorKind.STAFF, "Dora", StaffPosition.DEALER)
TWO = Actor(ActorKind.STAFF, "Dora", StaffPosition.DEALER, seconded_by=SECOND)
SUPERVISOR = Actor(ActorKind.STAFF, "Sam", StaffPosition.PIT_SUPERVISOR)
PIT_MANAGER = Actor(ActorKind.STAFF, "Rosa", StaffPosition.PIT_MANAGER, seconded_by=SECOND)
CASINO_MANAGER = Actor(ActorKind.STAFF, "Nell", StaffPosition.ASSISTANT_CASINO_MANAGER)
SHIFT_MANAGER = Actor(
    ActorKind.STAFF, "Max", StaffPosition.GAMING_SHIFT_MANAGER, seconded_by=SECOND
)


def dealer_of(table: Table) -> Actor:
    """The dealer of a table: a Dealer at a live table, otherwise the house dealer."""
    return HOUSE_DEALER if len(table.game.document.authorities) < 2 else DEALER


PREFIX = claim("")


def settle_claims(
    rng: random.Random, cage: Cage, balances: Mapping[str, int]
) -> Iterator[tuple[ClaimCommand, Actor]]:
    """Pay, collect or write off every claim of current and past visits."""
    for account, cents in sorted(balances.items()):
        if not account.startswith(PREFIX) or not cents:
            continue
        visit = account.removeprefix(PREFIX)
        if cents > 0:
            yield PayClaim(visit, cents), HOUSE_DEALER
            continue
        there = balances.get(credit(visit), 0) if visit in cage.visits else 0
        collected = min(there, -cents)
        owed = -cents
        if collected and rng.random() < 0.8:
            owed -= collected
            yield CollectClaim(visit, collected, owed), HOUSE_DEALER
        if owed and rng.random() < 0.5:
            yield WriteOffClaim(visit, owed), SHIFT_MANAGER


# Patrons


def patron(seat: int, visit: int) -> Actor:
    """The patron at a seat, by the number of their visit."""
    return Actor(ActorKind.PATRON, f"v{seat}.{visit}")


def stakes(rng: random.Random, book: Rulebook, settings: Settings) -> tuple[Stake, ...]:
    """Stakes that a patron might place. One set in ten has an error."""
    limits = rng.sample(settings.limits, rng.randint(1, min(3, len(settings.limits))))
    chosen = tuple(_stake(rng, book, limit, settings) for limit in limits)
    return _spoiled(rng, chosen) if rng.random() < 0.1 else chosen


def place_wagers(rng: random.Random, table: Table, seat: int) -> PlaceWagers:
    """A command that replaces a seat's stakes, sometimes with nothing."""
    current = table.current
    before = current.sets.get(seat)
    chosen = () if rng.random() < 0.05 else stakes(rng, table.game, table.settings_in_force)
    return PlaceWagers(current.number, seat, chosen, before.number if before else 0)


def _stake(rng: random.Random, book: Rulebook, limit: Limit, settings: Settings) -> Stake:
    step = book.unit_cents
    cents = rng.randrange(limit.minimum_cents, min(limit.maximum_cents, 200_00) + 1, step)
    if book.document.placement is WagerPlacement.TABLE and rng.random() < 0.3:
        stack = rng.randint(1, settings.wagers_per_area)
        return Stake(limit.wager, cents, rng.randint(1, settings.positions), stack)
    return Stake(limit.wager, cents)


def _spoiled(rng: random.Random, chosen: tuple[Stake, ...]) -> tuple[Stake, ...]:
    """Stakes with an error: a wrong amount, wager or place, or one stake twice."""
    first = chosen[0]
    return rng.choice(
        [
            (Stake(first.wager, first.cents + 1), *chosen[1:]),
            (Stake(first.wager, 10**9), *chosen[1:]),
            (Stake(first.wager, -first.cents), *chosen[1:]),
            (Stake("no_such_wager", first.cents), *chosen[1:]),
            (Stake(first.wager, first.cents, position=99), *chosen[1:]),
            (Stake(first.wager, first.cents, stack=9), *chosen[1:]),
            (first, *chosen),
        ]
    )


CARD_REPORTS = (ReportIrregularity, DrawCard, EnterCard)
"""The commands that name cards on the table or the next cards."""


def repeatable(
    requests: Sequence[CommandRequest], answers: Sequence[CommandAnswer]
) -> list[CommandRequest]:
    """Return the requests without refused cards, which could be other cards later."""
    return [
        each
        for each, answer in zip(requests, answers, strict=True)
        if isinstance(answer, Committed) or not isinstance(each.command, CARD_REPORTS)
    ]
