import pytest

from punto.games.rws_super_six_plus_2019 import SUPER_SIX_PLUS
from tests.clauses import clause
from tests.rounds import line_held, settled, won_cents

BANKER_WINS = "Ks 6h / Kc 7d"
PLAYER_WINS = "Ks 7h / Kc 6d"
TIED = "Ks 7h / Kc 7d"
BANKER_WINS_SIX_ON_TWO = "2s 3h Kd / Kc 6d"
BANKER_WINS_SIX_ON_THREE = "Ks Qh 4d / Kc 2d 4h"


@clause("rws-super-six-plus-2019", "4.1", "4.1.1")
@pytest.mark.parametrize(
    ("line", "wager", "cents"),
    [
        (BANKER_WINS_SIX_ON_TWO, "banker", 50_00),
        (BANKER_WINS_SIX_ON_THREE, "banker", 50_00),
        (BANKER_WINS, "banker", 100_00),
        (PLAYER_WINS, "player", 100_00),
        (TIED, "tie", 800_00),
        ("8s 8h / Kc 7d", "player_pair", 1100_00),
        ("Ks 7h / 3c 3d", "banker_pair", 1100_00),
        (BANKER_WINS_SIX_ON_TWO, "super_six_plus", 1200_00),
        (BANKER_WINS_SIX_ON_THREE, "super_six_plus", 2000_00),
    ],
)
def test_4_1_1_a_winning_wager_is_paid_by_its_line(line: str, wager: str, cents: int) -> None:
    assert won_cents(SUPER_SIX_PLUS, line, wager) == cents


@clause("rws-super-six-plus-2019", "4.1", "4.1.1")
@pytest.mark.parametrize(
    ("line", "wager"),
    [
        (PLAYER_WINS, "banker"),
        (BANKER_WINS, "player"),
        (BANKER_WINS, "tie"),
        (PLAYER_WINS, "tie"),
        ("Ts Jh Ad / Kc 7d", "player_pair"),
        ("Ks 9h / Tc Jd", "banker_pair"),
        (BANKER_WINS, "super_six_plus"),
        ("Ks 6h / Kc 6d", "super_six_plus"),
    ],
)
def test_4_1_1_a_losing_wager_loses_its_stake(line: str, wager: str) -> None:
    assert line_held(SUPER_SIX_PLUS, line, wager) is None
    assert won_cents(SUPER_SIX_PLUS, line, wager) == -100_00


@clause("rws-super-six-plus-2019", "4.1.1")
@pytest.mark.parametrize("wager", ["player", "banker"])
@pytest.mark.parametrize("line", [TIED, "Ks 6h / Kc 6d"])
def test_4_1_1_a_tie_returns_the_whole_stake_on_a_hand(wager: str, line: str) -> None:
    assert settled(SUPER_SIX_PLUS, line, wager, 30_00).return_cents == 30_00


@clause("rws-super-six-plus-2019", "4.1.1")
def test_4_1_1_player_winning_with_six_is_paid_in_full() -> None:
    assert won_cents(SUPER_SIX_PLUS, "Ks 6h / Kc 5d Kh", "player") == 100_00


@clause("rws-super-six-plus-2019", "4.1.1")
def test_4_1_1_stakes_are_taken_in_units_of_two_cents() -> None:
    # Half of the stake is then a whole number of cents, and nothing is rounded (R9).
    assert won_cents(SUPER_SIX_PLUS, BANKER_WINS_SIX_ON_TWO, "banker", 2) == 1
    with pytest.raises(ValueError, match=r"units of 0\.02"):
        won_cents(SUPER_SIX_PLUS, BANKER_WINS_SIX_ON_TWO, "banker", 1)


@clause("rws-super-six-plus-2019", "4.1.1")
@pytest.mark.parametrize(
    ("wager", "printed"),
    [
        ("banker", ["1 to 2", "1 to 1", "Push"]),
        ("player", ["1 to 1", "Push"]),
        ("tie", ["8 to 1"]),
        ("player_pair", ["11 to 1"]),
        ("banker_pair", ["11 to 1"]),
        ("super_six_plus", ["12 to 1", "20 to 1"]),
    ],
)
def test_4_1_1_pays_are_printed_as_the_document_prints_them(wager: str, printed: list[str]) -> None:
    assert [line.pays.printed for line in SUPER_SIX_PLUS.wager(wager).lines] == printed
