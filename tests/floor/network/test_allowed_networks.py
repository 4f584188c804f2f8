"""Test that a floor accepts connections only from the networks of the house."""

import asyncio
from pathlib import Path

from structlog.testing import capture_logs
from websockets.exceptions import InvalidStatus

from punto.floor.network.allowed_networks import PRIVATE, is_allowed, network_of
from tests.floor.playing import connected, plan_of, served

INSIDE = """
127.0.0.1 ::1 10.1.2.3 172.31.0.9 192.168.7.7 169.254.1.1 fd12::3 fe80::1 fe80::1%eth0
::ffff:10.1.2.3 ::ffff:127.0.0.1
"""
OUTSIDE = """
8.8.8.8 172.32.0.1 192.169.0.1 100.64.0.1 0.0.0.0 198.18.0.1 2001:db8::1 2606:4700::1 ::
::ffff:8.8.8.8 64:ff9b::a01:203 testclient localhost
"""


def test_only_private_addresses_of_ipv4_and_ipv6_are_allowed_by_default() -> None:
    for host in INSIDE.split():
        assert is_allowed(host, PRIVATE), host
    for host in (*OUTSIDE.split(), ""):
        assert not is_allowed(host, PRIVATE), host
    own = (network_of("10.20.0.0/16"), network_of("fd00:20::/64"))
    assert is_allowed("10.20.9.9", own)
    assert is_allowed("::ffff:10.20.9.9", own)
    assert is_allowed("fd00:20::9", own)
    for host in ("10.21.0.1", "127.0.0.1", "::1", "fd00:21::9"):
        assert not is_allowed(host, own), host


def test_a_machine_outside_the_allowed_networks_is_refused(tmp_path: Path) -> None:
    """This machine connects over real sockets to a floor whose plan does not allow it."""

    async def look(floor_networks: str) -> list[int]:
        plan = plan_of("tiger", networks=(network_of(floor_networks),))
        async with served(tmp_path, plan) as floor, floor.http() as client:
            paths = ("/", "/api/lobby", "/health", "/metrics", "/static/shared/dom.js", "/staff")
            found = [(await client.get(path)).status_code for path in paths]
            try:
                async with connected(floor.port):
                    return [*found, 101]
            except InvalidStatus as refused:
                return [*found, refused.response.status_code]

    with capture_logs() as logs:
        assert asyncio.run(look("10.0.0.0/8")) == [403] * 7
    told = [
        each
        for each in logs
        if each["event"] == "refused connection from outside the allowed networks"
    ]
    assert [(each["address"], each["count"]) for each in told] == [("127.0.0.1", 1)]
    assert asyncio.run(look("127.0.0.0/8")) == [200] * 6 + [101]
