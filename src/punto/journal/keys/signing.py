"""Sign checkpoints and bundles with the key of the house, and verify signatures."""

import re
from dataclasses import dataclass
from itertools import pairwise

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from punto.journal.durable_files import write_durable
from punto.journal.errors import JournalError
from punto.journal.keys.key_ring import KeyRing

PUBLIC_KEY = re.compile("[0-9a-f]{64}")
SIGNATURE = re.compile("[0-9a-f]{128}")
SIGNERS_NAME = "sign.pub"
HANDING_OVER = "key"
"""The purpose of the signature by which a key hands over to the next public key."""


@dataclass(frozen=True, slots=True)
class SignerChain:
    """The public keys of a house in order. Each key signs the key after it."""

    publics: tuple[str, ...]
    signatures: tuple[str, ...] = ()
    """The signature of each key after the first, made by the key before it."""

    @property
    def text(self) -> str:
        """One line per key: the key, and the signature of the key before it."""
        return "".join(
            f"{public} {signature}".rstrip() + "\n"
            for public, signature in zip(self.publics, ("", *self.signatures), strict=True)
        )

    def trusting(self, public: str | None) -> "SignerChain":
        """This chain if it contains the trusted key; otherwise that key alone."""
        return self if public is None or public in self.publics else SignerChain((public,))


def parse_signers(text: str) -> SignerChain:
    """Parse public keys, one per line; raise `JournalError` if a signature does not verify."""
    lines = [line.split(" ") for line in text.splitlines()]
    publics = tuple(line[0] for line in lines)
    signatures = tuple(" ".join(line[1:]) for line in lines[1:])
    if not lines or lines[0][1:] or not all(map(PUBLIC_KEY.fullmatch, publics)):
        raise JournalError("not a list of public keys; expected 64 lowercase hexadecimal digits")
    for (before, public), signature in zip(pairwise(publics), signatures, strict=True):
        if not verify_signature(before, HANDING_OVER, public.encode(), signature):
            raise JournalError(f"key {public[:16]} is not signed by key {before[:16]} before it")
    return SignerChain(publics, signatures)


class SigningKey:
    """An Ed25519 key, with the public keys before it. The journal and its backups lack it."""

    def __init__(self, raw: bytes, signers: SignerChain | None = None) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(raw)
        self.public = self._key.public_key().public_bytes_raw().hex()
        """The published key, with which anyone can verify a signature."""

        self.signers = signers or SignerChain((self.public,))

    def sign(self, purpose: str, text: bytes) -> str:
        """Sign a text for one purpose; the signature is invalid for any other purpose."""
        return self._key.sign(_signed(purpose, text)).hex()


def signing_key(ring: KeyRing) -> SigningKey:
    """The newest signing key of a ring.

    If a renewed key was not handed over yet, sign it and store the chain of public keys. The
    chain contains retired keys as well.
    """
    key, known = ring.key("sign"), known_signers(ring)
    before: SigningKey | None = None
    publics, signatures = list(known.publics), list(known.signatures)
    for secret in key.versions.values():
        current = SigningKey(secret.raw)
        if current.public not in publics:
            if publics:
                if before is None or before.public != publics[-1]:
                    raise JournalError(
                        f"{ring.folder / SIGNERS_NAME} does not match the key sign; "
                        "restore both from the same backup"
                    )
                signatures.append(before.sign(HANDING_OVER, current.public.encode()))
            publics.append(current.public)
        before = current
    if before is None or before.public != publics[-1]:
        # After a newer key has signed, no verification accepts checkpoints of an older key.
        raise JournalError(
            f"{ring.folder} lacks the key sign whose public key is {publics[-1]}; "
            "restore it from its backup"
        )
    signers = SignerChain(tuple(publics), tuple(signatures))
    if len(publics) > 1 and signers != known:
        write_durable(ring.folder / SIGNERS_NAME, signers.text.encode())
    return SigningKey(key.newest.raw, signers)


def known_signers(ring: KeyRing) -> SignerChain:
    """The recorded chain of public keys, including retired versions."""
    path = ring.folder / SIGNERS_NAME
    if not path.exists():
        return SignerChain(())
    try:
        return parse_signers(path.read_text(encoding="ascii"))
    except (JournalError, UnicodeError) as error:
        raise JournalError(f"{path} cannot be used: {error}") from None


def verify_signature(public: str, purpose: str, text: bytes, signature: str) -> bool:
    """Whether a text was signed for a purpose with the private key of `public`."""
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
