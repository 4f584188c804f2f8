"""Test the verbs that run tables, and those that read their journals."""

import json
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from punto.cli.script.runner import ScriptRunner
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import CHECKSUMS
from tests.cli.conftest import Output, Run

SCRIPT = """\
open tiger
credit 1 500
sit 1
shoe
bets
bet 1 banker=100
"""


@pytest.fixture
def sit(punto: Run) -> Output:
    """The output of `punto table` for typed lines."""

    def run(text: str, *words: str) -> str:
        answer = punto("table", *words, typed=text)
        assert (answer.returncode, answer.stderr) == (0, "")
        return answer.stdout

    return run


def test_a_table_in_the_terminal_deals_and_settles(sit: Output) -> None:
    output = sit("bet banker=20 tie=5\ndeal\nmoney\nquit\n", "tiger", "--seed", "3")
    assert "credit 1,000.00 > " in output
    assert "Player wins, 7 to 3" in output
    assert "credit/visit-1 975.00" in output
    assert "bank/table 25.00" in output


def test_the_table_continues_after_a_wrong_line(sit: Output) -> None:
    output = sit("foo\nbuy\nbet tie=x\nbet nosuch=5\nbet banker=2000\nwagers\nhelp\n\n", "tiger")
    words = "bet, deal, wagers, buy, collect, money, help, quit, open, settings"
    assert f"'foo' is not a line of a script; expected one of {words}" in output
    assert "buy needs one amount; expected for example buy 100" in output
    assert "'x' is not an amount" in output
    assert "not done: not-offered (E 2.2)" in output
    assert "not done: short-of-credit" in output
    assert "12 to 1, 20 to 1" in output
    assert "Settled: " in output


def test_a_table_stored_in_a_file_continues_where_it_was(sit: Output) -> None:
    sit("bet banker=20\ndeal\nbet banker=100\n", "super-six", "--journal", "mine.db")
    output = sit("money\nbet tie=5\ndeal\n", "super-six", "--journal", "mine.db")
    # No wager was decided when the session ended with bets open.
    assert "Round 2 is void: " in output
    assert "Settled: " in output


@pytest.mark.parametrize("commands", [["open tiger"], ["open tiger", "credit 1 1000"]])
def test_a_session_that_ended_before_the_patron_sat_down_is_completed(
    sit: Output, tmp_path: Path, commands: list[str]
) -> None:
    with closing(SqliteJournal(tmp_path / "mine.db")) as journal:
        play = ScriptRunner(journal)
        for line in commands:
            play.run(line)
    output = sit("bet banker=20\nmoney\n", "tiger", "--journal", "mine.db")
    assert "credit/visit-1 980.00" in output


def test_tables_in_files_of_similar_names_have_separate_shoes(punto: Run, sit: Output) -> None:
    """One shoe must not replace the sealed order of the other."""
    ended = "deal\nend"
    for name, typed in (("mine.db", "deal"), ("mine.old", "deal"), ("mine.db", ended)):
        sit(f"{typed}\n", "super-six", "--journal", name)
    (shoe,) = json.loads(punto("verify-shoe", "mine.db", "--json").stdout)
    assert shoe["answer"]["key"] == "shoe-check.as-committed"


def test_a_table_stored_in_a_file_accepts_only_its_game(
    punto: Run, run: Output, sit: Output, tmp_path: Path
) -> None:
    sit("bet banker=20\ndeal\n", "tiger", "--journal", "mine.db")
    for game, answer in (
        ("seven-up", "mine.db stores a table of tiger, not of seven-up"),
        ("nosuch", "there is no game 'nosuch'"),
    ):
        assert answer in run("table", game, "--journal", "mine.db", fails=True)
    assert punto("table", "nosuch", "--journal", "new.db").returncode == 2
    assert not (tmp_path / "new.db").exists()
    assert "Settled: " in sit("bet tie=5\ndeal\n", "tiger", "--journal", "mine.db")


def test_collect_ends_the_visit_with_a_voucher(sit: Output) -> None:
    output = sit("bet banker=20\ncollect\nbuy 50\nmoney\n", "tiger")
    assert "visit-1 collects $1,000.00 as a voucher." in output
    assert "credit/visit-1 1,050.00" in output


def test_a_refused_collection_buys_no_new_credit(sit: Output) -> None:
    output = sit("bet banker=20\nclose\ncollect\nmoney\n", "tiger")
    assert "not done: sum-changed" in output
    assert "credit/visit-1 980.00" in output


def test_a_playthrough_reads_a_file_or_standard_input(punto: Run, tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_text(SCRIPT, encoding="utf-8")
    output = punto("playthrough", "script.txt").stdout
    assert "Seat 1 has $" in output
    records = [
        json.loads(line)
        for line in punto("playthrough", "script.txt", "--json").stdout.splitlines()
    ]
    assert [each["event"] for each in records if "event" in each][-1] == "WagersPlaced"
    assert records[-1]["stakes"][0]["cents"] == 100_00


def test_every_line_of_a_playthrough_as_json_is_json(punto: Run, tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_text("help\nmoney\n" + SCRIPT + "money\n", encoding="utf-8")
    output = punto("playthrough", "script.txt", "--json").stdout
    helped, nothing, *_, held = [json.loads(line) for line in output.splitlines()]
    assert helped["help"].startswith("open GAME")
    assert nothing == {"line": 2, "balances_cents": {}}
    assert held["balances_cents"]["credit/visit-1"] == 400_00
    assert sum(held["balances_cents"].values()) == 0
    assert "    credit/visit-1 400.00\n" in punto("playthrough", "script.txt").stdout


def test_a_playthrough_accepts_commands_as_json(punto: Run, tmp_path: Path) -> None:
    by = {"kind": "patron", "name": "visit-1"}
    stakes = [{"wager": "banker", "cents": 100_00}]
    lines = [
        {"command": "OpenTable", "rulebook": "tiger"},
        {"command": "BeginVisit", "visit": "visit-1", "terminal": "T1"},
        {"command": "BuyCredit", "visit": "visit-1", "cents": 500_00},
        {"command": "TakeSeat", "seat": 1, "visit": "visit-1", "by": by},
        {"command": "LoadShoe", "shoe": "s1", "commitment": "00"},
        {"command": "OpenBets"},
        {"command": "PlaceWagers", "round": 1, "seat": 1, "stakes": stakes, "after": 0, "by": by},
        {"command": "PlaceWagers", "round": 9, "seat": 1, "stakes": stakes, "after": 0, "by": by},
    ]
    script = "".join(json.dumps(each) + "\n" for each in lines)
    (tmp_path / "script.jsonl").write_text(script, encoding="utf-8")
    output = punto("playthrough", "script.jsonl", "--json").stdout
    records = [json.loads(line) for line in output.splitlines()]
    assert [each.get("event", "refused") for each in records] == [
        "TableOpened",
        "VisitBegun",
        "CreditBought",
        "SeatTaken",
        "ShoeLoaded",
        "BetsOpened",
        "WagersPlaced",
        "refused",
    ]
    assert records[-1]["refused"]["code"] == "other-round"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("{", "line 1: not a command"),
        ('{"command": "Deal"}', "command: 'Deal'; expected one of OpenTable"),
        ('{"command": ["OpenBets"]}', "command: ['OpenBets']; expected one of OpenTable"),
        ('{"command": ' + "[" * 9_000, "line 1: not a command: maximum recursion depth exceeded"),
        ('{"command": "OpenBets", "seat": 1}', "OpenBets has no seat"),
        ('{"command": "TakeSeat", "seat": "x", "visit": "v"}', "Expected `int`, got `str`"),
        ('{"command": "OpenBets", "by": {"kind": "cat"}}', "not a command"),
        ('{"command": "OpenTable", "rulebook": "tigr"}', "there is no game 'tigr'"),
    ],
)
def test_a_line_of_json_that_is_not_a_command_is_refused(
    run: Output, tmp_path: Path, line: str, answer: str
) -> None:
    (tmp_path / "script.jsonl").write_text(line + "\n", encoding="utf-8")
    assert answer in run("playthrough", "script.jsonl", fails=True, has_output=True)


def test_an_unknown_line_is_reported_with_its_number(punto: Run, tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_text("open tiger\nfoo\n", encoding="utf-8")
    answer = punto("playthrough", "script.txt")
    assert answer.returncode == 2
    assert (
        "line 2: 'foo' is not a line of a script; expected one of help, money, open"
        in answer.stderr
    )


def test_meters_count_the_transfers_of_a_journal(punto: Run, day: Path) -> None:
    found = json.loads(punto("journal", "meters", day.name, "--json").stdout)
    staked = found["table table"]["wager"]["cents"]
    back = sum(
        found["table table"].get(why, {"cents": 0})["cents"]
        for why in ("collected", "wager-returned", "refund", "withdrawal")
    )
    assert staked == back > 0
    assert "collected" in punto("journal", "meters", day.name).stdout


def test_a_day_prints_its_counts(punto: Run) -> None:
    output = punto("day", "--seed", "7", "--rounds", "30", "--json").stdout
    assert output.startswith("{\n")
    found = json.loads(output)
    assert (found["seed"], found["violations"]) == (7, 0)
    assert found["settled"] + found.get("void", 0) == 30
    assert found["rounds_per_second"] > 0
    again = json.loads(punto("day", "--seed", "7", "--rounds", "30", "--json").stdout)
    assert again["head"] == found["head"]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["day", "--faults", "fire"], "'fire' is not a fault; expected doubled"),
        (["day", "--rounds", "0"], "0 rounds are too few; expected at least one"),
        (["day", "--journal", "."], "already exists; expected a new file"),
        (["journal", "verify", "none.db"], "there is no journal none.db"),
        (["journal", "replay", "none.db"], "there is no journal none.db"),
        (["verify-shoe", "none.db"], "there is no journal none.db"),
        (["playthrough", "none.txt"], "none.txt cannot be read"),
        (["table", "tigr"], "there is no game 'tigr'"),
        (["table", "tiger", "--journal", "no/such/folder.db"], "cannot be written"),
    ],
)
def test_invalid_input_prints_one_line(run: Output, words: list[str], answer: str) -> None:
    assert answer in run(*words, fails=True)


def test_a_day_of_an_unknown_game_creates_no_file(run: Output, tmp_path: Path) -> None:
    run("day", "--game", "tigr", "--journal", "new.db", fails=True)
    assert not list(tmp_path.iterdir())


def test_a_whole_journal_is_verified(punto: Run, day: Path) -> None:
    assert punto("journal", "verify", "day.db").stdout.startswith("day.db is whole\n")
    output = punto("journal", "verify", "day.db", "--json").stdout
    assert output.startswith("{\n")
    found = json.loads(output)
    head = found["heads"]["table"]
    assert punto("journal", "verify", "day.db", "--head", f"table={head}").returncode == 0
    answer = punto("journal", "verify", "day.db", "--head", f"table={'0' * 64}")
    assert answer.returncode == 2
    assert f"table does not hold the exported head {'0' * 64}" in answer.stderr
    answer = punto("journal", "verify", "day.db", "--head", f"table={head[:16]}")
    assert answer.returncode == 2
    assert "expected each stream once, as in tiger-5=HASH" in answer.stderr
    assert day.exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DELETE FROM entries WHERE stream = 2 AND number = 50", "does not chain at entry 50"),
        ("DELETE FROM entries WHERE stream = 2 AND number > 400", "ends at entry 400"),
        (
            "UPDATE entries SET body = CAST('[]' AS BLOB) WHERE number = 9",
            "does not chain at entry 9",
        ),
        ("UPDATE transfers SET cents = cents + 1", "differs from the transfer in its entry"),
        (
            "INSERT INTO transfers VALUES ('x', 'cage', 'credit/x', 5, 'buy-in')",
            "differs from the transfer in its entry",
        ),
        ("UPDATE balances SET cents = cents + 1 WHERE account = 'cage'", "cage holds"),
        ("INSERT INTO balances VALUES ('credit/me', 100)", "credit/me holds 100 cents"),
    ],
)
def test_a_change_in_a_journal_is_found(punto: Run, day: Path, change: str, words: str) -> None:
    SqliteJournal(day, read_only=True).close()
    db = apsw.Connection(str(day), vfs=CHECKSUMS)
    for name in ("entries_stay", "entries_remain", "transfers_stay", "transfers_remain"):
        db.execute(f"DROP TRIGGER {name}")
    db.execute(change)
    db.close()
    answer = punto("journal", "verify", "day.db")
    assert answer.returncode == 2
    assert words in answer.stderr


def test_a_changed_page_with_a_valid_checksum_is_found(punto: Run, day: Path) -> None:
    data = bytearray(day.read_bytes())
    for page in range(1, len(data) // 4096):
        data[4096 * page + 2000] ^= 1
    day.write_bytes(data)
    answer = punto("journal", "verify", "day.db")
    assert answer.returncode == 2
    assert "day.db is damaged: a page does not match its checksum" in answer.stderr


def test_a_journal_is_replayed_and_exported(punto: Run, day: Path) -> None:
    output = punto("journal", "replay", "day.db", "--stream", "table").stdout
    assert "The table opened with Super Six No Commission Baccarat, rules " in output
    assert "Settled: " in output
    other = punto("journal", "replay", "day.db", "--stream", "nosuch")
    assert (other.returncode, other.stdout) == (2, "")
    assert "there is no stream 'nosuch'; the journal has cage, table" in other.stderr
    lines = punto("journal", "export", "day.db").stdout.splitlines()
    first = json.loads(lines[0])
    assert (first["stream"], first["number"]) == ("cage", 1)
    assert len(first["hash"]) == 64
    assert day.exists()


def test_every_revealed_shoe_is_checked(punto: Run, day: Path) -> None:
    found = json.loads(punto("verify-shoe", "day.db", "--json").stdout)
    assert {each["answer"]["key"] for each in found} == {"shoe-check.as-committed"}
    assert day.exists()
