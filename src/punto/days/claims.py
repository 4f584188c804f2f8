"""Claims of a day: what rounds put right have left to pay, to take and to lose."""

import random
from collections.abc import Iterator, Mapping

from punto.days.staff import SHIFT_MANAGER
from punto.ledger.accounts import claim, credit
from punto.ledger.cage import Cage
from punto.ledger.claims import ClaimCommand, PayClaim, TakeClaim, WriteOffClaim
from punto.table.actors import HOUSE_DEALER, Actor

PREFIX = claim("")


def settling(
    rng: random.Random, cage: Cage, balances: Mapping[str, int]
) -> Iterator[tuple[ClaimCommand, Actor]]:
    """What the cage does about every claim, of visits under way and of those that are over."""
    for account, cents in sorted(balances.items()):
        if not account.startswith(PREFIX) or not cents:
            continue
        visit = account.removeprefix(PREFIX)
        if cents > 0:
            yield PayClaim(visit, cents), HOUSE_DEALER
            continue
        there = balances.get(credit(visit), 0) if visit in cage.visits else 0
        taken = min(there, -cents)
        owed = -cents
        if taken and rng.random() < 0.8:
            owed -= taken
            yield TakeClaim(visit, taken, owed), HOUSE_DEALER
        if owed and rng.random() < 0.5:
            yield WriteOffClaim(visit, owed), SHIFT_MANAGER
