"""Repeats: what may be asked again later without telling a lie by then."""

from collections.abc import Sequence

from punto.server.desk import Answer, Asked, Done
from punto.table.commands.irregularities import Report
from punto.table.commands.play import DrawCard, EnterCard

TELL_CARDS = (Report, DrawCard, EnterCard)
"""What says which cards lie there, or come next."""


def repeatable(asked: Sequence[Asked], answers: Sequence[Answer]) -> list[Asked]:
    """What was asked, without cards that were refused: told later they could be other ones."""
    return [
        each
        for each, answer in zip(asked, answers, strict=True)
        if isinstance(answer, Done) or not isinstance(each.command, TELL_CARDS)
    ]
