"""Load plans from TOML files, name the line of every error, and compare the JSON Schema."""

import re
import tomllib
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.floor.plan import FloorPlan, Pace, default_plan
from punto.floor.plan_file import line_of, load_plan, plan_schema, resolved
from punto.games.library import GAMES
from punto.reports.floor.period import Calendar
from punto.table.settings import default_settings

WHOLE = """
[floor]
currency = "S$"
messages_per_second = 5
networks = ["10.20.0.0/16", "fd00:20::/64"]
zone = "-03:30"
day_begins = "05:30"
shifts = 2

[pace]
card_gap_ms = 10
betting_ms = 2000

[[table]]
name = "Tiger 12"
number = 12
game = "tiger"
wagers = ["player", "banker", "tie", "tiger"]
minimum_cents = 500
maximum_cents = 100000
denominations_cents = [10000, 500]
decks = 6
betting_seconds = 15
positions = 40
road_tail = "retry-down"

[table.limits]
tie = [200, 50000]

[[table]]
name = "Live"
game = "tiger-no-commission-live"
method = "B"
"""


def test_a_plan_has_every_value_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(WHOLE)
    plan = load_plan(path)
    assert (plan.currency, plan.messages_per_second) == ("S$", 5)
    assert plan.calendar == Calendar(zone_minutes=-210, begins_minutes=5 * 60 + 30, shifts=2)
    assert [str(network) for network in plan.networks] == ["10.20.0.0/16", "fd00:20::/64"]
    assert plan.pace == Pace(card_gap_ms=10, betting_ms=2_000)
    tiger, live = plan.tables
    assert (tiger.key, tiger.name, tiger.number) == ("tiger-12", "Tiger 12", 12)
    assert tiger.denominations_cents == (500, 10_000)
    assert tiger.settings.offered_wagers == ("player", "banker", "tie", "tiger")
    limit = tiger.settings.limit("tie")
    assert limit is not None
    assert (limit.minimum_cents, limit.maximum_cents) == (200, 50_000)
    assert (tiger.settings.decks, tiger.settings.betting_seconds) == (6, 15)
    assert live.settings.method is DealingMethod.B
    assert live.number == 2
    assert [table.road_tail for table in plan.tables] == ["retry-down", "sticky"]


def test_a_table_for_staff_may_have_any_method_of_its_document(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    rest = 'game = "tiger-no-commission-live"\ndealing = "staff"\nis_hlga = true\nmethod = "C"\n'
    path.write_text('[floor]\ndemo = false\n[[table]]\nname = "Salon"\n' + rest)
    plan = load_plan(path)
    (table,) = plan.tables
    assert (table.dealing, table.settings.method) == ("staff", DealingMethod.C)
    assert not plan.demo


def test_the_house_orders_the_positions_and_uses_a_shuffler(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    ranked = [*StaffPosition][::-1]
    names = ", ".join(f'"{position}"' for position in ranked)
    path.write_text(f"{PLUS}ladder = [{names}]\nrounds_on_roads = 60\n")
    (table,) = load_plan(path).tables
    assert table.settings.ladder == tuple(ranked)
    assert (table.settings.shuffles_each_round, table.settings.rounds_on_roads) == (True, 60)


def test_a_planned_change_is_in_force_from_its_instant(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(
        f"{TABLE}decks = 6\nnumber = 12\nwagers = ['player', 'banker', 'tie', 'tiger']\n"
        "[[table.then]]\nfrom = 2026-12-01T00:00:00+08:00\nmaximum_cents = 200000\n"
        "[[table.then]]\nfrom = 2027-01-01T00:00:00+08:00\ngame = 'super-six'\n"
    )
    (table,) = load_plan(path).tables
    _, december, january = table.all_in_turn()
    assert [plan.book.key for plan in table.all_in_turn()] == ["tiger", "tiger", "super-six"]
    assert (december.key, december.name, december.number) == ("a", "A", 12)
    assert (table.settings.decks, december.settings.decks, january.settings.decks) == (6, 6, 6)
    assert december.settings.limits[0].maximum_cents == 200_000
    assert december.settings.offered_wagers == table.settings.offered_wagers
    # The wagers of one game mean nothing to another.
    assert january.settings.offered_wagers == tuple(wager.key for wager in january.book.wagers)
    instant = datetime.fromisoformat("2026-12-01T00:00:00+08:00")
    assert table.plan_at(instant - timedelta(microseconds=1)) is table
    assert table.plan_at(instant) is december
    assert table.plan_at(instant + timedelta(days=60)) is january


def test_a_key_that_a_plan_leaves_out_has_the_default_of_the_floor(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(TABLE)
    plan = load_plan(path)
    (table,) = plan.tables
    assert plan == FloorPlan((table,))
    for game in GAMES:
        path.write_text(TABLE.replace("tiger", game.key))
        (table,) = load_plan(path).tables
        assert table.settings == default_settings(game)


def test_files_and_folders_of_a_plan_start_at_its_own_folder(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(f'[floor]\ncheckpoints = "out"\nrefused_passwords = "p.txt"\n{TABLE}')
    plan = load_plan(path)
    assert (plan.checkpoints, plan.refused_passwords) == (tmp_path / "out", tmp_path / "p.txt")


def test_the_default_floor_has_a_table_of_each_game() -> None:
    plan = default_plan()
    assert [table.book.key for table in plan.tables] == [game.key for game in GAMES]
    assert len({table.key for table in plan.tables}) == 10


PLUS = '[[table]]\nname = "P"\ngame = "super-six-plus"\nshuffles_each_round = true\n'
THEN, AT = "[[table.then]]\n", "from = 2026-12-01T00:00:00+08:00\n"
TABLE = '[[table]]\nname = "A"\ngame = "tiger"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: table: missing; expected at least one section [[table]]"),
        ("[[table]\n", "line 1"),
        ("[floor]\nshifts = 5\n" + TABLE, "line 2: shifts: 5; expected 1, 2, 3, 4, 6 or 8"),
        ("[floor]\nshifts = true\n" + TABLE, "line 2: shifts: True; expected 1, 2, 3, 4, 6 or 8"),
        ('[floor]\nday_begins = "6 am"\n' + TABLE, "day_begins: '6 am' is not a time of day"),
        ('[floor]\nzone = "+15:00"\n' + TABLE, "zone: a zone of 900 minutes"),
        ("x = 1\n" + TABLE, "line 1: x: not known here"),
        ('[[table]]\ngame = "tiger"\n', "line 1: name: missing; expected a name"),
        ('[[table]]\nname = "A"\n', "line 1: game: missing; expected a game"),
        ('[[table]]\nname = "A"\ngame = 3\n', "line 3: game: 3; expected a game"),
        (TABLE + TABLE, "line 5: name: 'A'; expected a name no other table has"),
        ('[[table]]\nname = "cage"\ngame = "tiger"\n', "line 2: name: 'cage'"),
        (TABLE + "decks = 3\n", "line 4: decks: 3; tiger is played with 4 to 10"),
        (TABLE + 'decks = "3"\n', "line 4: decks: '3'; expected a whole number"),
        (TABLE + "burns = 1\n", "line 4: burns: 1; expected true or false"),
        (TABLE + "deck = 8\n", "line 4: deck: not known here"),
        (
            TABLE + "betting_seconds = 0\n",
            "line 4: betting_seconds: 0; expected a whole number from 1 to",
        ),
        (TABLE + 'method = "A"\n', "line 4: method: 'A'; a table that deals itself has method B"),
        (TABLE + 'method = "D"\n', "line 4: method: 'D'; expected A, B or C"),
        (TABLE + 'dealing = "both"\n', "line 4: dealing: 'both'; expected house or staff"),
        (
            "[floor]\nsoftware = '12'\n" + TABLE,
            "line 2: software: '12'; expected 64 lowercase hexadecimal",
        ),
        ("[floor]\ndemo = 1\n" + TABLE, "line 2: demo: 1; expected true or false"),
        (TABLE + "shoe = 3\n", "line 4: shoe: 3; expected an address such as tcp://127.0.0.1:9100"),
        (TABLE + 'shoe = "tcp://x"\n', "line 4: shoe: 'tcp://x'; expected an address such as"),
        (TABLE + 'shoe = "tcp://x:0"\n', "line 4: shoe: 'tcp://x:0'; expected an address such as"),
        (
            TABLE + f'shoe = "tcp://x:{"9" * 5_000}"\n',
            "9; expected an address such as tcp://127.0.0.1",
        ),
        (
            TABLE + 'shoe = "tcp://10.0.0.7:9100"\n',
            "line 4: shoe: 'tcp://10.0.0.7:9100' leads to another machine without TLS; expected",
        ),
        (TABLE + 'shoe = "tcp://[fd00::7]:9"\n', "without TLS; expected tls://[fd00::7]:9"),
        (TABLE + 'shoe = "tls://x:9"\n', "line 1: shoe_certificate: a tls:// line needs the"),
        (
            TABLE + 'shoe = "tcp://[::1]:9"\nshoe_certificate = "a.pem"\n',
            "line 5: shoe_certificate: a tls:// line needs the certificate of the device, and no",
        ),
        (TABLE + 'shoe_certificate = "a.pem"\n', "line 4: shoe_certificate: a tls:// line needs"),
        (
            TABLE + 'shoe = "tls://x:9"\nshoe_certificate = 3\n',
            "line 5: shoe_certificate: 3; expected the name of a file",
        ),
        (
            TABLE + 'shoe = "tls://x:9"\nshoe_certificate = "none.pem"\n',
            "none.pem cannot be used: No such file or directory",
        ),
        (
            TABLE + 'shoe = "tls://x:9"\nshoe_certificate = "floor.toml"\n',
            "floor.toml cannot be used: no certificate in it",
        ),
        (TABLE + 'road_tail = "x"\n', "line 4: road_tail: 'x'; expected retry-down or sticky"),
        (TABLE + "then = 3\n", "line 4: then: 3; expected sections [[table.then]]"),
        (TABLE + THEN, "line 4: from: missing; expected a date and time with its"),
        (
            TABLE + THEN + "from = 2026-12-01T00:00:00\n",
            "line 5: from: 2026-12-01 00:00:00; expected",
        ),
        (TABLE + THEN + AT + "shoe = 'x'\n", "line 6: shoe: not known here"),
        (TABLE + THEN + AT + "decks = 99\n", "line 6: decks: 99; tiger is played with 4 to 10"),
        (TABLE + THEN + AT + "game = 3\n", "line 6: game: 3; expected a game"),
        (
            TABLE + THEN + AT + THEN + AT,
            "line 7: from: 2026-12-01 00:00:00+08:00; expected a later",
        ),
        (
            TABLE + "wagers = 3\n",
            "line 4: wagers: 3; expected a list of at least one value, each a wager",
        ),
        (TABLE + 'wagers = ["player", "x"]\n', "line 4: wagers: tiger has no wager 'x'"),
        (TABLE + 'wagers = ["player"]\n', "limits: no banker; tiger always offers it"),
        (TABLE + "minimum_cents = 0\n", "line 4: minimum_cents: 0; expected a whole number from 1"),
        (TABLE + "maximum_cents = true\n", "line 4: maximum_cents: True; expected a whole number"),
        (TABLE + "minimum_cents = 130\n", "expected a multiple of 20"),
        (
            TABLE + "[table.limits]\ntie = [1]\n",
            "line 5: tie: [1]; expected a minimum and a maximum in cents",
        ),
        (TABLE + "limits = 3\n", "line 4: limits: 3; expected a section [table.limits]"),
        (
            TABLE + "denominations_cents = [130]\n",
            "line 4: denominations_cents: 130; expected multiples of 20",
        ),
        (TABLE + "positions = 900\n", "line 4: positions: 900; expected 1 to 200"),
        (
            TABLE + 'ladder = ["dealer"]\n',
            "line 4: ladder: expected each position once: dealer,",
        ),
        (TABLE + "ladder = 3\n", "line 4: ladder: 3; expected a list of values, each assistant"),
        (TABLE + "shuffles_each_round = 1\n", "line 4: shuffles_each_round: 1; expected true"),
        (
            TABLE + "shuffles_each_round = true\n",
            "line 4: shuffles_each_round: tiger is not dealt from a shuffler",
        ),
        (PLUS + "burns = true\n", "line 5: burns: a shuffler's cards are not burned"),
        (PLUS + "rounds_after_cut = 1\n", "line 5: rounds_after_cut: a shuffler has no cutting"),
        (PLUS + "cards_behind_cut = 14\n", "line 5: cards_behind_cut: a shuffler deals here"),
        (PLUS + 'shoe = "tcp://x:1"\n', "line 5: shoe: a shuffler deals here, which has none"),
        (
            PLUS + "rounds_on_roads = 0\n",
            "line 5: rounds_on_roads: 0; expected a whole number from 1",
        ),
        ("[pace]\ncard_gap = 1\n" + TABLE, "line 2: card_gap: not known here"),
        ("[pace]\ncard_gap_ms = -1\n" + TABLE, "line 2: card_gap_ms: -1; expected a whole"),
        ("[pace]\ncard_gap_ms = 1.5\n" + TABLE, "line 2: card_gap_ms: 1.5; expected a whole"),
        (
            "[floor]\ncurrency = 3\n" + TABLE,
            "line 2: currency: 3; expected text of 1 to 4 characters",
        ),
        ("[floor]\nmessages_per_second = 0\n" + TABLE, "line 2: messages_per_second: 0"),
        (
            "[floor]\nnetworks = 3\n" + TABLE,
            "line 2: networks: 3; expected a list of at least one value, each a network",
        ),
        ("[floor]\nnetworks = []\n" + TABLE, "line 2: networks: []; expected a list"),
        ("[floor]\nnetworks = [1]\n" + TABLE, "line 2: networks: 1; expected a network such as"),
        (
            '[floor]\nnetworks = ["10.0.0.1/8"]\n' + TABLE,
            "'10.0.0.1/8'; expected a network",
        ),
        ('[floor]\nnetworks = ["0.0.0.0/0"]\n' + TABLE, "'0.0.0.0/0' is not a private network"),
        (
            '[floor]\nnetworks = ["::/0"]\n' + TABLE,
            "'::/0' is not a private network",
        ),
        ('[floor]\nnetworks = ["8.8.8.0/24"]\n' + TABLE, "'8.8.8.0/24' is not a private network"),
        ("pace = 3\n" + TABLE, "line 1: pace: 3; expected a section [pace]"),
        ("table = [3]\n", "line 1: table: 3; expected a section of keys and values"),
        (TABLE + "wagers = []\n", "line 4: wagers: []; expected a list of at least one value"),
        (TABLE + "[table.limits]\nx = [1, 2]\n", "line 5: x: not on offer; expected player,"),
        (TABLE + "number = '1'\n", "line 4: number: '1'; expected a whole number from 0"),
        (TABLE + "deks = 8\n", "line 4: deks: not known here; did you mean decks?"),
        (f'[[table]]\nname = "{"a" * 41}"\ngame = "tiger"\n', "expected a name no other table"),
        (TABLE + THEN + "from = 2026-12-01\n", "line 5: from: 2026-12-01; expected a date and"),
    ],
)
def test_an_error_names_the_line_the_key_and_the_expected_value(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match="floor") as error:
        load_plan(path)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        ("a = 1\n[x]\n\nb.c = 2\n", ("x", "b", "c"), 4),
        ("[[t]]\n[t.u]\n[[t]]\n[t.u]\nk = 1\n", ("t", 1, "u", "k"), 5),
        ("[[t]]\n[[t.v]]\n[[t]]\n[[t.v]]\n[[t.v]]\nk = 1\n", ("t", 1, "v", 1, "k"), 6),
        ("[[t]]\nk = 1\n[[t]]\nj = 1\n", ("t", 1, "k"), 3),
        ("[ t . 'u' ] # note\n\"k\" = 1\n", ("t", "u", "k"), 2),
        ("a = [\n  1,\n]\n", ("a", 0), 1),
        ("\n\na = 1\n", ("b",), 1),
    ],
)
def test_a_place_in_a_file_has_the_line_of_its_key_or_of_its_section(
    text: str, place: tuple[str | int, ...], line: int
) -> None:
    assert line_of(text, place) == line


def test_the_schema_accepts_what_the_floor_accepts() -> None:
    schema = resolved(plan_schema())
    for text in (WHOLE, TABLE, TABLE + THEN + AT + "decks = 6\n"):
        assert errors(schema, tomllib.loads(text)) == []


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "missing table"),
        ("x = 1\n" + "[[table]]\n", "unknown x"),
        ('[[table]]\nname = "A"\n', "missing game"),
        ('[[table]]\nname = "A"\ngame = 3\n', "3 is not a string"),
        ('[[table]]\nname = "A"\ngame = "tiger"\ndealing = "both"\n', "both is not in"),
        ('[[table]]\nname = "A"\ngame = "tiger"\nbetting_seconds = 0\n', "0 is below 1"),
        ('[[table]]\nname = "A"\ngame = "tiger"\nlimits = {tie = [1]}\n', "too few items"),
        ("[floor]\nsoftware = '12'\n", "12 does not match"),
        ("[pace]\ncard_gap_ms = 1.5\n", "1.5 is not a integer"),
    ],
)
def test_the_schema_refuses_what_the_floor_refuses(tmp_path: Path, text: str, error: str) -> None:
    assert any(error in each for each in errors(resolved(plan_schema()), tomllib.loads(text)))
    path = tmp_path / "floor.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match="floor"):
        load_plan(path)


KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": (str, date),
    "integer": int,
    "boolean": bool,
}


def errors(schema: dict[str, Any], value: Any) -> list[str]:
    """Check a value with the keywords of JSON Schema that the schema of plans uses."""
    schema = resolved(schema)
    kind = schema.get("type")
    is_kind = kind is None or isinstance(value, KINDS[kind])
    if not is_kind or (kind == "integer" and isinstance(value, bool)):
        return [f"{value} is not a {kind}"]
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{value} is not in {schema['enum']}")
    if kind == "integer" and value < schema.get("minimum", value):
        found.append(f"{value} is below {schema['minimum']}")
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        found.append(f"{value} does not match {schema['pattern']}")
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            found.append("too few items")
        kinds = schema.get("prefixItems") or [schema["items"]] * len(value)
        found += [
            error for each, item in zip(kinds, value, strict=False) for error in errors(each, item)
        ]
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        found += [f"missing {name}" for name in schema.get("required", ()) if name not in value]
        found += [f"unknown {name}" for name in value if name not in known and others is False]
        for name, item in value.items():
            if name in known or others:
                found += errors(known.get(name, others), item)
    return found


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot be read: No such file or directory$"):
        load_plan(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"cannot be read: it is not text in UTF-8$"):
        load_plan(tmp_path / "bytes.toml")
