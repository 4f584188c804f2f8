"""Compute the meters of each table, each visit and the floor from the transfers of a journal.

Punto never stores a meter. A meter is the sum of transfers, so it cannot differ from the ledger,
and a power failure cannot reset it.
"""

from collections.abc import Iterable

import msgspec

from punto.ledger.transfers import Transfer, TransferReason


class Meter(msgspec.Struct, frozen=True):
    """The number of transfers for one reason, and their sum."""

    times: int = 0
    cents: int = 0

    def plus(self, cents: int) -> "Meter":
        """The meter after one more transfer."""
        return Meter(self.times + 1, self.cents + cents)


Meters = dict[str, dict[TransferReason, Meter]]
"""Meters by reason, under the name of a table or a visit, or under `floor` for the whole floor."""

FLOOR = "floor"


def meters_of(transfers: Iterable[Transfer]) -> Meters:
    """Sum transfers by table, by visit and for the floor."""
    found: Meters = {FLOOR: {}}
    for each in transfers:
        for name in (FLOOR, *_concerned(each)):
            own = found.setdefault(name, {})
            own[each.reason] = own.get(each.reason, Meter()).plus(each.cents)
    return found


def _concerned(transfer: Transfer) -> set[str]:
    """The table and the visit whose accounts a transfer touches, each with its kind as a prefix."""
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
