"""Limit the phase and the winner of a table to what everyone may see."""

from punto.core.facts import Winner
from punto.core.tableau import ending
from punto.table.card_handling import hidden_cards
from punto.table.state import Phase, Table


def public_phase(table: Table) -> Phase:
    """The phase, which does not reveal a complete round while cards are face down."""
    if table.phase is Phase.COMPLETE and hidden_cards(table):
        return Phase.DEALING
    return table.phase


def public_winner(table: Table) -> Winner | None:
    """The winner once every card is exposed and known; None before."""
    is_over = public_phase(table) in (Phase.COMPLETE, Phase.SETTLED)
    if not is_over or not table.current.tableau.is_known:
        return None
    return Winner(ending(table.current.tableau).winner)


def round_number(table: Table) -> int:
    """The number of the running round or of the last one; 0 before the first."""
    return table.round.number if table.round is not None else 0
