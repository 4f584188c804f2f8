"""`punto emulate`: what a laboratory sees when it has a shoe go wrong."""

import pytest

from punto.library import GAMES
from tests.cli.conftest import Run


@pytest.mark.parametrize("key", [book.key for book in GAMES])
def test_a_shoe_without_faults_deals_every_game_without_an_alarm(punto: Run, key: str) -> None:
    said = punto("emulate", key, "--rounds", "3").stdout
    assert said.count("RoundSettled") == 3
    assert said.count("The device agrees with the result.") == 3
    assert "alarm" not in said


def test_a_card_that_is_not_read_is_entered_by_hand(punto: Run) -> None:
    said = punto("emulate", "tiger", "--faults", "2 unread").stdout
    assert "alarm: Error 1." in said
    assert "enter card 2 by hand" in said
    assert "RoundSettled" in said


def test_a_lost_frame_is_said_again_and_a_spoofed_one_is_an_alarm(punto: Run) -> None:
    said = punto("emulate", "tiger", "--faults", "3 lost; 4 spoofed Kd").stdout
    assert "said again: 38 bytes" in said
    assert "alarm: From the device: a frame does not bear this device's tag." in said
    assert "RoundSettled" in said


def test_a_run_ends_where_somebody_must_answer(punto: Run) -> None:
    faults = "5 together 2 unknown"
    said = punto("emulate", "tiger-no-commission-live", "--faults", faults, "--seed", "3").stdout
    assert "the run ends here; next: wait" in said
    voided = punto("emulate", "tiger", "--faults", "2 card-code", "--rounds", "3").stdout
    assert voided.endswith("the run ends here; next: end-shoe\n")
    locked = punto("emulate", "tiger", "--faults", "2 lock").stdout
    assert locked.endswith("the run ends here; next: draw\n")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--faults", "2 nonsense"], "'nonsense' is no fault; expected one of unread, misread"),
        (["--faults", "unread"], "'unread' is no fault; expected a card's number"),
        (["--faults", "2 misread"], "misread takes the number of a card and a card"),
        (["--rounds", "0"], "0 rounds; expected at least one"),
    ],
)
def test_a_mistake_is_one_line(punto: Run, words: list[str], answer: str) -> None:
    failed = punto("emulate", "tiger", *words)
    assert failed.returncode == 2
    assert answer in failed.stderr
    assert failed.stderr.count("\n") == 1
