import hashlib
from collections import Counter

import pytest

from punto.core.shoe import cards_of_decks
from punto.devices.virtual_shoe import VirtualShoe, below_from, check_shoe, commitment, new_shoe


def test_a_new_shoe_holds_the_cards_of_its_decks() -> None:
    shoe = new_shoe(8)
    drawn = Counter(shoe.card(number) for number in range(1, shoe.cards + 1))
    assert drawn == Counter(map(str, cards_of_decks(8)))
    assert shoe.card(417) is None


def test_two_shoes_have_different_orders_and_salts() -> None:
    one, other = new_shoe(8), new_shoe(8)
    assert one.order != other.order
    assert one.salt != other.salt


def test_the_commitment_is_the_hash_of_salt_and_order() -> None:
    shoe = VirtualShoe("9sKd", "00ff")
    assert shoe.commitment == hashlib.sha256(b"\x00\xff9sKd").hexdigest()
    assert commitment("9sKd", "00fe") != shoe.commitment


def test_a_revealed_shoe_is_checked() -> None:
    shoe = new_shoe(4)
    check_shoe(shoe, shoe.commitment, 4)
    with pytest.raises(ValueError, match="the order does not match its commitment"):
        check_shoe(shoe, new_shoe(4).commitment, 4)
    with pytest.raises(ValueError, match="does not hold the cards of 5 decks"):
        check_shoe(shoe, shoe.commitment, 5)
    ninth = VirtualShoe(shoe.order.replace("2c", "As", 1), shoe.salt)
    with pytest.raises(ValueError, match="does not hold the cards of 4 decks"):
        check_shoe(ninth, ninth.commitment, 4)


def test_tipton_2005_no_date_reaches_the_shuffle() -> None:
    """An insider made a lottery draw depend on the date; here only the seed decides."""
    requested: list[int] = []

    def source(count: int) -> bytes:
        requested.append(count)
        return bytes(range(count))

    assert new_shoe(8, source).order == new_shoe(8, source).order
    assert requested == [32, 32, 32, 32]


def test_the_stream_of_a_seed_is_the_same_everywhere() -> None:
    below = below_from(b"\x00" * 32)
    assert [below(416) for _ in range(8)] == STREAM


STREAM = [170, 4, 91, 58, 5, 381, 413, 114]


def test_numbers_under_a_bound_are_equally_likely() -> None:
    below = below_from(b"seed")
    counts = Counter(below(13) for _ in range(130_000))
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    # Twelve degrees of freedom: 32.9 is exceeded once in a thousand.
    assert chi_square < 32.9


def test_a_word_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    # With a bound of 3 · 2^30, a quarter of all words is drawn again and none is too large.
    below = below_from(b"seed")
    bound = 3 << 30
    drawn = [below(bound) for _ in range(2_000)]
    assert max(drawn) < bound
    assert sum(number >= bound // 2 for number in drawn) / 2_000 == pytest.approx(0.5, abs=0.05)
