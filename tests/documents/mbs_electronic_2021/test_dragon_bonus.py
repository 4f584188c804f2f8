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
from tests.rounds import won_cents

GAMES = (SUPER_SIX, FORTUNE_SIX, SUPER_6, NO_COMMISSION, TIGER, TIGER_NO_COMMISSION)


WITH_DRAGONS = (FORTUNE_SIX, SUPER_6)


games_with_dragons = pytest.mark.parametrize("book", WITH_DRAGONS, ids=lambda book: book.key)


TIED_ON_SEVEN = "Ks 7d / Kc 7h"


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
def test_4_5_banker_winning_by_nine_pays_30_to_1(book: Rulebook) -> None:
    assert won_cents(book, "Ks 5d 5h / Kc 4h 5c", "banker_dragon_bonus") == 3_000_00


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
def test_4_5_banker_winning_by_eight_pays_10_to_1(book: Rulebook) -> None:
    assert won_cents(book, "Ks 5d 6h / Kc 4h 5c", "banker_dragon_bonus") == 1_000_00


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
@pytest.mark.parametrize("line", ["Ks 5d 7h / Kc 4h 5c", "Ks 5d 5h / Kc 7h"])
def test_4_5_banker_winning_by_seven_pays_6_to_1(book: Rulebook, line: str) -> None:
    # Seven on two cards is not a natural.
    assert won_cents(book, line, "banker_dragon_bonus") == 600_00


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
def test_4_5_banker_winning_by_six_pays_4_to_1(book: Rulebook) -> None:
    assert won_cents(book, "Ks 5d 5h / Kc 6h", "banker_dragon_bonus") == 400_00


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
def test_4_5_banker_winning_by_five_pays_2_to_1(book: Rulebook) -> None:
    assert won_cents(book, "9s 2d Kh / Kc 6h", "banker_dragon_bonus") == 200_00


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
def test_4_5_banker_winning_by_four_pays_1_to_1(book: Rulebook) -> None:
    assert won_cents(book, "9s 3d Kh / Kc 6h", "banker_dragon_bonus") == 100_00


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
@pytest.mark.parametrize(
    "line", ["9s 4d Kh / Kc 6h", "9s 5d Kh / Kc 6h", "Ks 6d / Kc 7h"], ids=["by 3", "by 2", "by 1"]
)
def test_4_5_banker_winning_by_less_than_four_loses(book: Rulebook, line: str) -> None:
    # No line names these margins, so the wager loses (R5).
    assert won_cents(book, line, "banker_dragon_bonus") == -100_00


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
@pytest.mark.parametrize("line", ["8s Kd / 9c Kh", "7s Kd / 8c Kh", "Ks Qd / 9c Kh"])
def test_4_5_a_winning_banker_natural_pays_1_to_1_at_any_margin(book: Rulebook, line: str) -> None:
    # Nine against eight is no Natural Tie (R4), and a natural by nine is not paid 30 to 1 (R5).
    assert won_cents(book, line, "banker_dragon_bonus") == 100_00


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
@pytest.mark.parametrize("line", ["8s Kd / 8c Kh", "9s Kd / 9c Kh"])
def test_4_5_banker_dragon_bonus_pushes_on_a_natural_tie(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "banker_dragon_bonus") == 0


@clause("mbs-electronic-2021", "4.5")
@games_with_dragons
@pytest.mark.parametrize("line", [TIED_ON_SEVEN, "Ks 5d 4h / Kc 5h 4c", "9s Kd / 8c Kh"])
def test_4_5_banker_dragon_bonus_loses_on_other_ties_and_player_wins(
    book: Rulebook, line: str
) -> None:
    # A tie of three-card nines, and a Player natural nine that beats a natural eight (R4, R5).
    assert won_cents(book, line, "banker_dragon_bonus") == -100_00


@clause("mbs-electronic-2021", "4.5")
def test_4_5_banker_dragon_bonus_may_be_offered_in_fortune_six_and_super_6_only() -> None:
    offering = {
        book.key: wager.optional
        for book in GAMES
        for wager in book.wagers
        if wager.key == "banker_dragon_bonus"
    }
    assert offering == {"fortune-six": True, "super-6": True}


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
def test_4_6_player_winning_by_nine_pays_30_to_1(book: Rulebook) -> None:
    assert won_cents(book, "Ks 5d 4h / Kc 4c 6c", "player_dragon_bonus") == 3_000_00


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
def test_4_6_player_winning_by_eight_pays_10_to_1(book: Rulebook) -> None:
    assert won_cents(book, "Ks 5d 4h / Kc 4c 7c", "player_dragon_bonus") == 1_000_00


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
@pytest.mark.parametrize("line", ["Ks 5d 4h / Kc 4c 8c", "Ks 7d / Kc 5h 5c"])
def test_4_6_player_winning_by_seven_pays_6_to_1(book: Rulebook, line: str) -> None:
    # Seven on two cards is not a natural.
    assert won_cents(book, line, "player_dragon_bonus") == 600_00


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
def test_4_6_player_winning_by_six_pays_4_to_1(book: Rulebook) -> None:
    assert won_cents(book, "Ks 6d / Kc 5h 5c", "player_dragon_bonus") == 400_00


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
def test_4_6_player_winning_by_five_pays_2_to_1(book: Rulebook) -> None:
    assert won_cents(book, "Ks 6d / Kc 5h 6c", "player_dragon_bonus") == 200_00


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
def test_4_6_player_winning_by_four_pays_1_to_1(book: Rulebook) -> None:
    assert won_cents(book, "Ks 6d / Kc 5h 7c", "player_dragon_bonus") == 100_00


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
@pytest.mark.parametrize(
    "line", ["Ks 6d / Kc 5h 8c", "Ks 6d / Kc 5h 9c", "Ks 7d / Kc 6h"], ids=["by 3", "by 2", "by 1"]
)
def test_4_6_player_winning_by_less_than_four_loses(book: Rulebook, line: str) -> None:
    # No line names these margins, so the wager loses (R5).
    assert won_cents(book, line, "player_dragon_bonus") == -100_00


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
@pytest.mark.parametrize("line", ["9s Kd / 8c Kh", "8s Kd / 7c Kh", "9s Kd / Qc Kh"])
def test_4_6_a_winning_player_natural_pays_1_to_1_at_any_margin(book: Rulebook, line: str) -> None:
    # Nine against eight is no Natural Tie (R4), and a natural by nine is not paid 30 to 1 (R5).
    assert won_cents(book, line, "player_dragon_bonus") == 100_00


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
@pytest.mark.parametrize("line", ["8s Kd / 8c Kh", "9s Kd / 9c Kh"])
def test_4_6_player_dragon_bonus_pushes_on_a_natural_tie(book: Rulebook, line: str) -> None:
    assert won_cents(book, line, "player_dragon_bonus") == 0


@clause("mbs-electronic-2021", "4.6")
@games_with_dragons
@pytest.mark.parametrize("line", [TIED_ON_SEVEN, "Ks 5d 4h / Kc 5h 4c", "8s Kd / 9c Kh"])
def test_4_6_player_dragon_bonus_loses_on_other_ties_and_banker_wins(
    book: Rulebook, line: str
) -> None:
    # A tie of three-card nines, and a Banker natural nine that beats a natural eight (R4, R5).
    assert won_cents(book, line, "player_dragon_bonus") == -100_00


@clause("mbs-electronic-2021", "4.6")
def test_4_6_player_dragon_bonus_may_be_offered_in_fortune_six_and_super_6_only() -> None:
    offering = {
        book.key: wager.optional
        for book in GAMES
        for wager in book.wagers
        if wager.key == "player_dragon_bonus"
    }
    assert offering == {"fortune-six": True, "super-6": True}
