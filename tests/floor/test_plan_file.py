"""The plan of a floor: what a file may say, and the line of what it may not."""

from dataclasses import fields
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.floor import plan_file
from punto.floor.plan import Pace, default_plan
from punto.floor.plan_file import load_plan
from punto.games.library import GAMES
from punto.reports.floor.period import Calendar

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


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(WHOLE)
    plan = load_plan(path)
    assert (plan.currency, plan.messages_per_second) == ("S$", 5)
    assert plan.calendar == Calendar(zone_minutes=-210, begins_minutes=5 * 60 + 30, shifts=2)
    assert [str(each) for each in plan.networks] == ["10.20.0.0/16", "fd00:20::/64"]
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
    assert [each.road_tail for each in plan.tables] == ["retry-down", "sticky"]


def test_a_table_for_staff_may_have_any_method_of_its_document(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    rest = 'game = "tiger-no-commission-live"\ndealing = "staff"\nis_hlga = true\nmethod = "C"\n'
    path.write_text('[floor]\ndemo = false\n[[table]]\nname = "Salon"\n' + rest)
    plan = load_plan(path)
    (table,) = plan.tables
    assert (table.dealing, table.settings.method) == ("staff", DealingMethod.C)
    assert not plan.demo


def test_the_house_ranks_positions_and_has_shufflers(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    ranked = [*StaffPosition][::-1]
    names = ", ".join(f'"{each}"' for each in ranked)
    path.write_text(f"{PLUS}ladder = [{names}]\nrounds_on_roads = 60\n")
    (table,) = load_plan(path).tables
    assert table.settings.ladder == tuple(ranked)
    assert (table.settings.shuffles_each_round, table.settings.rounds_on_roads) == (True, 60)


def test_plans_that_take_the_place_of_another_from_an_instant_on(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(
        f"{TABLE}decks = 6\nnumber = 12\nwagers = ['player', 'banker', 'tie', 'tiger']\n"
        "[[table.then]]\nfrom = 2026-12-01T00:00:00+08:00\nmaximum_cents = 200000\n"
        "[[table.then]]\nfrom = 2027-01-01T00:00:00+08:00\ngame = 'super-six'\n"
    )
    (table,) = load_plan(path).tables
    _, december, january = table.all_in_turn()
    assert [each.book.key for each in table.all_in_turn()] == ["tiger", "tiger", "super-six"]
    assert (december.key, december.name, december.number) == ("a", "A", 12)
    assert (table.settings.decks, december.settings.decks, january.settings.decks) == (6, 6, 6)
    assert december.settings.limits[0].maximum_cents == 200_000
    assert december.settings.offered_wagers == table.settings.offered_wagers
    # Wagers named for one game say nothing of another.
    assert january.settings.offered_wagers == tuple(each.key for each in january.book.wagers)
    instant = datetime.fromisoformat("2026-12-01T00:00:00+08:00")
    assert table.plan_at(instant - timedelta(microseconds=1)) is table
    assert table.plan_at(instant) is december
    assert table.plan_at(instant + timedelta(days=60)) is january


def test_every_key_of_a_plan_stands_in_the_reference() -> None:
    page = (Path(__file__).parents[2] / "docs/reference/floor-plan.md").read_text("utf-8")
    pace = {each.name for each in fields(Pace)}
    keys = plan_file._TABLE_KEYS | plan_file._THEN_KEYS | plan_file._FLOOR_KEYS | pace
    assert {key for key in keys if f"| `{key}` |" not in page} == set()


def test_the_usual_floor_has_a_table_of_each_game() -> None:
    plan = default_plan()
    assert [each.book.key for each in plan.tables] == [each.key for each in GAMES]
    assert len({each.key for each in plan.tables}) == 10


PLUS = '[[table]]\nname = "P"\ngame = "super-six-plus"\nshuffles_each_round = true\n'
THEN, AT = "[[table.then]]\n", "from = 2026-12-01T00:00:00+08:00\n"
TABLE = '[[table]]\nname = "A"\ngame = "tiger"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no tables; expected at least one [[table]]"),
        ("[[table]\n", "line 1"),
        ("[floor]\nshifts = 5\n" + TABLE, "line 2: shifts: 5 shifts; expected 1, 2, 3"),
        ("[floor]\nshifts = true\n" + TABLE, "line 2: shifts: True; expected such as 3"),
        ('[floor]\nday_begins = "6 am"\n' + TABLE, "day_begins: '6 am' is no time of day"),
        ('[floor]\nzone = "+15:00"\n' + TABLE, "zone: a zone of 900 minutes"),
        ("x = 1\n" + TABLE, "line 1: x: not known here"),
        ('[[table]]\ngame = "tiger"\n', "line 1: name: every table has a name"),
        ('[[table]]\nname = "A"\n', "line 1: game: every table has a game"),
        ('[[table]]\nname = "A"\ngame = 3\n', "line 3: game: every table has a game"),
        (TABLE + TABLE, "line 5: name: 'A'; expected a name no other table has"),
        ('[[table]]\nname = "cage"\ngame = "tiger"\n', "line 2: name: 'cage'"),
        (TABLE + "decks = 3\n", "line 4: decks: 3; tiger is played with 4 to 10"),
        (TABLE + 'decks = "3"\n', "line 4: decks: '3'; expected a whole number"),
        (TABLE + "burns = 1\n", "line 4: burns: 1; expected true or false"),
        (TABLE + "deck = 8\n", "line 4: deck: not known here"),
        (TABLE + "betting_seconds = 0\n", "line 4: betting_seconds: 0; expected 1 to 3600"),
        (TABLE + 'method = "A"\n', "line 4: method: 'A'; a table that deals itself goes by B"),
        (TABLE + 'method = "D"\n', "line 4: method: 'D'; expected A, B or C"),
        (TABLE + 'dealing = "both"\n', "line 4: dealing: 'both'; expected house or staff"),
        ("[floor]\nsoftware = '12'\n" + TABLE, "line 2: software: expected the 64 figures"),
        ("[floor]\ndemo = 1\n" + TABLE, "line 2: demo: expected true or false"),
        (TABLE + "shoe = 3\n", "line 4: shoe: 3; expected a line such as tcp://127.0.0.1:9100"),
        (TABLE + 'shoe = "tcp://x"\n', "line 4: shoe: 'tcp://x'; expected a line such as"),
        (TABLE + 'shoe = "tcp://x:0"\n', "line 4: shoe: 'tcp://x:0'; expected a line such as"),
        (TABLE + f'shoe = "tcp://x:{"9" * 5_000}"\n', "9; expected a line such as tcp://127.0.0.1"),
        (
            TABLE + 'shoe = "tcp://10.0.0.7:9100"\n',
            "line 4: shoe: 'tcp://10.0.0.7:9100' leads to another machine in the clear; expected",
        ),
        (TABLE + 'shoe = "tcp://[fd00::7]:9"\n', "in the clear; expected tls://[fd00::7]:9"),
        (TABLE + 'shoe = "tls://x:9"\n', "line 1: shoe_certificate: the certificate of the device"),
        (
            TABLE + 'shoe = "tcp://[::1]:9"\nshoe_certificate = "a.pem"\n',
            "line 5: shoe_certificate: the certificate of the device, for a tls:// line and no",
        ),
        (TABLE + 'shoe_certificate = "a.pem"\n', "line 4: shoe_certificate: the certificate of"),
        (
            TABLE + 'shoe = "tls://x:9"\nshoe_certificate = 3\n',
            "line 5: shoe_certificate: expected a file, as text",
        ),
        (
            TABLE + 'shoe = "tls://x:9"\nshoe_certificate = "none.pem"\n',
            "none.pem cannot be used: No such file or directory",
        ),
        (
            TABLE + 'shoe = "tls://x:9"\nshoe_certificate = "floor.toml"\n',
            "floor.toml cannot be used: no certificate in it",
        ),
        (TABLE + 'road_tail = "x"\n', "line 4: road_tail: 'x'; expected sticky or retry-down"),
        (TABLE + "then = 3\n", "line 4: then: expected sections [[table.then]]"),
        (TABLE + THEN, "line 4: from: None; expected an instant with its offset"),
        (
            TABLE + THEN + "from = 2026-12-01T00:00:00\n",
            "line 5: from: 2026-12-01 00:00:00; expected",
        ),
        (TABLE + THEN + AT + "shoe = 'x'\n", "line 6: shoe: not known here"),
        (TABLE + THEN + AT + "decks = 99\n", "line 6: decks: 99; tiger is played with 4 to 10"),
        (TABLE + THEN + AT + "game = 3\n", "line 6: game: 3; expected a game"),
        (TABLE + THEN + AT + THEN + AT, "line 7: from: 2026-12-01 00:00:00+08:00; expected one"),
        (TABLE + "wagers = 3\n", "line 4: wagers: expected a list"),
        (TABLE + 'wagers = ["player", "x"]\n', "line 4: wagers: tiger has no wager 'x'"),
        (TABLE + 'wagers = ["player"]\n', "limits: no banker; tiger always offers it"),
        (TABLE + "minimum_cents = 0\n", "line 4: minimum_cents: 0; expected cents from 1"),
        (TABLE + "maximum_cents = true\n", "line 4: maximum_cents: True; expected cents"),
        (TABLE + "minimum_cents = 130\n", "expected a multiple of 20"),
        (TABLE + "[table.limits]\ntie = [1]\n", "line 5: tie: [1]; expected the least and"),
        (TABLE + "limits = 3\n", "line 4: limits: None; expected the least and"),
        (TABLE + "denominations_cents = [130]\n", "line 4: denominations_cents: [130]; expected"),
        (TABLE + "positions = 900\n", "line 4: positions: 900; expected 1 to 200"),
        (
            TABLE + 'ladder = ["dealer"]\n',
            "line 4: ladder: ['dealer']; expected each",
        ),
        (TABLE + "ladder = 3\n", "line 4: ladder: 3; expected each position once"),
        (TABLE + "shuffles_each_round = 1\n", "line 4: shuffles_each_round: 1; expected true"),
        (
            TABLE + "shuffles_each_round = true\n",
            "line 4: shuffles_each_round: tiger is not dealt from a shuffler",
        ),
        (PLUS + "burns = true\n", "line 5: burns: a shuffler's cards are not burned"),
        (PLUS + "rounds_after_cut = 1\n", "line 5: rounds_after_cut: a shuffler has no cutting"),
        (PLUS + "cards_behind_cut = 14\n", "line 5: cards_behind_cut: a shuffler deals here"),
        (PLUS + 'shoe = "tcp://x:1"\n', "line 5: shoe: a shuffler deals here, which has none"),
        (PLUS + "rounds_on_roads = 0\n", "line 5: rounds_on_roads: 0; expected 1 or more"),
        ("[pace]\ncard_gap = 1\n" + TABLE, "line 2: card_gap: not known here"),
        ("[pace]\ncard_gap_ms = -1\n" + TABLE, "line 2: card_gap_ms: -1; expected a whole"),
        ("[pace]\ncard_gap_ms = 1.5\n" + TABLE, "line 2: card_gap_ms: 1.5; expected a whole"),
        ("[floor]\ncurrency = 3\n" + TABLE, "line 2: currency: expected a sign"),
        ("[floor]\nmessages_per_second = 0\n" + TABLE, "line 2: messages_per_second: 0"),
        ("[floor]\nnetworks = 3\n" + TABLE, "line 2: networks: 3; expected a list of networks"),
        ("[floor]\nnetworks = []\n" + TABLE, "line 2: networks: []; expected a list"),
        ("[floor]\nnetworks = [1]\n" + TABLE, "line 2: networks: 1; expected a network such as"),
        (
            '[floor]\nnetworks = ["10.0.0.1/8"]\n' + TABLE,
            "'10.0.0.1/8'; expected a network",
        ),
        ('[floor]\nnetworks = ["0.0.0.0/0"]\n' + TABLE, "'0.0.0.0/0' is no private network"),
        (
            '[floor]\nnetworks = ["::/0"]\n' + TABLE,
            "'::/0' is no private network",
        ),
        ('[floor]\nnetworks = ["8.8.8.0/24"]\n' + TABLE, "'8.8.8.0/24' is no private network"),
        ("pace = 3\n" + TABLE, "line 1: pace: expected a section [pace]"),
        ("table = [3]\n", "table: expected keys and values"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match="floor") as wrong:
        load_plan(path)
    assert said in str(wrong.value)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot be read: No such file or directory$"):
        load_plan(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"cannot be read: it is not text in UTF-8$"):
        load_plan(tmp_path / "bytes.toml")
