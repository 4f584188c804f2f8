"""Enumerate third cards and the two-card hands that draw them.

The cards of a shoe are exchangeable, so the third cards can be counted as if they were drawn
first. Two hands of two cards remain, dealt from the shoe without those cards. The Table of Play
decides for which totals of those hands exactly these third cards are drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from punto.core.drawing_rules import STOOD, rule_for_banker, rule_for_player
from punto.odds.engine.known_cards import Third, is_third_card_open

TOTALS = range(10)
VALUES = range(10)


class TotalsCell(NamedTuple):
    """The final totals and numbers of cards, which decide wagers on totals and on card numbers."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int


class TotalsEnding(NamedTuple):
    """The two-card totals of both hands, and the cell in which the round then ends."""

    player: int
    banker: int
    cell: TotalsCell


@dataclass(frozen=True, slots=True)
class ThirdCards:
    """A choice of third cards drawn from the shoe, by value, with the hands that draw them."""

    values: tuple[int, ...]
    places_left: int
    """The number of places of third cards that stay empty, so that any card can fill them."""
    ends: tuple[TotalsEnding, ...]


@cache
def third_card_cases(player_third: Third = (), banker_third: Third = ()) -> tuple[ThirdCards, ...]:
    """Return every choice of third cards that a layout allows.

    Choices that draw the same values from the shoe are merged.
    """
    ends: dict[tuple[tuple[int, ...], int], list[TotalsEnding]] = {}
    places = is_third_card_open(player_third) + is_third_card_open(banker_third)
    for player, banker in _third_cards(player_third, banker_third):
        drawn = tuple(
            value
            for value, third in ((player, player_third), (banker, banker_third))
            if value is not None and is_third_card_open(third)
        )
        merged = ends.setdefault((tuple(sorted(drawn)), places - len(drawn)), [])
        merged.extend(_ends(player, banker))
    return tuple(ThirdCards(values, left, tuple(merged)) for (values, left), merged in ends.items())


def _third_cards(
    player_third: Third, banker_third: Third
) -> Iterator[tuple[int | None, int | None]]:
    """Yield the values that both third cards can have, None for a card that is not drawn."""
    for player in _values(player_third):
        if banker_third and not player_third and player is not None:
            # The Banker hand drew before the Player hand did, so the Player hand stood.
            continue
        for banker in _values(banker_third):
            yield player, banker


def _values(third: Third) -> tuple[int | None, ...]:
    if not third:
        return (None, *VALUES)
    return tuple(VALUES) if third[0] is None else third


@cache
def all_totals_cells() -> tuple[TotalsCell, ...]:
    """Return the cells in which a round can end."""
    return tuple(sorted({end.cell for take in third_card_cases() for end in take.ends}))


@cache
def _ends(player_third: int | None, banker_third: int | None) -> tuple[TotalsEnding, ...]:
    """Return the two-card totals for which the hands draw exactly these third cards."""
    return tuple(
        TotalsEnding(
            player,
            banker,
            TotalsCell(
                (player + (player_third or 0)) % 10,
                (banker + (banker_third or 0)) % 10,
                2 + (player_third is not None),
                2 + (banker_third is not None),
            ),
        )
        for player in TOTALS
        for banker in TOTALS
        if rule_for_player(player, banker).draws == (player_third is not None)
        and rule_for_banker(player, banker, STOOD if player_third is None else player_third).draws
        == (banker_third is not None)
    )
