"""Derive the number of a voucher from the cage's entry that issues it."""

from punto.journal.keys.key_ring import Secret
from punto.ledger import vouchers


def drawn_number(secret: Secret, id_: str, *, is_demo: bool) -> str:
    """The number of the voucher that an entry of the cage brings, by a version of the key."""
    kind = vouchers.DEMO if is_demo else ""
    return kind + secret.mark(f"{kind}voucher {id_}".encode())[: vouchers.NUMBER_BYTES].hex()
