"""A table run by lines of text."""

import pytest

from punto.cli.script.runner import ScriptRunner
from punto.devices.virtual_shoe import VirtualShoe, check_shoe
from punto.floor.streams.owner import CommandAnswer
from punto.journal.stores.memory import MemoryJournal
from punto.table.events.play import ShoeEnded, ShoeLoaded
from punto.table.refusals import Refusal


def played(*lines: str) -> tuple[ScriptRunner, list[CommandAnswer]]:
    """A table after some lines, and what the last of them was answered with."""
    play, answers = ScriptRunner(MemoryJournal()), list[CommandAnswer]()
    for line in lines:
        answers = play.run(line)
    return play, answers


@pytest.mark.parametrize("another", ["shoe", "cards"])
def test_a_shoe_that_is_refused_leaves_the_one_in_the_device(another: str) -> None:
    """The next cards came out of the refused one, and so did the order shown at the end."""
    play, answers = played("open tiger", "shoe 9s Kd 2h", "draw", another)
    assert [each.code for each in answers if isinstance(each, Refusal)] == ["shoe-loaded"]
    play.run("draw")
    play.run("end")
    events = [each for stored in play.journal.read("table") for each in stored.entry.events]
    (loaded,) = [each for each in events if isinstance(each, ShoeLoaded)]
    (ended,) = [each for each in events if isinstance(each, ShoeEnded)]
    check_shoe(VirtualShoe(ended.order, ended.salt), loaded.commitment, decks=8)


@pytest.mark.parametrize("line", ["settings decks=6", "shoe", "hand 9s", "shown 1", "draw 9s"])
def test_a_closed_table_answers_every_line(line: str) -> None:
    """What it does not have yet was asked for, and ended in a traceback."""
    _, answers = played(line)
    assert [each.code for each in answers if isinstance(each, Refusal)] == ["table-closed"]


@pytest.mark.parametrize(("line", "code"), [("hand 9s", "no-shoe"), ("shown 1", "other-round")])
def test_a_table_before_its_first_shoe_answers_every_line(line: str, code: str) -> None:
    _, answers = played("open tiger", "credit 1 500", "sit 1", line)
    assert [each.code for each in answers if isinstance(each, Refusal)] == [code]


def test_a_card_on_top_is_one_that_the_decks_hold() -> None:
    with pytest.raises(ValueError, match="9s on top is one more than the decks hold"):
        played("open tiger decks=4", "shoe 9s 9s 9s 9s 9s")


def test_a_shuffled_shoe_gives_its_own_cards_whatever_is_named() -> None:
    """A named card was dealt in the place of the true one, and the shoe broke its promise."""
    play = ScriptRunner(MemoryJournal())
    for line in ("open tiger", "shoe 9s Kc", "bets", "close"):
        play.run(line)
    with pytest.raises(ValueError, match="'Kc' is not card 1 of this shoe; expected no name"):
        play.run("draw Kc")
    play.run("draw 9S kc")
    assert play.table.device.cards_out == 2
