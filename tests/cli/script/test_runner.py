"""Test a table that lines of text run."""

import pytest

from punto.cli.script.runner import ScriptRunner
from punto.devices.virtual_shoe import VirtualShoe, check_shoe
from punto.floor.streams.owner import CommandAnswer
from punto.journal.stores.memory import MemoryJournal
from punto.table.events import ShoeEnded, ShoeLoaded
from punto.table.refusals import Refusal


def played(*lines: str) -> tuple[ScriptRunner, list[CommandAnswer]]:
    """A table after some lines, and the answers to the last of them."""
    play, answers = ScriptRunner(MemoryJournal()), list[CommandAnswer]()
    for line in lines:
        answers = play.run(line)
    return play, answers


@pytest.mark.parametrize("another", ["shoe", "cards"])
def test_a_refused_shoe_does_not_replace_the_one_in_the_device(another: str) -> None:
    play, answers = played("open tiger", "shoe 9s Kd 2h", "draw", another)
    assert [each.code for each in answers if isinstance(each, Refusal)] == ["shoe-loaded"]
    play.run("draw")
    play.run("end")
    events = [each for stored in play.journal.read("table") for each in stored.entry.events]
    (loaded,) = [each for each in events if isinstance(each, ShoeLoaded)]
    (ended,) = [each for each in events if isinstance(each, ShoeEnded)]
    check_shoe(VirtualShoe(ended.order, ended.salt), loaded.commitment, decks=8)


@pytest.mark.parametrize("line", ["settings decks=6", "shoe", "hand 9s", "shown 1", "draw 9s"])
def test_a_closed_table_refuses_lines_about_a_shoe_and_a_round(line: str) -> None:
    _, answers = played(line)
    assert [each.code for each in answers if isinstance(each, Refusal)] == ["table-closed"]


@pytest.mark.parametrize(("line", "code"), [("hand 9s", "no-shoe"), ("shown 1", "other-round")])
def test_a_table_without_a_shoe_refuses_lines_about_a_round(line: str, code: str) -> None:
    _, answers = played("open tiger", "credit 1 500", "sit 1", line)
    assert [each.code for each in answers if isinstance(each, Refusal)] == [code]


def test_a_shoe_has_each_named_card_as_often_as_the_decks() -> None:
    with pytest.raises(ValueError, match="9s is on top more often than the decks contain it"):
        played("open tiger decks=4", "shoe 9s 9s 9s 9s 9s")


def test_a_shuffled_shoe_accepts_only_the_name_of_its_next_card() -> None:
    """Another card would break the commitment of the shoe."""
    play = ScriptRunner(MemoryJournal())
    for line in ("open tiger", "shoe 9s Kc", "bets", "close"):
        play.run(line)
    with pytest.raises(ValueError, match="'Kc' is not card 1 of this shoe; leave the card out"):
        play.run("draw Kc")
    play.run("draw 9S kc")
    assert play.table.device.cards_out == 2
