import pytest

from punto.core.cards import card, rank
from punto.core.facts import Winner, point_total, point_value
from punto.core.irregularities import Trigger
from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.core.settlement import settle
from punto.core.shoe import Cut, Shoe, deal_round
from punto.core.sides import Side
from punto.core.tableau import (
    WrongCard,
    ending,
    lay_out,
    next_side,
)
from punto.games.mbs_electronic_2021 import (
    DOCUMENT,
    FORTUNE_SIX,
    NO_COMMISSION,
    SUPER_6,
    SUPER_SIX,
    TIGER,
    TIGER_NO_COMMISSION,
)
from punto.games.shared_terms import PLAY_ON
from tests.clauses import clause
from tests.rounds import line_held, played, won_cents

GAMES = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION, TIGER, TIGER_NO_COMMISSION)


WITH_PAIRS = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION)


EVERY_RANK = "A23456789TJQK"


@clause("mbs-electronic-2021", "3.1")
def test_3_1_bets_open_with_either_of_two_phrases() -> None:
    assert DOCUMENT.opening == ("Place your bets, please", "Bets are open")
    assert DOCUMENT.clause_of(Rule.BETS_OPEN) == "3.1"


@clause("mbs-electronic-2021", "3.2")
def test_3_2_bets_close_with_either_of_two_phrases() -> None:
    assert DOCUMENT.closing == ("No more bets", "Bets are closed")
    assert DOCUMENT.clause_of(Rule.BETS_CLOSED) == "3.2"


@clause("mbs-electronic-2021", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "3.9.1", "3.10")
@pytest.mark.parametrize(
    ("rule", "number"),
    [
        (Rule.POINT_VALUE, "3.3"),
        (Rule.POINT_TOTAL, "3.4"),
        (Rule.OWN_SELECTION, "3.5"),
        (Rule.TWO_HANDS, "3.6"),
        (Rule.INITIAL_DEAL, "3.6"),
        (Rule.PAIRS_BY_INITIAL_DEAL, "3.7"),
        (Rule.NATURAL, "3.8"),
        (Rule.PLAYER_THIRD_CARD, "3.8"),
        (Rule.BANKER_THIRD_CARD, "3.8"),
        (Rule.BANKER_WHEN_PLAYER_STANDS, "3.8"),
        (Rule.HIGHEST_TOTAL_WINS, "3.9"),
        (Rule.TIE, "3.9.1"),
        (Rule.CUTTING_CARD, "3.10"),
    ],
)
def test_3_3_to_3_10_each_rule_is_cited_where_it_is_stated(rule: Rule, number: str) -> None:
    assert DOCUMENT.clause_of(rule) == number


@clause("mbs-electronic-2021", "3.3")
def test_3_3_a_deck_counts_180_points() -> None:
    assert 4 * sum(point_value(rank(each)) for each in EVERY_RANK) == 180


@clause("mbs-electronic-2021", "3.3.1")
@pytest.mark.parametrize(
    ("letter", "value"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9)],
)
def test_3_3_1_an_ace_counts_one_and_two_to_nine_their_pips(letter: str, value: int) -> None:
    assert point_value(rank(letter)) == value


@clause("mbs-electronic-2021", "3.3.2")
@pytest.mark.parametrize("letter", ["T", "J", "Q", "K"])
def test_3_3_2_tens_and_court_cards_count_nothing(letter: str) -> None:
    assert point_value(rank(letter)) == 0


@clause("mbs-electronic-2021", "3.4")
def test_3_4_the_point_totals_of_a_round_count_every_card_of_each_hand() -> None:
    facts = ending(played(NO_COMMISSION, "9s 4d 2h / 7c 6h 3d"))
    assert (facts.player_total, facts.banker_total) == (5, 6)


@clause("mbs-electronic-2021", "3.4.1")
@pytest.mark.parametrize(
    ("hand", "total"), [("KQ", 0), ("A2", 3), ("45", 9), ("K9", 9), ("234", 9), ("TJK", 0)]
)
def test_3_4_1_a_sum_from_zero_to_nine_is_the_total(hand: str, total: int) -> None:
    assert point_total(*(rank(each) for each in hand)) == total


@clause("mbs-electronic-2021", "3.4.2")
@pytest.mark.parametrize(
    ("hand", "total"), [("55", 0), ("64", 0), ("99", 8), ("857", 0), ("999", 7), ("993", 1)]
)
def test_3_4_2_the_right_digit_of_a_sum_of_ten_or_more_is_the_total(hand: str, total: int) -> None:
    assert point_total(*(rank(each) for each in hand)) == total


@clause("mbs-electronic-2021", "3.5")
def test_3_5_a_wager_selected_by_mistake_remains() -> None:
    (row,) = (each for each in DOCUMENT.irregularities if each.trigger is Trigger.WRONG_SELECTION)
    assert row.clauses == ("3.5",)
    assert row.steps == (PLAY_ON,)
    assert row.when == ()


@clause("mbs-electronic-2021", "3.6", "3.6.1", "3.6.2")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_3_6_the_first_four_cards_go_to_player_and_banker_in_turn(book: Rulebook) -> None:
    tableau, _ = lay_out(book.order, [card(each) for each in ("2s", "3d", "5h", "4c")])
    assert tableau.player == (card("2s"), card("5h"))
    assert tableau.banker == (card("3d"), card("4c"))


@clause("mbs-electronic-2021", "3.6")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_3_6_both_hands_are_dealt_and_no_card_is_printed(book: Rulebook) -> None:
    assert sorted(set(book.order.initial)) == [Side.BANKER, Side.PLAYER]
    assert book.order.permanent is None


@clause("mbs-electronic-2021", "3.6.1")
@pytest.mark.parametrize("line", ["/", "9s / Kc"], ids=["first", "third"])
def test_3_6_1_the_first_and_third_cards_are_the_player_hands(line: str) -> None:
    assert next_side(played(NO_COMMISSION, line)) is Side.PLAYER


@clause("mbs-electronic-2021", "3.6.2")
@pytest.mark.parametrize("line", ["9s /", "9s 4d / Kc"], ids=["second", "fourth"])
def test_3_6_2_the_second_and_fourth_cards_are_the_banker_hands(line: str) -> None:
    assert next_side(played(NO_COMMISSION, line)) is Side.BANKER


@clause("mbs-electronic-2021", "3.6.2")
@pytest.mark.parametrize("line", ["/ Kc", "9s 4d /", "9s / Kc 7h"])
def test_3_6_2_an_initial_card_out_of_turn_is_refused(line: str) -> None:
    with pytest.raises(WrongCard) as refused:
        played(NO_COMMISSION, line)
    assert NO_COMMISSION.cite(refused.value.rule) == "E 3.6"


@clause("mbs-electronic-2021", "3.7")
@pytest.mark.parametrize("book", WITH_PAIRS, ids=lambda book: book.key)
def test_3_7_a_third_card_makes_no_pair(book: Rulebook) -> None:
    # Each third card matches the card before it.
    assert won_cents(book, "Ks 2d 2h / Kc 4c 4h", "player_pair") == -100_00
    assert won_cents(book, "Ks 2d 2h / Kc 4c 4h", "banker_pair") == -100_00


@clause("mbs-electronic-2021", "3.7")
@pytest.mark.parametrize("line", ["2s 2d 9h / 3c 4h", "2s 2d 3h / 3c 4h"])
def test_3_7_a_third_card_breaks_no_pair_and_the_winner_does_not_matter(line: str) -> None:
    assert won_cents(NO_COMMISSION, line, "player_pair") == 1_100_00


@clause("mbs-electronic-2021", "3.7.1")
def test_3_7_1_player_pair_wins_on_the_player_hands_first_two_cards_alone() -> None:
    stakes = {"player_pair": 100_00, "banker_pair": 100_00}
    player, banker = settle(NO_COMMISSION, played(NO_COMMISSION, "4s 4d / Kc 7h"), stakes)
    assert (player.win_cents, banker.win_cents) == (1_100_00, -100_00)


@clause("mbs-electronic-2021", "3.7.2")
def test_3_7_2_banker_pair_wins_on_the_banker_hands_first_two_cards_alone() -> None:
    stakes = {"player_pair": 100_00, "banker_pair": 100_00}
    player, banker = settle(NO_COMMISSION, played(NO_COMMISSION, "Kc 8h / 4s 4d"), stakes)
    assert (player.win_cents, banker.win_cents) == (-100_00, 1_100_00)


@clause("mbs-electronic-2021", "3.7.1", "3.7.2")
def test_3_7_1_cards_of_different_hands_make_no_pair() -> None:
    assert won_cents(NO_COMMISSION, "4s 5d / 4d 5c", "player_pair") == -100_00
    assert won_cents(NO_COMMISSION, "4s 5d / 4d 5c", "banker_pair") == -100_00


@clause("mbs-electronic-2021", "3.9")
@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("Ks 7d / Kc 6h", Winner.PLAYER),
        ("Ks 6d / Kc 7h", Winner.BANKER),
        ("9s Kd / 8c Kh", Winner.PLAYER),
        ("8s Kd / 9c Kh", Winner.BANKER),
        # A hand of many points that comes to fewer in its right digit loses.
        ("9s 4d 8h / Kc 3h", Winner.BANKER),
        ("Ks 5d 4h / 9c 5h 7d", Winner.PLAYER),
    ],
)
def test_3_9_the_hand_with_the_higher_point_total_wins(line: str, winner: Winner) -> None:
    assert ending(played(NO_COMMISSION, line)).winner == winner


@clause("mbs-electronic-2021", "3.9")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_3_9_the_wager_on_the_lower_hand_loses(book: Rulebook) -> None:
    assert won_cents(book, "Ks 7d / Kc 6h", "banker") == -100_00
    assert won_cents(book, "Ks 6d / Kc 7h", "player") == -100_00


@clause("mbs-electronic-2021", "3.9")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_3_9_player_and_banker_wagers_win_by_this_clause(book: Rulebook) -> None:
    # The Banker wager of Tiger Baccarat has a definition of its own, by its commission.
    assert book.wager("player").clause == "3.9"
    assert book.wager("banker").clause == ("1.1.3" if book is TIGER else "3.9")


@clause("mbs-electronic-2021", "3.9.1")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
@pytest.mark.parametrize("line", ["Ks 6d / Kc 6h", "Ks 9d / Kc 9h", "Ks 5d 5h / Kc 5c 5s"])
def test_3_9_1_a_tie_returns_player_and_banker_wagers_and_tie_wagers_win(
    book: Rulebook, line: str
) -> None:
    # A tie on six is among them: Banker has not won with six, so nothing is halved.
    stakes = {"player": 100_00, "banker": 100_00, "tie": 100_00}
    returned = settle(book, played(book, line), stakes)
    assert [each.return_cents for each in returned] == [100_00, 100_00, 900_00]


@clause("mbs-electronic-2021", "3.9.1")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
@pytest.mark.parametrize("wager", ["player", "banker"])
def test_3_9_1_the_push_on_a_tie_cites_this_clause(book: Rulebook, wager: str) -> None:
    held = line_held(book, "Ks 6d / Kc 6h", wager)
    assert held is not None
    assert held.clause == "3.9.1"


SIX_CARDS = ("Ks", "Kc", "2d", "4h", "4s", "2c")


NEXT_ROUND = ("9s", "2d", "Kh", "3c", "8d", "8h")


def shoe(*cards: str, cards_behind: int) -> Shoe:
    """A shoe of these cards, with the cutting card this far from its end."""
    return Shoe(tuple(card(each) for each in cards), Cut(cards_behind))


@clause("mbs-electronic-2021", "3.10")
@pytest.mark.parametrize("cards_behind", [7, 8, 9, 10, 11])
def test_3_10_a_round_in_which_the_cutting_card_appears_is_completed(cards_behind: int) -> None:
    begun = shoe(*SIX_CARDS, *NEXT_ROUND, cards_behind=cards_behind)
    tableau, after = deal_round(NO_COMMISSION.order, begun)
    assert tableau == played(NO_COMMISSION, "Ks 2d 4s / Kc 4h 2c")
    assert not begun.is_cutting_card_out
    assert after.is_cutting_card_out


@clause("mbs-electronic-2021", "3.10")
def test_3_10_the_cutting_card_is_not_a_card_of_the_round() -> None:
    _, after = deal_round(NO_COMMISSION.order, shoe(*SIX_CARDS, *NEXT_ROUND, cards_behind=9))
    assert after.cards_left == len(NEXT_ROUND)
    drawn, _ = after.draw()
    assert drawn == card("9s")


@clause("mbs-electronic-2021", "3.10")
def test_3_10_a_cutting_card_that_lies_before_the_next_round_has_not_appeared() -> None:
    _, after = deal_round(NO_COMMISSION.order, shoe(*SIX_CARDS, *NEXT_ROUND, cards_behind=6))
    assert not after.is_cutting_card_out


@clause("mbs-electronic-2021", "3.10")
def test_3_10_the_row_for_the_cutting_card_plays_on() -> None:
    (row,) = (each for each in DOCUMENT.irregularities if each.trigger is Trigger.CUTTING_CARD)
    assert (row.clauses, row.steps, row.when) == (("3.10",), (PLAY_ON,), ())
