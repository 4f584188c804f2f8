"""Test `punto emulate` with and without faults, and as the shoe of a floor."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from punto.audit import audit
from punto.games.library import GAMES
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.events import RoundSettled
from tests.cli.conftest import Output, Run
from tests.floor.papers import a_pair


@pytest.mark.parametrize("key", [book.key for book in GAMES])
def test_a_shoe_without_faults_deals_every_game_without_an_alarm(punto: Run, key: str) -> None:
    output = punto("emulate", key, "--rounds", "3").stdout
    assert output.count("Settled: ") == 3
    assert output.count("The device agrees with the result.") == 3
    assert "alarm" not in output


def test_a_card_that_the_shoe_did_not_read_is_entered_by_hand(punto: Run) -> None:
    output = punto("emulate", "tiger", "--faults", "2 unread").stdout
    assert "alarm: Error 1." in output
    assert "enter card 2 by hand" in output
    assert "Settled: " in output


def test_a_lost_frame_is_sent_again_and_a_spoofed_one_is_an_alarm(punto: Run) -> None:
    output = punto("emulate", "tiger", "--faults", "3 lost; 4 spoofed Kd").stdout
    assert "sent again: 38 bytes" in output
    assert "alarm: From the device: a frame lacks a valid tag of this device." in output
    assert "Settled: " in output


def test_a_run_ends_if_the_round_waits_for_staff(punto: Run) -> None:
    faults = "5 together 2 unknown"
    output = punto("emulate", "tiger-no-commission-live", "--faults", faults, "--seed", "3").stdout
    assert "the run ends here; next step: wait" in output
    voided = punto("emulate", "tiger", "--faults", "2 card-code", "--rounds", "3").stdout
    assert voided.endswith("the run ends here; next step: end-shoe\n")
    locked = punto("emulate", "tiger", "--faults", "2 lock").stdout
    assert locked.endswith("the run ends here; next step: draw\n")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--faults", "2 nonsense"], "'nonsense' is not a fault; expected one of unread, misread"),
        (["--faults", "unread"], "'unread' is not a fault; expected a card's number"),
        (["--faults", "2 misread"], "expected a card's number, misread and a card"),
        (["--rounds", "0"], "0 rounds are too few; expected at least one"),
    ],
)
def test_invalid_input_prints_one_line(run: Output, words: list[str], answer: str) -> None:
    assert answer in run("emulate", "tiger", *words, fails=True)


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["--listen", "tcp://127.0.0.1:9100"], "expected --listen and --key"),
        (["--key", "a.key"], "expected --listen and --key"),
        (["--listen", "tcp://127.0.0.1:1", "--key", "none.key"], "none.key cannot be read"),
        (
            ["--listen", "udp://x:1", "--key", "a.key"],
            "expected an address such as tcp://127.0.0.1",
        ),
        (["--listen", "tcp://127.0.0.1:1", "--key", "a.key", "--gap-ms", "0"], "0 ms per card"),
        (
            ["--listen", "tcp://127.0.0.1:1", "--key", "a.key", "--gap-ms", "9" * 400],
            "99999999999999999999 ms per card is out of range; expected 1 to 3600000",
        ),
        (["--listen", "tcp://h:1", "--key", "a.key"], "without TLS; expected tls://h:1"),
        (["--listen", "tls://h:1", "--key", "a.key"], "tls://h:1 needs TLS; expected --certific"),
        (
            ["--listen", "tls://h:1", "--key", "a.key", "--certificate", "a.pem"],
            "tls://h:1 needs TLS; expected --certificate and --certificate-key",
        ),
        (
            ["--listen", "tcp://127.0.0.1:1", "--key", "a.key", "--certificate", "a.pem"],
            "has no TLS; expected a tls:// address",
        ),
        (["--certificate", "a.pem"], "expected --listen and --key"),
    ],
)
def test_a_shoe_that_cannot_listen_prints_one_line(
    run: Output, tmp_path: Path, words: list[str], output: str
) -> None:
    (tmp_path / "a.key").write_bytes(b"k" * 32)
    assert output in run("emulate", "tiger", *words, fails=True)


def test_a_floor_in_one_process_deals_from_a_shoe_in_another(tmp_path: Path) -> None:
    program = str(Path(sys.executable).parent / "punto")
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = f"tls://127.0.0.1:{server.getsockname()[1]}"
    pair = a_pair(tmp_path, "shoe")
    (tmp_path / "floor.toml").write_text(
        "[pace]\nbetting_ms = 50\nconfirm_ms = 1\nsettle_ms = 1\nresult_pause_ms = 1\n"
        f'[[table]]\nname = "One"\ngame = "tiger"\nshoe = "{line}"\n'
        'shoe_certificate = "shoe.pem"\n'
    )
    floor = [program, "serve", "--port", "0", "--tables", "floor.toml"]
    key = tmp_path / "data" / "keys" / "shoe-one.key"
    shoe = [program, "emulate", "tiger", "--listen", line, "--key", str(key), "--gap-ms", "5"]
    shoe += ["--certificate", str(pair.certificate), "--certificate-key", str(pair.key)]
    journal = tmp_path / "data" / "floor.db"
    with ExitStack() as later, started(floor, tmp_path):
        wait_for(key.exists)
        # Stop the floor first: it finishes its round, which needs the shoe.
        later.enter_context(started(shoe, tmp_path))
        wait_for(lambda: rounds_in(journal) >= 2)
    assert audit(journal).findings == ()


@contextmanager
def started(words: list[str], folder: Path) -> Iterator[None]:
    """Run a process during the block, and stop it as Control-C does."""
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) in (0, 130, -signal.SIGINT)


def wait_for(holds: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until, "it never became so"
        time.sleep(0.05)


def rounds_in(path: Path) -> int:
    """The number of settled rounds in a journal."""
    journal = SqliteJournal(path, read_only=True)
    try:
        entries = [stored.entry for stored in journal.read("one")]
    finally:
        journal.close()
    return sum(isinstance(each, RoundSettled) for entry in entries for each in entry.events)
