from punto.core.irregularities import Circumstance, Remedy, Trigger
from punto.core.rulebook import PayLine, Rulebook, WagerRule, to
from punto.games.library import game
from punto.games.shared_terms import PLAYER_WINS
from punto.table.irregularity_rules import applicable_row, depends_on, rows_for_trigger

T = game("tiger-no-commission-live")


def remedies(row: object) -> list[Remedy]:
    return [step.remedy for step in row.irregularity.steps]  # type: ignore[attr-defined]


def test_the_most_specific_row_applies() -> None:
    lost = [Circumstance.IN_ROUND, Circumstance.CANNOT_BE_RECONSTRUCTED]
    usual = applicable_row(T, Trigger.ORDER_LOST, lost)
    method_c = applicable_row(T, Trigger.ORDER_LOST, [*lost, Circumstance.METHOD_C])
    assert usual.source == "T 5.2"
    assert method_c.source == "T 5.12, 5.12.2"
    assert remedies(method_c) == [Remedy.VOID, Remedy.REPLACE_CARDS]


def test_a_trigger_without_a_row_goes_to_the_shift_manager() -> None:
    row = applicable_row(game("tiger"), Trigger.DEVICE_RESET, [])
    assert row.source == "E 6.1"
    assert remedies(row) == [Remedy.RULING]


def test_without_a_clause_the_policy_of_the_house_applies() -> None:
    assert applicable_row(game("fortune-six-live"), Trigger.UNCOVERED, []).source == "POLICY R14"


def test_a_custom_game_refers_every_irregularity() -> None:
    line = PayLine("", PLAYER_WINS, to(1, 1))
    mine = Rulebook("mine", "Mine", (WagerRule("player", "Player", (line,)),))
    assert applicable_row(mine, Trigger.INTERRUPTED, []).source == "POLICY"
    assert rows_for_trigger(mine, Trigger.INTERRUPTED) == ()


def test_only_one_document_depends_on_a_power_failure() -> None:
    power = Circumstance.POWER_FAILURE
    assert depends_on(T, Trigger.INTERRUPTED, power)
    assert not depends_on(game("tiger"), Trigger.INTERRUPTED, power)
