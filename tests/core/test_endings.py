from dataclasses import replace

import pytest

from punto.core.cards import Rank
from punto.core.conditions import Either, Is, Not
from punto.core.endings import endings, endings_from_two_cards, paytable, possible_endings
from punto.core.facts import Fact, Winner, point_value
from punto.core.notation import parse_round
from punto.core.rulebook import PayLine, Rulebook, WagerRule, to
from punto.core.tableau import SEVEN_UP, STANDARD, ending
from punto.games.mbs_electronic_2021 import TIGER

PLAYER_WINS = Is(Fact.WINNER, Winner.PLAYER)


def book(*lines: PayLine) -> Rulebook:
    return Rulebook("mine", "Mine", (WagerRule("mine", "Mine", lines),))


def line(when: Is | Either | Not) -> PayLine:
    return PayLine("", when, to(1, 1))


def test_there_are_2603_endings_and_779_of_them_differ_in_more_than_sevens() -> None:
    assert len(endings(STANDARD)) == 2603
    assert len({facts[: Fact.SEVENS] for facts in endings(STANDARD)}) == 779


def test_seven_up_has_1439_endings() -> None:
    assert len(endings(SEVEN_UP)) == 1439


def test_a_finished_round_has_one_ending_left() -> None:
    finished = parse_round("9s 4d 2h / Kc 6h", STANDARD)
    assert possible_endings(finished) == {ending(finished)}


def test_one_missing_card_leaves_ten_endings() -> None:
    assert len(possible_endings(parse_round("9s 4d 6h / Kc 6h", STANDARD))) == 10


def test_a_card_face_down_allows_the_same_endings_as_a_missing_card() -> None:
    missing = possible_endings(parse_round("9s 4d / Kc", STANDARD))
    assert missing == possible_endings(parse_round("9s 4d / Kc ?", STANDARD))
    assert missing == possible_endings(parse_round("9s 4d / ? Kc", STANDARD))


def test_a_third_card_excludes_totals_on_which_it_is_not_drawn() -> None:
    # The Banker hand drew and the Player hand did not, so it stood on six or seven.
    endings_left = possible_endings(parse_round("? ? / Kc 5h 2d", STANDARD))
    totals = {ending_left.player_total for ending_left in endings_left}
    assert totals == {6, 7}


def test_a_third_card_face_down_leaves_ten_endings() -> None:
    assert len(possible_endings(parse_round("9s 4d ? / Kc 7h", STANDARD))) == 10


def test_the_paytable_has_every_ending_and_the_line_of_each_wager() -> None:
    table = paytable(TIGER)
    assert table.keys() == endings(STANDARD)
    lines = table[ending(parse_round("9s 4d 2h / Kc 6h", STANDARD))]
    assert lines["player"] is None
    assert lines["small_tiger"] == TIGER.wager("small_tiger").lines[0]


def test_third_cards_are_listed_once_per_value() -> None:
    ways = endings_from_two_cards((Rank.TWO, Rank.THREE), (Rank.SEVEN, Rank.KING), (), ())
    assert [point_value(third) for third, _, _ in ways] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]


def test_two_lines_that_hold_at_once_are_refused() -> None:
    overlapping = book(line(PLAYER_WINS), line(Is(Fact.PLAYER_TOTAL, 9)))
    with pytest.raises(
        ValueError,
        match=r"line 1 \(WINNER is PLAYER\) and line 2 \(PLAYER_TOTAL is 9\) hold at once",
    ):
        paytable(overlapping)


def test_a_line_that_can_never_hold_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"wager mine: line 2 \(PLAYER_TOTAL is 10\) can never hold"
    ):
        paytable(book(line(PLAYER_WINS), line(Is(Fact.PLAYER_TOTAL, 10))))


def test_the_same_line_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="hold at once"):
        paytable(book(line(PLAYER_WINS), line(PLAYER_WINS)))


def test_rulebooks_with_the_same_key_have_separate_paytables() -> None:
    one, other = book(line(PLAYER_WINS)), book(line(Not(PLAYER_WINS)))
    assert paytable(one) != paytable(other)
    assert paytable(replace(one, key="else")) == paytable(one)
