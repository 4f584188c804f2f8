import pytest

from punto.core.rulebook import Rulebook
from punto.games.mbs_electronic_2021 import (
    FORTUNE_SIX,
    NO_COMMISSION,
    SUPER_6,
    SUPER_SIX,
    TIGER,
    TIGER_NO_COMMISSION,
)
from tests.clauses import clause
from tests.rounds import line_held, won_cents

GAMES = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION, TIGER, TIGER_NO_COMMISSION)


WITH_PAIRS = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION)


HALF_ON_SIX = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION, TIGER_NO_COMMISSION)


TIGERS = (TIGER, TIGER_NO_COMMISSION)


every_game = pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)


games_with_pairs = pytest.mark.parametrize("book", WITH_PAIRS, ids=lambda book: book.key)


games_with_half_on_six = pytest.mark.parametrize("book", HALF_ON_SIX, ids=lambda book: book.key)


tiger_games = pytest.mark.parametrize("book", TIGERS, ids=lambda book: book.key)


SIX_ON_TWO = "9s 2d Kh / Kc 6h"


SIX_ON_THREE = "9s 2d 4h / Kc 4d 2c"


BANKER_ON_SEVEN = "9s 2d Kh / Kc 7h"


TIED_ON_SIX = "Ks 6d / Kc 6h"


TIED_ON_SEVEN = "Ks 7d / Kc 7h"


PLAYER_ON_SIX = "Ks 6d / Kc 5h Kd"


PLAYER_ON_SEVEN = "Ks 7d / Kc 6h"


def printed(book: Rulebook, *keys: str) -> list[tuple[str, str]]:
    """The pays of some wagers as the paytable prints them, without pushes."""
    return [
        (str(line.when), line.pays.printed)
        for key in keys
        for line in book.wager(key).lines
        if not line.pays.is_push
    ]


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.7", "4.8")
@every_game
@pytest.mark.parametrize("line", [PLAYER_ON_SIX, PLAYER_ON_SEVEN, "9s Kd / Kc 2h"])
def test_4_1_to_4_8_player_winning_pays_1_to_1(book: Rulebook, line: str) -> None:
    # On six too: only Banker is paid half on it.
    assert won_cents(book, line, "player") == 100_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.7", "4.8")
@every_game
def test_4_1_to_4_8_player_loses_when_banker_wins(book: Rulebook) -> None:
    assert won_cents(book, BANKER_ON_SEVEN, "player") == -100_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.8")
@games_with_half_on_six
@pytest.mark.parametrize("line", [SIX_ON_TWO, SIX_ON_THREE])
def test_4_1_to_4_8_banker_winning_with_six_pays_1_to_2(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "banker") == 50_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.8")
@games_with_half_on_six
@pytest.mark.parametrize(
    "line",
    [
        BANKER_ON_SEVEN,
        "7s Kd / 8c Kh",
        "7s Kd / 9c Kh",
        "9s Ad Kh / Kc 3h 2d",
        "Ks Qd Jh / Kc Qh Ad",
    ],
    ids=["on 7", "on 8", "on 9", "on 5", "on 1"],
)
def test_4_1_to_4_8_banker_winning_with_any_other_total_pays_1_to_1(
    book: Rulebook, line: str
) -> None:
    assert won_cents(book, line, "banker") == 100_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.7", "4.8")
@every_game
def test_4_1_to_4_8_banker_loses_when_player_wins(book: Rulebook) -> None:
    assert won_cents(book, PLAYER_ON_SEVEN, "banker") == -100_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.7", "4.8")
@every_game
@pytest.mark.parametrize("line", [TIED_ON_SIX, TIED_ON_SEVEN, "Ks 9d / Kc 9h"])
def test_4_1_to_4_8_a_tie_pays_8_to_1(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tie") == 800_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.7", "4.8")
@every_game
@pytest.mark.parametrize("line", [PLAYER_ON_SIX, SIX_ON_TWO])
def test_4_1_to_4_8_a_tie_wager_loses_when_a_hand_wins(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "tie") == -100_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.7", "4.8")
@every_game
@pytest.mark.parametrize("wager", ["player", "banker"])
@pytest.mark.parametrize("line", [TIED_ON_SIX, TIED_ON_SEVEN])
def test_4_1_to_4_8_player_and_banker_push_on_a_tie(book: Rulebook, wager: str, line: str) -> None:
    assert won_cents(book, line, wager) == 0


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4")
@games_with_pairs
def test_4_1_to_4_4_player_pair_pays_11_to_1(book: Rulebook) -> None:
    assert won_cents(book, "4s 4d / Kc 7h", "player_pair") == 1_100_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4")
@games_with_pairs
@pytest.mark.parametrize("line", ["Ks 8d / 4c 4h", "Ts Jd / Kc 9h"])
def test_4_1_to_4_4_player_pair_loses_without_a_pair(book: Rulebook, line: str) -> None:
    # A ten and a Jack are not a pair (R1).
    assert won_cents(book, line, "player_pair") == -100_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4")
@games_with_pairs
def test_4_1_to_4_4_banker_pair_pays_11_to_1(book: Rulebook) -> None:
    assert won_cents(book, "Ks 8d / 4c 4h", "banker_pair") == 1_100_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4")
@games_with_pairs
@pytest.mark.parametrize("line", ["4s 4d / Kc 7h", "Ks 9d / Tc Jh"])
def test_4_1_to_4_4_banker_pair_loses_without_a_pair(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "banker_pair") == -100_00


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.7", "4.8")
@pytest.mark.parametrize(
    ("book", "number"),
    [
        (SUPER_SIX, "4.1"),
        (FORTUNE_SIX, "4.2"),
        (SUPER_6, "4.3"),
        (NO_COMMISSION, "4.4"),
        (TIGER, "4.7"),
        (TIGER_NO_COMMISSION, "4.8"),
    ],
)
def test_4_1_to_4_8_each_game_is_settled_by_its_own_clause(book: Rulebook, number: str) -> None:
    for line, wager in (
        (PLAYER_ON_SIX, "player"),
        (SIX_ON_TWO, "banker"),
        (BANKER_ON_SEVEN, "banker"),
        (TIED_ON_SIX, "tie"),
    ):
        held = line_held(book, line, wager)
        assert held is not None
        assert held.clause == number


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.5", "4.6", "4.9", "4.10")
@pytest.mark.parametrize(
    ("book", "wager", "number"),
    [
        (SUPER_SIX, "super_six", "4.1"),
        (FORTUNE_SIX, "fortune_six", "4.2"),
        (SUPER_6, "super_6", "4.3"),
        (FORTUNE_SIX, "banker_dragon_bonus", "4.5"),
        (SUPER_6, "player_dragon_bonus", "4.6"),
        (TIGER, "tiger_pair", "4.9"),
        (TIGER, "tiger", "4.10"),
        (TIGER, "small_tiger", "4.10"),
        (TIGER, "big_tiger", "4.10"),
        (TIGER, "tiger_tie", "4.10"),
    ],
)
def test_4_1_to_4_10_each_side_wager_is_settled_by_the_clause_that_prices_it(
    book: Rulebook, wager: str, number: str
) -> None:
    assert {line.clause for line in book.wager(wager).lines} == {number}


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.8")
@games_with_half_on_six
def test_4_1_to_4_8_stakes_are_in_steps_of_2_cents_where_six_pays_half(book: Rulebook) -> None:
    # No clause allows rounding, so a stake must pay in whole cents (R9).
    assert won_cents(book, SIX_ON_TWO, "banker", 2) == 1
    with pytest.raises(ValueError, match=r"units of 0\.02"):
        won_cents(book, SIX_ON_TWO, "banker", 3)


@clause("mbs-electronic-2021", "4.1", "4.2", "4.3", "4.4", "4.7", "4.8")
@every_game
def test_4_1_to_4_8_player_banker_tie_and_pairs_are_always_on_offer(book: Rulebook) -> None:
    # Only the wagers that may be available are left to the house (R31).
    optional = {wager.key for wager in book.wagers if wager.optional}
    assert not optional & {"player", "banker", "tie", "player_pair", "banker_pair"}
    assert not optional & {"super_six", "fortune_six", "super_6"}


@clause("mbs-electronic-2021", "4.1")
@pytest.mark.parametrize("line", [SIX_ON_TWO, SIX_ON_THREE])
def test_4_1_super_six_pays_15_to_1(line: str) -> None:
    assert won_cents(SUPER_SIX, line, "super_six") == 1_500_00


@clause("mbs-electronic-2021", "4.1")
@pytest.mark.parametrize("line", [BANKER_ON_SEVEN, TIED_ON_SIX, PLAYER_ON_SIX])
def test_4_1_super_six_loses_unless_banker_wins_with_six(line: str) -> None:
    assert won_cents(SUPER_SIX, line, "super_six") == -100_00


@clause("mbs-electronic-2021", "4.1")
def test_4_1_super_six_no_commission_has_six_wagers_and_no_dragon_bonus() -> None:
    # Super Six and Super 6 are two games: the Dragon Bonus belongs to the latter (R24).
    assert [wager.key for wager in SUPER_SIX.wagers] == [
        "player",
        "banker",
        "tie",
        "player_pair",
        "banker_pair",
        "super_six",
    ]


@clause("mbs-electronic-2021", "4.2")
def test_4_2_fortune_six_on_two_cards_pays_12_to_1() -> None:
    assert won_cents(FORTUNE_SIX, SIX_ON_TWO, "fortune_six") == 1_200_00


@clause("mbs-electronic-2021", "4.2")
def test_4_2_fortune_six_on_three_cards_pays_20_to_1() -> None:
    assert won_cents(FORTUNE_SIX, SIX_ON_THREE, "fortune_six") == 2_000_00


@clause("mbs-electronic-2021", "4.2")
@pytest.mark.parametrize("line", [BANKER_ON_SEVEN, TIED_ON_SIX, PLAYER_ON_SIX])
def test_4_2_fortune_six_loses_unless_banker_wins_with_six(line: str) -> None:
    assert won_cents(FORTUNE_SIX, line, "fortune_six") == -100_00


@clause("mbs-electronic-2021", "4.2")
def test_4_2_fortune_six_no_commission_has_eight_wagers() -> None:
    assert [wager.key for wager in FORTUNE_SIX.wagers] == [
        "player",
        "banker",
        "tie",
        "player_pair",
        "banker_pair",
        "fortune_six",
        "player_dragon_bonus",
        "banker_dragon_bonus",
    ]


@clause("mbs-electronic-2021", "4.3")
@pytest.mark.parametrize("line", [SIX_ON_TWO, SIX_ON_THREE])
def test_4_3_super_6_pays_15_to_1(line: str) -> None:
    assert won_cents(SUPER_6, line, "super_6") == 1_500_00


@clause("mbs-electronic-2021", "4.3")
@pytest.mark.parametrize("line", [BANKER_ON_SEVEN, TIED_ON_SIX, PLAYER_ON_SIX])
def test_4_3_super_6_loses_unless_banker_wins_with_six(line: str) -> None:
    assert won_cents(SUPER_6, line, "super_6") == -100_00


@clause("mbs-electronic-2021", "4.3")
def test_4_3_super_6_no_commission_has_eight_wagers() -> None:
    assert [wager.key for wager in SUPER_6.wagers] == [
        "player",
        "banker",
        "tie",
        "player_pair",
        "banker_pair",
        "super_6",
        "player_dragon_bonus",
        "banker_dragon_bonus",
    ]


@clause("mbs-electronic-2021", "4.4")
def test_4_4_no_commission_baccarat_has_five_wagers() -> None:
    assert [wager.key for wager in NO_COMMISSION.wagers] == [
        "player",
        "banker",
        "tie",
        "player_pair",
        "banker_pair",
    ]


@clause("mbs-electronic-2021", "4.7")
@pytest.mark.parametrize("line", [BANKER_ON_SEVEN, SIX_ON_TWO, SIX_ON_THREE, "7s Kd / 9c Kh"])
def test_4_7_banker_winning_in_tiger_baccarat_pays_095_to_1(line: str) -> None:
    # On six as well: the picture of the layout shows other pays, and the clause decides (R6).
    assert won_cents(TIGER, line, "banker") == 95_00


@clause("mbs-electronic-2021", "4.7")
def test_4_7_player_banker_and_tie_are_printed_as_the_clause_prints_them() -> None:
    assert printed(TIGER, "player", "banker", "tie") == [
        ("WINNER is PLAYER", "1 to 1"),
        ("WINNER is BANKER", "0.95 to 1"),
        ("WINNER is NEITHER", "8 to 1"),
    ]


@clause("mbs-electronic-2021", "4.7")
def test_4_7_stakes_in_tiger_baccarat_are_in_steps_of_20_cents() -> None:
    # No clause rounds 0.95 to 1, so a stake that needs rounding is not taken (R9).
    assert won_cents(TIGER, BANKER_ON_SEVEN, "banker", 20) == 19
    with pytest.raises(ValueError, match=r"units of 0\.20"):
        won_cents(TIGER, BANKER_ON_SEVEN, "banker", 30)


@clause("mbs-electronic-2021", "4.7", "4.8")
@tiger_games
def test_4_7_and_4_8_the_tiger_games_have_eight_wagers_and_no_single_hand_pairs(
    book: Rulebook,
) -> None:
    assert {wager.key for wager in book.wagers} == {
        "player",
        "banker",
        "tie",
        "tiger",
        "small_tiger",
        "big_tiger",
        "tiger_tie",
        "tiger_pair",
    }
