"""Define the plan of a floor, with its tables and pace, and the default plan of ten tables."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, structs

from punto.core.rulebook import Rulebook, WagerPlacement
from punto.floor.network.allowed_networks import PRIVATE, Network
from punto.games import library
from punto.journal.significant_events import LARGE_CENTS
from punto.reports.floor.period import Calendar
from punto.table.roads import DragonTail
from punto.table.settings import Settings, default_settings
from punto.table.state import Phase, Table

LAYOUT_VERSION_LETTERS = 16
DEFAULT_DENOMINATIONS = (1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00)

Milliseconds = Annotated[int, Meta(ge=0, le=24 * 60 * 60 * 1_000)]


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """How long the house dealer takes over each step, in milliseconds."""

    betting_ms: Milliseconds | None = None
    """How long bets stay open, instead of the table's `betting_seconds`."""

    confirm_ms: Milliseconds = 1500
    """How long screens may take to acknowledge the close."""

    card_gap_ms: Milliseconds = 900
    """The time between two cards."""

    settle_ms: Milliseconds = 1200
    """The time from the last card to the outcome."""

    result_pause_ms: Milliseconds = 6000
    """How long the result stays on the screens."""

    shoe_ms: Milliseconds = 800
    """The time for loading a new shoe."""

    ruling_ms: Milliseconds = 8000
    """How long a table without staff waits before the house dealer follows the standing order of
    the house."""

    seat_hold_ms: Milliseconds = 120000
    """How long a seat stays reserved for a terminal that lost its connection."""


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """A plan that replaces another from a given instant."""

    at: datetime
    plan: "TablePlan"


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table of a floor."""

    key: str
    name: str
    number: int
    book: Rulebook
    settings: Settings
    denominations_cents: tuple[int, ...] = DEFAULT_DENOMINATIONS
    dealing: Literal["house", "staff"] = "house"
    """Whether the house dealer deals while no dealer has the table, or only a person deals."""
    shoe: str = ""
    """The address of the dealing shoe; empty if the house dealer shuffles and deals."""
    road_tail: DragonTail = DragonTail.STICKY
    """How the roads of this table continue a long run after it has turned right."""
    coming: PlannedChange | None = None
    """The next planned change."""
    shoe_certificate: Path | None = None
    """The certificate of a shoe on a TLS line, or that of its signer."""

    def plan_at(self, now: datetime) -> "TablePlan":
        """The plan in force at an instant."""
        due = self
        while due.coming is not None and due.coming.at <= now:
            due = due.coming.plan
        return due

    def all_in_turn(self) -> Iterator["TablePlan"]:
        """This plan and the plans that replace it, in order."""
        yield self
        if self.coming is not None:
            yield from self.coming.plan.all_in_turn()

    def with_state(self, table: Table) -> "TablePlan":
        """The plan with the rulebook and settings that the table has now.

        Staff may have changed the settings since the table opened.
        """
        if table.book is None or table.settings is None or table.phase is Phase.CLOSED:
            return self
        return replace(self, book=table.book, settings=table.settings)

    @property
    def layout_version(self) -> str:
        """A name for the printed layout, which differs for another rulebook or another limit."""
        next_at = self.coming and self.coming.at
        printed = (self.book.digest, self.settings, self.denominations_cents, next_at)
        return hashlib.sha256(msgspec.json.encode(printed)).hexdigest()[:LAYOUT_VERSION_LETTERS]


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """All tables of a floor, in the order of the lobby."""

    tables: tuple[TablePlan, ...]
    pace: Pace = field(default_factory=Pace)
    currency: str = "$"
    messages_per_second: int = 10
    pairings_per_second: int = 2
    checkpoints: Path | None = None
    """The folder for signed checkpoints; None for a folder beside the journal."""

    checkpoint_seconds: int = 2
    """The shortest time between two checkpoints."""

    large_cents: int = LARGE_CENTS
    calendar: Calendar = field(default_factory=Calendar)
    """When a gaming day begins, for the pit and for reports."""

    demo: bool = True
    """Whether this is a demo floor: demo staff can sign in, and terminals sell demo credit."""

    second_factor: Literal["nobody", "administrators", "everybody"] = "administrators"
    """The people who must have a second factor on a real-money floor."""

    refused_passwords: Path | None = None
    """A file of passwords that the floor refuses besides the common ones, one per line."""

    software: str = ""
    """The digest of the approved software; the floor does not open with any other."""

    metrics_token: str = ""
    """The token with which another machine may read the metrics; empty for this machine only."""

    staff_host: str = ""
    """The only host name that serves staff screens; empty if patrons and staff share one."""

    networks: tuple[Network, ...] = PRIVATE
    """The networks whose machines the floor answers."""


def default_plan(pace: Pace | None = None) -> FloorPlan:
    """Ten tables, one for each game."""
    tables = tuple(
        _default_table(number, book) for number, book in enumerate(library.GAMES, start=1)
    )
    return FloorPlan(tables, pace or Pace())


def _default_table(number: int, book: Rulebook) -> TablePlan:
    name = f"{_SHORT[book.key]}-{number}"
    settings = default_settings(book)
    if book.document.placement is WagerPlacement.TABLE:
        settings = structs.replace(settings, betting_seconds=25)
    return TablePlan(name.lower().replace(" ", "-"), name, number, book, settings)


_SHORT = {
    "super-six": "Super Six",
    "fortune-six": "Fortune Six",
    "super-6": "Super 6",
    "no-commission": "No Commission",
    "tiger": "Tiger",
    "tiger-no-commission": "Tiger NC",
    "fortune-six-live": "Fortune Six Live",
    "tiger-no-commission-live": "Tiger Live",
    "seven-up": "Seven Up",
    "super-six-plus": "Super Six Plus",
}
