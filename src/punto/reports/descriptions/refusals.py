"""Write a refusal as a line of a transcript."""

from punto.messages.render import render
from punto.table.refusals import Refusal


def refusal_line(refusal: Refusal) -> str:
    """Return a refusal as a line of a transcript."""
    return f"not done: {refusal.code} ({refusal.clause}) {render(refusal.message, 'en')}"
