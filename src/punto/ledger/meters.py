"""Compute the meters of each table, each visit and the floor from the transfers of a journal.

Punto never stores a meter. A meter is the sum of transfers, so it cannot differ from the ledger,
and a power failure cannot reset it.
"""

from collections.abc import Iterable

import msgspec

from punto.ledger.transfers import Transfer, TransferReason


class Meter(msgspec.Struct, frozen=True):
    """How often money moved for one reason, and how much."""

    times: int = 0
    cents: int = 0

    def plus(self, cents: int) -> "Meter":
        """The meter after one more movement."""
        return Meter(self.times + 1, self.cents + cents)


Meters = dict[str, dict[TransferReason, Meter]]
"""Meters by reason, under the name of a table, of a visit, or `floor` for all."""

FLOOR = "floor"


def meters_of(transfers: Iterable[Transfer]) -> Meters:
    """What transfers add up to, by table, by visit and in all."""
    found: Meters = {FLOOR: {}}
    for each in transfers:
        for name in (FLOOR, *_concerned(each)):
            own = found.setdefault(name, {})
            own[each.reason] = own.get(each.reason, Meter()).plus(each.cents)
    return found


def _concerned(transfer: Transfer) -> set[str]:
    """The table and the visit whose accounts a transfer touches, with the kind before the name."""
    return {name for account in (transfer.source, transfer.target) for name in _owners(account)}


def _owners(account: str) -> tuple[str, ...]:
    kind, _, rest = account.partition("/")
    match kind:
        case "bank":
            return (f"table {rest}",)
        case "stakes":
            visit, _, table = rest.partition("/")
            return f"visit {visit}", f"table {table}"
        case "credit" | "claim":
            return (f"visit {rest}",)
        case _:
            return ()
