"""Encrypt and decrypt bytes with an authenticated cipher, chosen by its name."""

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

CIPHERS: dict[str, type[ChaCha20Poly1305 | AESGCM]] = {
    "chacha20-poly1305": ChaCha20Poly1305,
    "aes-256-gcm": AESGCM,
}
"""Every cipher that is known, each with keys of 32 bytes; the first where nothing is named."""

_NONCE_BYTES = 12


class DecryptionFailed(ValueError):
    """What was closed under another key, for something else, or was changed since."""


def encrypt(cipher: str, key: bytes, text: bytes, about: str) -> bytes:
    """A text closed under a key, good only for what it is about; never twice the same."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + CIPHERS[cipher](key).encrypt(nonce, text, about.encode())


def decrypt(cipher: str, key: bytes, data: bytes, about: str) -> bytes:
    """The text that was closed."""
    nonce, rest = data[:_NONCE_BYTES], data[_NONCE_BYTES:]
    try:
        return CIPHERS[cipher](key).decrypt(nonce, rest, about.encode())
    except (InvalidTag, ValueError):
        raise DecryptionFailed(f"{about} is closed under another key, or was changed") from None
