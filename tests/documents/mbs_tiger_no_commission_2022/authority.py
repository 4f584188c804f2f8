"""Who may do what at this document's table."""

from punto.core.staff_positions import Permission, StaffPosition
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT


def who_may(act: Permission) -> set[tuple[StaffPosition, str]]:
    """Every position that may do something, with the clause that says so."""
    return {(each.position, each.clause) for each in DOCUMENT.authorities if each.act is act}
