"""Compare each snapshot, which the next start trusts, with the state from the entries."""

import msgspec

from punto.audit.checks.cage import Cage
from punto.audit.events.table import WagerSettled
from punto.audit.findings import Check, Findings
from punto.audit.rules.settings import settings_of
from punto.audit.state import Table


class SeatState(msgspec.Struct, frozen=True):
    """The visit at a seat."""

    visit: str
    is_cut_off: bool


class DeviceState(msgspec.Struct, frozen=True):
    """The shoe on the table."""

    key: str
    decks: int
    cards_out: int
    left_over: tuple[tuple[int, str], ...]
    rounds_left: int | None
    replace_by: str = ""
    copies: dict[str, int] = {}
    """How often each card came out."""


class LiveTableState(msgspec.Struct, frozen=True):
    """The state that a live table keeps until it closes."""

    device: int = 0
    may_draw: tuple[int, ...] = ()
    under_minimum: tuple[str, ...] = ()


class SettledRound(msgspec.Struct, frozen=True):
    """A recently settled round, which can still be corrected."""

    number: int
    wagers: tuple[WagerSettled, ...]
    is_committed: bool = False


class TableSnapshot(msgspec.Struct, frozen=True):
    """A table in a snapshot, or before the rounds of a bundle."""

    rulebook: str
    settings: msgspec.Raw
    seats: dict[int, SeatState]
    shoe: DeviceState | None
    rounds: int
    events: int
    phase: str = ""
    kept: LiveTableState = LiveTableState()
    past: tuple[SettledRound, ...] = ()


class DrawerState(msgspec.Struct, frozen=True):
    """A cashier's drawer."""

    shift: int
    cash_cents: int
    large_cents: int


class CageSnapshot(msgspec.Struct, frozen=True):
    """The cage in a snapshot."""

    visits: dict[str, str]
    drawers: dict[str, DrawerState] = {}
    is_demo: bool | None = None


def check_snapshot(body: bytes, table: Table | None, cage: Cage, findings: Findings) -> None:
    """Compare a snapshot with the state from the entries."""
    try:
        found = _table_in_snapshot(body) if table else _cage_in_snapshot(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        findings.add_finding(
            Check.SNAPSHOT, "finding.unreadable", field="snapshot", error=str(error)
        )
        return
    expected = _table(table) if table else _cage(cage)
    for name, value in expected.items():
        if found[name] != value:
            findings.compare(Check.SNAPSHOT, name, str(found[name]), str(value))


def _cage_in_snapshot(body: bytes) -> dict[str, object]:
    snapshot = msgspec.json.decode(body, type=CageSnapshot)
    drawers = {
        name: (each.shift, each.cash_cents, each.large_cents)
        for name, each in snapshot.drawers.items()
    }
    return {"visits": sorted(snapshot.visits), "drawers": drawers, "demo": snapshot.is_demo}


def _cage(cage: Cage) -> dict[str, object]:
    return {"visits": sorted(cage.visits), "drawers": cage.drawers.used, "demo": cage.is_demo}


def _table_in_snapshot(body: bytes) -> dict[str, object]:
    snapshot = msgspec.json.decode(body, type=TableSnapshot)
    shoe = snapshot.shoe
    return {
        "rulebook": snapshot.rulebook,
        "settings": settings_of(snapshot.settings).digest,
        "seats": {number: (each.visit, each.is_cut_off) for number, each in snapshot.seats.items()},
        "shoe": (shoe.key, shoe.decks, shoe.cards_out, shoe.rounds_left) if shoe else None,
        "left-over": dict(shoe.left_over) if shoe else {},
        "replacement": shoe.replace_by if shoe else "",
        "rounds": snapshot.rounds,
        "events": snapshot.events,
        "void-round": snapshot.phase == "void",
        "device": (snapshot.kept.device, snapshot.kept.may_draw),
        "under-minimum": sorted(snapshot.kept.under_minimum),
        "past-rounds": {each.number: each.wagers for each in snapshot.past},
    }


def _table(table: Table) -> dict[str, object]:
    shoe = table.shoe
    return {
        "rulebook": table.game.text if table.game else "",
        "settings": table.settings.digest if table.settings else "",
        "seats": {number: (each.visit, each.is_cut_off) for number, each in table.seats.items()},
        "shoe": (shoe.key, shoe.decks, shoe.cards_out, shoe.rounds_left) if shoe else None,
        "left-over": dict(shoe.left_over) if shoe else {},
        "replacement": shoe.replace_by if shoe else "",
        "rounds": table.rounds_opened,
        "events": table.events,
        "void-round": table.is_void,
        "device": (table.device, tuple(table.may_draw)),
        "under-minimum": sorted(table.under_minimum),
        "past-rounds": {number: each.wagers for number, each in table.past.items()},
    }
