"""Lines for what went wrong: read strictly, led on by what the table waits for."""

from contextlib import closing
from pathlib import Path

import pytest

from punto.audit import audit
from punto.cli.script.irregularities import FACTS, IRREGULARITY_LINES, awaited_lines
from punto.cli.script.runner import HELP, ScriptRunner
from punto.core.irregularities import Circumstance, Trigger
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.commands.irregularities import ReportIrregularity
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


def played(*lines: str) -> ScriptRunner:
    """A table after some lines, none of them refused."""
    play = ScriptRunner(MemoryJournal())
    for line in (*DEALING, *lines):
        assert not any(isinstance(each, Refusal) for each in play.run(line)), line
    return play


def refused(play: ScriptRunner, line: str) -> str:
    """Why the last thing a line asked was not done."""
    answer = play.run(line)[-1]
    assert isinstance(answer, Refusal)
    return answer.code


def test_a_report_has_facts_cards_numbers_a_round_and_a_proof_in_any_order() -> None:
    line = '9h "proof=camera 4" order-known round=3 Kc numbers=4,5'
    words = ["drawn-together", *line.replace('"proof=camera 4"', "proof=camera_4").split()]
    command, _ = IRREGULARITY_LINES["report"](Table(), words, ())
    facts = (Circumstance.ORDER_KNOWN,)
    cards, numbers = ("9h", "Kc"), (4, 5)
    assert command == ReportIrregularity(
        Trigger.DRAWN_TOGETHER, facts, cards, numbers, 3, "camera_4"
    )


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
def test_a_table_that_waits_says_which_lines_answer(lines: list[str], answer: str) -> None:
    assert answer in awaited_lines(played(*lines).table, "en")


def test_bets_are_reopened_by_a_line_of_their_own() -> None:
    play = ScriptRunner(MemoryJournal())
    for line in (*DEALING[:-1], "report device-reset", "stay 1"):
        play.run(line)
    assert awaited_lines(play.table, "en").endswith(": reopen")
    play.run("reopen")
    assert play.table.phase is Phase.BETS_OPEN


def test_several_cards_leave_the_shoe_as_the_device_reads_them() -> None:
    play = played("together 2 order-unknown")
    assert play.table.phase is Phase.VOID
    assert play.table.device.cards_out == 3


def test_a_line_comes_from_one_person_or_two() -> None:
    play = played()
    line = 'report foreign-card "proof=a red back"'
    assert refused(play, f"by dealer: {line}") == "needs-second"
    play.run(f"by pit-supervisor and pit-manager: {line}")
    assert play.table.phase is Phase.VOID


def test_every_line_stands_in_the_help_and_facts_are_those_that_people_see() -> None:
    assert max(map(len, HELP.splitlines())) <= 80
    for name in (*IRREGULARITY_LINES, "together"):
        assert f"\n{name} " in HELP or f" {name} " in HELP, name
    assert Circumstance.ORDER_KNOWN in FACTS
    assert Circumstance.ESTABLISHED not in FACTS


def test_somebody_at_a_table_in_the_terminal_is_led_on(punto: Run) -> None:
    typed = "close\nreport uncovered\ndeal\nrule continue a lamp fell\nhelp all\n"
    output = punto("table", "tiger-no-commission-live", "--seed", "3", typed=typed).stdout
    assert output.count("waits: Gaming Shift Manager decides what to do (T 6.1)") == 2
    assert "The round continues (T 6.1)." in output
    assert "together COUNT [FACTS]" in output


def test_a_settled_round_lies_there_until_the_next_is_begun(punto: Run) -> None:
    """The next opened by itself, so that nothing could be said of the last one any more."""
    typed = "bet banker=20\ndeal\nreport wrong-number cannot-be-reconstructed proof=seen\nmoney\n"
    output = punto("table", "fortune-six-live", "--seed", "3", typed=typed).stdout
    assert (
        "Round 1 was reversed and has no result: A hand got a wrong number of cards (F 5.2)."
        in output
    )
    assert "bank/table" not in output


def test_the_search_for_a_card_of_a_shuffled_shoe_goes_by_its_own_record(punto: Run) -> None:
    typed = (
        "bet banker=100\nclose\ndraw ?\ndraw\ndraw\ndraw\nreport left-with-cards numbers=1\n"
        "aside 2h 7c\naside\nsorted\nmissing\ndeal\nsettle\nend\n"
    )
    table = ("table", "tiger-no-commission-live", "--seed", "5", "--journal", "gone.db")
    output = punto(*table, typed=typed).stdout
    assert "2h 7c is not what the shoe holds; expected no names" in output
    assert "missing card was replaced." in output
    assert punto("audit", "gone.db").returncode == 0
    assert punto("verify-shoe", "gone.db").returncode == 0


def test_an_unread_card_is_entered_where_it_lies() -> None:
    """It was laid as the next card, and nothing said which line would do."""
    play = ScriptRunner(MemoryJournal())
    for line in ("open tiger", "cards", "bets", "close", "draw ? Kc 4d 6h"):
        play.run(line)
    assert awaited_lines(play.table, "en") == "card 1 has not been read: hand CARD"
    play.run("hand 5s")
    assert awaited_lines(play.table, "en") == ""
    assert play.table.phase is Phase.COMPLETE


def test_several_cards_without_a_record_are_refused() -> None:
    play = ScriptRunner(MemoryJournal())
    for line in ("open tiger", "cards", "bets", "close"):
        play.run(line)
    with pytest.raises(ValueError, match="these cards have no record; expected report"):
        play.run("together 2")
    with pytest.raises(ValueError, match="which cards are short of complete decks"):
        play.run("sorted")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("withdraw 1 2", "'2' is not expected there; the line has said enough"),
        ("hand 2h 3h", "'3h' is not expected there"),
        ("by dealer pit-manager: bets", "'pit-manager' is not expected there"),
        ("by dealer and pit-manager junk: bets", "'junk' is not expected there"),
        ("by dealer", "by whom, and what? expected as in by pit-manager: bets"),
        ("interrupt foo", "'foo'; expected power or other or lost"),
        ("interrupt power other", "power and other exclude each other"),
        ("by dealer: money", "money stands alone in its line"),
        ("settings ladder=1", "'ladder' is not a setting; expected"),
        ("settings limits=5", "'limits' is not a setting; expected"),
        ("settings burns=yes", "'yes'; expected 0 or 1"),
        ("settings decks=²", "'²' is not what decks may be; expected a number"),
        ("settings without=tigerpair", "'tigerpair' is not on offer; expected one of player"),
        ("settings limit.tigre=1-5", "'tigre' is not on offer"),
    ],
)
def test_words_that_a_line_does_not_take_are_not_swallowed(line: str, words: str) -> None:
    play = ScriptRunner(MemoryJournal(), also=("money",))
    play.run("open tiger")
    with pytest.raises(ValueError, match=r"expected|exclude|alone|whom") as raised:
        play.run(line)
    assert words in str(raised.value)


def test_an_apostrophe_is_part_of_a_reason() -> None:
    play = played("report uncovered")
    play.run("rule continue the dealer's cuff")
    assert not play.table.pending_steps


def test_a_shuffler_of_a_script_is_read_back() -> None:
    """A setting that is yes or no was kept as a number, and its journal could not be opened."""
    play = ScriptRunner(MemoryJournal())
    play.run("open super-six-plus shuffles_each_round=1")
    play.run("crash")
    assert play.table.settings_in_force.shuffles_each_round is True


def test_no_line_needs_a_shoe_that_has_gone() -> None:
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
def test_the_auditor_agrees_with_what_was_played(lines: list[str], tmp_path: Path) -> None:
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
