"""Lines for what went wrong: read strictly, led on by what the table waits for."""

import pytest

from punto.cli.incident_lines import FACTS, INCIDENT_LINES, waiting
from punto.cli.scripted import HELP, Scripted
from punto.core.irregularity import Circumstance, Trigger
from punto.journal.in_memory import InMemoryJournal
from punto.table.incidents import Report
from punto.table.refusals import Refusal
from punto.table.state import Phase, Table
from tests.cli.conftest import Run

DEALING = (
    "open tiger-no-commission-live",
    "credit 1 500",
    "sit 1",
    "shoe 9s Kc Kd 6h",
    "bets",
    "bet 1 banker=100",
    "close",
    "draw",
)


def played(*lines: str) -> Scripted:
    """A table after some lines, none of them refused."""
    play = Scripted(InMemoryJournal())
    for line in (*DEALING, *lines):
        assert not any(isinstance(each, Refusal) for each in play.run(line)), line
    return play


def refused(play: Scripted, line: str) -> str:
    """Why the last thing a line asked was not done."""
    answer = play.run(line)[-1]
    assert isinstance(answer, Refusal)
    return answer.code


def test_a_report_has_facts_cards_numbers_a_round_and_a_proof_in_any_order() -> None:
    line = '9h "proof=camera 4" order-known round=3 Kc numbers=4,5'
    words = ["drawn-together", *line.replace('"proof=camera 4"', "proof=camera_4").split()]
    said, _ = INCIDENT_LINES["report"](Table(), words)
    seen = (Circumstance.ORDER_KNOWN,)
    cards, numbers = ("9h", "Kc"), (4, 5)
    assert said == Report(Trigger.DRAWN_TOGETHER, seen, cards, numbers, 3, "camera_4")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("report", "something is missing; expected foreign-card or card-count"),
        ("report rain", "'rain'; expected foreign-card or card-count"),
        ("report uncovered 1s", "'1s' is neither a card, as in 9s, nor what was seen: "),
        ("report uncovered established", "'established' is neither a card"),
        ("report uncovered why=rain", "'why'; expected numbers or round or proof"),
        ("report left-with-cards numbers=x", "'x' is not the number of a card; expected"),
        ("report uncovered round=last", "'last' is not a round; expected a number"),
        ("facts rain", "'rain' is neither a card"),
        ("rule", "something is missing; expected void or continue"),
        ("rule void cards=x", "'x' is neither a card"),
        ("aside x", "'x' is neither a card"),
        ("by pit-manager and: bets", "something is missing; expected dealer"),
    ],
)
def test_a_line_that_says_nothing_known_says_what_was_expected(line: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"expected|neither") as raised:
        played().run(line)
    assert words in str(raised.value)


def test_a_table_that_waits_says_for_whom_and_by_what() -> None:
    play = played()
    assert waiting(play.table, "en") == ""
    play.run("report uncovered")
    answered = "rule as-proposed REASON, rule void REASON and so on, refer REASON"
    expected = f"Gaming Shift Manager rules on what is to be done (T 6.1): {answered}"
    assert waiting(play.table, "en") == expected
    assert "T 6.1" in waiting(play.table, "zh")
    play.run("rule continue nothing was touched")
    assert waiting(play.table, "en") == ""


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["crash"], "somebody says whether it was the power: interrupt power, interrupt other"),
        (["together 2 order-known"], "(T 5.8, 5.8.1; POLICY P15): withdraw SEAT, stay SEAT, time"),
        (["draw ?", "report left-with-cards numbers=2"], ": aside CARDS, then sorted CARDS"),
    ],
)
def test_a_table_that_waits_says_which_lines_answer(lines: list[str], answer: str) -> None:
    assert answer in waiting(played(*lines).table, "en")


def test_bets_are_reopened_by_a_line_of_their_own() -> None:
    play = Scripted(InMemoryJournal())
    for line in (*DEALING[:-1], "report device-reset", "stay 1"):
        play.run(line)
    assert waiting(play.table, "en").endswith(": reopen")
    play.run("reopen")
    assert play.table.phase is Phase.BETS_OPEN


def test_cards_leave_the_shoe_together_as_the_device_reads_them() -> None:
    play = played("together 2 order-unknown")
    assert play.table.phase is Phase.VOID
    assert play.table.device.cards_out == 3


def test_a_line_is_said_by_one_person_or_by_two() -> None:
    play = played()
    line = 'report foreign-card "proof=a red back"'
    assert refused(play, f"by dealer: {line}") == "needs-second"
    play.run(f"by pit-supervisor and pit-manager: {line}")
    assert play.table.phase is Phase.VOID


def test_every_line_stands_in_the_help_and_facts_are_those_that_people_see() -> None:
    assert max(map(len, HELP.splitlines())) <= 80
    for name in (*INCIDENT_LINES, "together"):
        assert f"\n{name} " in HELP or f" {name} " in HELP, name
    assert Circumstance.ORDER_KNOWN in FACTS
    assert Circumstance.ESTABLISHED not in FACTS


def test_somebody_at_a_table_in_the_terminal_is_led_on(punto: Run) -> None:
    typed = "close\nreport uncovered\ndeal\nrule continue a lamp fell\nhelp all\n"
    said = punto("table", "tiger-no-commission-live", "--seed", "3", typed=typed).stdout
    assert said.count("held: Gaming Shift Manager rules on what is to be done (T 6.1)") == 2
    assert "PlayResumed round 1 source T 6.1" in said
    assert "together COUNT [FACTS]" in said
