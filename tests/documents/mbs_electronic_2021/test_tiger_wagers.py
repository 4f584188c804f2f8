import pytest

from punto.core.rulebook import Rulebook
from punto.core.settlement import settle
from punto.games.mbs_electronic_2021 import (
    FORTUNE_SIX,
    NO_COMMISSION,
    SUPER_6,
    SUPER_SIX,
    TIGER,
    TIGER_NO_COMMISSION,
)
from tests.clauses import clause
from tests.rounds import played, won_cents

GAMES = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION, TIGER, TIGER_NO_COMMISSION)


TIGERS = (TIGER, TIGER_NO_COMMISSION)


tiger_games = pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)


SIX_ON_TWO = "9s 2d Kh / Kc 6h"


SIX_ON_THREE = "9s 2d 4h / Kc 4d 2c"


BANKER_ON_SEVEN = "9s 2d Kh / Kc 7h"


TIED_ON_SIX = "Ks 6d / Kc 6h"


TIED_ON_SEVEN = "Ks 7d / Kc 7h"


PLAYER_ON_SIX = "Ks 6d / Kc 5h Kd"


@clause("mbs-electronic-2021", "4.9")
@tiger_games
@pytest.mark.parametrize("line", ["4s 4d / Kc 7h", "Ks 8d / 4c 4h"])
def test_4_9_a_single_tiger_pair_pays_4_to_1(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tiger_pair") == 400_00


@clause("mbs-electronic-2021", "4.9")
@tiger_games
@pytest.mark.parametrize("line", ["Ks Kd / 4c 4h", "Ts Td 6h / Kc Kh Ac"])
def test_4_9_a_double_tiger_pair_pays_20_to_1(book: Rulebook, line: str) -> None:
    # A Single is not paid beside it, which would make 24 (R3). Tens and Kings are not twins (R2).
    assert won_cents(book, line, "tiger_pair") == 2_000_00


@clause("mbs-electronic-2021", "4.9")
@tiger_games
@pytest.mark.parametrize("line", ["9s 9d / 9c 9h", "Ts Th 6d / Tc Td As"])
def test_4_9_a_twin_tiger_pair_pays_100_to_1(book: Rulebook, line: str) -> None:
    # The lower tiers are not paid beside it, which would make 120 or 124 (R3).
    assert won_cents(book, line, "tiger_pair") == 10_000_00


@clause("mbs-electronic-2021", "4.9")
@tiger_games
@pytest.mark.parametrize("line", ["Ks 8d / 4c 5h", "Ts Jd / Kc 9h", "4s 5d / 4d 5c"])
def test_4_9_tiger_pair_loses_when_neither_hand_pairs(book: Rulebook, line: str) -> None:
    # A ten and a Jack are not a pair (R1), nor are cards of different hands.
    assert won_cents(book, line, "tiger_pair") == -100_00


@clause("mbs-electronic-2021", "4.9")
def test_4_9_tiger_pair_may_be_offered_in_the_two_tiger_games_only() -> None:
    offering = {
        book.key: wager.optional
        for book in GAMES
        for wager in book.wagers
        if wager.key == "tiger_pair"
    }
    assert offering == {"tiger": True, "tiger-no-commission": True}


@clause("mbs-electronic-2021", "4.10")
@tiger_games
def test_4_10_tiger_on_two_cards_pays_12_to_1(book: Rulebook) -> None:
    assert won_cents(book, SIX_ON_TWO, "tiger") == 1_200_00


@clause("mbs-electronic-2021", "4.10")
@tiger_games
def test_4_10_tiger_on_three_cards_pays_20_to_1(book: Rulebook) -> None:
    assert won_cents(book, SIX_ON_THREE, "tiger") == 2_000_00


@clause("mbs-electronic-2021", "4.10")
@tiger_games
@pytest.mark.parametrize("line", [BANKER_ON_SEVEN, TIED_ON_SIX, PLAYER_ON_SIX])
def test_4_10_tiger_loses_unless_banker_wins_with_six(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tiger") == -100_00


@clause("mbs-electronic-2021", "4.10")
@tiger_games
def test_4_10_small_tiger_pays_22_to_1(book: Rulebook) -> None:
    assert won_cents(book, SIX_ON_TWO, "small_tiger") == 2_200_00


@clause("mbs-electronic-2021", "4.10")
@tiger_games
@pytest.mark.parametrize("line", [SIX_ON_THREE, BANKER_ON_SEVEN, TIED_ON_SIX])
def test_4_10_small_tiger_loses_unless_banker_wins_with_a_two_card_six(
    book: Rulebook, line: str
) -> None:
    assert won_cents(book, line, "small_tiger") == -100_00


@clause("mbs-electronic-2021", "4.10")
@tiger_games
def test_4_10_big_tiger_pays_50_to_1(book: Rulebook) -> None:
    assert won_cents(book, SIX_ON_THREE, "big_tiger") == 5_000_00


@clause("mbs-electronic-2021", "4.10")
@tiger_games
@pytest.mark.parametrize("line", [SIX_ON_TWO, "7s Kd / Kc 5h 3c", TIED_ON_SIX])
def test_4_10_big_tiger_loses_unless_banker_wins_with_a_three_card_six(
    book: Rulebook, line: str
) -> None:
    assert won_cents(book, line, "big_tiger") == -100_00


@clause("mbs-electronic-2021", "4.10")
@tiger_games
@pytest.mark.parametrize("line", [TIED_ON_SIX, "Ks 2d 4h / Kc 4c 2c"])
def test_4_10_tiger_tie_pays_35_to_1(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tiger_tie") == 3_500_00


@clause("mbs-electronic-2021", "4.10")
@tiger_games
@pytest.mark.parametrize("line", [TIED_ON_SEVEN, SIX_ON_TWO, PLAYER_ON_SIX])
def test_4_10_tiger_tie_loses_unless_both_hands_end_on_six(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tiger_tie") == -100_00


@clause("mbs-electronic-2021", "4.10")
@tiger_games
def test_4_10_each_tiger_wager_is_settled_by_itself(book: Rulebook) -> None:
    stakes = {"tiger": 10_00, "small_tiger": 10_00, "big_tiger": 10_00, "tiger_tie": 10_00}
    returned = settle(book, played(book, SIX_ON_TWO), stakes)
    assert [each.return_cents for each in returned] == [130_00, 230_00, 0, 0]


@clause("mbs-electronic-2021", "4.10")
@tiger_games
def test_4_10_each_of_the_four_tiger_wagers_may_be_offered_or_not(book: Rulebook) -> None:
    # The sentence names Tiger alone, the table under it prices four wagers: all four (R31).
    optional = {wager.key for wager in book.wagers if wager.optional}
    assert optional == {"tiger", "small_tiger", "big_tiger", "tiger_tie", "tiger_pair"}
