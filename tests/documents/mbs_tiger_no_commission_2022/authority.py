"""Find the positions that have a permission at a table of this document."""

from punto.core.staff_positions import Permission, StaffPosition
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT


def who_may(act: Permission) -> set[tuple[StaffPosition, str]]:
    """Every position with a permission, with the clause that gives it."""
    return {(each.position, each.clause) for each in DOCUMENT.authorities if each.act is act}
