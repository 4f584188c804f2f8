"""Create and check second factors, the six-digit time-based codes of RFC 6238.

The journal stores only a salt of each factor, with the version of the house key from the second
version on. Salt and key give the secret, so a stolen journal gives no codes. The owner receives
the secret once.
"""

import base64
import hmac
import re
import secrets
from urllib.parse import quote

from punto.journal.keys import Key

STEP_SECONDS = 30
DRIFT_STEPS = 1
"""The time steps that the clock of a person's device may be early or late."""

DIGITS = 6
SALT_BYTES = 16
SECRET_BYTES = 20


class SecondFactors:
    """Create secrets and check codes."""

    def __init__(self, house_key: Key) -> None:
        self._key = house_key.derived(b"second factors of staff")

    def new_salt(self) -> str:
        """A salt for the factor of one person."""
        version, salt = self._key.newest.version, secrets.token_hex(SALT_BYTES)
        return salt if version == 1 else f"{version}:{salt}"

    def secret(self, name: str, salt: str) -> bytes:
        """Derive the secret of a person from the salt and the key of the house.

        A renewal of the key does not change it; a retired version makes it useless.
        """
        return self._key.versions[version_of(salt)].mac(f"{name}/{salt}".encode())[:SECRET_BYTES]

    def matching_step(self, name: str, salt: str, code: str, now: int) -> int | None:
        """The time step of a code; None if the code is wrong for the present time."""
        if version_of(salt) not in self._key.versions:
            return None
        secret, found = self.secret(name, salt), None
        for step in range(now // STEP_SECONDS - DRIFT_STEPS, now // STEP_SECONDS + DRIFT_STEPS + 1):
            # Compare all of them, so that the duration reveals nothing.
            if hmac.compare_digest(code_of(secret, step).encode(), code.encode(errors="replace")):
                found = step
        return found


def version_of(salt: str) -> int:
    """The version of the house's key that a factor uses."""
    named = re.match("([0-9]{1,6}):", salt)
    return int(named[1]) if named else 1


def code_of(secret: bytes, step: int) -> str:
    """The code of a time step (RFC 4226, 5.3)."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    at = digest[-1] & 0x0F
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}d}"


def base32_text(secret: bytes) -> str:
    """A secret in the form that a person types into an authenticator app."""
    return base64.b32encode(secret).decode()


def otpauth_uri(secret: bytes, name: str) -> str:
    """A secret in a URI that an authenticator app opens."""
    return f"otpauth://totp/Punto:{quote(name, safe='')}?secret={base32_text(secret)}&issuer=Punto"
