"""Define the plan of a floor, with its tables and pace, and the default plan of ten tables."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import structs

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


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the house dealer takes over each step, in milliseconds."""

    betting_ms: int | None = None
    """How long bets stay open; None for the table's own seconds."""

    confirm_ms: int = 1_500
    """How long the screens have to acknowledge the close."""

    card_gap_ms: int = 900
    settle_ms: int = 1_200
    result_pause_ms: int = 6_000
    shoe_ms: int = 800
    ruling_ms: int = 8_000
    """After what time a table without staff follows the standing order of the house."""

    seat_hold_ms: int = 120_000
    """How long a seat is kept for a terminal that is gone."""


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """A plan that takes the place of another from an instant on."""

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
    """Whether the house's own dealer deals where nobody does, or only a person ever."""
    shoe: str = ""
    """The line to the device that its cards come from, empty where the house deals them."""
    road_tail: DragonTail = DragonTail.STICKY
    """How the roads of this table go on where a run has turned right."""
    coming: PlannedChange | None = None
    """What comes after this plan, as far as that is planned."""
    shoe_certificate: Path | None = None
    """What the device must show where its line goes by TLS: its certificate or its signer's."""

    def plan_at(self, now: datetime) -> "TablePlan":
        """The plan that holds at an instant."""
        due = self
        while due.coming is not None and due.coming.at <= now:
            due = due.coming.plan
        return due

    def all_in_turn(self) -> Iterator["TablePlan"]:
        """This plan and those that come after it."""
        yield self
        if self.coming is not None:
            yield from self.coming.plan.all_in_turn()

    def with_state(self, table: Table) -> "TablePlan":
        """The plan with the rules and settings by which the table runs now, whoever set them."""
        if table.book is None or table.settings is None or table.phase is Phase.CLOSED:
            return self
        return replace(self, book=table.book, settings=table.settings)

    @property
    def layout_version(self) -> str:
        """Names the printed layout: another rulebook or limit is another version."""
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
    """Where signed checkpoints are exported to; None for a folder beside the journal."""

    checkpoint_seconds: int = 2
    """How long it is at least from one checkpoint to the next."""

    large_cents: int = LARGE_CENTS
    calendar: Calendar = field(default_factory=Calendar)
    """When a gaming day begins, for the pit and for reports alike."""

    demo: bool = True
    """Whether this is a demo floor: demo staff sign in, and terminals sell demo credit."""

    second_factor: Literal["nobody", "administrators", "everybody"] = "administrators"
    """Who must have a second factor, on a real-money floor."""

    refused_passwords: Path | None = None
    """A file of passwords that nobody may choose, one a line, beside what the rules refuse."""

    software: str = ""
    """The digest of the software that was approved; with any other the floor does not open."""

    metrics_token: str = ""
    """What another machine must show to read the figures; without one only this machine may."""

    staff_host: str = ""
    """The host name under which alone staff are served, empty where they share one with patrons."""

    networks: tuple[Network, ...] = PRIVATE
    """The networks of the house, whose machines alone are answered."""


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
