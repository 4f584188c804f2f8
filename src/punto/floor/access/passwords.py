"""Create and check Argon2id password digests, which are useless without the house key."""

import asyncio
import re
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from punto.journal.keys import Key, KeyVersion

AT_ONCE = 4
"""Passwords hashed at a time. Each needs memory, and a flood must not exhaust it."""

PASSES = 2
MEMORY_KIB = 19_456
MIN_CHARACTERS = 12
MAX_CHARACTERS = 128
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Passwords:
    """Create and check digests in threads, a few at a time.

    The number of the key's version precedes the text of a digest, except for the first version.
    """

    def __init__(self, house_key: Key) -> None:
        self._pepper = house_key.derived(b"passwords of staff")
        self._hasher = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=1)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._nobodys = ""

    async def digest(self, password: str) -> str:
        """The stored digest of a password."""
        newest = self._pepper.newest
        version = "" if newest.version == 1 else str(newest.version)
        async with self._turns:
            digest = await asyncio.to_thread(self._hasher.hash, _peppered(newest, password))
        return version + digest

    async def agrees(self, digest: str, password: str) -> bool:
        """Whether a digest matches a password. A check without a digest takes as long."""
        if not self._nobodys:
            self._nobodys = await self.digest(secrets.token_hex(16))
        async with self._turns:
            return await asyncio.to_thread(self._verify, digest or self._nobodys, password)

    def is_current(self, digest: str) -> bool:
        """Whether a digest uses the newest key and the current cost."""
        if version_of(digest) != self._pepper.newest.version:
            return False
        return not self._hasher.check_needs_rehash(_plain(digest))

    def _verify(self, digest: str, password: str) -> bool:
        secret = self._pepper.versions.get(version_of(digest))
        if secret is None:
            # The key of this digest was retired. Take as long as for a wrong password.
            secret, digest = self._pepper.newest, self._nobodys
        try:
            return self._hasher.verify(_plain(digest), _peppered(secret, password))
        except (VerificationError, InvalidHashError):
            return False


def version_of(digest: str) -> int:
    """The version of the house's key that a digest uses."""
    named = re.match("[0-9]{1,6}", digest)
    return int(named[0]) if named else 1


def _plain(digest: str) -> str:
    return digest.lstrip("0123456789")


def _peppered(secret: KeyVersion, password: str) -> bytes:
    return secret.mac(password.encode(errors="surrogatepass"))


def one_time_code() -> str:
    """A code for one use, which is easy to read out and type."""
    letters = [secrets.choice(LETTERS) for _ in range(16)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 16, 4))


def is_long_enough(password: str) -> bool:
    """Whether a password is long enough and not too long."""
    return MIN_CHARACTERS <= len(password) <= MAX_CHARACTERS
