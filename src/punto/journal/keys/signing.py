"""Sign files that leave the machine with the key of the house, and verify them."""

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
"""The purpose for which a key signs the public one that comes after it."""


@dataclass(frozen=True, slots=True)
class SignerChain:
    """The public keys of a house in their order, each handed over by the one before it."""

    publics: tuple[str, ...]
    signatures: tuple[str, ...] = ()
    """Of every key but the first, by the key before it."""

    @property
    def text(self) -> str:
        """One line a key: the key, and by what it was handed over."""
        return "".join(
            f"{public} {signature}".rstrip() + "\n"
            for public, signature in zip(self.publics, ("", *self.signatures), strict=True)
        )

    def trusting(self, public: str | None) -> "SignerChain":
        """These, if a key that somebody trusts is among them; else that key alone."""
        return self if public is None or public in self.publics else SignerChain((public,))


def parse_signers(text: str) -> SignerChain:
    """The public keys that a text tells of, if each was handed over by the one before it."""
    lines = [line.split(" ") for line in text.splitlines()]
    publics = tuple(line[0] for line in lines)
    signatures = tuple(" ".join(line[1:]) for line in lines[1:])
    if not lines or lines[0][1:] or not all(map(PUBLIC_KEY.fullmatch, publics)):
        raise JournalError("that is no public key")
    for (before, public), signature in zip(pairwise(publics), signatures, strict=True):
        if not verify_signature(before, HANDING_OVER, public.encode(), signature):
            raise JournalError(f"key {public[:16]} was not handed over by key {before[:16]}")
    return SignerChain(publics, signatures)


class SigningKey:
    """An Ed25519 key that lies outside the journal and its backups, and those before it."""

    def __init__(self, raw: bytes, signers: SignerChain | None = None) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(raw)
        self.public = self._key.public_key().public_bytes_raw().hex()
        """What anybody needs to check a signature; it is published."""

        self.signers = signers or SignerChain((self.public,))

    def sign(self, purpose: str, text: bytes) -> str:
        """The signature of a text; what is signed for one purpose is nothing for another."""
        return self._key.sign(_signed(purpose, text)).hex()


def signing_key(ring: KeyRing) -> SigningKey:
    """The newest key for signatures; each before it has handed over, also where it is gone."""
    key, known = ring.key("sign"), known_signers(ring)
    before: SigningKey | None = None
    publics, signatures = list(known.publics), list(known.signatures)
    for secret in key.versions.values():
        own = SigningKey(secret.raw)
        if own.public not in publics:
            if publics:
                if before is None or before.public != publics[-1]:
                    raise JournalError(f"{ring.folder / SIGNERS_NAME} does not fit the key sign")
                signatures.append(before.sign(HANDING_OVER, own.public.encode()))
            publics.append(own.public)
        before = own
    if before is None or before.public != publics[-1]:
        # An older key would sign checkpoints that nobody accepts after those of the newer one.
        raise JournalError(f"{ring.folder} lacks the key sign whose public key is {publics[-1]}")
    signers = SignerChain(tuple(publics), tuple(signatures))
    if len(publics) > 1 and signers != known:
        write_durable(ring.folder / SIGNERS_NAME, signers.text.encode())
    return SigningKey(key.newest.raw, signers)


def known_signers(ring: KeyRing) -> SignerChain:
    """The public keys that were handed over so far, also of versions that are gone."""
    path = ring.folder / SIGNERS_NAME
    if not path.exists():
        return SignerChain(())
    try:
        return parse_signers(path.read_text(encoding="ascii"))
    except (JournalError, UnicodeError) as error:
        raise JournalError(f"{path} cannot be used: {error}") from None


def verify_signature(public: str, purpose: str, text: bytes, signature: str) -> bool:
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
