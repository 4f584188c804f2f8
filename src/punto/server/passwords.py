"""Passwords: kept as Argon2id digests that are worth nothing without the key of the house."""

import asyncio
import hmac
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 4
"""How many passwords are hashed at a time: each takes memory, and a flood must not take it all."""

PASSES = 2
MEMORY_KIB = 19_456
LEAST_CHARACTERS = 12
MOST_CHARACTERS = 128
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Passwords:
    """Makes and checks digests, in threads, a few at a time."""

    def __init__(self, house_key: bytes) -> None:
        self._pepper = hmac.digest(house_key, b"passwords of staff", "sha256")
        self._hasher = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=1)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._nobodys = ""

    async def digest(self, password: str) -> str:
        """What is kept of a password."""
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, self._peppered(password))

    async def agrees(self, digest: str, password: str) -> bool:
        """Whether a digest is of a password; where there is none, it takes as long to say no."""
        if not self._nobodys:
            self._nobodys = await self.digest(secrets.token_hex(16))
        async with self._turns:
            return await asyncio.to_thread(self._verify, digest or self._nobodys, password)

    def _verify(self, digest: str, password: str) -> bool:
        try:
            return self._hasher.verify(digest, self._peppered(password))
        except (VerificationError, InvalidHashError):
            return False

    def _peppered(self, password: str) -> bytes:
        return hmac.digest(self._pepper, password.encode(errors="surrogatepass"), "sha256")


def one_time_code() -> str:
    """A code for one use, to be read out and typed."""
    letters = [secrets.choice(LETTERS) for _ in range(16)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 16, 4))


def is_long_enough(password: str) -> bool:
    """Whether somebody may choose this as a password."""
    return LEAST_CHARACTERS <= len(password) <= MOST_CHARACTERS
