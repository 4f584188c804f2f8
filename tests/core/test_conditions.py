import numpy as np
import pytest

from punto.core.conditions import All, Condition, Either, Is, Not, facts_used, holds
from punto.core.facts import Fact, Winner, ending_of

BANKER_SIX_OVER_FIVE = ending_of((13, 1, 4), (12, 5, 1))
PLAYER_WINS = Is(Fact.WINNER, Winner.PLAYER)
BANKER_WINS = Is(Fact.WINNER, Winner.BANKER)
ON_SIX = Is(Fact.BANKER_TOTAL, 6)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (BANKER_WINS, True),
        (PLAYER_WINS, False),
        (Is(Fact.BANKER_TOTAL, 5, 6, 7), True),
        (Is(Fact.BANKER_TOTAL, 8, 9), False),
        (All(BANKER_WINS, ON_SIX), True),
        (All(PLAYER_WINS, ON_SIX), False),
        (Either(PLAYER_WINS, ON_SIX), True),
        (Either(PLAYER_WINS, Is(Fact.MARGIN, 9)), False),
        (Not(PLAYER_WINS), True),
        (Not(All(BANKER_WINS, ON_SIX)), False),
    ],
)
def test_a_condition_holds_only_where_its_facts_agree(condition: Condition, expected: bool) -> None:
    assert holds(condition, BANKER_SIX_OVER_FIVE) == expected


def test_a_condition_is_checked_for_many_rounds_at_once() -> None:
    totals = ending_of(
        (np.array([13, 9]), np.array([1, 13]), np.array([4, 0])),
        (np.array([12, 9]), np.array([5, 12]), np.array([1, 0])),
    )
    assert holds(All(BANKER_WINS, ON_SIX), totals).tolist() == [True, False]
    assert holds(Not(Either(BANKER_WINS, PLAYER_WINS)), totals).tolist() == [False, True]


def test_a_condition_lists_the_facts_that_it_depends_on() -> None:
    condition = All(Either(BANKER_WINS, PLAYER_WINS), Not(ON_SIX))
    assert facts_used(condition) == {Fact.WINNER, Fact.BANKER_TOTAL}


def test_an_invalid_part_of_a_condition_is_refused() -> None:
    with pytest.raises(ValueError, match="Is: fact is 'winner'; expected one of Fact"):
        Is("winner", 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Is: values are"):
        Is(Fact.WINNER)
    with pytest.raises(ValueError, match="Is: values are"):
        Is(Fact.WINNER, "banker")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="All: no parts; expected at least one condition"):
        All()
    with pytest.raises(ValueError, match="Not: part is True; expected Is, All, Either or Not"):
        Not(True)  # type: ignore[arg-type]  # noqa: FBT003


def test_a_condition_reads_as_its_author_wrote_it() -> None:
    when = All(
        Is(Fact.WINNER, Winner.PLAYER, Winner.NEITHER),
        Not(Either(Is(Fact.SEVENS, 2, 3), Is(Fact.MARGIN, 1))),
        Not(All(Is(Fact.MARGIN, 9))),
    )
    assert str(when) == (
        "WINNER is PLAYER/NEITHER and not (SEVENS is 2/3 or MARGIN is 1) and not (MARGIN is 9)"
    )
