import pytest

from punto.core.cards import card
from punto.core.facts import Winner
from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import DealingMethod, WagerGroup
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, PositionAuthority, StaffPosition
from punto.core.tableau import draw_decisions, ending
from punto.games import shared_terms
from punto.games.mbs_tiger_no_commission_2022 import DOCUMENT
from punto.games.mbs_tiger_no_commission_2022 import TIGER_NO_COMMISSION_LIVE as TIGER
from tests.clauses import clause
from tests.rounds import line_held, played, won_cents

TWO_CARD_SIX_WINS = "Ks 2d Kh / Kc 6h"
THREE_CARD_SIX_WINS = "Ks 2d Kh / Kc 2h 4d"
TWO_CARD_SIX_TIES = "6s Kd / Kc 6h"
THREE_CARD_SIX_TIES = "6s Kd / Kc 2h 4d"
TWO_CARD_SIX_IS_BEATEN = "7s Kd / Kc 6h"
THREE_CARD_SIX_IS_BEATEN = "7s Kd / Kc 2h 4d"
TWO_CARD_SEVEN_WINS = "Ks 2d Kh / Kc 7h"
THREE_CARD_SEVEN_WINS = "Ks 2d Kh / Kc 2h 5d"
PLAYER_WINS_ON_SIX = "6s Kd / Kc Qh 5d"

NO_BANKER_SIX_WINS = [
    TWO_CARD_SIX_TIES,
    THREE_CARD_SIX_TIES,
    TWO_CARD_SIX_IS_BEATEN,
    THREE_CARD_SIX_IS_BEATEN,
    TWO_CARD_SEVEN_WINS,
    THREE_CARD_SEVEN_WINS,
    PLAYER_WINS_ON_SIX,
]

TIERS = {
    shared_terms.ONE_PAIRS: "Single Tiger Pair",
    shared_terms.BOTH_PAIR_UNLIKE: "Double Tiger Pair",
    shared_terms.BOTH_PAIR_ALIKE: "Twin Tiger Pair",
}


def tier(line: str) -> str | None:
    """The tier of Tiger Pair that a round reaches."""
    held = line_held(TIGER, line, "tiger_pair")
    return None if held is None else TIERS[held.when]


@clause("mbs-tiger-no-commission-2022", "1.1")
def test_1_1_tie_tiger_pair_and_the_wagers_on_six_are_defined_among_the_words() -> None:
    by_word = {wager.key for wager in TIGER.wagers if wager.clause.startswith("1.1.")}
    assert by_word == {"tie", "tiger", "small_tiger", "big_tiger", "tiger_tie", "tiger_pair"}


@clause("mbs-tiger-no-commission-2022", "1.1.1")
def test_1_1_1_big_tiger_wins_when_the_banker_hand_wins_on_a_three_card_six() -> None:
    assert won_cents(TIGER, THREE_CARD_SIX_WINS, "big_tiger") > 0


@clause("mbs-tiger-no-commission-2022", "1.1.1")
@pytest.mark.parametrize("line", [TWO_CARD_SIX_WINS, *NO_BANKER_SIX_WINS])
def test_1_1_1_big_tiger_loses_on_any_other_outcome(line: str) -> None:
    assert won_cents(TIGER, line, "big_tiger") == -100_00


@clause("mbs-tiger-no-commission-2022", "1.1.2")
def test_1_1_2_a_hand_is_the_cards_dealt_to_it_in_order() -> None:
    tableau = played(TIGER, "9s 4d 2h / Kc 6h")
    assert tableau.player == (card("9s"), card("4d"), card("2h"))
    assert tableau.banker == (card("Kc"), card("6h"))


@clause("mbs-tiger-no-commission-2022", "1.1.3")
def test_1_1_3_hlga_opens_method_c_and_nothing_else_among_the_methods() -> None:
    assert [each.method for each in DOCUMENT.methods if each.only_in_hlga] == [DealingMethod.C]


@clause("mbs-tiger-no-commission-2022", "1.1.3")
def test_1_1_3_hlga_matters_to_the_cutting_card_and_to_no_other_irregularity() -> None:
    in_hlga = [
        row.trigger
        for row in DOCUMENT.irregularities
        if Circumstance.FIRST_CARD_IN_HLGA in row.when
    ]
    assert in_hlga == [Trigger.CUTTING_CARD]


@clause("mbs-tiger-no-commission-2022", "1.1.4")
@pytest.mark.parametrize(
    ("line", "complete"),
    [("9s 4d / Kc", False), ("9s 4d / Kc 6h", True), ("9s 4d 2h / Kc 6h", True)],
)
def test_1_1_4_the_initial_deal_is_two_cards_a_hand(line: str, complete: bool) -> None:
    assert played(TIGER, line).is_initial_deal_complete is complete


@clause("mbs-tiger-no-commission-2022", "1.1.5")
@pytest.mark.parametrize(
    ("line", "player", "banker"),
    [
        ("8s Kd / Kc 2h", True, False),
        ("4s 5d / Kc 2h", True, False),
        ("Ks 2d / 9c 9h", False, True),
        ("Ks 2d / 9c Qh", False, True),
        ("9s Kd / 3c 5h", True, True),
        ("7s Kd / 7c Qh", False, False),
        # Eight and nine on three cards are not naturals.
        ("2s 3d 4h / 3c Kh 5d", False, False),
    ],
)
def test_1_1_5_a_natural_is_eight_or_nine_in_the_initial_deal(
    line: str, player: bool, banker: bool
) -> None:
    finished = ending(played(TIGER, line))
    assert (finished.player_natural, finished.banker_natural) == (player, banker)


@clause("mbs-tiger-no-commission-2022", "1.1.6")
def test_1_1_6_a_round_of_play_ends_with_the_dealer_collecting_and_paying() -> None:
    assert (
        PositionAuthority(StaffPosition.DEALER, Permission.COLLECT_AND_PAY, "1.1.6")
        in DOCUMENT.authorities
    )
    assert TIGER.cite(Rule.ROUND_OF_PLAY) == "T 1.1.6"


@clause("mbs-tiger-no-commission-2022", "1.1.7")
def test_1_1_7_small_tiger_wins_when_the_banker_hand_wins_on_a_two_card_six() -> None:
    assert won_cents(TIGER, TWO_CARD_SIX_WINS, "small_tiger") > 0


@clause("mbs-tiger-no-commission-2022", "1.1.7")
@pytest.mark.parametrize("line", [THREE_CARD_SIX_WINS, *NO_BANKER_SIX_WINS])
def test_1_1_7_small_tiger_loses_on_any_other_outcome(line: str) -> None:
    assert won_cents(TIGER, line, "small_tiger") == -100_00


@clause("mbs-tiger-no-commission-2022", "1.1.8")
def test_1_1_8_a_card_being_squeezed_lies_in_its_hand_before_its_value_is_known() -> None:
    squeezed = played(TIGER, "9s ? / Kc 6h")
    assert squeezed.is_initial_deal_complete
    assert not squeezed.is_known
    assert draw_decisions(squeezed) == ()


@clause("mbs-tiger-no-commission-2022", "1.1.9")
def test_1_1_9_the_differential_compares_the_wagers_on_the_two_hands_only() -> None:
    on_the_hands = {
        wager.key for wager in TIGER.wagers if wager.group in (WagerGroup.PLAYER, WagerGroup.BANKER)
    }
    assert on_the_hands == {"player", "banker"}


@clause("mbs-tiger-no-commission-2022", "1.1.10")
@pytest.mark.parametrize(
    "line", ["7s Kd / 7c Qh", "7s Kd / Kc 2h 5d", "Ks Qd Jh / Kc Qh Jd", "9s Kd / 4c 5h"]
)
def test_1_1_10_equal_totals_at_the_end_are_a_tie(line: str) -> None:
    assert ending(played(TIGER, line)).winner == Winner.NEITHER


@clause("mbs-tiger-no-commission-2022", "1.1.10")
def test_1_1_10_equal_totals_before_the_third_cards_are_not_a_tie() -> None:
    assert ending(played(TIGER, "5s Kd 4h / Kc 5h 2d")).winner == Winner.PLAYER


@clause("mbs-tiger-no-commission-2022", "1.1.11")
@pytest.mark.parametrize("line", ["7s Kd / 7c Qh", TWO_CARD_SIX_TIES, "Ks Qd Jh / Kc Qh Jd"])
def test_1_1_11_the_tie_wager_wins_on_any_equal_totals(line: str) -> None:
    assert won_cents(TIGER, line, "tie") > 0


@clause("mbs-tiger-no-commission-2022", "1.1.11")
@pytest.mark.parametrize("line", [TWO_CARD_SIX_WINS, PLAYER_WINS_ON_SIX, "9s Kd / 3c 5h"])
def test_1_1_11_the_tie_wager_loses_when_a_hand_wins(line: str) -> None:
    assert won_cents(TIGER, line, "tie") == -100_00


@clause("mbs-tiger-no-commission-2022", "1.1.12")
@pytest.mark.parametrize("line", [TWO_CARD_SIX_WINS, THREE_CARD_SIX_WINS])
def test_1_1_12_tiger_wins_when_the_banker_hand_wins_on_six(line: str) -> None:
    assert won_cents(TIGER, line, "tiger") > 0


@clause("mbs-tiger-no-commission-2022", "1.1.12")
@pytest.mark.parametrize("line", NO_BANKER_SIX_WINS)
def test_1_1_12_tiger_loses_on_any_other_outcome(line: str) -> None:
    assert won_cents(TIGER, line, "tiger") == -100_00


@clause("mbs-tiger-no-commission-2022", "1.1.13")
@pytest.mark.parametrize(
    "line",
    [
        "9s 9d / Kc 7h",
        "As Ad 3h / Kc 7h",
        "6s Kd / Tc Th 3d",
        "6s Kd / Jc Jh 3d",
        "6s Kd / Qc Qh 3d",
        "6s 4d Ah / Kc Kh 7d",
        # Two copies of one card, from two decks.
        "9s 9s / Kc 7h",
    ],
)
def test_1_1_13_two_cards_of_one_rank_are_a_pair(line: str) -> None:
    assert won_cents(TIGER, line, "tiger_pair") > 0


@clause("mbs-tiger-no-commission-2022", "1.1.13")
@pytest.mark.parametrize("two_cards", ["Ks Qd", "Ks Jd", "Qs Jd", "Ts Jd", "Ts Qd", "Ts Kd"])
def test_1_1_13_tens_and_court_cards_of_different_ranks_are_not_a_pair(two_cards: str) -> None:
    # By rank: read by point value, a Ten and a Jack would pair (R1).
    assert won_cents(TIGER, f"{two_cards} 7h / 6c Ah", "tiger_pair") == -100_00


@clause("mbs-tiger-no-commission-2022", "1.1.13")
@pytest.mark.parametrize("line", ["2s 3d 3h / Kc 7h", "6s Kd / 2c 3h 3d", "8s 9d / 8c 9h"])
def test_1_1_13_only_the_first_two_cards_of_one_hand_make_a_pair(line: str) -> None:
    assert won_cents(TIGER, line, "tiger_pair") == -100_00


@clause("mbs-tiger-no-commission-2022", "1.1.13.1")
@pytest.mark.parametrize("line", ["9s 9d / Kc 9h", "Ks 9d / 9c 9h"])
def test_1_1_13_1_a_pair_in_either_hand_is_a_single(line: str) -> None:
    assert tier(line) == "Single Tiger Pair"


@clause("mbs-tiger-no-commission-2022", "1.1.13.2")
@pytest.mark.parametrize("line", ["9s 9d / 4c 4h", "Qs Qd 7h / Kc Kh 5d"])
def test_1_1_13_2_pairs_of_different_ranks_in_both_hands_are_a_double(line: str) -> None:
    assert tier(line) == "Double Tiger Pair"


@clause("mbs-tiger-no-commission-2022", "1.1.13.3")
@pytest.mark.parametrize("line", ["9s 9d / 9c 9h", "Qs Qd 7h / Qc Qh 5d", "Ts Td 7h / Tc Th 5d"])
def test_1_1_13_3_the_same_pair_in_both_hands_is_a_twin(line: str) -> None:
    assert tier(line) == "Twin Tiger Pair"


@clause("mbs-tiger-no-commission-2022", "1.1.13.3")
@pytest.mark.parametrize("line", ["Ts Td 7h / Kc Kh 5d", "Js Jd 7h / Tc Th 5d"])
def test_1_1_13_3_two_pairs_that_both_count_nothing_are_not_a_twin(line: str) -> None:
    # Four cards of one rank: tens against Kings agree in value only (R2).
    assert tier(line) == "Double Tiger Pair"


@clause("mbs-tiger-no-commission-2022", "1.1.13.3")
def test_1_1_13_3_a_third_card_of_the_rank_makes_no_twin() -> None:
    assert tier("2s 2d 3h / 2c Kh 2d") == "Single Tiger Pair"


@clause("mbs-tiger-no-commission-2022", "1.1.14")
@pytest.mark.parametrize(
    "line", [TWO_CARD_SIX_TIES, THREE_CARD_SIX_TIES, "2s 3d Ah / Kc Qh 6d", "2s 3d Ah / Kc 6h"]
)
def test_1_1_14_tiger_tie_wins_when_both_hands_end_on_six(line: str) -> None:
    assert won_cents(TIGER, line, "tiger_tie") > 0


@clause("mbs-tiger-no-commission-2022", "1.1.14")
@pytest.mark.parametrize(
    "line", ["7s Kd / 7c Qh", "Ks Qd Jh / Kc Qh Jd", TWO_CARD_SIX_WINS, PLAYER_WINS_ON_SIX]
)
def test_1_1_14_tiger_tie_loses_on_any_other_outcome(line: str) -> None:
    assert won_cents(TIGER, line, "tiger_tie") == -100_00
