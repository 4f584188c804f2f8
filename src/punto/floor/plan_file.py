"""The plan of a floor as a TOML file has it, read strictly: a mistake names its line."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import structs

from punto.core.money import MAX_CENTS
from punto.core.rulebook import DealingMethod, Rulebook
from punto.core.staff_positions import StaffPosition
from punto.floor.network.allowed_networks import Network, network_of
from punto.floor.network.shoe_address import parse_address
from punto.floor.network.tls import TrustedCertificate
from punto.floor.plan import DEFAULT_DENOMINATIONS, FloorPlan, Pace, PlannedChange, TablePlan
from punto.games import library
from punto.reports.floor.period import Calendar, calendar_of
from punto.table.roads import dragon_tail
from punto.table.settings import Limit, Settings, check_settings, default_settings

RESERVED = ("access-log", "cage", "staff", "terminals")
"""Streams of the journal that are no table."""


def load_plan(path: Path) -> FloorPlan:
    """The floor that a TOML file describes; what is wrong with it is said with its line."""
    try:
        text = path.read_text(encoding="utf-8")
        whole = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read: {library.load_error(error)}") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    return _Reader(path, text).floor(whole)


class _Wrong(ValueError):
    """A value that cannot be, with the key it stands under."""

    def __init__(self, key: str, words: str) -> None:
        super().__init__(words)
        self.key = key


@dataclass(slots=True)
class _Reader:
    """A file that is being read, which knows the line of every key."""

    path: Path
    text: str
    thens: int = 0
    """How many sections [[table.then]] were read."""

    def floor(self, whole: dict[str, Any]) -> FloorPlan:
        self._known(whole, {"floor", "pace", "table"}, "", 0)
        floor, pace = self._section(whole, "floor"), self._section(whole, "pace")
        self._known(floor, _FLOOR_KEYS, "floor", 0)
        self._known(pace, {each.name for each in fields(Pace)}, "pace", 0)
        rows = whole.get("table", [])
        if not isinstance(rows, list) or not rows:
            raise ValueError(f"{self.path}: no tables; expected at least one [[table]]")
        tables: list[TablePlan] = []
        for place, row in enumerate(rows):
            tables.append(self._table(row, place, {each.key for each in tables}))
        return FloorPlan(
            tuple(tables),
            Pace(**{key: self._in("pace", 0, pace, key) for key in pace}),
            **self._floor_settings(floor),
        )

    def _floor_settings(self, floor: dict[str, Any]) -> dict[str, Any]:
        checks: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
            ("currency", lambda sign: _is_text(sign, 1, 4), "a sign of 1 to 4 characters"),
            ("demo", lambda choice: type(choice) is bool, "true or false"),
            ("second_factor", lambda who: who in _FACTORS, ", ".join(_FACTORS)),
            ("software", lambda text: _is_digest(text), "the 64 figures of a SHA-256"),
            ("metrics_token", lambda text: _is_text(text, 20, 200), "20 characters or more"),
            ("staff_host", lambda name: _is_text(name, 1, 253), "a host name, as text"),
        )
        for key, is_sound, words in checks:
            if key in floor and not is_sound(floor[key]):
                raise self._at("floor", 0, key, f"expected {words}")
        plain: dict[str, Any] = {key: floor[key] for key in _PLAIN_KEYS & floor.keys()}
        for key in _PATH_KEYS & floor.keys():
            if not isinstance(floor[key], str) or not floor[key]:
                raise self._at("floor", 0, key, f"expected {_PATH_KEYS_WORDS[key]}, as text")
            # As the file that names it has it, wherever the floor is started from.
            plain[key] = self.path.parent / floor[key]
        if "networks" in floor:
            plain["networks"] = self._networks(floor["networks"])
        if _DAY_KEYS.keys() & floor.keys():
            plain["calendar"] = self._calendar(floor)
        counts = floor.keys() - _PLAIN_KEYS - _PATH_KEYS - _DAY_KEYS.keys() - {"networks"}
        return plain | {key: self._in("floor", 0, floor, key, minimum=1) for key in counts}

    def _calendar(self, floor: dict[str, Any]) -> Calendar:
        values: dict[str, Any] = dict(_DAY_KEYS)
        calendar = Calendar()
        for key, default in _DAY_KEYS.items():
            values[key] = floor.get(key, default)
            if type(values[key]) is not type(default):
                raise self._at("floor", 0, key, f"{values[key]!r}; expected such as {default!r}")
            try:
                calendar = calendar_of(values["zone"], values["day_begins"], values["shifts"])
            except ValueError as error:
                raise self._at("floor", 0, key, str(error)) from None
        return calendar

    def _networks(self, named: object) -> tuple[Network, ...]:
        if not isinstance(named, list) or not named:
            raise self._at("floor", 0, "networks", f"{named!r}; expected a list of networks")
        try:
            return tuple(network_of(each) for each in named)
        except ValueError as error:
            raise self._at("floor", 0, "networks", str(error)) from None

    def _table(self, row: dict[str, Any], place: int, used_keys: set[str]) -> TablePlan:
        self._known(row, _TABLE_KEYS, "table", place)
        for key in ("name", "game"):
            if not isinstance(row.get(key), str):
                raise self._at("table", place, key, f"every table has a {key}, as text")
        key = re.sub(r"[^a-z0-9]+", "-", row["name"].lower()).strip("-")
        if not key or key in used_keys or key in RESERVED or len(key) > 40:
            raise self._at(
                "table", place, "name", f"{row['name']!r}; expected a name no other table has"
            )
        row = {"number": place + 1} | row
        plan = self._plan(row, "table", place, key)
        return replace(plan, coming=self._coming(row, place, key))

    def _coming(self, row: dict[str, Any], place: int, key: str) -> PlannedChange | None:
        """The plans that take the place of a table's own, the first with the next and so on."""
        rows = row.get("then", [])
        if not isinstance(rows, list):
            raise self._at("table", place, "then", "expected sections [[table.then]]")
        found: list[PlannedChange] = []
        for each in rows:
            at, self.thens = self.thens, self.thens + 1
            self._known(each, _THEN_KEYS, "table.then", at)
            since = each.get("from")
            if not isinstance(since, datetime) or since.tzinfo is None:
                raise self._at("table.then", at, "from", f"{since}; expected {_INSTANT}")
            if not isinstance(each.get("game", ""), str):
                raise self._at("table.then", at, "game", f"{each['game']!r}; expected a game")
            if found and since <= found[-1].at:
                raise self._at("table.then", at, "from", f"{since}; expected one after the last")
            # Keys about wagers belong to the game of their section.
            common = {key: row[key] for key in row if "game" not in each or key not in _OF_A_GAME}
            found.append(
                PlannedChange(since, self._plan({**common, **each}, "table.then", at, key))
            )
        coming: PlannedChange | None = None
        for one in reversed(found):
            coming = replace(one, plan=replace(one.plan, coming=coming))
        return coming

    def _plan(self, row: dict[str, Any], section: str, place: int, key: str) -> TablePlan:
        try:
            book = library.game(row["game"])
        except ValueError as error:
            raise self._at(section, place, "game", str(error)) from None
        try:
            settings = _settings(book, row)
            check_settings(book, settings)
            chips = _denominations(book, row)
            shoe, paper = _shoe(row, self.path.parent)
            tail = dragon_tail(row.get("road_tail", "sticky"))
        except _Wrong as wrong:
            raise self._at(section, place, wrong.key, str(wrong)) from None
        except ValueError as error:
            named = str(error).partition(":")[0]
            raise self._at(section, place, named, str(error)) from None
        dealing = row.get("dealing", "house")
        plan = TablePlan(
            key, row["name"], row["number"], book, settings, chips, dealing, shoe, tail
        )
        return replace(plan, shoe_certificate=paper)

    def _section(self, whole: dict[str, Any], name: str) -> dict[str, Any]:
        found = whole.get(name, {})
        if not isinstance(found, dict):
            raise self._at("", 0, name, f"expected a section [{name}]")
        return found

    def _in(self, section: str, place: int, row: dict[str, Any], key: str, minimum: int = 0) -> int:
        value = row[key]
        if type(value) is not int or not minimum <= value <= 86_400_000:
            raise self._at(
                section, place, key, f"{value!r}; expected a whole number from {minimum}"
            )
        return value

    def _known(self, row: object, keys: set[str], section: str, place: int) -> None:
        if not isinstance(row, dict):
            raise self._at(section, place, section, "expected keys and values")
        for key in row:
            if key not in keys:
                raise self._at(
                    section, place, key, f"not known here; expected {', '.join(sorted(keys))}"
                )

    def _at(self, section: str, place: int, key: str, words: str) -> ValueError:
        words = words.removeprefix(f"{key}: ")
        return ValueError(f"{self.path}, line {self._line(section, place, key)}: {key}: {words}")

    def _line(self, section: str, place: int, key: str) -> int:
        """The line of a key, or of the section that lacks it."""
        section_index, at, inside, where = -1, 1, section == "", 1
        for number, line in enumerate(self.text.splitlines(), start=1):
            head = re.match(r"\s*\[+\s*([\w.\-]+)", line)
            if head:
                name = head.group(1)
                if name == section:
                    section_index += 1
                inside = (
                    name.startswith(section) and section_index in (place, -1) if section else False
                )
                where = number if inside and name == section else where
                if inside and name.rpartition(".")[2] == key:
                    return number
            elif inside and re.match(rf'\s*"?{re.escape(key)}"?\s*[=.]', line):
                return number
            at = where
        return at


_FACTORS = ("nobody", "administrators", "everybody")
_PLAIN_KEYS = {
    "currency",
    "demo",
    "metrics_token",
    "second_factor",
    "software",
    "staff_host",
}
_PATH_KEYS_WORDS = {"checkpoints": "a folder", "refused_passwords": "a file"}
_PATH_KEYS = _PATH_KEYS_WORDS.keys()
_DAY_KEYS: dict[str, str | int] = {"zone": "+08:00", "day_begins": "06:00", "shifts": 3}
_FLOOR_KEYS = {
    *_PLAIN_KEYS,
    *_PATH_KEYS,
    *_DAY_KEYS,
    "checkpoint_seconds",
    "large_cents",
    "messages_per_second",
    "networks",
    "pairings_per_second",
}

_CHOICES = {
    "total_minimum_cents": int,
    "decks": int,
    "cards_behind_cut": int,
    "burns": bool,
    "rounds_after_cut": int,
    "positions": int,
    "wagers_per_area": int,
    "differential_cents": int,
    "is_hlga": bool,
    "betting_seconds": int,
    "withdrawal_seconds": int,
    "shuffles_each_round": bool,
    "rounds_on_roads": int,
}

_TABLE_KEYS = {
    *_CHOICES,
    "name",
    "number",
    "game",
    "method",
    "minimum_cents",
    "maximum_cents",
    "limits",
    "wagers",
    "denominations_cents",
    "dealing",
    "ladder",
    "shoe",
    "shoe_certificate",
    "road_tail",
    "then",
}

_FOR_GOOD = {"name", "number", "dealing", "shoe", "shoe_certificate", "road_tail", "then"}
_THEN_KEYS = _TABLE_KEYS - _FOR_GOOD | {"from"}
_OF_A_GAME = ("wagers", "limits")
_INSTANT = "an instant with its offset, such as 2026-12-01T00:00:00+08:00"


def _settings(book: Rulebook, row: dict[str, Any]) -> Settings:
    """Return the settings of a table, with defaults for the keys that its row leaves out."""
    chosen = _plain_choices(row)
    for key in ("betting_seconds", "withdrawal_seconds"):
        if not 1 <= chosen.get(key, 1) <= 3_600:
            raise _Wrong(key, f"{chosen[key]}; expected 1 to 3600")
    if row.get("dealing", "house") not in ("house", "staff"):
        raise _Wrong("dealing", f"{row['dealing']!r}; expected house or staff")
    if "method" in row:
        chosen["method"] = _method(row)
    if "ladder" in row:
        chosen["ladder"] = _ladder(row["ladder"])
    for key in ("shoe", "cards_behind_cut") if chosen.get("shuffles_each_round") else ():
        if key in row:
            raise _Wrong(key, "a shuffler deals here, which has none (shuffles_each_round)")
    return structs.replace(default_settings(book), limits=_limits(book, row), **chosen)


def _plain_choices(row: dict[str, Any]) -> dict[str, Any]:
    for key, kind in _CHOICES.items():
        if key in row and type(row[key]) is not kind:
            raise _Wrong(key, f"{row[key]!r}; expected {_KIND_WORDS[kind]}")
    return {key: row[key] for key in _CHOICES if key in row}


def _method(row: dict[str, Any]) -> DealingMethod:
    if row["method"] not in tuple(DealingMethod):
        raise _Wrong("method", f"{row['method']!r}; expected A, B or C")
    if row["method"] != DealingMethod.B and row.get("dealing") != "staff":
        # By the other methods patrons handle cards, and somebody must pass and turn them.
        raise _Wrong("method", f"{row['method']!r}; a table that deals itself goes by B (dealing)")
    return DealingMethod(row["method"])


def _ladder(names: object) -> tuple[StaffPosition, ...]:
    """The positions as the house ranks them, the lowest first."""
    if not isinstance(names, list) or sorted(map(str, names)) != sorted(StaffPosition):
        raise _Wrong(
            "ladder", f"{names!r}; expected each position once: {', '.join(StaffPosition)}"
        )
    return tuple(StaffPosition(name) for name in names)


_KIND_WORDS = {int: "a whole number", bool: "true or false"}


def _limits(book: Rulebook, row: dict[str, Any]) -> tuple[Limit, ...]:
    offered = row.get("wagers", [each.key for each in book.wagers])
    if not isinstance(offered, list):
        raise _Wrong("wagers", "expected a list of wagers")
    minimum, maximum = row.get("minimum_cents", 1_00), row.get("maximum_cents", 5_000_00)
    own = row.get("limits", {})
    for key, pair in own.items() if isinstance(own, dict) else [("limits", None)]:
        if key not in offered or not _is_pair(pair):
            raise _Wrong(key, f"{pair!r}; expected the least and the most of a wager on offer")
    for key in offered:
        try:
            book.wager(key)
        except ValueError as error:
            raise _Wrong("wagers", str(error)) from None
    for key, cents in (("minimum_cents", minimum), ("maximum_cents", maximum)):
        if type(cents) is not int or not 1 <= cents <= MAX_CENTS:
            raise _Wrong(key, f"{cents!r}; expected cents from 1 to {MAX_CENTS}")
    return tuple(Limit(key, *own.get(key, (minimum, maximum))) for key in offered)


def _is_text(value: object, minimum: int, maximum: int) -> bool:
    return isinstance(value, str) and minimum <= len(value) <= maximum


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _is_pair(pair: object) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and all(type(cents) is int and 1 <= cents <= MAX_CENTS for cents in pair)
    )


def _denominations(book: Rulebook, row: dict[str, Any]) -> tuple[int, ...]:
    chips = row.get("denominations_cents", list(DEFAULT_DENOMINATIONS))
    sound = isinstance(chips, list) and chips and all(type(cents) is int for cents in chips)
    if not sound or any(cents < 1 or cents % book.unit_cents for cents in chips):
        raise _Wrong(
            "denominations_cents", f"{chips!r}; expected multiples of {book.unit_cents} cents"
        )
    return tuple(sorted(set(chips)))


def _shoe(row: dict[str, Any], folder: Path) -> tuple[str, Path | None]:
    """The line to a table's device, as far as it has one, and the certificate it must show."""
    key = "shoe"
    try:
        is_tls = key in row and parse_address(row[key]).is_tls
        key = "shoe_certificate"
        if is_tls is not (key in row):
            raise ValueError("the certificate of the device, for a tls:// line and no other")
        if not is_tls:
            return row.get("shoe", ""), None
        if not isinstance(row[key], str) or not row[key]:
            raise ValueError("expected a file, as text")
        # As the file that names it has it, wherever the floor is started from.
        trust = TrustedCertificate(folder / row[key])
        trust.context()
    except ValueError as error:
        raise _Wrong(key, str(error)) from None
    return row["shoe"], trust.certificate
