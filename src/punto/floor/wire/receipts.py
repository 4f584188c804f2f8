"""Sign the receipt of accepted stakes with the key of the house."""

from punto.floor.public_view.table_view import stake_view
from punto.floor.read_models.table_history import AcceptedSet
from punto.floor.wire import terminal as wire
from punto.journal.keys import Key


def receipt_of(
    key: Key, terminal: str, table: str, round_: int, accepted: AcceptedSet, digest: str
) -> wire.WagerReceipt:
    """The receipt of a set of stakes, signed with the newest version of the key.

    The signature names the version of the key. Without a name it is version 1.
    """
    stakes = tuple(stake_view(each) for each in accepted.stakes)
    text = f"{terminal} {table} {round_} {accepted.entry} {accepted.set} {accepted.at} {digest}"
    text += "".join(f" {each.wager}={each.cents}" for each in stakes)
    newest = key.newest
    version = "" if newest.version == 1 else f"{newest.version}:"
    return wire.WagerReceipt(
        number=accepted.entry,
        terminal=terminal,
        table=table,
        round=round_,
        set=accepted.set,
        stakes=stakes,
        at=accepted.at,
        digest=digest,
        signature=version + newest.mac(f"receipt {text}".encode()).hex(),
    )
