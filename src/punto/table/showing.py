"""Showing: what is done next with cards that lie face down after the initial deal."""

from punto.core.sides import Side
from punto.table.methods import handler_due, hidden, holder_of, patron_draws
from punto.table.procedures import ExposeCards, PassCards
from punto.table.state import Table

INITIAL_CARDS = 2
"""How many cards of a hand the initial deal gives."""


def next_shown(table: Table) -> PassCards | ExposeCards | None:
    """Passes a hand, or has it turned up; None where it is to be said which is shown first."""
    lying = hidden(table)
    assert lying, "a card lies face down"
    sides = [side for side in Side if any(each is side for each, _ in lying)]
    if not patron_draws(table):
        for side in sides:
            due = handler_due(table, side)
            if due is not None and side not in table.current.conduct.holders:
                return PassCards(side, due)
    first = sides[0]
    if is_order_open(table):
        chosen = table.current.conduct.first_hand
        if chosen is None:
            return None
        first = chosen
    card = next(card for side, card in lying if side is first)
    return ExposeCards(first, holder_of(table, first, card))


def is_order_open(table: Table) -> bool:
    """Whether both hands of the initial deal lie face down and one of them is shown first."""
    return both_lie(table) and not patron_draws(table)


def both_lie(table: Table) -> bool:
    """Whether both hands of the initial deal lie face down."""
    return {side for side, card in hidden(table) if card <= INITIAL_CARDS} == set(Side)
