"""Read the plan of a floor from a TOML file; each error names the file, the line and the key."""

import ast
import inspect
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from datetime import date
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from punto.core.rulebook import DealingMethod, Rulebook
from punto.floor.network.allowed_networks import network_of
from punto.floor.network.shoe_address import parse_address
from punto.floor.network.tls import TrustedCertificate
from punto.floor.plan import FloorPlan, Pace, PlannedChange, TablePlan
from punto.floor.plan_sections import (
    DAY_BEGINS,
    ChangeSection,
    FloorSection,
    LimitPair,
    PlanFile,
    TableSection,
)
from punto.games import library
from punto.reports.floor.period import Calendar, calendar_of
from punto.table.settings import Limit, Settings, check_settings, default_settings

T = TypeVar("T")

RESERVED = ("access-log", "cage", "staff", "terminals")
"""The streams of the journal that are not tables."""

MAX_KEY_LETTERS = 40

Place: TypeAlias = tuple[str | int, ...]
"""The keys and indexes that lead from the root of a file to a value."""

Schema: TypeAlias = dict[str, Any]


class _PlanError(ValueError):
    """An error of a plan, with the place of its value."""

    def __init__(self, place: Place, message: str) -> None:
        key = next((part for part in reversed(place) if isinstance(part, str)), "")
        super().__init__(f"{key}: {message.removeprefix(f'{key}: ')}")
        self.place = place


def load_plan(path: Path) -> FloorPlan:
    """Load the plan of a floor from a TOML file; an error names the line and the key."""
    try:
        text = path.read_text(encoding="utf-8")
        document = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read: {library.load_error(error)}") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    try:
        return _floor_plan(document, path.parent)
    except _PlanError as error:
        raise ValueError(f"{path}, line {line_of(text, error.place)}: {error}") from None


# The tables and the floor


def _floor_plan(document: dict[str, Any], folder: Path) -> FloorPlan:
    try:
        sections = msgspec.convert(document, PlanFile)
    except msgspec.ValidationError as error:
        raise _error_at(document, str(error)) from None
    tables: list[TablePlan] = []
    for index, section in enumerate(sections.table):
        key = _table_key(section.name)
        if not key or key in RESERVED or key in {table.key for table in tables}:
            raise _PlanError(
                ("table", index, "name"), f"{section.name!r}; expected a name no other table has"
            )
        tables.append(_table(section, document["table"][index], index, key, folder))
    floor = sections.floor
    same = {name: getattr(floor, name) for name in _SAME_IN_PLAN}
    return FloorPlan(
        tuple(tables),
        sections.pace,
        checkpoints=folder / floor.checkpoints if floor.checkpoints else None,
        refused_passwords=folder / floor.refused_passwords if floor.refused_passwords else None,
        calendar=_calendar(floor),
        networks=tuple(
            _checked(("floor", "networks"), network_of, network) for network in floor.networks
        ),
        **same,
    )


_SAME_IN_PLAN = {*FloorSection.__struct_fields__} & {each.name for each in fields(FloorPlan)} - {
    "checkpoints",
    "networks",
    "refused_passwords",
}
"""The keys of `[floor]` whose values the plan has as they are."""


def _calendar(floor: FloorSection) -> Calendar:
    _checked(("floor", "zone"), calendar_of, floor.zone, DAY_BEGINS, floor.shifts)
    return _checked(
        ("floor", "day_begins"), calendar_of, floor.zone, floor.day_begins, floor.shifts
    )


def _table_key(name: str) -> str:
    """The name in lowercase, with hyphens; empty if it has no letters and digits, or too many."""
    key = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return key if len(key) <= MAX_KEY_LETTERS else ""


def _table(
    section: TableSection, row: dict[str, Any], index: int, key: str, folder: Path
) -> TablePlan:
    place: Place = ("table", index)
    book, settings, denominations = _rules(section, row, place)
    shoe, certificate = _shoe(section, place, folder)
    number = index + 1 if section.number is None else section.number
    plan = TablePlan(
        key,
        section.name,
        number,
        book,
        settings,
        denominations,
        section.dealing,
        shoe,
        section.road_tail,
        shoe_certificate=certificate,
    )
    return replace(plan, coming=_changes(plan, section, row, place))


def _changes(
    plan: TablePlan, section: TableSection, row: dict[str, Any], place: Place
) -> PlannedChange | None:
    """The planned changes of a table, each with the next one."""
    changes: list[PlannedChange] = []
    for index, change in enumerate(section.then):
        here: Place = (*place, "then", index)
        if changes and change.since <= changes[-1].at:
            raise _PlanError((*here, "from"), f"{change.since}; expected a later instant")
        # The wagers of one game mean nothing to another.
        dropped = {"then", "wagers", "limits"} if change.game else {"then"}
        changed = {key: value for key, value in row.items() if key not in dropped}
        changed |= {key: value for key, value in row["then"][index].items() if key != "from"}
        rules = msgspec.convert(changed, TableSection)
        book, settings, denominations = _rules(rules, changed, here)
        after = replace(plan, book=book, settings=settings, denominations_cents=denominations)
        changes.append(PlannedChange(change.since, after))
    coming: PlannedChange | None = None
    for change_before in reversed(changes):
        coming = replace(change_before, plan=replace(change_before.plan, coming=coming))
    return coming


def _rules(
    rules: TableSection, row: dict[str, Any], place: Place
) -> tuple[Rulebook, Settings, tuple[int, ...]]:
    """The rulebook, the settings and the chips of a table, checked against each other."""
    book = _checked((*place, "game"), library.game, rules.game)
    if rules.method is not DealingMethod.B and rules.dealing != "staff":
        # By the other methods patrons handle cards, and a dealer must pass and turn them.
        raise _PlanError(
            (*place, "method"),
            f"'{rules.method}'; a table that deals itself has method B (dealing)",
        )
    for key in ("shoe", "cards_behind_cut") if rules.shuffles_each_round else ():
        if key in row:
            raise _PlanError(
                (*place, key), "a shuffler deals here, which has none (shuffles_each_round)"
            )
    settings = _settings(book, rules, place)
    try:
        check_settings(book, settings)
    except ValueError as error:
        (key,) = re.findall(r"^\w+", str(error))
        raise _PlanError((*place, key), str(error)) from None
    for cents in rules.denominations_cents:
        if cents % book.unit_cents:
            raise _PlanError(
                (*place, "denominations_cents"),
                f"{cents}; expected multiples of {book.unit_cents} cents",
            )
    return book, settings, tuple(sorted(set(rules.denominations_cents)))


def _settings(book: Rulebook, rules: TableSection, place: Place) -> Settings:
    offered = rules.wagers or tuple(wager.key for wager in book.wagers)
    for wager in offered:
        _checked((*place, "wagers"), book.wager, wager)
    for wager in rules.limits:
        if wager not in offered:
            raise _PlanError(
                (*place, "limits", wager), f"not on offer; expected {', '.join(offered)}"
            )
    general = (rules.minimum_cents, rules.maximum_cents)
    limits = tuple(Limit(wager, *rules.limits.get(wager, general)) for wager in offered)
    chosen = {name: getattr(rules, name) for name in Settings.__struct_fields__}
    if rules.wagers_per_area is None:
        chosen["wagers_per_area"] = default_settings(book).wagers_per_area
    return Settings(**chosen | {"limits": limits})


def _shoe(section: TableSection, place: Place, folder: Path) -> tuple[str, Path | None]:
    """The address of the dealing shoe and the certificate that it must present, if it has any."""
    is_tls = bool(section.shoe) and _checked((*place, "shoe"), parse_address, section.shoe).is_tls
    if is_tls is not bool(section.shoe_certificate):
        raise _PlanError(
            (*place, "shoe_certificate"),
            "a tls:// line needs the certificate of the device, and no other line has one",
        )
    if not is_tls:
        return section.shoe, None
    trust = TrustedCertificate(folder / section.shoe_certificate)
    _checked((*place, "shoe_certificate"), trust.context)
    return section.shoe, trust.certificate


def _checked(place: Place, function: Callable[..., T], *values: object) -> T:
    """The result of a function, whose errors are errors of the value at a place."""
    try:
        return function(*values)
    except ValueError as error:
        raise _PlanError(place, str(error)) from None


# Errors and their lines


def _error_at(document: dict[str, Any], message: str) -> _PlanError:
    """Turn an error of the library into one that shows the value and the expected type."""
    reason, _, path = message.partition(" - at `$")
    place: Place = tuple(
        int(index) if index else key for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", path)
    )
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", reason):
        known = sorted(_schema_at(place)["properties"])
        near = get_close_matches(unknown[1], known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"expected {', '.join(known)}"
        return _PlanError((*place, unknown[1]), f"not known here; {hint}")
    if missing := re.fullmatch(r"Object missing required field `(.*)`", reason):
        place = (*place, missing[1])
        return _PlanError(place, f"missing; expected {expected_words(_schema_at(place))}")
    if "[...]" in path:
        place = _place_of_limit(document, place[: place.index("limits") + 1])
    value = _value_at(document, place)
    text = f"{value}" if isinstance(value, date) else f"{value!r:.80}"
    return _PlanError(place, f"{text}; expected {expected_words(_schema_at(place))}")


def _value_at(document: dict[str, Any], place: Place) -> Any:
    value: Any = document
    for part in place:
        value = value[part]
    return value


def _place_of_limit(document: dict[str, Any], limits: Place) -> Place:
    """The place of the first pair that is not valid; the library names no key of a mapping."""
    for wager, pair in _value_at(document, limits).items():
        try:
            msgspec.convert(pair, LimitPair)
        except msgspec.ValidationError:
            return (*limits, wager)
    return limits


HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")


def line_of(text: str, place: Place) -> int:
    """The line of a value in a TOML file, or the line of the closest section around it."""
    lines: dict[Place, int] = {}
    last: dict[Place, int] = {}
    section: Place = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := HEADER.match(line):
            section = ()
            for name in _names(header[2]):
                section = (*section, *([last[section]] if section in last else []), name)
            if header[1] == "[[":
                last[section] = last.get(section, -1) + 1
            if section in last:
                section = (*section, last[section])
            lines.setdefault(section, number)
        elif key := KEY.match(line):
            for size in range(1, len(names := _names(key[1])) + 1):
                lines.setdefault((*section, *names[:size]), number)
    found = (lines.get(place[:size]) for size in range(len(place), 0, -1))
    return next((number for number in found if number is not None), 1)


def _names(dotted: str) -> list[str]:
    return [name.strip("\"' ") for name in dotted.split(".")]


# The schema


@cache
def plan_schema() -> Schema:
    """The JSON Schema of the file. The docstring of each key is its description."""
    schema = msgspec.json.schema(PlanFile)
    for section in (FloorSection, Pace, TableSection, ChangeSection):
        properties = schema["$defs"][section.__name__]["properties"]
        for key, text in _descriptions(section):
            properties[key]["description"] = text
    for described in schema["$defs"]["ChangeSection"]["properties"].values():
        # A change leaves the rest as it was.
        described.pop("default", None)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _descriptions(section: type[Struct]) -> Iterator[tuple[str, str]]:
    """Yield each key of a section with the docstring of its field."""
    keys = dict(zip(section.__struct_fields__, section.__struct_encode_fields__, strict=True))
    for kind in section.__mro__[: section.__mro__.index(Struct)]:
        (defined,) = ast.parse(inspect.getsource(kind)).body
        assert isinstance(defined, ast.ClassDef), "a section is a class"
        for field, text in pairwise(defined.body):
            match field, text:
                case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(words))):
                    yield keys[name], " ".join(words.split())


def _schema_at(place: Place) -> Schema:
    schema = resolved(plan_schema())
    for part in place:
        if isinstance(part, int):
            schema = resolved(schema["items"])
        elif "properties" in schema:
            schema = resolved(schema["properties"][part])
        else:
            schema = schema["additionalProperties"]
    return schema


def resolved(schema: Schema) -> Schema:
    """A part of the schema with its reference followed, and without the choice of null."""
    for choice in schema.get("anyOf", ()):
        if choice != {"type": "null"}:
            schema = {**choice, **{key: schema[key] for key in schema if key != "anyOf"}}
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    if not name:
        return schema
    definition = {
        key: value for key, value in plan_schema()["$defs"][name].items() if key != "title"
    }
    return {**definition, **schema}


def expected_words(schema: Schema) -> str:
    """Name the values that a part of the schema accepts."""
    match schema:
        case {"enum": values}:
            return _either([value if isinstance(value, str) else f"{value}" for value in values])
        case {"title": str(title)}:
            return title
        case {"type": "boolean"}:
            return "true or false"
        case {"type": "integer"}:
            ends = ((" from ", "minimum"), (" to ", "maximum"))
            bounds = "".join(f"{word}{schema[name]:_}" for word, name in ends if name in schema)
            return f"a whole number{bounds.replace('_', '')}"
        case {"type": "object"}:
            return "a section of keys and values"
        case {"type": "array", "items": items}:
            size = "at least one value" if "minItems" in schema else "values"
            return f"a list of {size}, each {expected_words(resolved(items))}"
        case {"minLength": minimum, "maxLength": maximum}:
            return f"text of {minimum} to {maximum} characters"
    return "text"


def _either(values: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(values[:-1]), values[-1])))
