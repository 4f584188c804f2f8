"""Test the clauses, the codes and the values of refusals."""

import pytest

from punto.messages.message import Message
from punto.table.commands import CloseBets, PlaceWagers
from punto.table.refusals import No, Refusal, SettingsRefusal
from punto.table.stakes import Stake
from tests.tables import LIVE, TIGER, betting, dealer, patron


def test_a_refusal_without_a_rulebook_or_a_clause_cites_the_house() -> None:
    assert No.FACE_DOWN.at(LIVE).clause == "T 1.1.6"
    assert No.FACE_DOWN.at(None).clause == "POLICY"
    assert No.CARDS_KNOWN.at(LIVE).clause == "POLICY"


def test_a_refusal_has_the_code_of_its_reason() -> None:
    assert No.FACE_DOWN.at(LIVE).code == No.FACE_DOWN.code == "face-down"
    assert SettingsRefusal.LADDER.at().code == SettingsRefusal.LADDER.code


@pytest.mark.parametrize(
    ("stakes", "code", "values"),
    [
        ((Stake("banker", 80),), "under-minimum", {"minimum": 1_00}),
        ((Stake("banker", 5_001_00),), "over-maximum", {"maximum": 5_000_00}),
        ((Stake("banker", 1_10),), "not-in-unit", {"unit": 20}),
        ((Stake("banker", 1_00),), "under-total", {"minimum": 2_00}),
        ((Stake("nothing", 2_00),), "not-offered", {}),
    ],
)
def test_a_refused_stake_carries_the_sum_that_it_breaks(
    stakes: tuple[Stake, ...], code: str, values: dict[str, int]
) -> None:
    play = betting(TIGER, total_minimum_cents=2_00)
    refusal = play.ask(PlaceWagers(1, 1, stakes, 0), patron(1))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.values) == (code, values)


def test_an_exceeded_differential_carries_its_excess() -> None:
    play = betting(LIVE, differential_cents=100_00)
    play.done(PlaceWagers(1, 1, (Stake("banker", 150_00, 1),), 0), patron(1))
    refusal = play.ask(CloseBets(), dealer(play.table))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.values) == ("differential", {"excess": 50_00})


def test_a_refusal_is_a_message_with_its_values() -> None:
    refusal = No.OVER_MAXIMUM.at(None, maximum=5_000_00)
    assert refusal.message == Message("refusal.over-maximum", {"maximum": 5_000_00})
