import pytest

from punto.core.cards import card
from punto.core.facts import Winner
from punto.core.rulebook import Rulebook, WagerPlacement
from punto.core.rules import Rule
from punto.core.settlement import settle
from punto.core.tableau import ending
from punto.games import shared_terms
from punto.games.mbs_electronic_2021 import (
    DOCUMENT,
    FORTUNE_SIX,
    NO_COMMISSION,
    SUPER_6,
    SUPER_SIX,
    TIGER,
    TIGER_NO_COMMISSION,
)
from tests.clauses import clause
from tests.rounds import line_held, played, settled, won_cents

GAMES = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION, TIGER, TIGER_NO_COMMISSION)
TIGERS = (TIGER, TIGER_NO_COMMISSION)

# The rounds that decide the wagers on a Banker six.
SIX_ON_TWO = "9s 2d Kh / Kc 6h"
SIX_ON_THREE = "9s 2d 4h / Kc 4d 2c"
BANKER_ON_SEVEN = "9s 2d Kh / Kc 7h"
TIED_ON_SIX = "Ks 6d / Kc 6h"
PLAYER_ON_SIX = "Ks 6d / Kc 5h Kd"


def banker_beats(player_total: str) -> str:
    """A round in which Banker stands on a two-card six, and Player reaches this total in three."""
    return f"{player_total} / Kc 6h"


@clause("mbs-electronic-2021", "1.1")
def test_1_1_each_wager_cites_the_definition_that_makes_it_win() -> None:
    defined = {
        wager.key: wager.clause
        for book in GAMES
        for wager in book.wagers
        if wager.clause.startswith("1.1.") and wager.key != "banker"
    }
    assert defined == {
        "banker_dragon_bonus": "1.1.1",
        "big_tiger": "1.1.2",
        "fortune_six": "1.1.4",
        "player_dragon_bonus": "1.1.9",
        "player_pair": "1.1.11",
        "banker_pair": "1.1.11",
        "small_tiger": "1.1.14",
        "super_six": "1.1.15",
        "super_6": "1.1.15",
        "tie": "1.1.17",
        "tiger": "1.1.18",
        "tiger_pair": "1.1.19",
        "tiger_tie": "1.1.20",
    }


@clause("mbs-electronic-2021", "1.1.1")
@pytest.mark.parametrize("line", ["9s 3d Kh / Kc 6h", "Ks 7d / Kc 8h"])
def test_1_1_1_banker_dragon_bonus_wins_by_four_points_or_by_a_natural(line: str) -> None:
    assert won_cents(SUPER_6, line, "banker_dragon_bonus") == 100_00


@clause("mbs-electronic-2021", "1.1.1")
@pytest.mark.parametrize("line", ["9s Kd / Kc 2h", "Ks 6d / Kc 5h 6c"])
def test_1_1_1_banker_dragon_bonus_loses_when_player_wins(line: str) -> None:
    assert won_cents(SUPER_6, line, "banker_dragon_bonus") == -100_00


@clause("mbs-electronic-2021", "1.1.1.1")
@pytest.mark.parametrize(
    ("player", "wins"),
    [("9s 3d Kh", True), ("9s 4d Kh", False), ("9s 5d Kh", False), ("9s 6d Kh", False)],
    ids=["by 4", "by 3", "by 2", "by 1"],
)
def test_1_1_1_1_banker_without_a_natural_must_win_by_four_or_more(player: str, wins: bool) -> None:
    held = line_held(SUPER_6, banker_beats(player), "banker_dragon_bonus")
    assert (held is not None) is wins


@clause("mbs-electronic-2021", "1.1.1.1")
def test_1_1_1_1_a_banker_nine_on_three_cards_is_not_a_natural() -> None:
    # Nine against eight, both on three cards: a win by one point, which loses the bonus.
    assert won_cents(SUPER_6, "Ks 4d 4h / Kc 4c 5c", "banker_dragon_bonus") == -100_00


@clause("mbs-electronic-2021", "1.1.1.2")
@pytest.mark.parametrize(
    "line",
    ["7s Kd / 8c Kh", "7s Kd / 9c Kh", "8s Kd / 9c Kh", "Ks Qd / 8c Kh", "Ks Qd / 9c Kh"],
)
def test_1_1_1_2_a_banker_natural_wins_the_bonus_at_any_margin(line: str) -> None:
    # Nine against eight wins by one and is not a Natural Tie (R4). Nine against zero pays 1 to 1.
    assert won_cents(SUPER_6, line, "banker_dragon_bonus") == 100_00


@clause("mbs-electronic-2021", "1.1.2")
@pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)
def test_1_1_2_big_tiger_wins_when_banker_wins_with_six_on_three_cards(book: Rulebook) -> None:
    assert won_cents(book, SIX_ON_THREE, "big_tiger") > 0


@clause("mbs-electronic-2021", "1.1.2")
@pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)
@pytest.mark.parametrize(
    "line", [SIX_ON_TWO, BANKER_ON_SEVEN, TIED_ON_SIX, PLAYER_ON_SIX, "Ks 2d 4h / Kc 4c 2c"]
)
def test_1_1_2_big_tiger_loses_on_any_other_outcome(book: Rulebook, line: str) -> None:
    # The last round is a tie on a three-card six, which Banker has not won.
    assert won_cents(book, line, "big_tiger") == -100_00


@clause("mbs-electronic-2021", "1.1.3")
@pytest.mark.parametrize("line", [SIX_ON_TWO, BANKER_ON_SEVEN, "7s Kd / 9c Kh"])
def test_1_1_3_commission_is_five_in_a_hundred_of_a_banker_win(line: str) -> None:
    assert won_cents(TIGER, line, "banker") == 95_00


@clause("mbs-electronic-2021", "1.1.3")
def test_1_1_3_no_commission_is_taken_from_a_player_win() -> None:
    assert won_cents(TIGER, PLAYER_ON_SIX, "player") == 100_00


@clause("mbs-electronic-2021", "1.1.3")
def test_1_1_3_the_banker_wager_of_tiger_baccarat_cites_its_commission() -> None:
    assert TIGER.wager("banker").clause == "1.1.3"


@clause("mbs-electronic-2021", "1.1.3.1")
@pytest.mark.parametrize(
    "book",
    [SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION, TIGER_NO_COMMISSION],
    ids=lambda book: book.key,
)
def test_1_1_3_1_no_game_but_tiger_baccarat_takes_commission(book: Rulebook) -> None:
    assert won_cents(book, BANKER_ON_SEVEN, "banker") == 100_00


@clause("mbs-electronic-2021", "1.1.4")
@pytest.mark.parametrize("line", [SIX_ON_TWO, SIX_ON_THREE])
def test_1_1_4_fortune_six_wins_when_banker_wins_with_six(line: str) -> None:
    assert won_cents(FORTUNE_SIX, line, "fortune_six") > 0


@clause("mbs-electronic-2021", "1.1.4")
@pytest.mark.parametrize("line", [BANKER_ON_SEVEN, TIED_ON_SIX, PLAYER_ON_SIX])
def test_1_1_4_fortune_six_loses_on_any_other_outcome(line: str) -> None:
    assert won_cents(FORTUNE_SIX, line, "fortune_six") == -100_00


@clause("mbs-electronic-2021", "1.1.5")
def test_1_1_5_a_hand_is_the_cards_dealt_to_one_side() -> None:
    tableau = played(NO_COMMISSION, "9s 4d 2h / Kc 7h")
    assert tableau.player == (card("9s"), card("4d"), card("2h"))
    assert tableau.banker == (card("Kc"), card("7h"))


@clause("mbs-electronic-2021", "1.1.6")
@pytest.mark.parametrize(
    ("line", "complete"),
    [
        ("9s / Kc", False),
        ("9s 4d / Kc", False),
        ("9s 4d / Kc 7h", True),
        ("9s 4d 2h / Kc 7h", True),
    ],
)
def test_1_1_6_the_initial_deal_is_two_cards_to_each_hand(line: str, complete: bool) -> None:
    assert played(NO_COMMISSION, line).is_initial_deal_complete is complete


@clause("mbs-electronic-2021", "1.1.7")
@pytest.mark.parametrize(
    ("line", "player", "banker"),
    [
        ("Ks 8d / Kc 2h", True, False),
        ("4s 5d / Kc 2h", True, False),
        ("Ks 2d / 3c 5h", False, True),
        ("Ks 2d / Kc 9h", False, True),
        ("Ks 8d / Kc 9h", True, True),
        ("Ks 7d / Kc 7h", False, False),
    ],
)
def test_1_1_7_a_natural_is_eight_or_nine_in_the_initial_deal(
    line: str, player: bool, banker: bool
) -> None:
    facts = ending(played(NO_COMMISSION, line))
    assert (bool(facts.player_natural), bool(facts.banker_natural)) == (player, banker)


@clause("mbs-electronic-2021", "1.1.7")
def test_1_1_7_eight_and_nine_on_three_cards_are_not_naturals() -> None:
    facts = ending(played(NO_COMMISSION, "Ks 4d 4h / Kc 4c 5c"))
    assert (facts.player_total, facts.banker_total) == (8, 9)
    assert not facts.player_natural
    assert not facts.banker_natural


@clause("mbs-electronic-2021", "1.1.8")
@pytest.mark.parametrize("line", ["Ks 8d / Kc 8h", "4s 5d / Kc 9h"])
@pytest.mark.parametrize("wager", ["player_dragon_bonus", "banker_dragon_bonus"])
def test_1_1_8_a_natural_tie_returns_both_dragon_bonuses(line: str, wager: str) -> None:
    assert won_cents(SUPER_6, line, wager) == 0


@clause("mbs-electronic-2021", "1.1.8")
@pytest.mark.parametrize("line", ["Ks 7d / Kc 7h", "Ks 5d 4h / Kc 5h 4c", "Ks 4d 4h / Kc 4c 4s"])
@pytest.mark.parametrize("wager", ["player_dragon_bonus", "banker_dragon_bonus"])
def test_1_1_8_a_tie_that_is_not_of_naturals_loses_both_dragon_bonuses(
    line: str, wager: str
) -> None:
    # Nine each and eight each on three cards are no Natural Tie (R5).
    assert won_cents(SUPER_6, line, wager) == -100_00


@clause("mbs-electronic-2021", "1.1.9")
@pytest.mark.parametrize("line", ["Ks 6d / Kc 5h 7c", "8s Kd / 7c Kh"])
def test_1_1_9_player_dragon_bonus_wins_by_four_points_or_by_a_natural(line: str) -> None:
    assert won_cents(SUPER_6, line, "player_dragon_bonus") == 100_00


@clause("mbs-electronic-2021", "1.1.9")
@pytest.mark.parametrize("line", ["Ks 2d / Kc 9h", "9s 3d Kh / Kc 6h"])
def test_1_1_9_player_dragon_bonus_loses_when_banker_wins(line: str) -> None:
    assert won_cents(SUPER_6, line, "player_dragon_bonus") == -100_00


@clause("mbs-electronic-2021", "1.1.9.1")
@pytest.mark.parametrize(
    ("banker", "wins"),
    [("Kc 5h 7c", True), ("Kc 5h 8c", False), ("Kc 5h 9c", False), ("Kc 5h Kd", False)],
    ids=["by 4", "by 3", "by 2", "by 1"],
)
def test_1_1_9_1_player_without_a_natural_must_win_by_four_or_more(banker: str, wins: bool) -> None:
    held = line_held(SUPER_6, f"Ks 6d / {banker}", "player_dragon_bonus")
    assert (held is not None) is wins


@clause("mbs-electronic-2021", "1.1.9.1")
def test_1_1_9_1_a_player_nine_on_three_cards_is_not_a_natural() -> None:
    assert won_cents(SUPER_6, "Ks 5d 4h / Kc 4c 4s", "player_dragon_bonus") == -100_00


@clause("mbs-electronic-2021", "1.1.9.2")
@pytest.mark.parametrize(
    "line",
    ["8s Kd / 7c Kh", "9s Kd / 7c Kh", "9s Kd / 8c Kh", "8s Kd / Qc Kh", "9s Kd / Qc Kh"],
)
def test_1_1_9_2_a_player_natural_wins_the_bonus_at_any_margin(line: str) -> None:
    # Nine against eight wins by one and is not a Natural Tie (R4). Nine against zero pays 1 to 1.
    assert won_cents(SUPER_6, line, "player_dragon_bonus") == 100_00


@clause("mbs-electronic-2021", "1.1.10")
def test_1_1_10_a_push_returns_the_stake_and_no_more() -> None:
    pushed = settled(NO_COMMISSION, TIED_ON_SIX, "banker", 40_00)
    assert pushed.line is not None
    assert pushed.line.pays.is_push
    assert (pushed.win_cents, pushed.return_cents) == (0, 40_00)


@clause("mbs-electronic-2021", "1.1.11")
@pytest.mark.parametrize("pair", ["As Ad", "2s 2d", "7s 7d", "9s 9d", "Ts Td", "Js Jd", "Qs Qd"])
def test_1_1_11_two_cards_of_one_rank_are_a_pair(pair: str) -> None:
    assert is_player_pair(pair)


@clause("mbs-electronic-2021", "1.1.11")
@pytest.mark.parametrize("first_two", ["Ks Qd", "Ks Jd", "Qs Jd", "Qs Kd"])
def test_1_1_11_two_different_face_cards_are_not_a_pair(first_two: str) -> None:
    assert not is_player_pair(first_two)


@clause("mbs-electronic-2021", "1.1.11")
@pytest.mark.parametrize("first_two", ["Ts Jd", "Ts Qd", "Ks Td"])
def test_1_1_11_a_ten_and_a_face_card_are_not_a_pair(first_two: str) -> None:
    # Both count nothing, but a Pair is two cards of one rank (R1).
    assert not is_player_pair(first_two)


@clause("mbs-electronic-2021", "1.1.11")
def test_1_1_11_two_copies_of_one_card_are_a_pair() -> None:
    assert is_player_pair("Ks Ks")


def is_player_pair(first_two: str) -> bool:
    """Whether Player Pair wins on two cards. Banker has a natural, so that no card is drawn."""
    return won_cents(NO_COMMISSION, f"{first_two} / Kc 9h", "player_pair") > 0


@clause("mbs-electronic-2021", "1.1.11", "1.1.13")
def test_1_1_11_pair_and_1_1_13_round_of_play_are_cited_where_they_are_defined() -> None:
    assert NO_COMMISSION.cite(Rule.PAIR) == "E 1.1.11"
    assert NO_COMMISSION.cite(Rule.ROUND_OF_PLAY) == "E 1.1.13"


@clause("mbs-electronic-2021", "1.1.12")
def test_1_1_12_patrons_wager_at_terminals_with_credit() -> None:
    assert DOCUMENT.placement is WagerPlacement.TERMINALS
    assert {book.cite(Rule.CREDIT) for book in GAMES} == {"E 1.1.12"}


@clause("mbs-electronic-2021", "1.1.13")
@pytest.mark.parametrize("line", ["/", "9s 4d / Kc", "9s 2d / Kc 6h", "9s 2d 4h / Kc 4d"])
def test_1_1_13_no_wager_is_paid_before_the_outcome_is_established(line: str) -> None:
    # Nor is Player Pair, though its fate is known: a round ends with outcome and payment together.
    unfinished = played(NO_COMMISSION, line)
    assert not unfinished.is_finished
    with pytest.raises(ValueError, match="not finished"):
        settle(NO_COMMISSION, unfinished, {"player_pair": 100_00})


@clause("mbs-electronic-2021", "1.1.13")
@pytest.mark.parametrize("line", ["9s Kd / Kc 2h", SIX_ON_TWO, SIX_ON_THREE, TIED_ON_SIX])
def test_1_1_13_a_round_is_over_when_no_further_card_is_called_for(line: str) -> None:
    assert played(NO_COMMISSION, line).is_finished


@clause("mbs-electronic-2021", "1.1.14")
@pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)
def test_1_1_14_small_tiger_wins_when_banker_wins_with_six_on_two_cards(book: Rulebook) -> None:
    assert won_cents(book, SIX_ON_TWO, "small_tiger") > 0


@clause("mbs-electronic-2021", "1.1.14")
@pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)
@pytest.mark.parametrize("line", [SIX_ON_THREE, BANKER_ON_SEVEN, TIED_ON_SIX, PLAYER_ON_SIX])
def test_1_1_14_small_tiger_loses_on_any_other_outcome(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "small_tiger") == -100_00


@clause("mbs-electronic-2021", "1.1.15")
@pytest.mark.parametrize(("book", "wager"), [(SUPER_SIX, "super_six"), (SUPER_6, "super_6")])
@pytest.mark.parametrize("line", [SIX_ON_TWO, SIX_ON_THREE])
def test_1_1_15_super_six_wins_when_banker_wins_with_six(
    book: Rulebook, wager: str, line: str
) -> None:
    # It stands alone here: an additional wager needs no other one beside it (R28).
    assert won_cents(book, line, wager) > 0


@clause("mbs-electronic-2021", "1.1.15")
@pytest.mark.parametrize(("book", "wager"), [(SUPER_SIX, "super_six"), (SUPER_6, "super_6")])
@pytest.mark.parametrize("line", [BANKER_ON_SEVEN, TIED_ON_SIX, PLAYER_ON_SIX])
def test_1_1_15_super_six_loses_on_any_other_outcome(book: Rulebook, wager: str, line: str) -> None:
    assert won_cents(book, line, wager) == -100_00


@clause("mbs-electronic-2021", "1.1.16")
@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("Ks 6d / Kc 6h", Winner.NEITHER),
        ("Ks 2d 4h / Kc 6h", Winner.NEITHER),
        ("Ks 5d 5h / Kc 5c 5s", Winner.NEITHER),
        ("Ks 6d / Kc 7h", Winner.BANKER),
        ("Ks 7d / Kc 6h", Winner.PLAYER),
    ],
)
def test_1_1_16_a_tie_is_one_total_for_both_hands_at_the_end(line: str, winner: Winner) -> None:
    assert ending(played(NO_COMMISSION, line)).winner == winner


@clause("mbs-electronic-2021", "1.1.16")
def test_1_1_16_equal_totals_after_the_initial_deal_alone_are_not_a_tie() -> None:
    # Two each on two cards, then a Player three and a Banker four.
    assert ending(played(NO_COMMISSION, "Ks 2d Ah / Kc 2h 2c")).winner == Winner.BANKER


@clause("mbs-electronic-2021", "1.1.17")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
@pytest.mark.parametrize("line", ["Ks 6d / Kc 6h", "Ks 9d / Kc 9h", "Ks 5d 5h / Kc 5c 5s"])
def test_1_1_17_a_tie_wager_wins_on_any_tie(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tie") > 0


@clause("mbs-electronic-2021", "1.1.17")
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
@pytest.mark.parametrize("line", [BANKER_ON_SEVEN, PLAYER_ON_SIX, "8s Kd / 9c Kh"])
def test_1_1_17_a_tie_wager_loses_on_any_other_outcome(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tie") == -100_00


@clause("mbs-electronic-2021", "1.1.18")
@pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)
@pytest.mark.parametrize("line", [SIX_ON_TWO, SIX_ON_THREE])
def test_1_1_18_tiger_wins_when_banker_wins_with_six(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tiger") > 0


@clause("mbs-electronic-2021", "1.1.18")
@pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)
@pytest.mark.parametrize("line", [BANKER_ON_SEVEN, TIED_ON_SIX, PLAYER_ON_SIX])
def test_1_1_18_tiger_loses_on_any_other_outcome(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tiger") == -100_00


@clause("mbs-electronic-2021", "1.1.19")
@pytest.mark.parametrize("line", ["Ks Kd / 4c 5h", "4s 5d / Qc Qh", "Ks Kd / 4c 4h"])
def test_1_1_19_tiger_pair_wins_when_either_hand_or_both_pair(line: str) -> None:
    assert won_cents(TIGER, line, "tiger_pair") > 0


@clause("mbs-electronic-2021", "1.1.19")
@pytest.mark.parametrize("line", ["4s 5d / Qc Kh", "Ts Jd / 4c 5h", "4s 5d / Tc Qh"])
def test_1_1_19_tiger_pair_loses_when_neither_hand_has_a_pair_by_rank(line: str) -> None:
    # A ten and a face card count alike and do not pair (R1).
    assert won_cents(TIGER, line, "tiger_pair") == -100_00


@clause("mbs-electronic-2021", "1.1.19")
def test_1_1_19_a_third_card_makes_no_tiger_pair() -> None:
    assert won_cents(TIGER, "Ks 2d 2h / Kc 4c 4h", "tiger_pair") == -100_00


@clause("mbs-electronic-2021", "1.1.19.1")
@pytest.mark.parametrize("line", ["Ks Kd / 4c 5h", "4s 5d / Qc Qh"])
def test_1_1_19_1_one_paired_hand_is_a_single_tiger_pair(line: str) -> None:
    assert tiger_pair_tier(line) == "Single Tiger Pair"


@clause("mbs-electronic-2021", "1.1.19.2")
@pytest.mark.parametrize("line", ["Ks Kd / 4c 4h", "2s 2d 5h / 3c 3h"])
def test_1_1_19_2_two_different_pairs_are_a_double_tiger_pair(line: str) -> None:
    # It is not a Single as well: the highest tier only (R3).
    assert tiger_pair_tier(line) == "Double Tiger Pair"


@clause("mbs-electronic-2021", "1.1.19.3")
@pytest.mark.parametrize("line", ["9s 9d / 9c 9h", "Qs Qd 6h / Qc Qh Ac", "Ts Td 6h / Tc Th Ac"])
def test_1_1_19_3_two_pairs_of_one_rank_are_a_twin_tiger_pair(line: str) -> None:
    assert tiger_pair_tier(line) == "Twin Tiger Pair"


@clause("mbs-electronic-2021", "1.1.19.3")
@pytest.mark.parametrize("line", ["Ts Td 6h / Kc Kh Ac", "Js Jd 6h / Qc Qh Ac"])
def test_1_1_19_3_pairs_of_tens_and_of_kings_are_not_twins(line: str) -> None:
    # All four cards count nothing, but twins are four cards of one rank (R2).
    assert tiger_pair_tier(line) == "Double Tiger Pair"


TIERS = {
    shared_terms.ONE_PAIRS: "Single Tiger Pair",
    shared_terms.BOTH_PAIR_UNLIKE: "Double Tiger Pair",
    shared_terms.BOTH_PAIR_ALIKE: "Twin Tiger Pair",
}


def tiger_pair_tier(line: str) -> str:
    """The name of the line that Tiger Pair holds."""
    held = line_held(TIGER, line, "tiger_pair")
    assert held is not None
    return TIERS[held.when]


@clause("mbs-electronic-2021", "1.1.20")
@pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)
@pytest.mark.parametrize("line", [TIED_ON_SIX, "Ks 2d 4h / Kc 4c 2c", "Ks 2d 4h / Kc 6h"])
def test_1_1_20_tiger_tie_wins_on_a_tie_at_six(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tiger_tie") > 0


@clause("mbs-electronic-2021", "1.1.20")
@pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)
@pytest.mark.parametrize("line", ["Ks 7d / Kc 7h", SIX_ON_TWO, PLAYER_ON_SIX])
def test_1_1_20_tiger_tie_loses_on_any_other_outcome(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tiger_tie") == -100_00
