"""A refusal cites the document of its table, and the house where no document speaks."""

from punto.table.refusals import No
from tests.tables import LIVE


def test_a_refusal_without_a_table_or_a_clause_is_the_houses() -> None:
    assert No.FACE_DOWN.at(LIVE).clause == "T 1.1.6"
    assert No.FACE_DOWN.at(None).clause == "POLICY"
    assert No.CARDS_KNOWN.at(LIVE).clause == "POLICY"
