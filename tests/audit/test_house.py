"""The auditor knows every kind of event that a floor can keep."""

from punto.audit.kinds import KINDS
from punto.journal import encoding


def test_every_kind_that_is_kept_is_known_to_the_auditor() -> None:
    kept = {(name, encoding.VERSIONS.get(name, 1)) for name in encoding.KINDS}
    assert kept - KINDS.keys() == set()
