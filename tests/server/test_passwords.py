"""Passwords are kept as digests that are of no use without the key of the house."""

import asyncio

from punto.server.passwords import Passwords, is_long_enough, one_time_code


def test_a_digest_agrees_with_its_password_only() -> None:
    async def work() -> None:
        ours, theirs = Passwords(b"k" * 32), Passwords(b"j" * 32)
        digest = await ours.digest("right")
        assert digest.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert await ours.agrees(digest, "right")
        assert not await ours.agrees(digest, "wrong")
        assert not await theirs.agrees(digest, "right"), "without the key a digest is of no use"
        assert not await ours.agrees("", "")
        assert not await ours.agrees("not a digest", "right")
        assert digest != await ours.digest("right")

    asyncio.run(work())


def test_a_code_is_read_out_in_four_groups() -> None:
    codes = {one_time_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(len(code) == 19 and code.count("-") == 3 for code in codes)


def test_a_password_has_at_least_twelve_characters() -> None:
    assert [is_long_enough("x" * many) for many in (11, 12, 128, 129)] == [False, True, True, False]
