from pathlib import Path

import pytest

from punto.core.irregularities import Trigger
from punto.core.staff_positions import StaffPosition
from punto.devices.manual_entry import parse_typed, unread_cards
from punto.table.commands import EnterCard, ReportCuttingCard, ReportIrregularity
from punto.table.state import Phase, Table
from tests.devices.bench import Bench
from tests.tables import TIGER, dealing, physical, staff


def test_two_persons_can_enter_a_whole_round(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TIGER).until("closed")
    for command in parse_typed("2s ah 3D Ac 4c 5h", bench.table):
        bench.floor.done(bench.floor.desk, command, staff(StaffPosition.DEALER, second="Bob"))
    assert bench.table.phase is Phase.COMPLETE
    assert [text for _, text in bench.cards_received()] == list(bench.first)


def test_unread_cards_are_entered_first() -> None:
    play = dealing(TIGER, "9s", "?")
    assert unread_cards(play.table) == (2,)
    assert parse_typed("Kd 2c", play.table) == (EnterCard(2, "Kd"), EnterCard(3, "2c"))
    assert unread_cards(physical().table) == ()


def test_one_person_alone_may_not_enter_a_card() -> None:
    play = dealing(TIGER)
    (command,) = parse_typed("9s", play.table)
    assert play.refused(command, staff(StaffPosition.DEALER)) == "needs-second"


def test_events_that_the_device_does_not_report_are_typed_too() -> None:
    table = dealing(TIGER).table
    assert parse_typed("cut", table) == (ReportCuttingCard(),)
    (short,) = parse_typed("short", table)
    assert isinstance(short, ReportIrregularity)
    assert short.trigger is Trigger.SHOE_SHORT


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no card was typed"),
        ("9x", "'9x' is not a card"),
        ("9s short", "'short' is not a card"),
    ],
)
def test_an_unreadable_entry_is_reported_in_one_line(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_typed(text, dealing(TIGER).table)


def test_a_card_needs_a_shoe_that_is_not_empty() -> None:
    with pytest.raises(ValueError, match="the device has no shoe"):
        parse_typed("9s", Table())
    with pytest.raises(ValueError, match="all 416 cards of the 8 decks are already out"):
        parse_typed("9s " * 417, dealing(TIGER).table)
