"""Find a rulebook by its digest. Each text is decoded once."""

from functools import cache

from punto.core.rulebook import Rulebook, decode_rulebook

_BY_DIGEST: dict[str, Rulebook] = {}


def reference(book: Rulebook) -> str:
    """Make a rulebook findable by its digest, and return the digest."""
    _BY_DIGEST.setdefault(book.digest, book)
    return book.digest


@cache
def reference_text(text: str) -> str:
    """Decode the text of a rulebook, make it findable, and return its digest."""
    return reference(decode_rulebook(text))


def rulebook(digest: str) -> Rulebook:
    """Return the rulebook with a digest that `reference` returned."""
    return _BY_DIGEST[digest]


def digest_in(identity: str) -> str:
    """Return the digest from the line with which an event names the rulebook of its round."""
    return identity.split()[-1]
