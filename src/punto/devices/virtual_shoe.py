"""Shuffle a virtual shoe, commit to its order before the first bet, and check it at the end."""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from punto.core.cards import Card, card
from punto.core.shoe import cards_of_decks, shuffle

SEED_BYTES = 32
SALT_BYTES = 32


@dataclass(frozen=True, slots=True)
class VirtualShoe:
    """The order of all cards of a shoe, with a salt so that no one can guess the order."""

    order: str
    """Two letters per card, as in `9sKdTc`."""

    salt: str

    @property
    def commitment(self) -> str:
        """The digest that is published before the first bet, so that the order cannot change."""
        return commitment(self.order, self.salt)

    @property
    def cards(self) -> int:
        """The number of cards in the full shoe."""
        return len(self.order) // 2

    def card(self, number: int) -> str | None:
        """The card with a number, counted from one; None if the shoe is empty."""
        return self.order[2 * number - 2 : 2 * number] or None


def commitment(order: str, salt: str) -> str:
    """The SHA-256 digest of the salt's bytes and the letters of the order."""
    return hashlib.sha256(bytes.fromhex(salt) + order.encode()).hexdigest()


def new_shoe(decks: int, source: Callable[[int], bytes] = secrets.token_bytes) -> VirtualShoe:
    """Shuffle a shoe with a fresh seed of the operating system, which is stored nowhere."""
    cards = shuffle(cards_of_decks(decks), below_from(source(SEED_BYTES)))
    return VirtualShoe("".join(map(str, cards)), source(SALT_BYTES).hex())


def below_from(seed: bytes) -> Callable[[int], int]:
    """A function that returns uniform random numbers below a bound, from a seed's HMAC stream."""
    words = _Words(seed)

    def below(bound: int) -> int:
        # Numbers from the last whole multiple of the bound on would cause a bias: draw again.
        limit = (1 << 32) // bound * bound
        while (word := words.next()) >= limit:
            pass
        return word % bound

    return below


class _Words:
    """The HMAC-SHA-256 stream of a seed, in numbers of four bytes."""

    def __init__(self, seed: bytes) -> None:
        self._seed, self._block, self._left = seed, 0, b""

    def next(self) -> int:
        if not self._left:
            self._left = hmac.digest(self._seed, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
        word, self._left = self._left[:4], self._left[4:]
        return int.from_bytes(word, "big")


def check_shoe(shoe: VirtualShoe, committed: str, decks: int) -> None:
    """Raise `ValueError` unless a shoe matches its commitment and holds the cards of its decks."""
    if shoe.commitment != committed:
        raise ValueError("the order does not match its commitment")
    cards: list[Card] = [card(shoe.order[at : at + 2]) for at in range(0, len(shoe.order), 2)]
    if sorted(map(str, cards)) != sorted(map(str, cards_of_decks(decks))):
        raise ValueError(f"the order does not hold the cards of {decks} decks")
