"""Test the TLS versions of a floor, the headers it sets, and unusable certificates."""

import ssl
from pathlib import Path

import pytest
from httpx2 import AsyncClient
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from punto.floor.network.tls import CertificatePair
from punto.floor.wire.terminal import SUBPROTOCOL
from tests.floor.papers import a_pair
from tests.floor.playing import plan_of, served


def test_an_unusable_certificate_is_explained_in_one_line(tmp_path: Path) -> None:
    one, other = a_pair(tmp_path, "one"), a_pair(tmp_path, "other")
    closed = a_pair(tmp_path, "closed", b"a password")
    empty = tmp_path / "empty.pem"
    empty.write_text("")
    for pair, words in (
        (CertificatePair(one.certificate, other.key), "do not go together: key values mismatch"),
        (CertificatePair(one.key, one.key), "do not go together"),
        (CertificatePair(empty, empty), "do not go together"),
        (closed, "the key has a password"),
        (CertificatePair(tmp_path / "none.pem", one.key), "is not a file"),
    ):
        with pytest.raises(ValueError, match=words) as found:
            pair.context()
        assert "\n" not in str(found.value)


def test_only_tls_12_and_13_with_forward_secrecy_are_accepted(tmp_path: Path) -> None:
    context = a_pair(tmp_path).context()
    assert context.minimum_version is ssl.TLSVersion.TLSv1_2
    suites = context.get_ciphers()
    assert suites
    for suite in suites:
        assert suite["protocol"] == "TLSv1.3" or suite["name"].startswith("ECDHE"), suite
        assert suite["aead"], suite


async def test_over_tls_cookies_are_bound_to_the_host_and_browsers_must_return_over_tls(
    tmp_path: Path,
) -> None:
    pair = a_pair(tmp_path)
    trusted = ssl.create_default_context(cafile=str(pair.certificate))
    async with served(tmp_path, plan_of("tiger"), pair) as floor:
        address = f"https://127.0.0.1:{floor.port}"
        headers = {"x-punto": "staff"}
        async with AsyncClient(base_url=address, verify=trusted, headers=headers) as client:
            answer = await client.get("/api/lobby")
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
            known = {"name": "D-214", "password": "demo-d-214"}
            answer = await client.post("/api/staff/sign-in", json=known)
            kept = answer.headers["set-cookie"]
            assert kept.startswith("__Host-punto_staff=")
            for part in ("Secure", "HttpOnly", "Path=/", "SameSite=strict"):
                assert part in kept
            assert "Domain" not in kept
            assert (await client.get("/api/staff/me")).json()["me"]["name"] == "D-214"
            answer = await client.post("/api/terminals")
            assert answer.headers["set-cookie"].startswith("__Host-punto_terminal=")
            assert "Secure" in answer.headers["set-cookie"]
        socket = f"wss://127.0.0.1:{floor.port}/ws"
        spoken = [Subprotocol(SUBPROTOCOL)]
        async with connect(socket, ssl=trusted, subprotocols=spoken, proxy=None) as line:
            assert line.subprotocol == SUBPROTOCOL
        # A client without TLS gets no answer.
        async with floor.http() as client:
            with pytest.raises(Exception, match=r"disconnected|reset|closed|EOF"):
                await client.get("/api/lobby")
