"""Test terminals and their keys with a real journal."""

from pathlib import Path

from punto.table.refusals import Refusal
from tests.floor.terminals.visiting import opened


async def test_a_key_opens_its_own_terminal_only(tmp_path: Path) -> None:
    async with opened(tmp_path) as (floor, _):
        one, two = await floor.enrolment.enrol(), await floor.enrolment.enrol()
        assert not isinstance(one, Refusal)
        assert not isinstance(two, Refusal)
        assert floor.enrolment.is_enrolled_key(*one)
        assert not floor.enrolment.is_enrolled_key(one[0], two[1])
        assert not floor.enrolment.is_enrolled_key("", "")
        assert not floor.enrolment.is_enrolled_key("T-9999", "")
        assert not floor.enrolment.is_enrolled_key(one[0], "\ud800")
        text = (tmp_path / "floor.db").read_bytes() + (tmp_path / "floor.db-wal").read_bytes()
        assert one[1].encode() not in text, "the key itself is kept nowhere"
