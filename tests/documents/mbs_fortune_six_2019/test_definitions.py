import pytest

from punto.core.cards import card
from punto.core.facts import Winner
from punto.core.staff_positions import Permission, StaffPosition
from punto.core.tableau import ending
from punto.games.clauses.mbs_fortune_six_2019 import REGISTER
from punto.games.mbs_fortune_six_2019 import DOCUMENT, FORTUNE_SIX_LIVE
from tests.clauses import clause
from tests.rounds import played, won_cents


@clause("mbs-fortune-six-2019", "1.1")
def test_1_1_nine_words_are_defined() -> None:
    defined = [each for each in REGISTER if each.number.startswith("1.1.")]
    assert [each.about.partition(":")[0] for each in defined] == [
        "Commission",
        "Fortune Six",
        "Hand",
        "Initial deal",
        "Natural",
        "Pair",
        "Point total",
        "Round of play",
        "Tie",
    ]


@clause("mbs-fortune-six-2019", "1.1.1")
def test_1_1_1_commission_is_taken_from_a_winning_banker_wager_only() -> None:
    assert won_cents(FORTUNE_SIX_LIVE, "Ks 6h / Kc 7d", "banker", 100_00) == 100_00 - 5_00
    assert won_cents(FORTUNE_SIX_LIVE, "Ks 7h / Kc 6d", "player", 100_00) == 100_00
    assert won_cents(FORTUNE_SIX_LIVE, "Ks 7h / Kc 6d", "banker", 100_00) == -100_00


@clause("mbs-fortune-six-2019", "1.1.2")
@pytest.mark.parametrize(
    "line",
    [
        "2s 3h Kd / Kc 6d",  # six on two cards
        "Ks Qh 4d / Kc 2d 4h",  # six on three
    ],
)
def test_1_1_2_fortune_six_wins_when_banker_wins_with_six(line: str) -> None:
    assert won_cents(FORTUNE_SIX_LIVE, line, "fortune_six") > 0


@clause("mbs-fortune-six-2019", "1.1.2")
@pytest.mark.parametrize(
    "line",
    [
        "Ks 6h / Kc 7d",  # Banker wins, but with seven
        "Ks 7h / Kc 6d",  # Banker has six and loses
        "Ks 6h / Kc 6d",  # both have six
        "Ks 6h / Kc 5d Kh",  # Player wins with six
    ],
)
def test_1_1_2_fortune_six_loses_with_any_other_outcome(line: str) -> None:
    assert won_cents(FORTUNE_SIX_LIVE, line, "fortune_six", 10_00) == -10_00


@clause("mbs-fortune-six-2019", "1.1.3")
def test_1_1_3_a_hand_is_the_cards_dealt_to_one_side() -> None:
    tableau = played(FORTUNE_SIX_LIVE, "9s 4d 2h / Kc 6h")
    assert tableau.player == (card("9s"), card("4d"), card("2h"))
    assert tableau.banker == (card("Kc"), card("6h"))


@clause("mbs-fortune-six-2019", "1.1.4")
def test_1_1_4_the_initial_deal_is_two_cards_to_each_hand() -> None:
    assert not played(FORTUNE_SIX_LIVE, "9s 4d / Kc").is_initial_deal_complete
    assert played(FORTUNE_SIX_LIVE, "9s 4d / Kc 6h").is_initial_deal_complete


@clause("mbs-fortune-six-2019", "1.1.5")
@pytest.mark.parametrize("line", ["Ks 8h / Kc 7d", "5s 4h / Kc 7d"])
def test_1_1_5_eight_or_nine_on_two_cards_is_a_natural(line: str) -> None:
    outcome = ending(played(FORTUNE_SIX_LIVE, line))
    assert (outcome.player_natural, outcome.banker_natural) == (1, 0)


@clause("mbs-fortune-six-2019", "1.1.5")
@pytest.mark.parametrize("line", ["2s 3h 3d / Kc 7d", "2s 3h 4d / Kc 7d", "Ks 7h / Kc 6d"])
def test_1_1_5_seven_or_a_third_card_makes_no_natural(line: str) -> None:
    assert not ending(played(FORTUNE_SIX_LIVE, line)).player_natural


@clause("mbs-fortune-six-2019", "1.1.6")
@pytest.mark.parametrize("line", ["9s 9h / Kc 7d", "Qs Qh Ad / Kc 7d", "9s 9s / Kc 7d"])
def test_1_1_6_two_first_cards_of_one_rank_are_a_pair(line: str) -> None:
    assert won_cents(FORTUNE_SIX_LIVE, line, "player_pair") > 0


@clause("mbs-fortune-six-2019", "1.1.6")
@pytest.mark.parametrize(
    "line",
    [
        "Ts Jh Ad / Kc 7d",  # both count nothing, but a Ten is no Jack
        "2s 3h 3d / Kc 7d",  # the third card pairs too late
        "4s 5s / Kc 7d",  # alike in suit only
        "Ks 7h / 9c 9d",  # the other hand's pair
    ],
)
def test_1_1_6_any_other_cards_are_not_a_player_pair(line: str) -> None:
    assert won_cents(FORTUNE_SIX_LIVE, line, "player_pair", 10_00) == -10_00


@clause("mbs-fortune-six-2019", "1.1.7")
def test_1_1_7_the_point_total_counts_every_card_of_the_hand() -> None:
    outcome = ending(played(FORTUNE_SIX_LIVE, "As 2h 4d / Kc 2d 3h"))
    assert (outcome.player_total, outcome.banker_total) == (7, 5)


@clause("mbs-fortune-six-2019", "1.1.8")
def test_1_1_8_the_dealer_ends_a_round_by_announcing_collecting_and_paying() -> None:
    assert [
        (each.position, each.act) for each in DOCUMENT.authorities if each.clause == "1.1.8"
    ] == [
        (StaffPosition.DEALER, Permission.ANNOUNCE),
        (StaffPosition.DEALER, Permission.COLLECT_AND_PAY),
    ]


@clause("mbs-fortune-six-2019", "1.1.9")
def test_1_1_9_equal_totals_at_the_end_are_a_tie() -> None:
    assert ending(played(FORTUNE_SIX_LIVE, "2s 3h Kd / Kc 5d")).winner == Winner.NEITHER


@clause("mbs-fortune-six-2019", "1.1.9")
def test_1_1_9_equal_totals_before_the_third_cards_are_not_a_tie() -> None:
    assert ending(played(FORTUNE_SIX_LIVE, "2s 3h 4d / Kc 5d Kd")).winner == Winner.PLAYER
