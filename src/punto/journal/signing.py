"""Signing: the key with which a house signs what leaves its machine, and how anybody checks it."""

import re
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from punto.journal.durably import write_durably
from punto.journal.journal import JournalError

PUBLIC_KEY = re.compile("[0-9a-f]{64}")
SIGNATURE = re.compile("[0-9a-f]{128}")
KEY_BYTES = 32


class SigningKey:
    """An Ed25519 key that lies outside the journal and its backups, made on first use."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            made = Ed25519PrivateKey.generate()
            raw = made.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
            write_durably(path, raw, mode=0o600)
        raw = path.read_bytes()
        if len(raw) != KEY_BYTES:
            raise JournalError(f"{path} is no signing key: {len(raw)} bytes; expected {KEY_BYTES}")
        self._key = Ed25519PrivateKey.from_private_bytes(raw)
        self.public = self._key.public_key().public_bytes_raw().hex()
        """What anybody needs to check a signature; it is published."""

    def sign(self, purpose: str, text: bytes) -> str:
        """The signature of a text; what is signed for one purpose is nothing for another."""
        return self._key.sign(_signed(purpose, text)).hex()


def is_signed(public: str, purpose: str, text: bytes, signature: str) -> bool:
    """Whether a text was signed with the key that belongs to a public one."""
    if not PUBLIC_KEY.fullmatch(public) or not SIGNATURE.fullmatch(signature):
        return False
    try:
        known = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        known.verify(bytes.fromhex(signature), _signed(purpose, text))
    except (InvalidSignature, ValueError):
        return False
    return True


def _signed(purpose: str, text: bytes) -> bytes:
    return f"punto {purpose} 1\n".encode() + text
