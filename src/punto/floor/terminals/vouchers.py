"""Sessions: terminals and their keys, visits, credit, vouchers and patrons' own limits."""

from punto.floor.public_view.table_view import stake_shown
from punto.floor.read_models.table_history import Accepted
from punto.floor.wire import terminal as wire
from punto.journal.keys.key_ring import Key, Secret
from punto.ledger import vouchers


def drawn_number(secret: Secret, id_: str, *, is_demo: bool) -> str:
    """The number of the voucher that an entry of the cage brings, by a version of the key."""
    kind = vouchers.DEMO if is_demo else ""
    return kind + secret.mark(f"{kind}voucher {id_}".encode())[: vouchers.NUMBER_BYTES].hex()


def receipt_of(
    key: Key, terminal: str, table: str, round_: int, accepted: Accepted, digest: str
) -> wire.BetReceipt:
    """What proves that stakes were accepted, marked with the key of the house.

    The mark names the version of the key; one that names none is of the first.
    """
    stakes = tuple(stake_shown(each) for each in accepted.stakes)
    text = f"{terminal} {table} {round_} {accepted.entry} {accepted.set} {accepted.at} {digest}"
    text += "".join(f" {each.wager}={each.cents}" for each in stakes)
    made = key.newest
    version = "" if made.version == 1 else f"{made.version}:"
    return wire.BetReceipt(
        number=accepted.entry,
        terminal=terminal,
        table=table,
        round=round_,
        set=accepted.set,
        stakes=stakes,
        at=accepted.at,
        digest=digest,
        signature=version + made.mark(f"receipt {text}".encode()).hex(),
    )
