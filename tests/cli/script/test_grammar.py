"""Test that a line takes the fields of its command record."""

import pytest

from punto.cli.script.grammar import RecordLine, Scene, help_lines
from punto.cli.script.lines import RECORD_LINES
from punto.core.irregularities import Circumstance, Trigger
from punto.core.sides import Side
from punto.table.commands import PassCards, ReportIrregularity
from punto.table.state import Table


def test_one_row_gives_a_new_command_its_line_and_its_help() -> None:
    line = RecordLine(PassCards)
    assert line.read("give", ["banker", "7"], Scene(Table())) == PassCards(Side.BANKER, 7)
    assert line.usage("give") == "give HAND POSITION"
    assert line.help() == "Pass the cards of a hand to a patron, face down."


@pytest.mark.parametrize(
    ("name", "usage"),
    [
        ("bet", "bet SEAT STAKES"),
        ("redeem", "redeem NUMBER AMOUNT [SEAT]"),
        ("seat", "seat SEAT in|out"),
        ("interrupt", "interrupt [power|other|lost]"),
        ("expose", "expose HAND [POSITION|error]"),
        ("sorted", "sorted [CARDS|none]"),
        ("method", "method A|B|C"),
        ("facts", "facts FACTS [CARDS] [because=REASON]"),
    ],
)
def test_the_form_of_a_line_shows_words_choices_and_names(name: str, usage: str) -> None:
    assert RECORD_LINES[name].usage(name) == usage


def test_a_report_takes_facts_cards_numbers_a_round_and_a_proof_in_any_order() -> None:
    words = ["drawn-together", "9h", "proof=camera 4", "order-known", "round=3", "Kc"]
    command = RECORD_LINES["report"].read("report", [*words, "numbers=4,5"], Scene(Table()))
    facts, cards, numbers = (Circumstance.ORDER_KNOWN,), ("9h", "Kc"), (4, 5)
    assert command == ReportIrregularity(
        Trigger.DRAWN_TOGETHER, facts, cards, numbers, 3, "camera 4"
    )


def test_a_long_form_has_its_help_on_the_next_line() -> None:
    assert help_lines("cut", "Cut it.") == [f"{'cut':<32}Cut it."]
    usage = "squeeze HAND CARD POSITION [DESIGNEE]"
    assert help_lines(usage, "Squeeze.") == [usage, f"{'':<32}Squeeze."]
