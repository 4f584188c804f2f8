"""Name the accounts that can hold money, and decide which may be below zero."""

from punto.table.stakes import are_chips

CAGE = "cage"
"""The house's cash, negative by the sum that patrons have brought."""


DEMO = "demo"
"""The money of a demo floor, in place of the cage's cash; no one pays or receives cash for it."""

CASH = (CAGE, DEMO)
"""The two accounts of cash. A floor uses one of them, by its kind."""


def bank(table: str) -> str:
    """A table's own money: its winnings, or its losses if negative."""
    return f"bank/{table}"


def credit(visit: str) -> str:
    """The credit of a visit, which it may stake or collect."""
    return f"credit/{visit}"


def chips(table: str) -> str:
    """The chips that patrons brought to a table, negative by their value like the cage."""
    return f"chips/{table}"


def purse(owner: str, table: str) -> str:
    """The account that pays for a stake and receives it back: credit, or the table's chips."""
    return chips(table) if are_chips(owner) else credit(owner)


def owed(owner: str, table: str) -> str:
    """The account that a correction of a round charges: a visit's claim, or the table's chips."""
    return chips(table) if are_chips(owner) else claim(owner)


def stakes(visit: str, table: str) -> str:
    """The stakes of a visit at a table, empty between rounds."""
    return f"stakes/{visit}/{table}"


def stakes_of(visit: str) -> str:
    """The stakes of a visit at all tables: a name that stands for every account under it."""
    return f"stakes/{visit}/"


def voucher(number: str) -> str:
    """The sum that the house owes on a voucher."""
    return f"voucher/{number}"


def claim(visit: str) -> str:
    """The sum that the cage owes a visit after a correction, negative if the visit owes it."""
    return f"claim/{visit}"


MAY_BE_BELOW_ZERO = ("cage", "demo", "bank/", "chips/", "claim/")
"""The accounts of the house, and claims. A patron's own money is never negative."""


def may_be_below_zero(account: str) -> bool:
    """Whether the balance of an account may be negative."""
    return account.startswith(MAY_BE_BELOW_ZERO)


def cash_account(is_demo: bool | None) -> str:
    """The account of cash. Demo money never touches the account of the cage."""
    return DEMO if is_demo else CAGE
