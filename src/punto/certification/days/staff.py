"""Define the staff of a simulated day, and pay, collect or write off its claims."""

import random
from collections.abc import Iterator, Mapping

from punto.core.staff_positions import StaffPosition
from punto.ledger.accounts import claim, credit
from punto.ledger.cage import Cage
from punto.ledger.claims import ClaimCommand, CollectClaim, PayClaim, WriteOffClaim
from punto.table.actors import HOUSE_DEALER, Actor, ActorKind
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
