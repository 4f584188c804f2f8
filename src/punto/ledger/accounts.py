"""Name the accounts that can hold money, and decide which may be below zero."""

from punto.table.stakes import are_chips

CAGE = "cage"
"""The house's cash; below zero by what patrons have brought."""


DEMO = "demo"
"""The money of a demo floor, in place of the cage's cash; no one pays or receives cash for it."""

CASH = (CAGE, DEMO)
"""The accounts of cash: a floor uses one of them, as its kind says."""


def bank(table: str) -> str:
    """A table's own money: what it has won, or lost where it is below zero."""
    return f"bank/{table}"


def credit(visit: str) -> str:
    """What a visit may stake or collect."""
    return f"credit/{visit}"


def chips(table: str) -> str:
    """The chips that patrons brought to a table's cloth: like the cage, below zero by them."""
    return f"chips/{table}"


def purse(owner: str, table: str) -> str:
    """Where a stake comes from and goes back to: a visit's credit, or the table's chips."""
    return chips(table) if are_chips(owner) else credit(owner)


def owed(owner: str, table: str) -> str:
    """Where a round that is put right leaves what it owes: a visit's claim, or the chips."""
    return chips(table) if are_chips(owner) else claim(owner)


def stakes(visit: str, table: str) -> str:
    """What a visit has at stake at a table: empty between rounds."""
    return f"stakes/{visit}/{table}"


def stakes_of(visit: str) -> str:
    """All that a visit has at stake anywhere: a name that stands for every account under it."""
    return f"stakes/{visit}/"


def voucher(number: str) -> str:
    """What the house owes on a voucher."""
    return f"voucher/{number}"


def claim(visit: str) -> str:
    """What waits at the cage for a visit that has ended, below zero where it owes."""
    return f"claim/{visit}"


#: The house's own, and what somebody owes; patrons' money is never below zero.
MAY_BE_BELOW_ZERO = ("cage", "demo", "bank/", "chips/", "claim/")


def may_be_below_zero(account: str) -> bool:
    """Whether an account may be below zero."""
    return account.startswith(MAY_BE_BELOW_ZERO)


def cash_account(is_demo: bool | None) -> str:
    """The account that cash enters and leaves: demo money never touches the cage's account."""
    return DEMO if is_demo else CAGE
