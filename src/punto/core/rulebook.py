"""Define a rulebook, which holds one game of one rule document as data."""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import TypeAlias

from punto.core import canonical_text
from punto.core.canonical_text import check_fields
from punto.core.conditions import Condition
from punto.core.irregularities import Irregularity
from punto.core.rules import Rule
from punto.core.staff_positions import PositionAuthority, StaffPosition
from punto.core.tableau import STANDARD, DealOrder


@dataclass(frozen=True, slots=True)
class Pays:
    """The odds that a line pays on top of the stake, in printed and in exact form."""

    printed: str
    win: int
    per: int

    def __post_init__(self) -> None:
        if self.win < 0 or self.per < 1:
            raise ValueError(f"pays: {self.win} to {self.per}; expected 0 or more to 1 or more")

    @property
    def ratio(self) -> Fraction:
        """The amount that one unit of stake wins."""
        return Fraction(self.win, self.per)

    @property
    def unit_cents(self) -> int:
        """The smallest stake in cents on which these odds pay whole cents."""
        return self.ratio.denominator

    @property
    def is_push(self) -> bool:
        """Whether the patron only gets the stake back."""
        return self.win == 0

    @property
    def takes_commission(self) -> bool:
        """Whether the odds are even money less 5 %, the only commission in the documents."""
        return self.ratio == Fraction(19, 20)


_ODDS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")


def to(win: int | str, per: int) -> Pays:
    """Return odds as a paytable prints them: `to(11, 1)` is 11 to 1, `to("0.95", 1)` 0.95 to 1."""
    if not _ODDS.fullmatch(str(win)) or not _ODDS.fullmatch(str(per)) or per == 0:
        raise ValueError(f"pays: {win!r} to {per!r}; expected odds as in 11 to 1 or 0.95 to 1")
    exact = Fraction(win) / per
    return Pays(f"{win} to {per}", exact.numerator, exact.denominator)


PUSH = Pays("Push", 0, 1)


OWN_CLAUSE = ""
"""The clause of a pay line that several games share; each game fills in its own clause."""


@dataclass(frozen=True, slots=True)
class PayLine:
    """One printed line of a paytable: the condition under which it holds, and its odds."""

    clause: str
    when: Condition
    pays: Pays


class WagerGroup(StrEnum):
    """The kind of a wager, which decides on its colour and place on a screen."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    SIDE = "side"


Names: TypeAlias = tuple[tuple[str, str], ...]
"""The names of a game or a wager in other languages, each after its language, as in `zh`."""


@dataclass(frozen=True, slots=True)
class WagerRule:
    """A wager of a game, with the name that its document prints.

    At most one of its lines holds; if none holds, the wager loses.
    """

    key: str
    name: str
    lines: tuple[PayLine, ...]
    clause: str = ""
    group: WagerGroup = WagerGroup.SIDE
    optional: bool = False
    """Whether the house may choose not to offer this wager."""

    names: Names = ()
    """Only a custom wager needs them: the catalogues have the names of the documents' wagers."""

    def citation(self, clause: str) -> "WagerRule":
        """Return the wager with this clause on every line that has no clause of its own."""
        lines = (replace(line, clause=line.clause or clause) for line in self.lines)
        return replace(self, lines=tuple(lines))


@dataclass(frozen=True, slots=True)
class LayoutCell:
    """A part of a row of the layout, and the wagers whose areas it holds, from top to bottom.

    `share` is its width, compared with the other cells of the row.
    """

    share: int
    wagers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decks:
    """The numbers of decks that a document allows."""

    minimum: int
    maximum: int

    def __contains__(self, decks: int) -> bool:
        return self.minimum <= decks <= self.maximum

    def __str__(self) -> str:
        return f"{self.minimum} to {self.maximum}"


class DealingMethod(StrEnum):
    """A way to draw and handle the cards at a live table, as the documents define it."""

    A = "A"
    B = "B"
    C = "C"


@dataclass(frozen=True, slots=True)
class DealingMethodRule:
    """A dealing method under a document: the position that allows it, and the patrons' rights."""

    method: DealingMethod
    clause: str
    allowed_by: StaffPosition
    patron_draws: bool
    patrons_handle_cards: bool
    only_in_hlga: bool = False


@dataclass(frozen=True, slots=True)
class PrintedLayout:
    """A printed layout; `maximum_positions` is None if the document does not limit them."""

    key: str
    minimum_positions: int
    maximum_positions: int | None


class WagerPlacement(StrEnum):
    """The place where patrons place their wagers: a terminal or the layout of a table."""

    TERMINALS = "terminals"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Document:
    """A rule document without its games: clauses, calls, irregularities and authorities."""

    key: str
    letter: str
    title: str
    casino: str
    version: str
    effective: str
    placement: WagerPlacement
    decks: Decks
    rules: tuple[tuple[Rule, str], ...]
    opening: tuple[str, ...]
    closing: tuple[str, ...]
    irregularities: tuple[Irregularity, ...]
    authorities: tuple[PositionAuthority, ...]
    methods: tuple[DealingMethodRule, ...] = ()
    wagers_per_area: int = 1
    cloths: tuple[PrintedLayout, ...] = ()

    def clause_of(self, rule: Rule) -> str | None:
        """Return the clause in which this document states a rule, None if it is silent."""
        return dict(self.rules).get(rule)


CUSTOM_DOCUMENT = Document(
    key="own",
    letter="",
    title="A rulebook of one's own",
    casino="",
    version="",
    effective="",
    placement=WagerPlacement.TERMINALS,
    decks=Decks(1, 10),
    rules=(),
    opening=("Place your bets, please",),
    closing=("No more bets",),
    irregularities=(),
    authorities=(),
)
"""The document of a custom rulebook that names none."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One game: its deal order, its wagers, its layout, and the document that defines it."""

    key: str
    name: str
    wagers: tuple[WagerRule, ...]
    document: Document = CUSTOM_DOCUMENT
    clause: str = OWN_CLAUSE
    layout: tuple[tuple[LayoutCell, ...], ...] = ()
    order: DealOrder = STANDARD
    names: Names = ()
    _text: str = field(default="", init=False, repr=False)
    _digest: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        check_fields(self, Rulebook, "rulebook")
        object.__setattr__(
            self, "wagers", tuple(wager.citation(self.clause) for wager in self.wagers)
        )
        keys = [wager.key for wager in self.wagers]
        on_layout = [key for row in self.layout for cell in row for key in cell.wagers]
        _check_keys(self.wagers)
        for key in on_layout:
            if key not in keys or on_layout.count(key) > 1:
                raise ValueError(
                    f"layout: {key!r}; expected each of {', '.join(keys)} at most once"
                )

    def __eq__(self, other: object) -> bool:
        # Two rulebooks with the same canonical text are equal; its digest is quick to compare.
        return isinstance(other, Rulebook) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def text(self) -> str:
        """The canonical text, which `decode_rulebook` turns into an equal rulebook."""
        if not self._text:
            object.__setattr__(self, "_text", canonical_text.encode(self))
        return self._text

    @property
    def digest(self) -> str:
        """The SHA-256 of the canonical text, which identifies the rulebook in every round."""
        if not self._digest:
            object.__setattr__(self, "_digest", canonical_text.digest(self.text))
        return self._digest

    def wager(self, key: str) -> WagerRule:
        """Return the wager with a key, or raise `ValueError` with the keys of the game."""
        for rule in self.wagers:
            if rule.key == key:
                return rule
        offered = ", ".join(rule.key for rule in self.wagers)
        raise ValueError(f"{self.key} has no wager {key!r}; its wagers are {offered}")

    def cite(self, rule: Rule) -> str:
        """Return the clause that states a rule, as in E 3.8; POLICY if the document is silent."""
        clause = self.document.clause_of(rule)
        return "POLICY" if clause is None else self.cite_clause(clause)

    def cite_clause(self, clause: str) -> str:
        """Return a clause after the letter of the document, as in E 4.7."""
        return f"{self.document.letter} {clause}".strip()

    @property
    def unit_cents(self) -> int:
        """The exact unit: every line pays whole cents on each multiple of it (R9)."""
        return _unit_cents(self)


@cache
def _unit_cents(book: Rulebook) -> int:
    return lcm(*(line.pays.unit_cents for wager in book.wagers for line in wager.lines))


_KEY = re.compile(r"[a-z][a-z0-9_]*")


def _check_keys(wagers: tuple[WagerRule, ...]) -> None:
    if not wagers:
        raise ValueError("wagers: none; expected at least one WagerRule")
    for place, wager in enumerate(wagers):
        if not _KEY.fullmatch(wager.key):
            raise ValueError(
                f"wagers[{place}].key is {wager.key!r}; expected lowercase letters, digits and _"
            )
        if wager.key in [other.key for other in wagers[:place]]:
            raise ValueError(
                f"wagers[{place}].key is {wager.key!r}; expected a key that no other wager has"
            )
        if not wager.lines:
            raise ValueError(f"wagers[{place}].lines: none; expected at least one PayLine")


@lru_cache(maxsize=64)
def decode_rulebook(text: str) -> Rulebook:
    """Return the rulebook that a canonical text describes."""
    return canonical_text.decode(text, Rulebook)
