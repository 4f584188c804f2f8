from dataclasses import replace

import pytest

from punto.core.cards import Rank
from punto.core.conditions import Either, Is, Not
from punto.core.endings import endings, endings_from_two_cards, paytable, possible_endings
from punto.core.facts import Fact, Winner, point_value
from punto.core.notation import parse_round
from punto.core.rulebook import PayLine, Rulebook, WagerRule, Words, to
from punto.core.tableau import SEVEN_UP, STANDARD, ending
from punto.games.mbs_electronic_2021 import TIGER

PLAYER_WINS = Is(Fact.WINNER, Winner.PLAYER)


def book(*lines: PayLine) -> Rulebook:
    return Rulebook("mine", Words("Mine"), (WagerRule("mine", Words("Mine"), lines),))


def line(label: str, when: Is | Either | Not) -> PayLine:
    return PayLine("", Words(label), when, to(1, 1))


def test_there_are_2603_endings_and_779_of_them_differ_in_more_than_sevens() -> None:
    assert len(endings(STANDARD)) == 2603
    assert len({each[: Fact.SEVENS] for each in endings(STANDARD)}) == 779


def test_seven_up_has_1439_endings() -> None:
    assert len(endings(SEVEN_UP)) == 1439


def test_a_finished_round_has_one_ending_left() -> None:
    finished = parse_round("9s 4d 2h / Kc 6h", STANDARD)
    assert possible_endings(finished) == {ending(finished)}


def test_one_card_to_come_leaves_ten_values() -> None:
    assert len(possible_endings(parse_round("9s 4d 6h / Kc 6h", STANDARD))) == 10


def test_a_card_face_down_may_be_any() -> None:
    open_ = possible_endings(parse_round("9s 4d / Kc", STANDARD))
    assert open_ == possible_endings(parse_round("9s 4d / Kc ?", STANDARD))
    assert open_ == possible_endings(parse_round("9s 4d / ? Kc", STANDARD))


def test_a_third_card_rules_out_what_it_contradicts() -> None:
    # Banker drew and Player did not: Player stood, on six or seven.
    totals = {
        each.player_total for each in possible_endings(parse_round("? ? / Kc 5h 2d", STANDARD))
    }
    assert totals == {6, 7}


def test_a_third_card_face_down_may_be_any() -> None:
    assert len(possible_endings(parse_round("9s 4d ? / Kc 7h", STANDARD))) == 10


def test_the_paytable_knows_every_ending_of_every_wager() -> None:
    table = paytable(TIGER)
    assert table.keys() == endings(STANDARD)
    held = table[ending(parse_round("9s 4d 2h / Kc 6h", STANDARD))]
    assert held["player"] is None
    assert held["small_tiger"] == TIGER.wager("small_tiger").lines[0]


def test_a_third_card_is_looked_at_once_for_each_value() -> None:
    ways = endings_from_two_cards((Rank.TWO, Rank.THREE), (Rank.SEVEN, Rank.KING), (), ())
    assert [point_value(third) for third, _, _ in ways] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]


def test_two_lines_that_hold_at_once_are_refused() -> None:
    overlapping = book(line("wins", PLAYER_WINS), line("nine", Is(Fact.PLAYER_TOTAL, 9)))
    with pytest.raises(ValueError, match="wager mine: lines 'wins' and 'nine' hold at once"):
        paytable(overlapping)


def test_a_line_that_can_never_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="wager mine: line 'ten' can never hold"):
        paytable(book(line("wins", PLAYER_WINS), line("ten", Is(Fact.PLAYER_TOTAL, 10))))


def test_the_same_line_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="hold at once"):
        paytable(book(line("wins", PLAYER_WINS), line("wins", PLAYER_WINS)))


def test_rulebooks_that_share_a_key_have_paytables_of_their_own() -> None:
    one, other = book(line("wins", PLAYER_WINS)), book(line("not", Not(PLAYER_WINS)))
    assert paytable(one) != paytable(other)
    assert paytable(replace(one, key="else")) == paytable(one)
