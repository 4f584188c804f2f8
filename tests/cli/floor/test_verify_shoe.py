"""Test that a revealed shoe proves or disproves the ruled order of loose cards."""

from pathlib import Path

import pytest

from punto.audit import Check, audit
from punto.core.cards import deck
from punto.core.irregularities import Circumstance, Trigger
from punto.devices.virtual_shoe import VirtualShoe
from punto.games.library import game
from punto.table.commands import EndShoe, GiveRuling, LoadShoe, RulingOutcome
from tests.audit.irregularity_shift import SIX, dealt, finish, report
from tests.audit.lines import finding_lines
from tests.audit.shift import MANAGER, Shift
from tests.cli.conftest import Run

LIVE, TIGER = "tiger-no-commission-live", "tiger"


def promised() -> VirtualShoe:
    """A shoe whose first cards the test knows."""
    cards = [str(each) for each in deck()] * 8
    for card in SIX:
        cards.remove(card)
    return VirtualShoe("".join((*SIX, *cards)), "ab" * 16)


def played(folder: Path, key: str, reported: tuple[str, str], ruled: tuple[str, str]) -> Path:
    """The rows after a round whose last two cards were loose, and the reveal of the shoe."""
    shift = Shift(folder, game(key))
    shift.open()
    shoe = promised()
    shift.commit(LoadShoe("shoe-1", shoe.commitment))
    shift.cards = [shoe.order[at : at + 2] for at in range(0, len(shoe.order), 2)]
    dealt(shift, 4)
    report(shift, Trigger.DRAWN_TOGETHER, Circumstance.ORDER_UNKNOWN, cards=reported)
    if shift.owner.state.pending_steps:
        shift.commit(GiveRuling(RulingOutcome.CONTINUE, "as they lay", ruled), MANAGER)
        shift.see_through(RulingOutcome.CONTINUE)
    finish(shift)
    shift.commit(EndShoe(shoe.order, shoe.salt))
    shift.journal.close()
    return shift.path


RIGHT, TURNED, OTHERS = ("4h", "2c"), ("2c", "4h"), ("4h", "9c")


@pytest.mark.parametrize("key", [LIVE, TIGER])
@pytest.mark.parametrize("reported", [RIGHT, TURNED])
def test_a_ruling_may_give_the_committed_order(
    punto: Run, tmp_path: Path, key: str, reported: tuple[str, str]
) -> None:
    path = played(tmp_path, key, reported, RIGHT)
    assert finding_lines(audit(path).findings) == []
    assert punto("verify-shoe", str(path)).returncode == 0


@pytest.mark.parametrize("reported", [RIGHT, TURNED])
def test_a_ruled_order_that_differs_from_the_committed_one_is_found(
    punto: Run, tmp_path: Path, reported: tuple[str, str]
) -> None:
    path = played(tmp_path, LIVE, reported, TURNED)
    found = [each for each in audit(path).findings if each.check is Check.COMMITMENT]
    assert [dict(each.message.values) for each in found] == [
        {"card": 5, "name": "2c", "expected": "4h"},
        {"card": 6, "name": "4h", "expected": "2c"},
    ]
    answer = punto("verify-shoe", str(path))
    assert answer.returncode == 2
    assert "card 5 was 2c, but the order has 4h" in answer.stdout
    assert (
        "第 5 张牌为 2c，而牌序为 4h" in punto("verify-shoe", str(path), "--language", "zh").stdout
    )


def test_cards_that_differ_from_the_committed_ones_are_found_without_an_order(
    punto: Run, tmp_path: Path
) -> None:
    path = played(tmp_path, TIGER, OTHERS, OTHERS)
    found = [each for each in audit(path).findings if each.check is Check.COMMITMENT]
    assert [each.message.values["cards"] for each in found] == [("4h", "9c")]
    answer = punto("verify-shoe", str(path))
    assert answer.returncode == 2
    assert "cards 5, 6 were 4h 9c" in answer.stdout
