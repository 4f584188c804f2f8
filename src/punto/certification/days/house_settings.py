"""Choose the settings of a day's house, and shoes that may have been tampered with."""

import random

from msgspec.structs import replace

from punto.core.rulebook import Rulebook, WagerPlacement
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.table.settings import Limit, Settings, default_settings


def house_settings(rng: random.Random, book: Rulebook, *, is_strict: bool) -> Settings:
    """Settings that a house might choose. Strict ones have limits that chips may exceed."""
    default = default_settings(book)
    limits = tuple(
        limit
        for limit in default.limits
        if not book.wager(limit.wager).optional or rng.random() < 0.8
    )
    decks = rng.randint(book.document.decks.minimum, book.document.decks.maximum)
    settings = replace(
        default,
        limits=limits,
        decks=decks,
        cards_behind_cut=rng.randint(6, 60),
        burns=rng.random() < 0.5,
        rounds_after_cut=rng.choice([0, 0, 0, 1, 2]),
    )
    if not is_strict or book.document.placement is WagerPlacement.TERMINALS:
        return settings
    minimum, maximum = rng.choice([1_00, 20_00, 50_00]), rng.choice([200_00, 400_00, 5_000_00])
    limits = tuple(Limit(limit.wager, minimum, maximum) for limit in limits)
    if not book.document.methods:
        return replace(settings, limits=limits)
    apart = rng.choice([None, 0, 100_00, 1_000_00])
    return replace(settings, limits=limits, is_hlga=rng.random() < 0.8, differential_cents=apart)


def new_cards(rng: random.Random, decks: int, *, goes_wrong: bool) -> tuple[VirtualShoe, str]:
    """A new shoe and its commitment. With irregularities it often has none, as a physical shoe."""
    shoe = new_shoe(decks, rng.randbytes)
    if not goes_wrong or rng.random() >= 0.7:
        return shoe, shoe.commitment
    return (tamper(rng, shoe, decks) if rng.random() < 0.1 else shoe), ""


def tamper(rng: random.Random, shoe: VirtualShoe, decks: int) -> VirtualShoe:
    """A shoe that starts with one card more often than the decks contain it."""
    cards = [shoe.order[at : at + 2] for at in range(0, len(shoe.order), 2)]
    for place in rng.sample(range(80), decks + 1):
        cards[place] = cards[0]
    return VirtualShoe("".join(cards), shoe.salt)
