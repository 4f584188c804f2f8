import pytest

from punto.core.cards import Rank, card
from punto.core.facts import Winner
from punto.core.rulebook import WagerPlacement
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.tableau import Tableau, ending, next_side
from punto.games.clauses.mbs_electronic_7_up_2023 import REGISTER
from punto.games.mbs_electronic_7_up_2023 import DOCUMENT, SEVEN_UP
from tests.clauses import clause
from tests.rounds import played, won_cents


@clause("mbs-electronic-7-up-2023", "1.1")
def test_1_1_nine_words_are_defined() -> None:
    defined = [each for each in REGISTER if each.number.startswith("1.1.")]
    assert [each.about.partition(":")[0] for each in defined] == [
        "Hand",
        "Initial deal",
        "Natural",
        "Permanent 7 card",
        "Player Terminal",
        "Round of play",
        "Super 7's wager",
        "Tie",
        "Tie wager",
    ]


@clause("mbs-electronic-7-up-2023", "1.1.1")
def test_1_1_1_a_hand_is_the_cards_dealt_to_one_side() -> None:
    tableau = played(SEVEN_UP, "3h Ks / Kc 2d 5d")
    assert tableau.player == (card("3h"), card("Ks"))
    assert tableau.banker == (card("Kc"), card("2d"), card("5d"))


@clause("mbs-electronic-7-up-2023", "1.1.2")
def test_1_1_2_the_initial_deal_is_complete_with_three_dealt_cards() -> None:
    # The printed seven is the fourth (R8).
    assert not played(SEVEN_UP, "3h / Kc").is_initial_deal_complete
    assert played(SEVEN_UP, "3h / Kc 2d").is_initial_deal_complete


@clause("mbs-electronic-7-up-2023", "1.1.3")
@pytest.mark.parametrize(("line", "total"), [("Ah / Kc 7d", 8), ("2h / Kc 7d", 9)])
def test_1_1_3_the_printed_seven_with_an_ace_or_a_two_is_a_natural(line: str, total: int) -> None:
    outcome = ending(played(SEVEN_UP, line))
    assert (outcome.player_natural, outcome.player_total) == (1, total)


@clause("mbs-electronic-7-up-2023", "1.1.3")
@pytest.mark.parametrize("line", ["Kh / Kc 8d", "Kh / 4c 5d"])
def test_1_1_3_eight_or_nine_on_two_cards_is_a_natural_of_the_banker_hand(line: str) -> None:
    assert ending(played(SEVEN_UP, line)).banker_natural == 1


@clause("mbs-electronic-7-up-2023", "1.1.3")
@pytest.mark.parametrize("line", ["3h 8d / Kc 7d", "3h 9d / Kc 7d", "Kh / Kc 6d"])
def test_1_1_3_seven_or_a_third_card_makes_no_natural(line: str) -> None:
    assert not ending(played(SEVEN_UP, line)).player_natural


@clause("mbs-electronic-7-up-2023", "1.1.4")
def test_1_1_4_the_printed_seven_is_on_the_layout_before_any_card_is_dealt() -> None:
    empty = Tableau(SEVEN_UP.order)
    assert empty.ranks.player == (Rank.SEVEN,)
    assert empty.cards_drawn == 0


@clause("mbs-electronic-7-up-2023", "1.1.4")
def test_1_1_4_the_printed_seven_always_begins_the_player_hand() -> None:
    ranks = played(SEVEN_UP, "3h Ks / Kc 2d 5d").ranks
    assert ranks.player == (Rank.SEVEN, Rank.THREE, Rank.KING)


@clause("mbs-electronic-7-up-2023", "1.1.5")
def test_1_1_5_patrons_wager_on_terminals() -> None:
    assert DOCUMENT.placement is WagerPlacement.TERMINALS
    assert SEVEN_UP.cite(Rule.CREDIT) == "U 1.1.5"


@clause("mbs-electronic-7-up-2023", "1.1.6")
def test_1_1_6_a_round_with_cards_to_come_has_no_outcome() -> None:
    unfinished = played(SEVEN_UP, "3h Ks / Kc 2d")
    assert next_side(unfinished) is Side.BANKER
    with pytest.raises(ValueError, match="not finished"):
        ending(unfinished)


@clause("mbs-electronic-7-up-2023", "1.1.7")
@pytest.mark.parametrize(
    "line",
    [
        "7h Ks / Kc 2d 5d",  # in the Player hand
        "Kh / 7c 9d",  # in the Banker hand
        "3h 7d / Kc 2d 3d",  # as a third card
    ],
)
def test_1_1_7_one_seven_beside_the_printed_one_wins_super_sevens(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "super_sevens") > 0


@clause("mbs-electronic-7-up-2023", "1.1.7")
@pytest.mark.parametrize(
    "line",
    [
        "Kh / Kc 9d",
        "3h Ks / Kc 2d 5d",  # a total of seven is not a seven
    ],
)
def test_1_1_7_the_printed_seven_alone_loses_super_sevens(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "super_sevens", 10_00) == -10_00


@clause("mbs-electronic-7-up-2023", "1.1.8")
def test_1_1_8_equal_totals_at_the_end_are_a_tie() -> None:
    assert ending(played(SEVEN_UP, "3h 5d / Kc 2d 3d")).winner == Winner.NEITHER


@clause("mbs-electronic-7-up-2023", "1.1.8")
def test_1_1_8_equal_totals_before_the_third_cards_are_not_a_tie() -> None:
    # Both hands begin with five.
    assert ending(played(SEVEN_UP, "8h 4d / Kc 5d Kd")).winner == Winner.PLAYER


@clause("mbs-electronic-7-up-2023", "1.1.9")
@pytest.mark.parametrize("line", ["9h / Kc 6d", "3h 5d / Kc 2d 3d", "2h / 4c 5d"])
def test_1_1_9_the_tie_wager_wins_on_a_tie(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "tie") > 0


@clause("mbs-electronic-7-up-2023", "1.1.9")
@pytest.mark.parametrize("line", ["Kh / Kc 6d", "9h / Kc 7d"])
def test_1_1_9_the_tie_wager_loses_with_any_other_outcome(line: str) -> None:
    assert won_cents(SEVEN_UP, line, "tie", 10_00) == -10_00
