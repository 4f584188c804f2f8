"""Define a sheet (title, paragraphs and tables) before any output format."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from punto.core.rulebook import Pays
from punto.messages.message import Message, message
from punto.messages.render import render

Text: TypeAlias = Message | str
"""A str is a name or a figure, which every language writes alike."""


def text_in(text: Text, language: str) -> str:
    """Return a text in the words of a language."""
    return render(text, language) if isinstance(text, Message) else text


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One column of a table. Figures are aligned to the right."""

    title: Text
    is_figure: bool = False


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows of text under columns."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[Text, ...], ...]
    title: Text = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of running text."""

    lines: tuple[Text, ...]
    title: Text = ""


Part: TypeAlias = SheetTable | Paragraph


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of paragraphs and tables under one title."""

    title: Text
    parts: tuple[Part, ...]


def text_columns(*titles: Text) -> tuple[SheetColumn, ...]:
    """Return columns of text."""
    return tuple(SheetColumn(title) for title in titles)


def figure_columns(*titles: Text) -> tuple[SheetColumn, ...]:
    """Return columns of figures."""
    return tuple(SheetColumn(title, is_figure=True) for title in titles)


def percent_figures(share: Fraction | float, digits: int = 4, sign: str = "") -> str:
    """A share in per cent. Four digits distinguish one number of decks from another."""
    return f"{100 * float(share):{sign}.{digits}f}"


def percent(share: Fraction | float, digits: int = 4, sign: str = "") -> Message:
    """A share in per cent, for a column of figures."""
    return message("figure.percent", share=percent_figures(share, digits, sign))


def pays_figures(pays: Pays) -> str:
    """Pays as a value of the kind `pays`, as in 11:1."""
    return pays.printed.replace(" to ", ":")


def pays_message(pays: Pays) -> Message:
    """Pays, for a column of figures."""
    return message("figure.pays", pays=pays_figures(pays))
