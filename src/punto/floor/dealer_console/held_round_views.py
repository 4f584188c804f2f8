"""Define the views of a held round, and the preview of a command."""

from typing import Literal

from msgspec import Struct

from punto.core.rulebook import Words
from punto.reports.descriptions.words import Text


class FactOption(Struct, frozen=True):
    """An answer to a question, as the command names it; empty if it names nothing."""

    saw: str
    label: Text


class CorrectableFactView(Struct, frozen=True):
    """A question that staff answered, its possible answers, and the present one."""

    question: Text
    options: tuple[FactOption, ...]
    now: str


class FactCorrectionView(Struct, frozen=True):
    """The facts that may be told anew, and why they may not."""

    questions: tuple[CorrectableFactView, ...]
    orders: tuple[tuple[str, ...], ...]
    """The orders that loose cards may have had, by their letters."""

    off_because: Words | None
    clause: str


class PossibleEndingView(Struct, frozen=True):
    """A way in which the round can end: who wins, and what tells it from others."""

    winner: Literal["player", "banker", "tie"]
    label: Words
    sub: Words | None


class SeatResultsRow(Struct, frozen=True):
    """What a seat comes to in each way if its stakes stay: the least and the most."""

    seat: int
    kind: Literal["terminal", "chips"]
    decided_cents: int | None
    """What no further card can change; None where nobody is to be told."""

    nets: tuple[tuple[int, int], ...]


class PossibleResultsView(Struct, frozen=True):
    """Every seat's net for the ways in which the round can still end."""

    ways: tuple[PossibleEndingView, ...]
    rows: tuple[SeatResultsRow, ...]
    all: tuple[tuple[int, int], ...]
    decided: tuple[str, ...]
    """The wagers that the open cards have decided."""

    note: Words | None


class SeatMoney(Struct, frozen=True):
    """What a command would do to the money of one seat."""

    seat: int
    kind: Literal["terminal", "chips"]
    stakes: dict[str, int]
    back_cents: int
    net_cents: int
    words: Words | None


class CommandPreview(Struct, frozen=True):
    """What a command would bring about; nothing of it is kept."""

    ok: bool
    code: str
    clause: str
    words: Words
    needs_second: bool
    events: tuple[Text, ...]
    seats: tuple[SeatMoney, ...]
    bank_cents: int
    patrons_read: Text | None
    then: Words
