import pytest

from punto.games.mbs_fortune_six_2019 import FORTUNE_SIX_LIVE
from tests.clauses import clause
from tests.rounds import line_held, settled, won_cents

BANKER_WINS = "Ks 6h / Kc 7d"
PLAYER_WINS = "Ks 7h / Kc 6d"
TIED = "Ks 7h / Kc 7d"
BANKER_WINS_SIX_ON_TWO = "2s 3h Kd / Kc 6d"
BANKER_WINS_SIX_ON_THREE = "Ks Qh 4d / Kc 2d 4h"


@clause("mbs-fortune-six-2019", "4.1")
@pytest.mark.parametrize(
    ("line", "wager", "cents"),
    [
        (BANKER_WINS, "banker", 95_00),
        (PLAYER_WINS, "player", 100_00),
        (TIED, "tie", 800_00),
        ("8s 8h / Kc 7d", "player_pair", 1100_00),
        ("Ks 7h / 3c 3d", "banker_pair", 1100_00),
        (BANKER_WINS_SIX_ON_TWO, "fortune_six", 1200_00),
        (BANKER_WINS_SIX_ON_THREE, "fortune_six", 2000_00),
    ],
)
def test_4_1_a_winning_wager_is_paid_by_its_line(line: str, wager: str, cents: int) -> None:
    assert won_cents(FORTUNE_SIX_LIVE, line, wager) == cents


@clause("mbs-fortune-six-2019", "4.1")
@pytest.mark.parametrize(
    ("line", "wager"),
    [
        (PLAYER_WINS, "banker"),
        (BANKER_WINS, "player"),
        (BANKER_WINS, "tie"),
        (PLAYER_WINS, "tie"),
        ("Ts Jh Ad / Kc 7d", "player_pair"),
        ("Ks 9h / Tc Jd", "banker_pair"),
        (BANKER_WINS, "fortune_six"),
    ],
)
def test_4_1_a_losing_wager_loses_its_stake(line: str, wager: str) -> None:
    assert line_held(FORTUNE_SIX_LIVE, line, wager) is None
    assert won_cents(FORTUNE_SIX_LIVE, line, wager) == -100_00


@clause("mbs-fortune-six-2019", "4.1")
@pytest.mark.parametrize("line", [BANKER_WINS_SIX_ON_TWO, BANKER_WINS_SIX_ON_THREE])
def test_4_1_banker_pays_19_to_20_on_six_too(line: str) -> None:
    assert won_cents(FORTUNE_SIX_LIVE, line, "banker") == 95_00


@clause("mbs-fortune-six-2019", "4.1")
def test_4_1_a_paid_wager_also_returns_its_stake() -> None:
    assert settled(FORTUNE_SIX_LIVE, BANKER_WINS, "banker", 20_00).return_cents == 39_00


@clause("mbs-fortune-six-2019", "4.1")
def test_4_1_the_least_exact_stake_on_banker_is_20_cents() -> None:
    # No clause allows rounding, so a stake that needs it is refused (R9).
    assert won_cents(FORTUNE_SIX_LIVE, BANKER_WINS, "banker", 20) == 19
    with pytest.raises(ValueError, match=r"units of 0\.20"):
        won_cents(FORTUNE_SIX_LIVE, BANKER_WINS, "banker", 10)


@clause("mbs-fortune-six-2019", "4.1")
@pytest.mark.parametrize(
    ("wager", "printed"),
    [
        ("banker", ["0.95 to 1", "Push"]),
        ("player", ["1 to 1", "Push"]),
        ("tie", ["8 to 1"]),
        ("player_pair", ["11 to 1"]),
        ("banker_pair", ["11 to 1"]),
        ("fortune_six", ["12 to 1", "20 to 1"]),
    ],
)
def test_4_1_pays_are_printed_as_the_document_prints_them(wager: str, printed: list[str]) -> None:
    assert [line.pays.printed for line in FORTUNE_SIX_LIVE.wager(wager).lines] == printed
