from punto.core.irregularities import Circumstance, Remedy, Trigger
from punto.core.rulebook import PayLine, Rulebook, WagerRule, Words, to
from punto.games.library import game
from punto.games.shared_terms import PLAYER_WINS
from punto.table.irregularity_rules import applicable_row, depends_on, rows_for_trigger

T = game("tiger-no-commission-live")


def remedies(row: object) -> list[Remedy]:
    return [step.remedy for step in row.irregularity.steps]  # type: ignore[attr-defined]


def test_the_row_that_asks_for_most_goes_first() -> None:
    lost = [Circumstance.IN_ROUND, Circumstance.CANNOT_BE_RECONSTRUCTED]
    usual = applicable_row(T, Trigger.ORDER_LOST, lost)
    method_c = applicable_row(T, Trigger.ORDER_LOST, [*lost, Circumstance.METHOD_C])
    assert usual.source == "T 5.2"
    assert method_c.source == "T 5.12, 5.12.2"
    assert remedies(method_c) == [Remedy.VOID, Remedy.REPLACE_CARDS]


def test_what_no_row_answers_goes_to_the_shift_manager() -> None:
    row = applicable_row(game("tiger"), Trigger.DEVICE_RESET, [])
    assert row.source == "E 6.1"
    assert remedies(row) == [Remedy.RULING]


def test_under_a_silent_document_it_is_the_houses_policy() -> None:
    assert applicable_row(game("fortune-six-live"), Trigger.UNCOVERED, []).source == "POLICY R14"


def test_a_game_of_ones_own_is_referred_too() -> None:
    line = PayLine("", Words("wins"), PLAYER_WINS, to(1, 1))
    mine = Rulebook("mine", Words("Mine"), (WagerRule("player", Words("Player"), (line,)),))
    assert applicable_row(mine, Trigger.INTERRUPTED, []).source == "POLICY"
    assert rows_for_trigger(mine, Trigger.INTERRUPTED) == ()


def test_only_one_document_asks_whether_it_was_the_power() -> None:
    power = Circumstance.POWER_FAILURE
    assert depends_on(T, Trigger.INTERRUPTED, power)
    assert not depends_on(game("tiger"), Trigger.INTERRUPTED, power)
