"""Rulebooks of a floor: records name a rulebook by its digest, and each text is decoded once."""

from functools import cache

from punto.core.rulebook import Rulebook, decode_rulebook

_BY_DIGEST: dict[str, Rulebook] = {}


@cache
def register_rulebook(text: str) -> Rulebook:
    """Decode the text of a rulebook, and let records name it by its digest from now on."""
    book = decode_rulebook(text)
    return _BY_DIGEST.setdefault(book.digest, book)


def rulebook(digest: str) -> Rulebook:
    """Return the registered rulebook with a digest."""
    return _BY_DIGEST[digest]


def digest_in(identity: str) -> str:
    """Return the digest in the line by which an event names the rulebook of its round."""
    return identity.split()[-1]
