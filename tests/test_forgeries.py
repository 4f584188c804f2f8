"""Run a sample of the campaign against tokens, sockets, vouchers and bundles, with its controls."""

import asyncio

import pytest

from campaigns.forgeries import forgeries


def test_no_forgery_is_accepted_and_each_check_can_fail(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asyncio.run(forgeries(100))
    lines = [line for line in capsys.readouterr().out.splitlines() if ": accepted " in line]
    assert len(lines) == 6
    assert [line for line in lines if " accepted 0 of 100;" not in line] == []
    assert [line for line in lines if not line.endswith("pass")] == []
