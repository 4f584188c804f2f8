"""Passwords are kept as digests that are of no use without the key of the house."""

from punto.floor.access.passwords import Passwords, is_long_enough, one_time_code, version_of
from punto.journal.keys import Key, KeyVersion, key_of


async def test_a_digest_matches_only_its_password() -> None:
    ours, theirs = Passwords(key_of(b"k" * 32)), Passwords(key_of(b"j" * 32))
    digest = await ours.digest("right")
    assert digest.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await ours.agrees(digest, "right")
    assert not await ours.agrees(digest, "wrong")
    assert not await theirs.agrees(digest, "right"), "without the key a digest is of no use"
    assert not await ours.agrees("", "")
    assert not await ours.agrees("not a digest", "right")
    assert digest != await ours.digest("right")


async def test_a_digest_names_its_key_and_fails_once_the_key_is_retired() -> None:
    first = key_of(b"k" * 32)
    both = Key("house", {1: first.newest, 2: KeyVersion(2, b"n" * 32)})
    before, renewed = Passwords(first), Passwords(both)
    retired = Passwords(Key("house", {2: both.newest}))
    old, new = await before.digest("right"), await renewed.digest("right")
    assert (version_of(old), version_of(new), new[:10]) == (1, 2, "2$argon2id")
    assert await renewed.agrees(old, "right")
    assert await renewed.agrees(new, "right")
    assert not await renewed.agrees(old, "wrong")
    assert not await retired.agrees(old, "right")
    assert await retired.agrees(new, "right")
    assert [renewed.is_current(each) for each in (old, new)] == [False, True]
    weaker = new.replace("m=19456", "m=19455")
    assert not renewed.is_current(weaker), "made to be guessed with less work than today"


def test_a_code_has_four_groups() -> None:
    codes = {one_time_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(len(code) == 19 and code.count("-") == 3 for code in codes)


def test_a_password_has_at_least_twelve_characters() -> None:
    assert [is_long_enough("x" * many) for many in (11, 12, 128, 129)] == [False, True, True, False]
