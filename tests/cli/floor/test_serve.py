"""Run `punto serve` as a process: its output, its refusals, and a restart after a kill."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

from punto.cli.floor.serve import AddressOptions, is_for_show, serve
from punto.floor.network.allowed_networks import is_this_machine
from punto.floor.network.tls import CertificatePair
from punto.floor.plan_file import plan_schema
from punto.floor.software_identity import software_digest
from punto.journal.chain import verify
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.events import CardDrawn, IrregularityRaised, RoundSettled, RoundVoided
from tests.cli.conftest import Output
from tests.floor.papers import a_pair
from tests.floor.playing import Terminal, connected

PLAN = """
[floor]
pairings_per_second = 1000
[pace]
betting_ms = 700
confirm_ms = 300
card_gap_ms = 250
settle_ms = 100
result_pause_ms = 100
shoe_ms = 1
ruling_ms = 50
[[table]]
name = "Tiger 1"
game = "tiger"
"""


def punto(*words: str) -> list[str]:
    return [sys.executable, "-c", "from punto.cli.main import main; main()", *words]


@contextmanager
def serving(folder: Path, plan: str = PLAN) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Start a server in its own process, and return its port."""
    (folder / "plan.toml").write_text(plan)
    words = ("serve", "--data", str(folder / "data"), "--port", "0")
    process = subprocess.Popen(
        punto(*words, "--tables", str(folder / "plan.toml"), "--log", str(folder / "log")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with opened(process) as port:
        yield process, port


@contextmanager
def opened(process: "subprocess.Popen[str]") -> Iterator[int]:
    """Wait for the port of a server, and kill the server at the end."""
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Punto is open at http://127.0.0.1:"), (
            line,
            process.stderr and process.stderr.read(),
        )
        yield int(line.rstrip("/\n").rpartition(":")[2])
    finally:
        process.kill()
        process.communicate()


def test_the_administrators_code_is_printed_and_not_stored(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, _):
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(6)]
        text = "".join(lines)
        assert "This is a demo floor: its passwords are public" in text
        code = text.partition("with the code ")[2].split()[0]
        assert len(code) == 19
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    for path in (tmp_path / "log", *(tmp_path / "data").rglob("*")):
        assert path.is_dir() or code.encode() not in path.read_bytes(), path


class Line:
    """The port of a floor in another process, for a terminal."""

    def __init__(self, port: int) -> None:
        self.port = port


def test_a_server_killed_while_it_deals_resolves_the_round_by_its_clause(tmp_path: Path) -> None:
    async def until_dealing(process: "subprocess.Popen[str]", port: int) -> tuple[str, str]:
        key = _paired(port)
        async with connected(port) as line:
            terminal = Terminal(Line(port), line, *key)  # type: ignore[arg-type]
            await terminal.say(
                type="hello", protocol=1, terminal=key[0], key=key[1], tables=["tiger-1"]
            )
            await terminal.done(type="buy", cents=500_00)
            await terminal.done(type="sit", table="tiger-1")
            answer = await terminal.place("tiger-1", player=100_00)
            assert answer["ok"], answer
            view = await terminal.seen("tiger-1", "dealing")
            while len(view["hands"]["banker"]["cards"]) < 1:
                await terminal.next()
                view = terminal.views["tiger-1"]
            process.send_signal(signal.SIGKILL)
        return key

    with serving(tmp_path) as (process, port):
        key = asyncio.run(until_dealing(process, port))
        assert process.wait(10) == -signal.SIGKILL

    async def after(port: int) -> dict[str, Any]:
        async with connected(port) as line:
            terminal = Terminal(Line(port), line, *key)  # type: ignore[arg-type]
            await terminal.say(
                type="hello", protocol=1, terminal=key[0], key=key[1], tables=["tiger-1"]
            )
            welcome = await terminal.heard("welcome")
            await terminal.seen("tiger-1", "bets-open", after=1)
            return welcome

    with serving(tmp_path) as (process, port):
        welcome = asyncio.run(after(port))
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    journal = SqliteJournal(tmp_path / "data" / "floor.db", read_only=True)
    verify(journal)
    events = [event for stored in journal.read("tiger-1") for event in stored.entry.events]
    raised = [event for event in events if isinstance(event, IrregularityRaised)]
    assert raised, "the journal has the interruption"
    voided = any(isinstance(event, RoundVoided) for event in events)
    drawn = [event for event in events if isinstance(event, CardDrawn)]
    assert voided or any(isinstance(event, RoundSettled) for event in events)
    assert len(drawn) >= 2
    assert raised[0].source.startswith("E 5.9")
    if voided:
        assert welcome["credit_cents"] == 500_00
    journal.close()


def _paired(port: int) -> tuple[str, str]:
    import urllib.request

    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/terminals", method="POST", data=b""
    )
    answer = json.load(urllib.request.urlopen(request))
    return answer["terminal"], answer["key"]


def test_a_second_server_on_the_same_folder_or_port_prints_one_line(
    tmp_path: Path, run: Output
) -> None:
    with serving(tmp_path) as (process, port):
        data, plan = str(tmp_path / "data"), str(tmp_path / "plan.toml")
        assert "is in use by another process" in run(
            "serve", "--data", data, "--port", "0", "--tables", plan, fails=True
        )
        assert f"port {port} of 127.0.0.1 cannot be used: Address already in use" in run(
            "serve", "--data", str(tmp_path / "other"), "--port", str(port), fails=True
        )
        copy = str(tmp_path / "copy.db")
        finished = subprocess.run(
            punto("backup", copy, "--data", data), capture_output=True, text=True, check=True
        )
        assert "verified" in finished.stdout
        assert "already exists" in run("backup", copy, "--data", data, fails=True)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def test_every_line_of_the_log_is_json_also_those_of_libraries(tmp_path: Path) -> None:
    program = (
        "import logging, sys; from pathlib import Path; from punto.cli.floor.serve import _logs\n"
        "import structlog; _logs(Path(sys.argv[1])); structlog.get_logger('x').error('ours', n=1)\n"
        "try: 1 / 0\n"
        "except ZeroDivisionError: logging.getLogger('uvicorn.error').exception('theirs %s', 7)"
    )
    log = tmp_path / "floor.log"
    subprocess.run([sys.executable, "-c", program, str(log)], check=True)
    ours, theirs = map(json.loads, log.read_text(encoding="utf-8").splitlines())
    assert (ours["event"], ours["level"], ours["n"]) == ("ours", "error", 1)
    assert (theirs["event"], theirs["level"]) == ("theirs 7", "error")
    assert "ZeroDivisionError" in theirs["exception"]


def test_a_damaged_journal_prints_one_line_for_damage_at_any_place(
    tmp_path: Path, run: Output
) -> None:
    with serving(tmp_path) as (process, _):
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    path = tmp_path / "data" / "floor.db"
    SqliteJournal(path, read_only=True).close()
    sound = path.read_bytes()
    for page in (len(sound) // 4_096 * part // 5 for part in (1, 2, 3, 4)):
        damaged = bytearray(sound)
        for at in range(page, page + 4):
            damaged[at * 4_096 + 2_000] ^= 1
        path.write_bytes(damaged)
        words = "serve", "--data", str(path.parent), "--port", "0"
        message = run(*words, "--tables", str(tmp_path / "plan.toml"), fails=True)
        assert "floor.db is damaged" in message


def test_a_floor_whose_keys_are_missing_does_not_start(tmp_path: Path, run: Output) -> None:
    """New keys would make all vouchers and passwords invalid."""
    data, elsewhere = tmp_path / "data", tmp_path / "aside"
    elsewhere.mkdir()

    def serve_once() -> None:
        with serving(tmp_path) as (process, _):
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0

    def files() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}

    serve_once()
    whole = files()
    words = ("serve", "--data", str(data), "--port", "0", "--log", str(tmp_path / "log"))
    for lost in (("house",), ("seal",), ("sign",), ("house", "seal", "sign")):
        for name in lost:
            (data / "keys" / f"{name}.key").rename(elsewhere / name)
        before = files()
        message = run(*words, fails=True)
        named = ", ".join(f"{name} version 1" for name in lost)
        assert (
            f"keys lacks keys of this journal: {named}; restore them from their backup" in message
        )
        assert "docs/how-to/safety.md#restore-a-missing-key" in message
        assert files() == before
        for name in lost:
            (elsewhere / name).rename(data / "keys" / f"{name}.key")
    assert files() == whole
    serve_once()


def test_a_journal_of_another_version_prints_one_line(tmp_path: Path, run: Output) -> None:
    (tmp_path / "data").mkdir()
    db = apsw.Connection(str(tmp_path / "data" / "floor.db"))
    db.execute("CREATE TABLE t (x); PRAGMA user_version = 99")
    db.close()
    message = run("serve", "--data", str(tmp_path / "data"), "--port", "0", fails=True)
    assert "is a journal of version 99, but this Punto reads version 1" in message


def test_an_unwritable_log_is_named_instead_of_the_data_folder(tmp_path: Path, run: Output) -> None:
    words = ("serve", "--data", str(tmp_path / "data"), "--port", "0", "--log", "/none/floor.log")
    assert "/none/floor.log cannot be written: No such file or directory" in run(*words, fails=True)


def test_a_folder_of_the_other_kind_of_floor_prints_one_line(tmp_path: Path, run: Output) -> None:
    with serving(tmp_path) as (process, _):
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    words = ("serve", "--data", str(tmp_path / "data"), "--port", "0", "--no-demo")
    message = run(*words, fails=True)
    assert "data is a demo floor; expected a start without --no-demo, demo = false and" in message
    pair = a_pair(tmp_path)
    by_tls = ("--certificate", str(pair.certificate), "--key", str(pair.key))
    assert "data is a demo floor; expected a start without" in run(*words[:-1], *by_tls, fails=True)


def test_a_real_money_floor_never_opens_as_a_demo_floor(tmp_path: Path, run: Output) -> None:
    plan = PLAN.replace("[floor]", "[floor]\ndemo = false")
    with serving(tmp_path, plan) as (process, _):
        assert process.stdout is not None
        text = "".join(process.stdout.readline() for _ in range(4))
        assert "demo" not in text
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    message = run("serve", "--data", str(tmp_path / "data"), "--port", "0", fails=True)
    assert "data is a real-money floor; expected a start with --no-demo, or another" in message


def test_a_data_folder_that_is_a_file_prints_one_line(tmp_path: Path, run: Output) -> None:
    (tmp_path / "data").write_text("x")
    assert "cannot be used" in run(
        "serve", "--data", str(tmp_path / "data"), "--port", "0", fails=True
    )


def test_an_invalid_port_prints_one_line(run: Output) -> None:
    assert "expected 0 to 65535" in run("serve", "--port", "70000", fails=True)


def test_a_certificate_without_a_valid_key_prints_one_line(tmp_path: Path, run: Output) -> None:
    paper = tmp_path / "floor.pem"
    assert "expected --certificate and --key" in run(
        "serve", "--certificate", str(paper), fails=True
    )
    paper.write_text("not a certificate")
    message = run("serve", "--certificate", str(paper), "--key", str(paper), fails=True)
    assert "floor.pem do not go together" in message


def test_a_demo_floor_serves_only_this_machine() -> None:
    assert is_for_show(None)
    assert not is_for_show(CertificatePair(Path("floor.pem"), Path("floor.key")))
    # Without a certificate a floor does not serve other machines.
    for host in ("0.0.0.0", "::", "10.1.2.3", "floor.example"):
        with pytest.raises(ValueError, match=f"other machines can reach {host}, which needs TLS"):
            AddressOptions(host=host).check()
    for host in ("127.0.0.1", "127.9.9.9", "localhost", "::1", "::ffff:127.0.0.1"):
        assert is_this_machine(host)


def test_a_malformed_plan_names_its_line(tmp_path: Path, run: Output) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('[[table]]\nname = "A"\ngame = "tigre"\n')
    message = run("serve", "--data", str(tmp_path / "data"), "--tables", str(plan), fails=True)
    assert "plan.toml, line 3: game: there is no game 'tigre'; did you mean tiger" in message


def test_unapproved_software_does_not_open_a_floor(tmp_path: Path, run: Output) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(f'[floor]\nsoftware = "{"0" * 64}"\n[[table]]\nname = "A"\ngame = "tiger"\n')
    message = run("serve", "--data", str(tmp_path / "data"), "--tables", str(plan), fails=True)
    assert f"plan.toml approves software {'0' * 64}; this is {software_digest()}" in message


def test_a_checked_plan_lists_its_tables_and_games_and_touches_no_data(
    tmp_path: Path, run: Output
) -> None:
    plan, data = tmp_path / "plan.toml", tmp_path / "data"
    change = "[[table.then]]\nfrom = 2026-12-01T00:00:00+08:00\ngame = 'super-six'\n"
    plan.write_text(PLAN + change)
    words = punto("serve", "--check", "--data", str(data), "--tables", str(plan))
    finished = subprocess.run(words, capture_output=True, text=True, check=True)
    assert finished.stdout.splitlines() == [
        f"{plan} is a valid plan of 1 table.",
        "  1  Tiger 1: tiger",
        "     from 2026-12-01T00:00:00+08:00: super-six",
    ]
    plan.write_text(PLAN + "decks = 3\n")
    message = run("serve", "--check", "--data", str(data), "--tables", str(plan), fails=True)
    assert "plan.toml, line 15: decks: 3; tiger is played with 4 to 10" in message
    assert not data.exists()


def test_a_check_needs_a_file() -> None:
    with pytest.raises(ValueError, match="--check needs a file; expected --tables FILE"):
        serve(check=True)


def test_the_schema_of_a_plan_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    serve(schema=True)
    assert json.loads(capsys.readouterr().out) == json.loads(msgspec.json.encode(plan_schema()))
