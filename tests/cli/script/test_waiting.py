"""Test the lines about irregularities, and the hint for a table that waits."""

from contextlib import closing
from pathlib import Path

import pytest

from punto.audit import audit
from punto.cli.script.lines import RECORD_LINES
from punto.cli.script.runner import HELP, RUNNER_LINES, ScriptRunner
from punto.cli.script.tokens import FACTS
from punto.cli.script.waiting import awaited_lines
from punto.core.irregularities import Circumstance
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.refusals import Refusal
from punto.table.state import Phase
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


def played(*lines: str) -> ScriptRunner:
    """A table after some lines, which it all accepted."""
    play = ScriptRunner(MemoryJournal())
    for line in (*DEALING, *lines):
        assert not any(isinstance(each, Refusal) for each in play.run(line)), line
    return play


def refused(play: ScriptRunner, line: str) -> str:
    """The code of the refusal of the last command of a line."""
    answer = play.run(line)[-1]
    assert isinstance(answer, Refusal)
    return answer.code


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("report", "report: TRIGGER is missing; expected report TRIGGER [FACTS] [CARDS]"),
        ("report", "where TRIGGER is foreign-card or card-count"),
        ("report rain", "'rain' is not known here; expected foreign-card or card-count"),
        ("report uncovered 1s", "'1s' is neither a card nor a fact; expected a card, as in 9s"),
        ("report uncovered established", "'established' is neither a card nor a fact"),
        ("report uncovered why=rain", "'why' is not a name; expected report TRIGGER"),
        ("report left-with-cards numbers=x", "NUMBERS: 'x' is not a number; expected"),
        ("report uncovered round=last", "round: 'last' is not a number; expected"),
        ("facts rain", "'rain' is neither a card nor a fact"),
        ("rule", "expected rule void|continue|as-proposed|offer-withdrawal|reopen-bets REASON"),
        ("rule void cards=x", "'x' is neither a card nor a fact"),
        ("aside x", "'x' is neither a card nor a fact"),
        ("by pit-manager and: bets", "by: a sender is missing; expected by POSITION and POSITION"),
    ],
)
def test_an_error_names_the_word_and_the_expected_one(line: str, error: str) -> None:
    with pytest.raises(ValueError, match="expected") as raised:
        played().run(line)
    assert error in str(raised.value)


def test_a_table_that_waits_names_the_person_and_the_clause() -> None:
    play = played()
    assert awaited_lines(play.table, "en") == ""
    play.run("report uncovered")
    answered = "rule continue REASON, rule void REASON and so on, refer REASON"
    expected = f"Gaming Shift Manager decides what to do (T 6.1): {answered}"
    assert awaited_lines(play.table, "en") == expected
    assert "T 6.1" in awaited_lines(play.table, "zh")
    play.run("rule continue nothing was touched")
    assert awaited_lines(play.table, "en") == ""


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (
            ["crash"],
            "staff report whether it was a power failure: interrupt power, interrupt other",
        ),
        (["interrupt other"], "(POLICY P6): rule as-proposed REASON, rule continue REASON"),
        (["together 2 order-known"], "(T 5.8, 5.8.1; POLICY P15): withdraw SEAT, stay SEAT, time"),
        (["draw ?", "report left-with-cards numbers=2"], ": aside CARDS, then sorted CARDS"),
    ],
)
def test_a_table_that_waits_names_the_lines_that_answer(lines: list[str], answer: str) -> None:
    assert answer in awaited_lines(played(*lines).table, "en")


def test_bets_reopen_by_their_own_line() -> None:
    play = ScriptRunner(MemoryJournal())
    for line in (*DEALING[:-1], "report device-reset", "stay 1"):
        play.run(line)
    assert awaited_lines(play.table, "en").endswith(": reopen")
    play.run("reopen")
    assert play.table.phase is Phase.BETS_OPEN


def test_the_device_reads_cards_that_leave_the_shoe_together() -> None:
    play = played("together 2 order-unknown")
    assert play.table.phase is Phase.VOID
    assert play.table.device.cards_out == 3


def test_a_line_names_one_sender_or_two() -> None:
    play = played()
    line = 'report foreign-card "proof=a red back"'
    assert refused(play, f"by dealer: {line}") == "needs-second"
    play.run(f"by pit-supervisor and pit-manager: {line}")
    assert play.table.phase is Phase.VOID


def test_the_help_lists_every_line_and_staff_report_only_facts_that_they_see() -> None:
    assert max(map(len, HELP.splitlines())) <= 80
    for name in (*RECORD_LINES, *RUNNER_LINES):
        assert f"\n{name} " in f"\n{HELP}", name
    assert Circumstance.ORDER_KNOWN in FACTS
    assert Circumstance.ESTABLISHED not in FACTS


def test_a_table_in_the_terminal_names_the_lines_that_answer(punto: Run) -> None:
    typed = "close\nreport uncovered\ndeal\nrule continue a lamp fell\nhelp all\n"
    output = punto("table", "tiger-no-commission-live", "--seed", "3", typed=typed).stdout
    assert output.count("waits: Gaming Shift Manager decides what to do (T 6.1)") == 2
    assert "The round continues (T 6.1)." in output
    assert "together COUNT [FACT...]" in output


def test_a_settled_round_stays_until_the_next_one_begins(punto: Run) -> None:
    """Otherwise no one could report a fault of the settled round."""
    typed = "bet banker=20\ndeal\nreport wrong-number cannot-be-reconstructed proof=seen\nmoney\n"
    output = punto("table", "fortune-six-live", "--seed", "3", typed=typed).stdout
    assert (
        "Round 1 was reversed and has no result: A hand got a wrong number of cards (F 5.2)."
        in output
    )
    assert "bank/table" not in output


def test_the_record_of_a_shuffled_shoe_names_the_cards_of_a_search(punto: Run) -> None:
    typed = (
        "bet banker=100\nclose\ndraw ?\ndraw\ndraw\ndraw\nreport left-with-cards numbers=1\n"
        "aside 2h 7c\naside\nsorted\nmissing\ndeal\nsettle\nend\n"
    )
    table = ("table", "tiger-no-commission-live", "--seed", "5", "--journal", "gone.db")
    output = punto(*table, typed=typed).stdout
    assert "2h 7c is not in this place of the shoe; leave the cards out" in output
    assert "missing card was replaced." in output
    assert punto("audit", "gone.db").returncode == 0
    assert punto("verify-shoe", "gone.db").returncode == 0


def test_a_card_that_was_not_read_is_entered_in_its_place() -> None:
    play = ScriptRunner(MemoryJournal())
    for line in ("open tiger", "cards", "bets", "close", "draw ? Kc 4d 6h"):
        play.run(line)
    assert awaited_lines(play.table, "en") == "card 1 was not read: hand CARD"
    play.run("hand 5s")
    assert awaited_lines(play.table, "en") == ""
    assert play.table.phase is Phase.COMPLETE


def test_lines_that_need_the_record_of_a_shoe_are_refused_without_one() -> None:
    play = ScriptRunner(MemoryJournal())
    for line in ("open tiger", "cards", "bets", "close"):
        play.run(line)
    with pytest.raises(ValueError, match="the shoe of real cards has no record; expected report"):
        play.run("together 2")
    with pytest.raises(ValueError, match="sorted: CARDS or none is missing"):
        play.run("sorted")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("withdraw 1 2", "withdraw: unexpected word '2'; expected withdraw SEAT"),
        ("hand 2h 3h", "hand: unexpected word '3h'; expected hand [CARD]"),
        (
            "by dealer pit-manager: bets",
            "by: unexpected word 'pit-manager'; expected by POSITION and",
        ),
        ("by dealer and pit-manager junk: bets", "by: unexpected word 'junk'"),
        ("by dealer", "'by dealer' has no line after it; expected by POSITION: LINE"),
        ("interrupt foo", "unexpected word 'foo'; expected interrupt [power|other|lost]"),
        ("interrupt power other", "'other' sets power_failure a second time; expected interrupt"),
        ("by dealer: money", "money takes no sender; expected money alone"),
        ("settings ladder=1", "'ladder' is not a setting; expected"),
        ("settings limits=5", "'limits' is not a setting; expected"),
        ("settings burns=yes", "'yes' is not known here; expected 0 or 1"),
        ("settings decks=²", "decks: '²' is not a number; expected a whole number"),
        ("settings without=tigerpair", "'tigerpair' is not on offer; expected one of player"),
        ("settings limit.tigre=1-5", "'tigre' is not on offer"),
    ],
)
def test_a_word_that_a_line_does_not_take_is_an_error(line: str, error: str) -> None:
    play = ScriptRunner(MemoryJournal(), also=("money",))
    play.run("open tiger")
    with pytest.raises(ValueError, match="expected") as raised:
        play.run(line)
    assert error in str(raised.value)


def test_an_apostrophe_is_part_of_a_reason() -> None:
    play = played("report uncovered")
    play.run("rule continue the dealer's cuff")
    assert not play.table.pending_steps


def test_a_setting_of_yes_or_no_survives_a_crash() -> None:
    """A number in its place would make the journal unreadable."""
    play = ScriptRunner(MemoryJournal())
    play.run("open super-six-plus shuffles_each_round=1")
    play.run("crash")
    assert play.table.settings_in_force.shuffles_each_round is True


def test_a_line_about_a_shoe_that_has_ended_is_refused() -> None:
    play = played("draw", "draw", "draw", "settle", "end")
    assert refused(play, "together 2") == "no-round"
    assert refused(play, "aside") == "nothing-held"


@pytest.mark.parametrize(
    "lines",
    [
        ["open tiger cards_behind_cut=414", "shoe 5s Kc 4d 3h", "together 4", "settle", "end"],
        [
            *("open super-six-plus", "cards", "draw 9s", "report drawn-together order-known Kc 9d"),
            *("report unshuffled proof=x", "rule continue the log is there"),
            *("facts order-unknown because=dark", "rule continue cards=Kc,9d seen", "draw 4h"),
            *("settle", "end"),
        ],
        [
            *(
                "open tiger-no-commission-live",
                "cards",
                "draw 9s",
                "report interrupted power-failure",
            ),
            *("report interrupted power-failure",) * 2,
            *("stay 1", "withdraw 1", "draw Kc Kd 6h"),
            *("settle", "end"),
        ],
    ],
    ids=["cut", "loose", "twice"],
)
def test_the_auditor_agrees_with_a_script(lines: list[str], tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "played.db")) as journal:
        play = ScriptRunner(journal)
        begin = [lines[0], "credit 1 500", "sit 1", lines[1], "bets", "bet 1 player=100", "close"]
        for line in (*begin, *lines[2:]):
            play.run(line)
        assert play.table.shoe is None
        assert play.table.rounds == 1
    report = audit(tmp_path / "played.db")
    assert [str(each) for each in report.findings] == []
    assert report.rounds_settled == 1
