"""Write a refusal as a line of a transcript, and in both languages for screens."""

from punto.core.rulebook import Words
from punto.messages.render import render
from punto.reports.descriptions.words import words_of
from punto.table.refusals import Refusal


def refusal_message(refusal: Refusal) -> Words:
    """Return the text of a refusal in both languages."""
    return words_of(refusal.message)


def refusal_line(refusal: Refusal) -> str:
    """Return a refusal as a line of a transcript."""
    return f"not done: {refusal.code} ({refusal.clause}) {render(refusal.message, 'en')}"
