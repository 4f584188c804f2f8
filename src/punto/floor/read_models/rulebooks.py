"""Find a rulebook by the digest that records have. Each text is decoded once."""

from functools import cache

from punto.core.rulebook import Rulebook, decode_rulebook

_BY_DIGEST: dict[str, Rulebook] = {}


def reference(book: Rulebook) -> str:
    """Return the digest by which records name a rulebook from now on."""
    _BY_DIGEST.setdefault(book.digest, book)
    return book.digest


@cache
def reference_text(text: str) -> str:
    """Decode the text of a rulebook, and return the digest by which records name it."""
    return reference(decode_rulebook(text))


def rulebook(digest: str) -> Rulebook:
    """Return the rulebook with a digest."""
    return _BY_DIGEST[digest]


def digest_in(identity: str) -> str:
    """Return the digest in the line by which an event names the rulebook of its round."""
    return identity.split()[-1]
